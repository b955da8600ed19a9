package physics

import (
	"cmp"
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// mostWide is how far apart bodies may be that are in one rigid.World without asking, in tiles: what it looks at grows
// with the square of it.
const mostWide fixed.Q = 8 * grid.RegionSide * fixed.One

// manyBodies is from how many bodies on they are put into several worlds: a part of a crowd fits better into the memory
// that is near, and parts are shared out.
const manyBodies = 1024

// mostCells is the most cells that clusters are looked for in: a square of 1024 tiles.
const mostCells = 1 << 18

// dividing is what divide finds, and its scratch.
type dividing struct {
	ends []int32 // where the parts of the list end

	squares []cell
	blocks  []cell
	groups  []int32
	cells   []int32 // by cell: one and the number of those in it, 0 for none
	places  []int32 // by number: its cell
	of      []int32 // by place in the list: the number
	counts  []int32
	sorted  []int32
}

// divide puts the list into parts that do not touch each other, if there are many bodies or they lie too far scattered
// for one part: squares of 16 tiles with bodies in them that touch each other then make one. Within a part the list stays in ascending order. No result depends on it.
func (t *Turner) divide(s *Space) {
	t.ends = t.ends[:0]
	if len(t.list) == 0 {
		return
	}
	low, high := bounds(s, t.list)
	if t.cluster(s, low, high) {
		return
	}
	if max(high.X-low.X, high.Y-low.Y) <= mostWide {
		t.ends = append(t.ends, int32(len(t.list)))
		return
	}
	t.squares = t.squares[:0]
	for _, i := range t.list {
		t.squares = append(t.squares, squareOf(s.bodies[i].Pos))
	}
	slices.SortStableFunc(t.squares, orderCells)
	t.squares = slices.Compact(t.squares)
	t.group()
	of := func(i int32) int32 {
		k, _ := slices.BinarySearchFunc(t.squares, squareOf(s.bodies[i].Pos), orderCells)
		return t.of[k]
	}
	slices.SortStableFunc(t.list, func(a, b int32) int { return cmp.Compare(of(a), of(b)) })
	for n, i := range t.list {
		if n > 0 && of(i) != of(t.list[n-1]) {
			t.ends = append(t.ends, int32(n))
		}
	}
	t.ends = append(t.ends, int32(len(t.list)))
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
	t.blocks, t.of = t.blocks[:0], t.of[:0]
	for k := range t.groups {
		c := t.squares[t.first(int32(k))]
		block := cell{c.x >> 5, c.y >> 5}
		n := slices.Index(t.blocks, block)
		if n < 0 {
			n, t.blocks = len(t.blocks), append(t.blocks, block)
		}
		t.of = append(t.of, int32(n))
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
