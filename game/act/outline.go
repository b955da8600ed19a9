package act

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fill places the material that the outline on a tile still needs, from the first slot that holds it.
func Fill(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	o := i.Outlines.At(t)
	if o == nil {
		return event.NothingThere
	}
	ground, _, _, ok := i.Land.TileAt(t)
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
	if g, block, _, _ := i.Land.TileAt(t); block != tile.NoBlock && block != tile.Chest && block != tile.Sapling && block < tile.Wire {
		// a lamp that was out, a door that stood open; a machine finds its state itself
		living.SetTile(i, t, g, block, state)
	}
	return event.NoReason
}

// Erase removes outlines: the one on a tile in reach, or with all set every one of the author's in the
// active regions.
func Erase(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, all bool) event.Reason {
	if all {
		had := len(i.Outlines.List)
		i.Outlines.List = slices.DeleteFunc(i.Outlines.List, func(o world.Outline) bool { return o.Seat == p.Seat })
		if len(i.Outlines.List) == had {
			return event.NothingThere
		}
		return event.NoReason
	}
	switch {
	case !living.Within(b, t):
		return event.TooFar
	case i.Outlines.At(t) == nil:
		return event.NothingThere
	}
	i.Outlines.Remove(t)
	return event.NoReason
}
