package physics

import (
	"cmp"
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// mostWide is the greatest distance of bodies that may always share one rigid.World, in cells of two tiles:
// the cost of the world grows with its square.
const mostWide = 8 * grid.RegionSide / 2

// manyBodies is from how many bodies on they are put into several worlds: a part of a crowd fits better into
// the memory that is near, and parts are shared out.
const manyBodies = 1024

// dividing holds the results of divide, and its scratch.
type dividing struct {
	of        []int32 // by place in the list: its part
	count     int     // parts
	low, high cell    // of the list
	scattered bool    // parts have origins of their own
	clustered bool    // parts are those of the board

	board    board
	numbers  []int32 // by square of a region's size: its part
	squares  []cell
	blocks   []cell
	groups   groups  // of squares
	squareOf []int32 // by square: its part
}

// divide puts the list into parts that do not touch each other, if there are many bodies or they lie too far
// scattered for one part: squares of 16 tiles with bodies in them that touch each other then make one. No
// result depends on it.
func (t *Turner) divide() {
	t.count, t.scattered, t.clustered = 0, false, false
	if len(t.list) > 0 {
		t.low, t.high = bounds(t.spots)
		t.of = sized(t.of, len(t.list))
		if t.clustered = t.cluster(); !t.clustered {
			t.count = 1
			if max(int64(t.high.x)-int64(t.low.x), int64(t.high.y)-int64(t.low.y)) > mostWide {
				t.scatter(t.space)
			}
		}
	}
	t.stretch(len(t.list))
	t.do(len(t.hands), t.work.label)
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

// group gives touching squares one number: two whose first square is in the same square of 512 tiles have the
// same.
func (t *Turner) group() {
	t.groups = sized(t.groups, len(t.squares))
	t.groups.part()
	for k, at := range t.squares {
		for _, d := range [...]cell{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
			j, found := slices.BinarySearchFunc(t.squares, cell{at.x + d.x, at.y + d.y}, orderCells)
			if found {
				t.groups.unite(int32(k), int32(j))
			}
		}
	}
	t.blocks, t.squareOf = t.blocks[:0], t.squareOf[:0]
	for k := range t.groups {
		c := t.squares[t.groups.first(int32(k))]
		block := cell{c.x >> 5, c.y >> 5}
		n := slices.Index(t.blocks, block)
		if n < 0 {
			n, t.blocks = len(t.blocks), append(t.blocks, block)
		}
		t.squareOf = append(t.squareOf, int32(n))
	}
}

// squareOf is the square of 16 tiles of a place: tied or touching bodies are in the same or in an adjacent
// one.
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
