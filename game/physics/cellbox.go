package physics

import "manyhold/game/physics/rigid"

// field is a set of cells of two tiles, a bit for each.
type field struct {
	west, north int32
	wide, tall  int32    // in cells
	across      int32    // words of a row
	cells       []uint64 // row by row
	rows        []uint64 // scratch of cover
}

const (
	// mostCells is the most cells of a field: a square of 1024 tiles.
	mostCells = 1 << 18
	// mostAcross is the most of them along an axis: all parts have one origin.
	mostAcross = (rigid.MostReach - 4*margin) / 2
)

// frame makes the field an empty box, if it is within the limits and has no more than this many cells.
func (f *field) frame(low, high cell, most int64) bool {
	wide, tall := int64(high.x)-int64(low.x)+1, int64(high.y)-int64(low.y)+1
	if max(wide, tall) > mostAcross || wide*tall > min(most, mostCells) {
		return false
	}
	f.west, f.north, f.wide, f.tall = low.x, low.y, int32(wide), int32(tall)
	f.across = (f.wide + 63) / 64
	f.cells = sized(f.cells, int(f.across*f.tall))
	clear(f.cells)
	return true
}

// at is where the bit of a cell of the box is.
func (f *field) at(c cell) (word int32, bit uint) {
	x := c.x - f.west
	return (c.y-f.north)*f.across + x>>6, uint(x & 63)
}

// add puts cells of the box in.
func (f *field) add(spots []cell) {
	for _, c := range spots {
		word, bit := f.at(c)
		f.cells[word] |= 1 << bit
	}
}

// has reports whether a cell is in the field.
func (f *field) has(c cell) bool {
	if uint32(c.x-f.west) >= uint32(f.wide) || uint32(c.y-f.north) >= uint32(f.tall) {
		return false
	}
	word, bit := f.at(c)
	return f.cells[word]>>bit&1 != 0
}

// bounds is the bounding box of the cells; there is at least one.
func bounds(spots []cell) (low, high cell) {
	low, high = spots[0], spots[0]
	for _, c := range spots {
		low.x, low.y, high.x, high.y = min(low.x, c.x), min(low.y, c.y), max(high.x, c.x), max(high.y, c.y)
	}
	return low, high
}

// occupy makes it the field of these cells, which are in that box, if that is within the limits.
func (f *field) occupy(low, high cell, spots []cell) bool {
	if !f.frame(low, high, mostCells) {
		return false
	}
	f.add(spots)
	return true
}

// sparse is how many cells there may be for each body, where a field is worth the going through it.
const sparse = 1 << 10

// cover makes it the field of these cells and those that touch them, if they are within the limits and not
// too sparse.
func (f *field) cover(spots []cell) bool {
	low, high := bounds(spots)
	if !f.frame(cell{low.x - 1, low.y - 1}, cell{high.x + 1, high.y + 1}, int64(len(spots))*sparse) {
		return false
	}
	f.add(spots)
	f.rows = sized(f.rows, len(f.cells))
	for y := range f.tall {
		row := f.cells[y*f.across : (y+1)*f.across]
		for k, word := range row {
			wide := word | word<<1 | word>>1
			if k > 0 {
				wide |= row[k-1] >> 63
			}
			if k+1 < len(row) {
				wide |= row[k+1] << 63
			}
			f.rows[int(y*f.across)+k] = wide
		}
	}
	copy(f.cells, f.rows)
	for k, word := range f.rows[f.across:] {
		f.cells[k] |= word
		f.cells[k+int(f.across)] |= f.rows[k]
	}
	return true
}
