package physics

import (
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// cluster divides the list by who is near whom, if there are many bodies and they are not too far scattered: bodies in the
// same cell of two tiles, or in cells beside each other, are in one cluster, and all clusters whose first body is in one
// region make a part. Bodies of two clusters are at least two tiles apart along an axis, and near is less. Where bodies lie
// so close that a cluster goes through the whole land there is one part only, and nothing to share out.
func (t *Turner) cluster(s *Space, low, high fixed.Vec) bool {
	const cell = fixed.Bits + 1
	west, north := int32(low.X>>cell)-1, int32(low.Y>>cell)-1
	wide, tall := int64(high.X>>cell)-int64(west)+2, int64(high.Y>>cell)-int64(north)+2
	if len(t.list) < manyBodies || wide > mostCells || tall > mostCells || wide*tall > mostCells {
		return false
	}
	t.occupy(s, west, north, int32(wide), int32(tall))
	for k, at := range t.places {
		for _, step := range [4]int32{1, int32(wide) - 1, int32(wide), int32(wide) + 1} {
			if o := t.cells[at+step]; o != 0 {
				a, b := t.first(int32(k)), t.first(o-1)
				t.groups[max(a, b)] = min(a, b)
			}
		}
	}
	t.uniteTied(s, west, north, int32(wide))
	// The part of a cluster is the region in which its first cell is.
	const across = grid.RegionSide / 2
	columns := int32(wide)/across + 1
	parts := columns * (int32(tall)/across + 1)
	t.counts = append(t.counts[:0], make([]int32, parts+1)...)
	for n, k := range t.of {
		at := t.places[t.first(k)]
		t.of[n] = at/int32(wide)/across*columns + at%int32(wide)/across
		t.counts[t.of[n]+1]++
	}
	for k := range parts {
		if n := t.counts[k+1]; n > 0 {
			t.ends = append(t.ends, t.counts[k]+n)
		}
		t.counts[k+1] += t.counts[k]
	}
	t.sorted = append(t.sorted[:0], t.list...)
	for n, i := range t.sorted { // by part, in the order of the list
		at := &t.counts[t.of[n]]
		t.list[*at] = i
		*at++
	}
	return true
}

// occupy gives each cell with bodies a number, in the order of the list.
func (t *Turner) occupy(s *Space, west, north, wide, tall int32) {
	if size := int(wide * tall); cap(t.cells) < size {
		t.cells = make([]int32, size)
	} else {
		t.cells = t.cells[:size]
		clear(t.cells)
	}
	t.places, t.of, t.groups = t.places[:0], t.of[:0], t.groups[:0]
	for _, i := range t.list {
		c := cellOf(s.bodies[i].Pos)
		at := (c.y-north)*wide + c.x - west
		if t.cells[at] == 0 {
			t.groups = append(t.groups, int32(len(t.places)))
			t.places = append(t.places, at)
			t.cells[at] = int32(len(t.places))
		}
		t.of = append(t.of, t.cells[at]-1)
	}
}

// first is the first of the group of a number.
func (t *Turner) first(k int32) int32 {
	for t.groups[k] != k {
		t.groups[k] = t.groups[t.groups[k]]
		k = t.groups[k]
	}
	return k
}
