package clip

import "math"

// bits reads the bits of a packet, the lowest of a byte first. Behind the end there are zeros, and err says
// so.
type bits struct {
	data []byte
	at   int // bit
	over bool
}

// read returns the next n bits, at most 32.
func (b *bits) read(n int) (v int) {
	if b.at+n > 8*len(b.data) {
		b.over = true
		b.at = 8 * len(b.data)
		return 0
	}
	for k := range n {
		v |= int(b.data[b.at>>3]>>(b.at&7)&1) << k
		b.at++
	}
	return v
}

func (b *bits) err() error {
	if b.over {
		return errCut
	}
	return nil
}

// width is how many bits a number has.
func width(n int) (w int) {
	for ; n > 0; n >>= 1 {
		w++
	}
	return w
}

// roots is how many numbers a lattice of vectors has.
func roots(entries, dimensions int) int {
	return int(math.Floor(math.Pow(float64(entries), 1/float64(dimensions))))
}
