package act

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/tile"
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
	return May(i, i.Rank(p), p.Key, d, t)
}

// LandOf returns the relation of a player to the land of a tile.
func LandOf(i *world.State, p *entity.PlayerState, t grid.Tile) rights.Land {
	return LandFor(i, p.Key, t)
}

// LandFor returns the relation of a player, who need not be in the world, to the land of a tile.
func LandFor(i *world.State, k game.PlayerID, t grid.Tile) rights.Land {
	return living.LandFor(i, k, t)
}

// May says why a player of a rank, who need not be in the world, may not do a deed at a tile, if there is a
// reason.
func May(i *world.State, rank rights.Rank, k game.PlayerID, d rights.Deed, t grid.Tile) event.Reason {
	return living.May(i, rank, k, d, t)
}

// somebodyElses reports whether the land of a tile is claimed, and the player may not build there.
func somebodyElses(i *world.State, p *entity.PlayerState, t grid.Tile) bool {
	l := LandOf(i, p, t)
	return l == rights.Opened || l == rights.Foreign
}

// changedByHand are the blocks that a hand does not only use: it takes something, or turns a machine.
var changedByHand = [256]bool{
	tile.Wheat: true, tile.BerryBush: true, tile.NotGate: true, tile.AndGate: true, tile.OrGate: true, tile.Delay: true,
	tile.Piston: true, tile.Conveyor: true, tile.Pump: true, tile.SwingGate: true, tile.Rotor: true,
}

// deedOfUse is what a player does whose hand uses the block on a tile. On somebody else's land, harvesting
// and turning machines is more than use, and so is putting a lock on a door.
func deedOfUse(i *world.State, p *entity.PlayerState, t grid.Tile) rights.Deed {
	if _, b, _, _ := i.Land.TileAt(t); (changedByHand[b] || b == tile.Door && lockFor(p.Inventory[p.Slot].Kind) != 0) && somebodyElses(i, p, t) {
		return rights.Build
	}
	return rights.Use
}

// permits looks whether a player may give a command, before it is executed.
func permits(i *world.State, p *entity.PlayerState, b *entity.Body, c *command.Command) event.Reason {
	deed, at := rights.DeedOf(c.Kind), c.Tile
	switch c.Kind {
	case command.Place:
		deed = deedOfItem(p, c.Slot)
	case command.PickUp:
		whole := living.Whole(i, c.Entity)
		if o := i.Space.Body(whole); o != nil {
			at = grid.TileAt(o.Pos)
		}
		if why := MayMove(i, p, i.Things.OfBody(whole)); why != event.NoReason {
			return why
		}
	case command.PutAway, command.Shift, command.Relink, command.Adjust, command.Ask:
		if x := i.Things.Find(c.Entity); x != nil {
			at = i.ThingPlace(x)
		}
	case command.Use:
		deed = deedOfUse(i, p, c.Tile)
	case command.Kick, command.Throw, command.Drop, command.Carry, command.Play:
		at = grid.TileAt(b.Pos)
		if k := footed(i, b); c.Kind == command.Kick && k >= 0 && i.Space.Bodies()[k].Kind.Made() {
			if why := MayMove(i, p, i.Things.OfBody(i.Space.Bodies()[k].ID)); why != event.NoReason {
				return why
			}
		}
		if k := footed(i, b); c.Kind == command.Kick && k >= 0 && i.Space.Bodies()[k].Kind.Boxy() {
			if on := grid.TileAt(i.Space.Bodies()[k].Pos); somebodyElses(i, p, on) {
				deed, at = rights.Take, on
			}
		}
	}
	return Permitted(i, p, deed, at)
}

// deedOfItem is what a player does who places an item of a slot: one that is eaten changes no land.
func deedOfItem(p *entity.PlayerState, slot uint8) rights.Deed {
	if slot >= item.InventorySlots {
		return rights.Build
	}
	switch use := p.Inventory[slot].Kind.Info().Use; {
	case use == item.Eat, use == item.Dress, use == item.Chart:
		return rights.Move
	case use == item.Perform, use == item.Strum:
		return rights.Talk // whoever is muted is quiet
	case use == item.Launch:
		return rights.Play
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
