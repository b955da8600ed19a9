package dark

import (
	"manyhold/game"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A torch in hand burns down where there would be gloom without lights that move: at night away from lamps,
// and in caves. One that is put away keeps what is left of it. Beside a burning hearth or a fire it is made
// fresh. When it has burnt down it is gone, and the next one of its stack burns. Lanterns do not burn down.
// In Peace no torch does.
//
// How much of it has burnt is a component of its holder's body, torchColumn: it goes with the body over lines
// and into snapshots.

const (
	// TorchTime is how long a torch in hand burns, in ticks: a night takes four of them, which are a stick
	// and a fibre for two.
	TorchTime game.Tick = 150 * game.TicksPerSecond
	// GutterTime is for how long before its end it gutters: long enough to make another one.
	GutterTime game.Tick = 25 * game.TicksPerSecond
	// burnEvery is how often a torch is looked at, in ticks.
	burnEvery = game.TicksPerSecond

	// torchColumn is the component of a player whose torch has burnt for a while: for how many seconds (u8).
	torchColumn = "manyhold:torch"
	burnsFor    = uint8(TorchTime / burnEvery)
)

// HoldsTorch reports whether a player has a torch in hand. It gives light.
func HoldsTorch(p *entity.PlayerState) bool {
	s := p.Inventory[p.Slot]
	return s.Kind == item.Torch && s.Count > 0
}

// TorchLeft returns the ticks that the torch in the hand of a body has left, by the components of an island.
// Without them it is fresh.
func TorchLeft(t *component.Table, body game.EntityID) game.Tick {
	return TorchTime - game.Tick(burnt(t, body))*burnEvery
}

// burnt returns how many seconds a torch has burnt. They are bounded here, too: a player may come from an
// island whose peers lie.
func burnt(t *component.Table, body game.EntityID) uint8 {
	if t == nil {
		return 0
	}
	row := t.Get(torchColumn, body)
	if row == nil {
		return 0
	}
	return min(row[0], burnsFor)
}

// burn lets the torches in hands burn down. In a copy for prediction they do not.
func burn(i *world.State) {
	if i.Partial || i.Code.Laws.Has(world.Peaceful) {
		return
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if (uint64(i.Clock)+uint64(p.Seat))%burnEvery != 0 || !HoldsTorch(p) {
			continue
		}
		if b := i.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep == 0 {
			burnOne(i, p, b)
		}
	}
}

// burnOne lets the torch in one hand burn for a second.
func burnOne(i *world.State, p *entity.PlayerState, b *entity.Body) {
	was := burnt(&i.Components, b.ID)
	if was > 0 && byFire(i, grid.TileAt(b.Pos)) {
		i.Components.Remove(torchColumn, b.ID) // the next one is fresh
		i.TellBody(event.Lit, p, b, int32(tile.Torch), 0)
		return
	}
	if gloomAt(i, grid.TileAt(b.Pos)) == 0 {
		return
	}
	if was+1 < burnsFor {
		if i.Note(torchColumn, b.ID, []byte{was + 1}) == event.NoReason && was+1 == burnsFor-uint8(GutterTime/burnEvery) {
			i.TellBody(event.Guttered, p, b, 0, 0)
		}
		return
	}
	s := &p.Inventory[p.Slot]
	item.Take(s, 1)
	i.Ledger.Destroyed[item.Torch]++
	i.Components.Remove(torchColumn, b.ID) // the next one is fresh
	i.TellBody(event.BurntDown, p, b, int32(item.Total(p.Inventory[:], item.Torch)), 0)
}

// byFire reports whether a hearth or a fire burns beside a tile.
func byFire(i *world.State, t grid.Tile) bool {
	for n := range int32(9) {
		_, block, state, _ := i.Land.TileAt(t.Add(n%3-1, n/3-1))
		if block == tile.Fire || block == tile.Hearth && tile.Emits(block, state) > 0 {
			return true
		}
	}
	return false
}

// gloomAt returns the gloom on a tile without the lights that move: 0 in light, and where no region is
// active.
func gloomAt(i *world.State, t grid.Tile) uint8 {
	at := t.Region()
	if i.Land.Active(at) == nil {
		return 0
	}
	f, k := i.Gloom.Of(&i.Land, at, i.Clock), t.Index()
	most := f.Dist(k)
	if !f.Cave(k) {
		if most = min(most, gloom.Depth(i.Clock)); most > 0 && i.Lights.Reach(t, i.Clock) {
			return 0 // a lighthouse keeps the gloom off the open land around it for good
		}
	}
	return most
}
