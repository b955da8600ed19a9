package transfer

import (
	"fmt"
	"sort"
)

// content holds the parts that a receiver has of one manifest. Parts with the same hash are fetched once.
type content struct {
	parts   []Listed
	starts  []int // offset of each part in the content
	done    map[[32]byte][]byte
	partial []byte // of the part at, from the active source
	at      int
	total   int
	left    int // unverified bytes; equal parts count once
	fetched int
}

// begin starts with a manifest. Parts of an earlier manifest that occur again are kept. Its error is
// ErrWrong.
func (c *content) begin(m Manifest, have func([32]byte) []byte) error {
	old := c.done
	*c = content{parts: m.Parts, starts: make([]int, len(m.Parts)), done: map[[32]byte][]byte{}, fetched: c.fetched}
	sizes := map[[32]byte]int{}
	offset := 0
	for i, p := range m.Parts {
		c.starts[i] = offset
		offset += p.Size
		if size, known := sizes[p.Hash]; known {
			if size != p.Size {
				return fmt.Errorf("%w: part %q has two sizes", ErrWrong, p.Name)
			}
			continue
		}
		sizes[p.Hash] = p.Size
		c.total += p.Size
		data := old[p.Hash]
		if data == nil && p.Size > 0 {
			data = have(p.Hash)
		}
		if data == nil {
			data = []byte{}
		}
		switch {
		case p.Is(data):
			c.done[p.Hash] = data
		case p.Size == 0:
			return fmt.Errorf("%w: part %q is empty", ErrWrong, p.Name)
		default:
			c.left += p.Size
		}
	}
	return nil
}

// missing returns the ranges of the missing parts, neighbours joined.
func (c *content) missing() (ranges []Range) {
	listed := map[[32]byte]bool{}
	for i, p := range c.parts {
		if c.done[p.Hash] != nil || listed[p.Hash] {
			continue
		}
		listed[p.Hash] = true
		if n := len(ranges); n > 0 && ranges[n-1].End() == c.starts[i] {
			ranges[n-1].Length += p.Size
		} else {
			ranges = append(ranges, Range{c.starts[i], p.Size})
		}
	}
	return ranges
}

// take adds requested bytes. They continue those of the previous call unless a part begins at offset. Its
// error is ErrWrong.
func (c *content) take(offset int, data []byte) error {
	for len(data) > 0 {
		if len(c.partial) == 0 {
			c.at = sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > offset }) - 1
		}
		p := c.parts[c.at]
		if c.partial == nil {
			c.partial = make([]byte, 0, p.Size)
		}
		n := min(len(data), p.Size-len(c.partial))
		c.partial = append(c.partial, data[:n]...)
		offset, data = offset+n, data[n:]
		if len(c.partial) < p.Size {
			return nil
		}
		part := c.partial
		c.partial = nil
		if !p.Is(part) {
			return fmt.Errorf("%w: part %q", ErrWrong, p.Name)
		}
		c.done[p.Hash] = part
		c.left -= p.Size
		c.fetched += p.Size
	}
	return nil
}

// forget drops unverified bytes.
func (c *content) forget() { c.partial = nil }
