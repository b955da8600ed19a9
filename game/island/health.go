package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Fire and falling trees hurt, unless the law of Mercy holds; what others throw does
// while that of Strife holds (see pelt). No player can hurt another by hand. Health comes back by itself, and sooner by food. At
// none one is knocked out: asleep for SwoonTime, and then awake by the hearth where the world began, with all one had.

const (
	// SwoonTime is how long one who was knocked out sleeps, in ticks.
	SwoonTime game.Tick = 5 * game.TicksPerSecond
	// healEvery is how long it takes to get one of MaxHealth back, in ticks.
	healEvery = 3 * game.TicksPerSecond
	// burnEvery is how often fire hurts, in ticks, and burnHurts how much.
	burnEvery, burnHurts = 30, 2
)

// tend lets health come and go, and wakes who was knocked out; players in descending seat, as they may leave the island.
func tend(i *State) {
	for k := len(i.players) - 1; k >= 0; k-- {
		p := &i.players[k]
		b := i.Body(p.Body)
		switch {
		case b == nil:
		case knockedOut(i, p, b):
			if !i.partial && i.tick >= p.SleptAt+SwoonTime {
				wake(i, p, b)
			}
		case b.Flags&entity.Asleep != 0:
		case i.tick%burnEvery == 0 && b.Z == 0 && !i.Laws().Has(Mercy) && burnsAt(i, grid.TileAt(b.Pos)):
			hurt(i, p, burnHurts)
		case i.tick%healEvery == 0 && p.Health < MaxHealth:
			p.Health++
		}
	}
}

func burnsAt(i *State, t grid.Tile) bool {
	_, block, _, _ := i.TileAt(t)
	return block == tile.Fire
}

// knockedOut reports whether a player sleeps because it was knocked out.
func knockedOut(i *State, p *entity.PlayerState, b *entity.Body) bool {
	return b.Flags&entity.Asleep != 0 && p.Health == 0
}

// hurt takes health from a player who is awake.
func hurt(i *State, p *entity.PlayerState, n uint8) {
	b := i.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 || p.Health == 0 {
		return
	}
	p.Health -= min(n, p.Health)
	act(i, p, entity.Hurt)
	i.tellBody(event.Hurt, p, b, int32(n), int32(p.Health))
	if p.Health > 0 {
		return
	}
	i.unload(p)
	b = i.Body(p.Body)
	b.Flags |= entity.Asleep
	p.Move, p.SleptAt = fixed.SVec{}, i.tick
	act(i, p, entity.Idle)
	i.tellBody(event.KnockedOut, p, b, 0, 0)
}

// wake lets a player who was knocked out wake by the hearth, or where it lies if nobody can get there now.
func wake(i *State, p *entity.PlayerState, b *entity.Body) {
	p.Health, p.SleptAt = MaxHealth/2, 0
	b.Flags &^= entity.Asleep
	i.tellBody(event.Woke, p, b, 0, 0)
	k, _ := i.space.Find(b.ID)
	passTo(i, k, i.spawn)
}
