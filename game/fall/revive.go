package fall

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const (
	// SwoonTime is how long a knocked-out player sleeps with nobody near, in ticks, and HelpTime while a
	// friend is: time to come and help.
	SwoonTime game.Tick = 5 * game.TicksPerSecond
	HelpTime  game.Tick = 30 * game.TicksPerSecond
	// leastSwoon is how long it sleeps at least.
	leastSwoon game.Tick = 2 * game.TicksPerSecond
	// friendReach is from how near another player counts as being near.
	friendReach fixed.Q = 24 * fixed.One
	// ReviveHealth is the health of a player that was revived, WakeHealth of one that wakes at a hearth.
	ReviveHealth, WakeHealth = 6, world.MaxHealth / 2
	// fireside is how far from where it wakes a hearth may be, in tiles.
	fireside = 4
)

// Due reports whether a knocked-out player wakes at its hearth now.
func Due(i *world.State, p *entity.PlayerState, b *entity.Body) bool {
	return i.Clock >= p.SleptAt+SwoonTime && (i.Clock >= p.SleptAt+HelpTime || !befriended(i, p, b))
}

// befriended reports whether another player is near that could help.
func befriended(i *world.State, p *entity.PlayerState, b *entity.Body) bool {
	for k := range i.Roster.Here {
		o := &i.Roster.Here[k]
		if x := i.Space.Body(o.Body); o.Seat != p.Seat && x != nil && x.Flags&entity.Asleep == 0 && x.Pos.Sub(b.Pos).Near(friendReach) {
			return true
		}
	}
	return false
}

// Help lets a player revive the knocked-out one that lies on a tile; done is false if nobody does.
func Help(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) (done bool, why event.Reason) {
	who := LyingOn(i, p, t)
	if who == nil {
		return false, event.NoReason
	}
	x := i.Space.Body(who.Body)
	switch {
	case !x.Pos.Sub(b.Pos).Near(world.LiftReach):
		return true, event.TooFar
	case i.Clock < who.SleptAt+leastSwoon:
		return true, event.TooSoon
	}
	who.Health, who.SleptAt = ReviveHealth, 0
	x.Flags &^= entity.Asleep
	living.Act(i, p, entity.Using)
	i.TellBody(event.Revived, who, b, 0, 0)
	return true, event.NoReason
}

// LyingOn returns the knocked-out player nearest to the middle of a tile, within a tile; of two equally near
// the one of lower seat.
func LyingOn(i *world.State, but *entity.PlayerState, t grid.Tile) (who *entity.PlayerState) {
	least := fixed.Q(fixed.One)
	for k := range i.Roster.Here {
		o := &i.Roster.Here[k]
		if o.Health > 0 || o.Seat == but.Seat || !Out(i, o) {
			continue
		}
		if d := i.Space.Body(o.Body).Pos.Sub(t.Centre()).Len(); d < least {
			who, least = o, d
		}
	}
	return who
}

// GiveUp lets a knocked-out player wake at its hearth at once.
func GiveUp(i *world.State, p *entity.PlayerState, b *entity.Body) event.Reason {
	if i.Clock < p.SleptAt+leastSwoon {
		return event.TooSoon
	}
	if !i.Partial {
		Wake(i, p, b)
	}
	return event.NoReason
}

// Wake wakes a knocked-out player at the hearth that it used last; at the one where the world began if it has
// used none or that is gone; and where it lies if neither can be reached now. At night the hearth is lit for
// it. Afterwards the player may be on another island.
func Wake(i *world.State, p *entity.PlayerState, b *entity.Body) {
	p.Health, p.SleptAt = WakeHealth, 0
	b.Flags &^= entity.Asleep
	i.TellBody(event.Woke, p, b, 0, 0)
	seat, id, hearth := p.Seat, b.ID, p.Hearth
	k, _ := i.Space.Find(id)
	if hearth == (grid.Tile{}) || !federation.PassTo(i, k, hearth) {
		federation.PassTo(i, k, i.SpawnTile)
	} else if k, here := i.Space.Find(id); here {
		if _, block, _, ok := i.Land.TileAt(hearth); ok && block != tile.Hearth {
			i.Roster.BySeat(seat).Hearth = grid.Tile{}
			federation.PassTo(i, k, i.SpawnTile)
		}
	}
	if b := i.Space.Body(id); b != nil && gloom.Depth(i.Clock) > 0 {
		kindle(i, grid.TileAt(b.Pos))
	}
}

// kindle lights the hearth that is nearest to a tile, if there is one by it.
func kindle(i *world.State, t grid.Tile) {
	for d := int32(0); d <= fireside; d++ {
		for dy := -d; dy <= d; dy++ {
			for dx := -d; dx <= d; dx++ {
				at := t.Add(dx, dy)
				ground, block, state, ok := i.Land.TileAt(at)
				if !ok || max(dx, -dx, dy, -dy) != d || block != tile.Hearth {
					continue
				}
				if state&tile.StateBit0 == 0 {
					living.SetTile(i, at, ground, block, state|tile.StateBit0)
					i.Tell(event.Lit, nil, at, int32(block), 0)
				}
				return
			}
		}
	}
}
