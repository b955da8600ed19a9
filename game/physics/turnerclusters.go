package physics

import (
	"math/bits"

	"manyhold/game/grid"
)

// board is a field of the cells with bodies, and the runs of adjacent such cells in a row, numbered row by
// row from the north, in a row from the west.
type board struct {
	field
	begins  []uint64 // of the cells, those with which a run begins
	before  []int32  // by word: how many runs begin before it
	groups  groups   // of runs
	squares []int32  // by run: the square in which it begins, and then that of its cluster
}

// cluster divides the list by distance, if there are many bodies and they are not too far scattered: bodies
// in the same cell of two tiles, or in adjacent cells, are in one cluster, and all clusters whose first run
// begins in one square of a region's size make a part. Bodies of two clusters are at least two tiles apart
// along an axis, and near is less. Where a dense cluster spans the whole land there is one part only, and
// nothing to share out.
//
// A cluster's number is the least of its runs', independent of the order in which contacts are found: so
// hands search stretches of rows of their own, and then the first row of each is compared with the last one
// before.
func (t *Turner) cluster() bool {
	b := &t.board
	if len(t.list) < manyBodies || !b.occupy(t.low, t.high, t.spots) {
		return false
	}
	b.number()
	t.stretch(int(b.tall))
	t.do(len(t.hands), t.work.join)
	for _, h := range t.hands[1:] {
		if 0 < h.first && h.first < h.end {
			b.join(h.first)
		}
	}
	t.uniteTied(t.space)
	t.number()
	return true
}

// number numbers the runs. Each is a group.
func (b *board) number() {
	b.begins, b.before = sized(b.begins, len(b.cells)), sized(b.before, len(b.cells))
	runs, column, last := int32(0), int32(0), uint64(0) // last is the word to the west
	for k, word := range b.cells {
		if column == b.across {
			column, last = 0, 0
		}
		column++
		b.begins[k], b.before[k] = word&^(word<<1|last>>63), runs
		runs, last = runs+int32(bits.OnesCount64(b.begins[k])), word
	}
	b.groups, b.squares = sized(b.groups, int(runs)), sized(b.squares, int(runs))
	b.groups.part()
}

// run is the number of the run of a cell that has bodies.
func (b *board) run(word int32, bit uint) int32 {
	return b.before[word] + int32(bits.OnesCount64(b.begins[word]<<(63-bit))) - 1
}

// join unites the groups of the runs of two rows that touch: y and the one before.
func (b *board) join(y int) {
	here, above := int32(y)*b.across, int32(y-1)*b.across
	for k := range b.across {
		west, mid, east := uint64(0), b.cells[above+k], uint64(0)
		if k > 0 {
			west = b.cells[above+k-1] >> 63
		}
		if k+1 < b.across {
			east = b.cells[above+k+1] << 63
		}
		west, east = mid<<1|west, mid>>1|east // by cell: its neighbours beside that above it
		for found := b.cells[here+k] & (west | mid | east); found != 0; found &= found - 1 {
			bit := uint(bits.TrailingZeros64(found))
			r := b.run(here+k, bit)
			if mid>>bit&1 != 0 { // the adjacent cell is of the same run
				b.groups.unite(r, b.run(above+k, bit))
				continue
			}
			at := k<<6 | int32(bit)
			if west>>bit&1 != 0 {
				b.groups.unite(r, b.run(above+(at-1)>>6, uint(at-1)&63))
			}
			if east>>bit&1 != 0 {
				b.groups.unite(r, b.run(above+(at+1)>>6, uint(at+1)&63))
			}
		}
	}
}

// join finds the contacts in a stretch of rows.
func (h *hand) join(t *Turner) {
	t.board.place(h.first, h.end)
	for y := h.first + 1; y < h.end; y++ {
		t.board.join(y)
	}
}

// square is how many cells a square of a region's size is wide.
const square = grid.RegionSide / 2

// place notes in which squares the runs of a stretch of rows begin.
func (b *board) place(first, end int) {
	columns := b.wide/square + 1
	for y := int32(first); y < int32(end); y++ {
		row := y / square * columns
		for k := y * b.across; k < (y+1)*b.across; k++ {
			run, west := b.before[k], (k-y*b.across)<<6
			for begins := b.begins[k]; begins != 0; begins &= begins - 1 {
				b.squares[run] = row + (west+int32(bits.TrailingZeros64(begins)))/square
				run++
			}
		}
	}
}

// number gives the clusters their parts, in the order of the squares in which they begin.
func (t *Turner) number() {
	b := &t.board
	t.numbers = append(t.numbers[:0], make([]int32, (b.wide/square+1)*(b.tall/square+1))...)
	for run, first := range b.groups {
		at := b.squares[first] // that of the cluster: if first is not its first, it has been here before
		b.squares[run], t.numbers[at] = at, 1
	}
	t.count = 0
	for k, used := range t.numbers {
		t.numbers[k] = int32(t.count)
		t.count += int(used)
	}
}

// groups is a partition of numbers: each entry names another of the same group, with a lower number if there
// is one.
type groups []int32

// part makes each a group of its own.
func (g groups) part() {
	for k := range g {
		g[k] = int32(k)
	}
}

// first is the lowest of the group of k.
func (g groups) first(k int32) int32 {
	for g[k] != k {
		g[k] = g[g[k]]
		k = g[k]
	}
	return k
}

// unite makes one group of those of x and y.
func (g groups) unite(x, y int32) {
	if x, y = g.first(x), g.first(y); x != y {
		g[max(x, y)] = min(x, y)
	}
}

// label gives the bodies of a stretch of the list the parts of their clusters, and counts how many go to
// each.
func (h *hand) label(t *Turner) {
	h.starts = append(h.starts[:0], make([]int32, t.count)...)
	switch {
	case t.clustered:
		b := &t.board
		for n, c := range t.spots[h.first:h.end] {
			part := t.numbers[b.squares[b.run(b.at(c))]]
			t.of[h.first+n] = part
			h.starts[part]++
		}
	case t.count == 1:
		clear(t.of[h.first:h.end])
		h.starts[0] = int32(h.end - h.first)
	default:
		for _, part := range t.of[h.first:h.end] {
			h.starts[part]++
		}
	}
}
