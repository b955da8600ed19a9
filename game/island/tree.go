package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// A tree that is cut falls away from who cut it: what it yields lies in a line, and whoever stands there is hurt. Its
// stump grows again.

const (
	// treeLength is how far a tree falls, in tiles.
	treeLength = 3
	// treeHurts is what being under it costs.
	treeHurts = 6
	// stumpFelled is the bit of a stump's state that says that it is to grow again, stumpPine that it was a pine's;
	// its stage is above them, and full at stumpStages: about ten minutes.
	stumpFelled, stumpPine, stumpShift = 1, 2, 2
	stumpStages                        = 16
)

func stumpOf(pine bool) uint8 {
	if pine {
		return stumpFelled | stumpPine
	}
	return stumpFelled
}

// fell lets a tree fall that a player has cut.
func fell(i *State, p *entity.PlayerState, t grid.Tile, tree tile.Block, yields []item.Stack) {
	h := headingTo(t.Centre().Sub(i.Body(p.Body).Pos))
	ground, _, _, _ := i.TileAt(t)
	i.setTile(t, ground, tile.Stump, stumpOf(tree == tile.Pine))
	i.tell(event.Felled, p, t, int32(tree), int32(h))
	under := t
	for n := range treeLength {
		under = beside(under, h)
		crush(i, under)
		if n < len(yields) && yields[n].Count > 0 {
			at := under
			if !physics.Free(i, entity.Drop, at.Centre()) {
				at = grid.TileAt(room(i, entity.Drop, t.Centre()))
			}
			i.created[yields[n].Kind] += uint64(yields[n].Count)
			spill(i, yields[n], at, uint64(p.Body), uint64(n))
		}
	}
}

// crush hurts who is on a tile, in ascending seat.
func crush(i *State, t grid.Tile) {
	for k := range i.players {
		if b := i.Body(i.players[k].Body); b != nil && !i.Laws().Has(Mercy) && grid.TileAt(b.Pos) == t {
			hurt(i, &i.players[k], treeHurts)
		}
	}
}
