package physics

import (
	"math/bits"

	"manyhold/game/fixed"
)

// cellBits is log2 of the side of a cell of the spatial hash, in units of fixed: two tiles. No box of a kind
// and its contacts is wider, so that it lies in 2×2 cells.
const cellBits = fixed.Bits + 1

// cell is the place of a cell of the hash.
type cell struct{ x, y int32 }

func cellOf(p fixed.Vec) cell { return cell{int32(p.X >> cellBits), int32(p.Y >> cellBits)} }

// hash finds the bodies of a cell. Its buckets are a map that repeats itself to all sides, so that cells near
// each other never share a bucket. Cells that do share one only add candidates, which the caller tests. So no
// result depends on the number of buckets.
type hash struct {
	count   []int32  // of the bodies of each bucket; the length is a power of two
	buckets []bucket // as many; entries beyond its count are invalid
	next    []int32  // index of the next body of a chain, by index
	wide    uint     // log2 of the buckets from west to east
	maskX   int32    // of the low bits of a cell that choose the bucket
	maskY   int32
}

// bucket holds indices of bodies, in no order. Further bodies are in a chain that begins at the last.
type bucket [bucketSize]int32

const (
	bucketSize   = 16 // a cache line; heaps of balls and crates put ten or so into a cell
	bucketLast   = bucketSize - 1
	leastBuckets = 1 << 6 // at least 4×4, for Around
	mostBuckets  = 1 << 16
)

// reset empties the hash and makes room for n bodies.
func (h *hash) reset(n int) {
	size := leastBuckets
	for size < n && size < mostBuckets {
		size *= 2
	}
	if cap(h.count) < size {
		h.count, h.buckets = make([]int32, size), make([]bucket, size)
	} else {
		h.count, h.buckets = h.count[:size], h.buckets[:size]
		clear(h.count)
	}
	h.wide = uint(bits.Len(uint(size-1))+1) / 2
	h.maskX = 1<<h.wide - 1
	h.maskY = int32(size>>h.wide) - 1
	if cap(h.next) < n {
		h.next = make([]int32, n, n+n/2+16)
	}
	h.next = h.next[:n]
}

// at returns the number of the bucket of a cell.
func (h *hash) at(x, y int32) int { return int((y&h.maskY)<<(h.wide&31) | x&h.maskX) }

func (h *hash) add(i int32, c cell) {
	at := h.at(c.x, c.y)
	b, n := &h.buckets[at], h.count[at]
	if n < bucketSize {
		b[n] = i
	} else {
		h.next[i], h.next[b[bucketLast]] = h.next[b[bucketLast]], i
	}
	h.count[at] = n + 1
}

// move takes body i from one cell to another.
func (h *hash) move(i int32, from, to cell) {
	if from != to {
		h.remove(i, from)
		h.add(i, to)
	}
}

// remove takes body i out of its cell.
func (h *hash) remove(i int32, c cell) {
	at := h.at(c.x, c.y)
	b, n := &h.buckets[at], h.count[at]
	h.count[at] = n - 1
	for k := range min(n, bucketSize) {
		if b[k] != i {
			continue
		}
		if n <= bucketSize {
			b[k] = b[n-1]
			return
		}
		from := h.next[b[bucketLast]] // the first of the chain takes its place
		h.next[b[bucketLast]] = h.next[from]
		b[k] = from
		return
	}
	for j := b[bucketLast]; n > bucketSize; n-- {
		if h.next[j] == i {
			h.next[j] = h.next[i]
			return
		}
		j = h.next[j]
	}
	panic("physics: a body is not where the hash has it")
}

// chains appends the bodies of the cells from lo to hi to dst, in no order, however many a bucket holds.
func (h *hash) chains(dst []int32, lo, hi cell) []int32 {
	for y := lo.y; y <= hi.y; y++ {
		for x := lo.x; x <= hi.x; x++ {
			at, j := h.at(x, y), int32(0)
			for k := range h.count[at] {
				j = h.after(at, k, j)
				dst = append(dst, j)
			}
		}
	}
	return dst
}

// after returns body k of a bucket; the one before it is j.
func (h *hash) after(at int, k, j int32) int32 {
	if k < bucketSize {
		return h.buckets[at][k]
	}
	return h.next[j]
}
