package clip

import (
	"strings"
	"testing"
)

// written makes a packet of numbers, each with its count of bits.
type written struct {
	b  []byte
	at int
}

func (w *written) put(pairs ...int) *written {
	for k := 0; k < len(pairs); k += 2 {
		for i := range pairs[k+1] {
			if w.at%8 == 0 {
				w.b = append(w.b, 0)
			}
			w.b[w.at/8] |= byte(pairs[k]>>i&1) << (w.at % 8)
			w.at++
		}
	}
	return w
}

// book is the beginning of a setup header with one codebook.
func book(dimensions, entries int) *written {
	return new(written).put(0, 8, 0x564342, 24, dimensions, 16, entries, 24)
}

// whole is a codebook of two entries, behind which a header may go on.
func whole() *written { return book(1, 2).put(0, 1, 0, 1, 0, 5, 0, 5, 0, 4, 0, 6, 0, 16) }

// TestVet: a setup header that would make the library reserve much memory, or never end, is refused.
func TestVet(t *testing.T) {
	flat := func(w *written) *written { return w.put(0, 6, 1, 16, 0, 5, 0, 3, 0, 2, 0, 8, 0, 2, 0, 4) } // a floor
	posts := whole().put(0, 6, 1, 16, 31, 5)
	for range 31 {
		posts.put(0, 4)
	}
	posts.put(7, 3, 0, 2, 0, 8, 0, 2, 1, 4)
	for range 31 * 8 {
		posts.put(0, 1)
	}
	for _, c := range []struct {
		name string
		w    *written
		says string
	}{
		{"millions of entries", book(1, 1<<24-1), "16777215 entries"},
		{"many values", book(200, 1<<13).put(0, 200), "with 200 dimensions"},
		{"no dimension", book(0, 16), "0 dimensions"},
		{"no entry", book(1, 0), "of 0 entries"},
		{"no used entry", book(1, 2).put(0, 1, 1, 1, 0, 2, 0, 64), "without entries"},
		{"lengths that never come to an end", book(1, 8).put(1, 1, 0, 5).put(make([]int, 2)...).put(0, 32, 0, 32, 0, 32, 0, 32, 0, 32), "too many entries"},
		{"more lengths than entries", book(1, 8).put(1, 1, 0, 5, 15, 4, 0, 64), "too many entries"},
		{"another lookup", book(1, 2).put(0, 1, 0, 1, 0, 5, 0, 5, 3, 4, 0, 96, 0, 64), "unknown kind"},
		{"a floor of the first kind", whole().put(0, 6, 0, 16), "floors of that kind"},
		{"a floor of too many points", posts, "floor of 250 points"},
		{"a residue that ends before it begins", flat(whole()).put(0, 6, 1, 16, 9, 24, 8, 24, 0, 24, 0, 6, 0, 8, 0, 4), "before it begins"},
		{"cut off", flat(whole()).put(0, 6, 1, 16), "cut off"},
		{"whole", flat(whole()).put(0, 6, 1, 16, 8, 24, 9, 24, 0, 24, 0, 6, 0, 8, 0, 4), ""},
	} {
		err := vet(c.w.b)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}
