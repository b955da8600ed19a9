package act

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fill places the material that the outline on a tile still needs, from the first slot that holds it.
func Fill(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	o := i.OutlineAt(t)
	if o == nil {
		return event.NothingThere
	}
	ground, _, _, ok := i.TileAt(t)
	if !ok {
		return event.TooFar
	}
	kind, state := o.Material(ground), o.State
	if kind == item.None {
		return event.WrongItem
	}
	slot := slices.IndexFunc(p.Inventory[:], func(s item.Stack) bool { return s.Kind == kind })
	if slot < 0 {
		return event.NotEnough
	}
	if why := Place(i, p, b, t, uint8(slot)); why != event.NoReason {
		return why
	}
	if g, block, _, _ := i.TileAt(t); block != tile.NoBlock && block != tile.Chest && block != tile.Sapling && block < tile.Wire {
		// a lamp that was out, a door that stood open; a machine finds its state itself
		i.SetTile(t, g, block, state)
	}
	return event.NoReason
}
