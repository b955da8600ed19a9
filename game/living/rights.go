package living

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// LandFor returns the relation of a player, who need not be in the world, to the land of a tile.
func LandFor(i *world.State, k game.PlayerID, t grid.Tile) rights.Land {
	c := i.Claims.At(t)
	switch {
	case c == nil:
		return rights.Common
	case c.Owner == k, c.Flags&claim.UseOnly == 0 && c.Befriended(k) && !reserved(i, t):
		return rights.Own
	case c.Flags&claim.Open != 0 || c.Befriended(k):
		return rights.Opened
	}
	return rights.Foreign
}

// May says why a player of a rank, who need not be in the world, may not do a deed at a tile, if there is a
// reason.
func May(i *world.State, rank rights.Rank, k game.PlayerID, d rights.Deed, t grid.Tile) event.Reason {
	return rights.May(d, rank, LandFor(i, k, t), rights.Law{Homestead: i.Code.Laws.Has(world.Homestead) || i.Land.Estates.Rest().Laws.Has(blueprint.Reserved)})
}

// reserved reports whether the owner of the claim on a tile lets only itself build there.
func reserved(i *world.State, t grid.Tile) bool {
	own := i.Land.Estates.Own(t)
	return own != nil && own.Laws.Has(blueprint.Reserved)
}
