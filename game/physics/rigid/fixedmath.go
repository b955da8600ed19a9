package rigid

import "math/bits"

const one = 1 << 16

// mul is the product of two Q16.16, rounded to nearest.
func mul(a, b int32) int32 { return int32((int64(a)*int64(b) + one/2) >> 16) }

// direction returns (x, y)/|(x, y)| and the length; east for zero. The error is two units.
func direction(x, y int32) (nx, ny, length int32) {
	square := uint64(int64(x)*int64(x)) + uint64(int64(y)*int64(y))
	if square == 0 {
		return one, 0, 0
	}
	// 1/√square by a table of ten bits of it, the next sixteen between two entries: an error of 2⁻¹⁹ of it.
	shift := uint(bits.LeadingZeros64(square)) &^ 1
	top := square << (shift & 63)
	e := &inverseRoots[(top>>54-256)&1023]
	inverse := int64(e[0]) - int64(uint64(e[1])*(top>>38&0xffff)>>16)
	down := 45 - shift/2
	half := int64(1) << ((down - 1) & 63)
	nx = int32((int64(x)*inverse + half) >> (down & 63))
	ny = int32((int64(y)*inverse + half) >> (down & 63))
	return nx, ny, int32((int64(x)*int64(nx) + int64(y)*int64(ny)) >> 16)
}

// inverseRoots is 2³⁴/√k for k from 256 to 1023, and how much less the next is. It has as many rows as can be
// indexed, so that none is out of bounds.
var inverseRoots = func() (t [1024][2]uint32) {
	value := func(k uint64) uint32 { // the greatest v with v²·k ≤ 2⁶⁸
		lo, hi := uint64(0), uint64(1)<<31
		for lo+1 < hi {
			v := (lo + hi) / 2
			if h, l := bits.Mul64(v*v, k); h < 16 || h == 16 && l == 0 {
				lo = v
			} else {
				hi = v
			}
		}
		return uint32(lo)
	}
	for k := range uint64(768) {
		v := value(k + 256)
		t[k] = [2]uint32{v, v - value(k+257)}
	}
	return t
}()

// clamp returns v within ±most.
func clamp(v, most int32) int32 { return min(max(v, -most), most) }
