package reconcile

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const chestBlock = tile.Chest

// made is the material of a tile.
type made struct {
	ground tile.Ground
	block  tile.Block
	state  uint8
}

// tiles merges the tiles of lands.
type tiles struct {
	people *people
	counts *counts
	built  []built // those of the branch that were taken and can become outlines
}

// built is a tile of the branch's that was taken.
type built struct {
	l     *land
	k     grid.Index
	was   made // and the firm side's
	there made
}

// tileOn returns the material of a tile on a side.
func (l *land) tileOn(side int, k grid.Index) made {
	return l.tileIn(l.part[side].Edits, k)
}

func (l *land) tileIn(edits []world.Edit, k grid.Index) made {
	if n, ok := world.FindEdit(edits, k); ok {
		return made{edits[n].Ground, edits[n].Block, edits[n].State}
	}
	t := &l.untouched.Tiles
	return made{t.Ground[k], t.Block[k], t.State[k]}
}

// blockAt returns the block that stands on a tile in the result.
func (l *land) blockAt(k grid.Index) tile.Block { return l.tileIn(l.edits, k).block }

// merge merges the tiles of a region, and its outlines.
func (ts *tiles) merge(l *land) {
	var at []grid.Index
	for side := range sides {
		for _, e := range l.part[side].Edits {
			at = append(at, e.K)
		}
	}
	slices.Sort(at)
	l.mergeTraces(ts.people)
	for _, k := range slices.Compact(at) {
		b, f, p := l.tileOn(atBase, k), l.tileOn(atFirm, k), l.tileOn(atBranch, k)
		t, side := ts.mergeTile(l, k, b, f, p)
		if t.block == tile.Gadget {
			l.takeThing(side, blockOn(l.part[side].Things, l.at.Tile(k)))
		}
		l.edits = append(l.edits, world.Edit{K: k, Ground: t.ground, Block: t.block, State: t.state})
	}
	l.mergeAreas()
}

// mergeTile decides the result for a tile, and from which side it is. A block of a maker's is also what its
// thing is.
func (ts *tiles) mergeTile(l *land, k grid.Index, b, f, p made) (made, int) {
	here, there := f != b && !grew(b, f), p != b && !grew(b, p)
	if b.block == tile.Gadget || f.block == tile.Gadget && p.block == tile.Gadget {
		here, there = here || !l.sameBlock(k, atBase, atFirm), there || !l.sameBlock(k, atBase, atBranch)
	}
	switch {
	case !here && !there:
		if grew(f, p) {
			return p, atBranch
		}
		return f, atFirm
	case !there:
		l.told.here++
		return f, atFirm
	case !here && !l.chestFilledHere(k, b, p):
		l.told.taken++
		ts.built = append(ts.built, built{l, k, f, p})
		return p, atBranch
	}
	l.told.here++
	ts.undo(l.at.Tile(k), b, p)
	switch {
	case f == p && (f.block != tile.Gadget || l.sameBlock(k, atFirm, atBranch)):
	case outlined(b, p):
		ts.outline(l, k, p, ts.people.ownerOf(l.at.Tile(k), world.BlockItem(p.block)))
	default:
		l.told.lost++
	}
	return f, atFirm
}

// grew reports whether b became t by growing.
func grew(b, t made) bool {
	switch {
	case b.ground != t.ground:
		return false
	case b.block == tile.Sapling:
		return t.block == tile.Sapling && t.state > b.state || t.block == tile.Oak && t.state == 0
	case b.block == tile.Wheat:
		return t.block == tile.Wheat && t.state > b.state
	case b.block == tile.Stump && b.state&living.StumpFelled != 0:
		return t.block == tile.Stump && t.state > b.state || (t.block == tile.Oak || t.block == tile.Pine) && t.state == 0
	case b.block == tile.Ash:
		return t.block == tile.Ash && t.state > b.state || t.block == tile.NoBlock
	case b.block == tile.Snag:
		return t.block == tile.Snag && t.state > b.state || t.block == tile.Stump
	case b.block == tile.Lamp: // moths
		return t.block == tile.Lamp && t.state == b.state|tile.StateBit0
	case b.block == tile.Bush:
		return b.state&living.BerriesPicked != 0 && t.block == tile.BerryBush && t.state == 0
	}
	return false
}

// chestFilledHere reports whether a chest that the branch took away has got other contents here.
func (l *land) chestFilledHere(k grid.Index, b, p made) bool {
	return b.block == tile.Chest && p.block != tile.Chest && !slices.Equal(l.slots(atBase, k), l.slots(atFirm, k))
}

// outlined reports whether the branch's work on a tile gets an outline: it was built by hand.
func outlined(b, p made) bool {
	return p.block != b.block && world.BlockItem(p.block) != item.None || p.block == tile.NoBlock && p.ground != b.ground && p.ground.Info().Roofed
}

// outline keeps the branch's work on a tile as an outline, if there is room.
func (ts *tiles) outline(l *land, k grid.Index, p made, owner *person) {
	o := world.Outline{At: grid.Region{}.Tile(k), Ground: p.ground, Block: p.block, State: p.state}
	if owner != nil {
		o.Seat = owner.seat
	}
	n, ok := findTrace(l.traces, k)
	switch {
	case ok:
		l.traces[n] = o
	case len(l.traces) >= world.MaxOutlines:
		l.told.lost++
		return
	default:
		l.traces = slices.Insert(l.traces, n, o)
	}
	l.told.outlined++
}

func findTrace(list []world.Outline, k grid.Index) (int, bool) {
	return slices.BinarySearchFunc(list, k, func(o world.Outline, k grid.Index) int { return int(o.At.Index()) - int(k) })
}

// mergeTraces merges the outlines that were there before: each as a tile.
func (l *land) mergeTraces(ps *people) {
	var at []grid.Index
	for side := range sides {
		for _, o := range l.part[side].Traces {
			at = append(at, o.At.Index())
		}
	}
	slices.Sort(at)
	for _, k := range slices.Compact(at) {
		var o [sides]*world.Outline
		for side := range sides {
			if n, ok := findTrace(l.part[side].Traces, k); ok {
				t := l.part[side].Traces[n]
				if side == atBranch {
					t.Seat = ps.seat(t.Seat)
				}
				o[side] = &t
			}
		}
		keep := o[atFirm]
		if sameOutline(o[atFirm], o[atBase]) {
			keep = o[atBranch]
		}
		if keep != nil && len(l.traces) < world.MaxOutlines {
			l.traces = append(l.traces, *keep)
		}
	}
}

func sameOutline(a, b *world.Outline) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// undo removes from the counts the branch's digging and placing on a tile that is the firm side's.
func (ts *tiles) undo(t grid.Tile, b, p made) {
	switch {
	case b.block == p.block:
	case b.block == tile.BerryBush && p.block == tile.Bush:
		ts.counts.undoCreated(item.Berry, 2)
	case b.block == tile.Sapling && p.block == tile.Oak, b.block == tile.Bush && p.block == tile.BerryBush:
	default:
		for _, s := range item.FromBlock(b.block) {
			ts.counts.undoCreated(s.Kind, s.Count)
		}
		ts.counts.undoDestroyed(t, world.BlockItem(p.block))
	}
	if b.ground == p.ground {
		return
	}
	if yields, dug := dugDown(b.ground, p.ground); dug {
		for _, s := range yields {
			ts.counts.undoCreated(s.Kind, s.Count)
		}
		return
	}
	ts.counts.undoDestroyed(t, world.GroundItem(p.ground))
}

// dugDown returns what digging from one ground down to another yields; dug is false where digging does
// not lead there.
func dugDown(from, to tile.Ground) (yields []item.Stack, dug bool) {
	for range 4 {
		if from == to || from == tile.Pit && to == tile.Water {
			return yields, true
		}
		if from.Info().DigTicks == 0 {
			return nil, false
		}
		yields = append(yields, item.FromGround(from))
		from = from.Info().After
	}
	return nil, false
}

// unbuild returns a tile that was taken from the branch to the firm side, and outlines it. It is for blocks
// on ground that was free before.
func (ts *tiles) unbuild(u *built) bool {
	simple := u.was.ground == u.there.ground && (u.was.block == tile.NoBlock || u.was.block.Info().Soft)
	n, ok := world.FindEdit(u.l.edits, u.k)
	if !simple || !ok || u.there.block == tile.Chest || u.l.edits[n].Block != u.there.block {
		return false
	}
	u.l.edits[n] = world.Edit{K: u.k, Ground: u.was.ground, Block: u.was.block, State: u.was.state}
	u.l.told.taken--
	ts.outline(u.l, u.k, u.there, ts.people.ownerOf(u.l.at.Tile(u.k), world.BlockItem(u.there.block)))
	return true
}
