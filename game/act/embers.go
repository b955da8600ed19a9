package act

import (
	"strings"

	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Embers are taken from a burning hearth with free hands, carried, thrown and caught like a ball, and go out
// after EmberTime, sooner in rain, and at once in water (beacon.Fading). Brought to a lighthouse they light
// it for good, and tend one that flickers. They set nothing on fire where they lie: tinder does. The
// lighthouse keeps the players that lit and fed it as flames: bodies that nothing touches, each with its
// player's seat. So the memory goes wherever the region goes, to other islands, to sleep and through merges,
// as any body does.

const (
	// EmberTime is how long embers glow, in ticks: some four hundred tiles of way.
	EmberTime game.Tick = 100 * game.TicksPerSecond
	// emberEvery is how often embers are looked at, in ticks.
	emberEvery = 15
	// MaxKeepers is the most players that a lighthouse remembers; embers of others are refused (NoRoom).
	MaxKeepers = 8
)

// takeEmbers gives a player embers of the burning hearth on a tile. It asks for rules of lighthouses.
func takeEmbers(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	switch {
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	case !i.Space.Room(t.Region(), 1):
		return event.NoRoom
	}
	o := entity.Body{Kind: entity.Ember, Pos: b.Pos, Z: physics.CarryHeight, Born: i.Clock, Seat: p.Seat, Other: b.ID, Flags: entity.Carried}
	o.ID = i.Space.NewID(KeyHash(p.Key), p.LastSeq, 0)
	carrier := b.ID
	i.Space.Insert(o) // b is not valid from here on
	k, _ := i.Space.Find(carrier)
	i.Space.Bodies()[k].Flags |= entity.Carrying
	i.Space.Bodies()[k].Other = o.ID
	i.Space.Wake(k)
	i.TellBody(event.PickedUp, p, &o, 0, 0)
	return event.NoReason
}

// useBeacon brings the embers that a player carries to a lighthouse; with free hands the player reads the
// names of its keepers.
func useBeacon(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	o := i.Space.Body(b.Other)
	if b.Flags&entity.Carrying == 0 || o == nil {
		tellKeepers(i, event.Told, p, t)
		return event.NoReason
	}
	ground, _, state, _ := i.Land.TileAt(t)
	keepers, tends := Flames(i, t), beacon.Care(i, t)
	joins := !keeps(i, keepers, p.Seat) && len(keepers) < MaxKeepers && i.Space.Room(t.Region(), 1)
	switch {
	case o.Kind != entity.Ember:
		return event.HandsFull
	case tends || joins:
	case keeps(i, keepers, p.Seat):
		return event.TooSoon
	default:
		return event.NoRoom
	}
	id := o.ID
	b.Flags &^= entity.Carrying
	b.Other = 0
	i.RemoveBody(id)
	if tends {
		beacon.Nurse(i, p, t)
	}
	if joins {
		join(i, p, t, ground, state)
	}
	return event.NoReason
}

// join adds a player's flame to a lighthouse, which burns from then on.
func join(i *world.State, p *entity.PlayerState, t grid.Tile, ground tile.Ground, state uint8) {
	f := entity.Body{Kind: entity.Flame, Pos: t.Centre(), Born: i.Clock, Seat: p.Seat, Flags: entity.Resting}
	f.ID = i.Space.NewID(KeyHash(p.Key), p.LastSeq, 1)
	i.Space.Insert(f)
	living.SetTile(i, t, ground, tile.Beacon, state|tile.StateBit0)
	tellKeepers(i, event.Lit, p, t)
	beacon.Kindle(i, p, t)
}

// Flames returns the keepers of the lighthouse on a tile as the IDs of its flames, in the order in which they
// came.
func Flames(i *world.State, t grid.Tile) (list []entity.Body) {
	for _, k := range i.Space.Around(t.Centre(), 1) {
		if b := i.Space.Bodies()[k]; b.Kind == entity.Flame && grid.TileAt(b.Pos) == t {
			at := len(list)
			for at > 0 && (list[at-1].Born > b.Born || list[at-1].Born == b.Born && list[at-1].ID > b.ID) {
				at--
			}
			list = append(list, entity.Body{})
			copy(list[at+1:], list[at:])
			list[at] = b
		}
	}
	return list
}

// keeps reports whether a flame is of a seat.
func keeps(i *world.State, flames []entity.Body, s entity.Seat) bool {
	for k := range flames {
		if flames[k].Seat == s {
			return true
		}
	}
	return false
}

// tellKeepers records an event of a lighthouse with the names of its keepers.
func tellKeepers(i *world.State, k event.Kind, p *entity.PlayerState, t grid.Tile) {
	names, _ := Keepers(i, t)
	i.Tell(k, p, t, int32(tile.Beacon), 0)
	i.Happened[len(i.Happened)-1].Text = names
}

// Keepers returns the names of the keepers of the lighthouse on a tile, in the order in which they came,
// separated by commas, and the tick at which the first lit it. Without keepers it returns "" and 0.
func Keepers(i *world.State, t grid.Tile) (names string, since game.Tick) {
	var list []string
	for n, f := range Flames(i, t) {
		if n == 0 {
			since = f.Born
		}
		if who := i.Roster.BySeat(f.Seat); who != nil {
			list = append(list, who.Name.String())
		}
	}
	return strings.Join(list, ", "), since
}

// Cool lets embers go out that have glowed for EmberTime, or that got wet.
func Cool(i *world.State) {
	if i.Clock%emberEvery != 0 {
		return
	}
	for k := len(i.Space.Bodies()) - 1; k >= 0; k-- {
		if i.Space.Bodies()[k].Kind != entity.Ember {
			continue
		}
		b := i.Space.Bodies()[k]
		out, times := beacon.Fading(i, &b)
		if !out && i.Clock < b.Born+EmberTime {
			i.Space.Bodies()[k].Born -= min((times-1)*emberEvery, b.Born)
			continue
		}
		if c, ok := i.Space.Find(b.Other); ok && b.Flags&entity.Carried != 0 {
			i.Space.Bodies()[c].Flags &^= entity.Carrying
			i.Space.Bodies()[c].Other = 0
			i.Space.Wake(c)
		} else if b.Flags&entity.Carried != 0 {
			continue // its carrier is not in this copy of a part of the island
		}
		i.Happened = append(i.Happened, event.Event{Kind: event.Unlit, Tick: i.Clock, Pos: b.Pos, Tile: grid.TileAt(b.Pos), A: int32(tile.Hearth), Entity: b.ID})
		i.RemoveBody(b.ID)
	}
}
