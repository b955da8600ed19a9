package physics

import (
	"cmp"
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics/rigid"
)

// mostWide is how far apart bodies may be that are in one rigid.World without asking, in cells of two tiles: what it looks
// at grows with the square of it.
const mostWide = 8 * grid.RegionSide / 2

// manyBodies is from how many bodies on they are put into several worlds: a part of a crowd fits better into the memory
// that is near, and parts are shared out.
const manyBodies = 1024

const (
	// mostCells is the most cells that clusters are looked for in: a square of 1024 tiles.
	mostCells = 1 << 18
	// mostAcross is the most of them along an axis: all parts have one origin.
	mostAcross = (rigid.MostReach - 4*margin) / 2
)

// dividing is what divide finds, and its scratch.
type dividing struct {
	of        []int32 // by place in the list: its part
	count     int     // parts
	low, high cell    // of the list
	scattered bool    // parts have origins of their own

	squares  []cell
	blocks   []cell
	groups   []int32
	cells    []int32 // by cell: one and the number of those in it, 0 for none
	places   []int32 // by number: its cell
	squareOf []int32 // by number: the square of its cluster
	numbers  []int32 // by square: its part
}

// divide puts the list into parts that do not touch each other, if there are many bodies or they lie too far scattered
// for one part: squares of 16 tiles with bodies in them that touch each other then make one. No result depends on it.
func (t *Turner) divide(s *Space) {
	t.count, t.scattered = 0, false
	if len(t.list) == 0 {
		return
	}
	t.of = append(t.of[:0], make([]int32, len(t.list))...)
	t.low = t.spots[0]
	t.high = t.low
	for _, c := range t.spots {
		t.low.x, t.low.y, t.high.x, t.high.y = min(t.low.x, c.x), min(t.low.y, c.y), max(t.high.x, c.x), max(t.high.y, c.y)
	}
	if t.cluster(s) {
		return
	}
	t.count = 1
	if max(int64(t.high.x)-int64(t.low.x), int64(t.high.y)-int64(t.low.y)) > mostWide {
		t.scatter(s)
	}
}

// scatter divides by squares of 16 tiles.
func (t *Turner) scatter(s *Space) {
	t.scattered = true
	t.squares = t.squares[:0]
	for _, i := range t.list {
		t.squares = append(t.squares, squareOf(s.bodies[i].Pos))
	}
	slices.SortStableFunc(t.squares, orderCells)
	t.squares = slices.Compact(t.squares)
	t.group()
	for n, i := range t.list {
		k, _ := slices.BinarySearchFunc(t.squares, squareOf(s.bodies[i].Pos), orderCells)
		t.of[n] = t.squareOf[k]
	}
	t.count = len(t.blocks)
}

// group gives the squares that touch each other one number: those whose first square is in the same square of 512 tiles have
// the same.
func (t *Turner) group() {
	t.groups = t.groups[:0]
	for k := range t.squares {
		t.groups = append(t.groups, int32(k))
	}
	for k, at := range t.squares {
		for _, d := range [...]cell{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
			j, found := slices.BinarySearchFunc(t.squares, cell{at.x + d.x, at.y + d.y}, orderCells)
			if found {
				a, b := t.first(int32(k)), t.first(int32(j))
				t.groups[max(a, b)] = min(a, b)
			}
		}
	}
	t.blocks, t.squareOf = t.blocks[:0], t.squareOf[:0]
	for k := range t.groups {
		c := t.squares[t.first(int32(k))]
		block := cell{c.x >> 5, c.y >> 5}
		n := slices.Index(t.blocks, block)
		if n < 0 {
			n, t.blocks = len(t.blocks), append(t.blocks, block)
		}
		t.squareOf = append(t.squareOf, int32(n))
	}
}

// squareOf is the square of 16 tiles in which a place is: who is tied or touches is in the same or in one beside it.
func squareOf(p fixed.Vec) cell {
	const bits = fixed.Bits + 4
	return cell{int32(p.X >> bits), int32(p.Y >> bits)}
}

func orderCells(a, b cell) int {
	if c := cmp.Compare(a.y, b.y); c != 0 {
		return c
	}
	return cmp.Compare(a.x, b.x)
}
