package terrain

// Between sample points fields are planes, so their contour lines are straight for some tiles, and longer
// where the land slopes evenly. Nothing in nature ends like that. The borders of deep water, shores, beaches
// and the floor of woods are therefore looked up a little aside of each tile: a slow shift of up to
// shiftReach tiles, so that the border winds, and a quick one of up to frayReach tiles, so that it is frayed.
// Rivers stay where they are, so that no ford is closed.

const (
	// shiftOneBits is log2 of a tile, in the unit of shifts.
	shiftOneBits = 4
	shiftOne     = 1 << shiftOneBits
	// shiftReach and frayReach are the greatest shifts.
	shiftReach, frayReach = shiftOne * 7 / 2, shiftOne * 5 / 4
	// shiftSide is the side of the table of shifts, in tiles. It repeats, which nobody sees: it only bends
	// borders that are different everywhere.
	shiftSide = 1 << 6
	// shiftSalt makes the table.
	shiftSalt = 3
)

// shift is how far aside a tile is looked up.
type shift struct{ x, y int32 }

// shiftTable holds the shifts of all tiles of a square that continues into itself.
var shiftTable = func() (table [shiftSide * shiftSide]shift) {
	for y := range int32(shiftSide) {
		for x := range int32(shiftSide) {
			slow, quick := wind(x, y, 2), wind(x, y, 1)
			h := chance(shiftSalt, streamFray, x, y)
			table[y*shiftSide+x] = shift{slow.x + quick.x + aside(h, frayReach), slow.y + quick.y + aside(h>>32, frayReach)}
		}
	}
	return table
}()

// wind returns the part of a shift that changes over 1<<bits tiles.
func wind(x, y int32, bits uint) shift {
	side := int32(1) << bits
	corner := func(x, y int32) shift {
		h := chance(shiftSalt+uint64(bits), streamEdge, x&(shiftSide>>bits-1), y&(shiftSide>>bits-1))
		return shift{aside(h, shiftReach/2), aside(h>>32, shiftReach/2)}
	}
	cx, cy, u, v := x>>bits, y>>bits, x&(side-1), y&(side-1)
	a, b, c, d := corner(cx, cy), corner(cx+1, cy), corner(cx, cy+1), corner(cx+1, cy+1)
	across := func(a, b, c, d int32) int32 {
		return ((a*(side-u)+b*u)*(side-v) + (c*(side-u)+d*u)*v) >> (2 * bits)
	}
	return shift{across(a.x, b.x, c.x, d.x), across(a.y, b.y, c.y, d.y)}
}

// aside returns a number within ±reach by the lower bits of h.
func aside(h uint64, reach int32) int32 { return int32(h&0xFF)*(2*reach+1)>>8 - reach }

// borders reports whether a border of a field, at a threshold, may run through the cell with the north-west
// point k, or near it.
func (s *survey) borders(f *field, k, threshold int32) bool {
	low, high := s.bounds(f, k)
	reach := (high - low) * 2 * (shiftReach + frayReach) >> (shiftOneBits + spacingBits)
	return low-reach <= threshold && threshold <= high+reach
}

// moved makes dst the field f of the cell (cx, cy), counted without the margin, looked up aside. Its tiles
// have the values at.
func (s *survey) moved(f *field, cx, cy int32, at, dst *square) {
	k := (cy+1)*surveySide + cx + 1
	a, b, c, d := f[k], f[k+1], f[k+surveySide], f[k+surveySide+1]
	x, y := (s.gx+1+cx)<<spacingBits&(shiftSide-1), (s.gy+1+cy)<<spacingBits&(shiftSide-1)
	by := shiftTable[y*shiftSide+x:]
	for v := range int32(spacing) {
		slopeX := ((b-a)*(spacing-v) + (d-c)*v) >> spacingBits // for spacing tiles
		for u := range int32(spacing) {
			i, to := v*spacing+u, &by[v*shiftSide+u]
			slopeY := ((c-a)*(spacing-u) + (d-b)*u) >> spacingBits
			dst[i] = at[i] + (slopeX*to.x+slopeY*to.y)>>(shiftOneBits+spacingBits)
		}
	}
}
