package physics

import "manyhold/game/grid"

// cluster divides the list by who is near whom, if there are many bodies and they are not too far scattered: bodies in the
// same cell of two tiles, or in cells beside each other, are in one cluster, and all clusters whose first body is in one
// square of a region's size make a part. Bodies of two clusters are at least two tiles apart along an axis, and near is
// less. Where bodies lie so close that a cluster goes through the whole land there is one part only, and nothing to share
// out.
func (t *Turner) cluster(s *Space) bool {
	west, north := t.low.x-1, t.low.y-1
	wide, tall := int64(t.high.x)-int64(west)+2, int64(t.high.y)-int64(north)+2
	if len(t.list) < manyBodies || max(wide, tall) > mostAcross || wide*tall > mostCells {
		return false
	}
	t.occupy(west, north, int32(wide), int32(tall))
	for k, at := range t.places {
		for _, step := range [4]int32{1, int32(wide) - 1, int32(wide), int32(wide) + 1} {
			if o := t.cells[at+step]; o != 0 {
				a, b := t.first(int32(k)), t.first(o-1)
				t.groups[max(a, b)] = min(a, b)
			}
		}
	}
	t.uniteTied(s, west, north, int32(wide))
	t.number(int32(wide), int32(tall))
	return true
}

// number gives the clusters their parts, in the order of the squares in which their first cells are.
func (t *Turner) number(wide, tall int32) {
	const across = grid.RegionSide / 2
	columns := wide/across + 1
	t.numbers = append(t.numbers[:0], make([]int32, columns*(tall/across+1))...)
	t.squareOf = t.squareOf[:0]
	for k, at := range t.places {
		if first := t.first(int32(k)); first < int32(k) {
			t.squareOf = append(t.squareOf, t.squareOf[first])
			continue
		}
		square := at/wide/across*columns + at%wide/across
		t.squareOf, t.numbers[square] = append(t.squareOf, square), 1
	}
	t.count = 0
	for k, used := range t.numbers {
		t.numbers[k] = int32(t.count)
		t.count += int(used)
	}
	for n, k := range t.of {
		t.of[n] = t.numbers[t.squareOf[k]]
	}
}

// occupy gives each cell with bodies a number, in the order of the list.
func (t *Turner) occupy(west, north, wide, tall int32) {
	if size := int(wide * tall); cap(t.cells) < size {
		t.cells = make([]int32, size)
	} else {
		t.cells = t.cells[:size]
		clear(t.cells)
	}
	t.places, t.groups = t.places[:0], t.groups[:0]
	for n, c := range t.spots {
		at := (c.y-north)*wide + c.x - west
		if t.cells[at] == 0 {
			t.groups = append(t.groups, int32(len(t.places)))
			t.places = append(t.places, at)
			t.cells[at] = int32(len(t.places))
		}
		t.of[n] = t.cells[at] - 1
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
