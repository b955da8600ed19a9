package reconcile

import (
	"slices"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// ReconcileLand merges the land of a branch whose goods nobody can prove: it is Reconcile with a branch in
// which nothing happened but changes of tiles and outlines. Players, what they carry, bodies, the contents of
// chests, chat and laws stay as they are here. So do chests and water that was poured out, which are goods:
// the branch neither places nor removes them. No player gets anything back for a tile that is outlined. The
// counts of items do not change.
//
// Afterwards, a branch from the base with the branch's land on it brings in the rest (see Island.Landed).
func ReconcileLand(i *world.State, base, branch []byte) (report []byte, err error) {
	return reconcile(i, base, branch, true)
}

// takeLandOnly lets a copy of the base stand for the branch. Only its regions are read from the branch
// itself.
func (m *merge) takeLandOnly(base []byte) {
	copied, err := world.DecodeSnapshot(base)
	if err != nil {
		panic("island: a snapshot that was decoded does not decode: " + err.Error())
	}
	m.branch, m.landOnly = copied, true
}

// onlyLand returns the region of the base with the tiles and outlines of the branch.
func (l *land) onlyLand(stored bool, branch *world.RegionPart, now game.Tick) world.RegionPart {
	p := l.part[atBase]
	if !stored {
		p.Since = now + 1 // no player is there
	}
	var at []grid.Index
	for _, edits := range [...][]world.Edit{p.Edits, branch.Edits} {
		for _, e := range edits {
			at = append(at, e.K)
		}
	}
	slices.Sort(at)
	var edits []world.Edit
	for _, k := range slices.Compact(at) {
		t, there := l.tileIn(p.Edits, k), l.tileIn(branch.Edits, k)
		if !isGoods(t.block) && !isGoods(there.block) {
			t = there
		}
		edits = append(edits, world.Edit{K: k, Ground: t.ground, Block: t.block, State: t.state})
	}
	p.Edits, p.Traces = edits, branch.Traces
	return p
}

// isGoods reports whether a block holds items, is one, or is a thing.
func isGoods(b tile.Block) bool { return b == tile.Chest || b == tile.Flood || b == tile.Gadget }
