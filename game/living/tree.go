package living

import (
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A felled tree falls away from the player that cut it: its yield lies in a line, and players on that line
// are hurt. Its stump grows again.

const (
	// treeLength is how far a tree falls, in tiles.
	treeLength = 3
	// TreeHurts is the health that a falling tree costs.
	TreeHurts = 6
	// StumpFelled is the bit of a stump's state that says that it is to grow again, stumpPine that it was a
	// pine's; its stage is above them, and full at stumpStages: about half an hour, so that a wood that is
	// cut stays open for an evening, and a planted sapling, which takes five minutes, is worth it.
	StumpFelled, stumpPine, StumpShift = 1, 2, 2
	StumpStages                        = 56
)

// StumpOf returns the state of the stump of a tree that was felled or burnt.
func StumpOf(pine bool) uint8 {
	if pine {
		return StumpFelled | stumpPine
	}
	return StumpFelled
}

// Fell lets a tree fall that a player has cut.
func Fell(i *world.State, p *entity.PlayerState, t grid.Tile, tree tile.Block, yields []item.Stack) {
	h := HeadingTo(t.Centre().Sub(i.Space.Body(p.Body).Pos))
	ground, _, _, _ := i.Land.TileAt(t)
	SetTile(i, t, ground, tile.Stump, StumpOf(tree == tile.Pine))
	i.Tell(event.Felled, p, t, int32(tree), int32(h))
	under := t
	for n := range treeLength {
		under = world.Beside(under, h)
		crush(i, under)
		if n < len(yields) && yields[n].Count > 0 {
			at := under
			if !physics.Free(&i.Land, entity.Drop, at.Centre()) {
				at = grid.TileAt(Room(i, entity.Drop, t.Centre()))
			}
			i.Ledger.Created[yields[n].Kind] += uint64(yields[n].Count)
			Spill(i, yields[n], at, uint64(p.Body), uint64(n))
		}
	}
}

// Mercy reports whether a law spares a player where it is: fire, falling trees and scripts don't hurt it.
func Mercy(i *world.State, b *entity.Body) bool {
	return i.Code.Laws.Has(world.Mercy) || i.Land.Estates.Has(grid.TileAt(b.Pos), blueprint.Merciful)
}

// crush hurts the players on a tile, in ascending seat.
func crush(i *world.State, t grid.Tile) {
	for k := range i.Roster.Here {
		if b := i.Space.Body(i.Roster.Here[k].Body); b != nil && !Mercy(i, b) && grid.TileAt(b.Pos) == t {
			Hurt(i, &i.Roster.Here[k], TreeHurts)
		}
	}
}
