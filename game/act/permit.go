package act

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// Permitted returns event.NoReason if a player may do a deed at a tile, else the reason why not. The window
// asks it, too, to offer only what is allowed.
func Permitted(i *world.State, p *entity.PlayerState, d rights.Deed, t grid.Tile) event.Reason {
	if p == nil {
		return event.NoReason
	}
	if d == rights.Talk && i.Code.MutedUntil(p.Key) > i.Clock {
		return event.Muted
	}
	return rights.May(d, i.Rank(p), LandOf(i, p, t), rights.Law{Homestead: i.Code.Laws.Has(world.Homestead)})
}

// LandOf returns the relation of a player to the land of a tile.
func LandOf(*world.State, *entity.PlayerState, grid.Tile) rights.Land { return rights.Common }

// permits looks whether a player may give a command, before it is executed.
func permits(i *world.State, p *entity.PlayerState, b *entity.Body, c *command.Command) event.Reason {
	deed, at := rights.DeedOf(c.Kind), c.Tile
	switch c.Kind {
	case command.Place:
		deed = deedOfItem(p, c.Slot)
	case command.PickUp:
		if o := i.Space.Body(c.Entity); o != nil {
			at = grid.TileAt(o.Pos)
		}
	case command.Kick, command.Throw, command.Drop:
		at = grid.TileAt(b.Pos)
	}
	return Permitted(i, p, deed, at)
}

// deedOfItem is what a player does who places an item of a slot: one that is eaten changes no land.
func deedOfItem(p *entity.PlayerState, slot uint8) rights.Deed {
	if slot < item.InventorySlots && p.Inventory[slot].Kind.Info().Use == item.Eat {
		return rights.Move
	}
	return rights.Build
}

// Mark notes that the player of a seat has changed something, if a command that took effect does that.
func Mark(i *world.State, s entity.Seat, k command.Kind) {
	switch rights.DeedOf(k) {
	case rights.Move, rights.Talk, rights.Use, rights.Inspect:
	default:
		i.Gate.Mark(s)
	}
}
