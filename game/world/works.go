package world

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Works are the pending work of the active regions where there is some, in order.
type Works struct{ List []Work }

// copyFrom takes over those of regions that are near.
func (s *Works) copyFrom(from *Works, near func(grid.Region) bool) {
	s.List = s.List[:0]
	for k := range from.List {
		if near(from.List[k].At) {
			s.List = append(s.List, from.List[k])
		}
	}
}

// On reports whether bit 0 of the state is set.
func (s *Site) On() bool { return s.State&tile.StateBit0 != 0 }

func TileName(t grid.Tile) string {
	return strconv.Itoa(int(t.X)) + " " + strconv.Itoa(int(t.Y))
}

// TileSet is a set of the tiles of a region.
type TileSet [grid.RegionTiles / 64]uint64

func (s *TileSet) Add(k grid.Index) { s[k/64] |= 1 << (k % 64) }

// Take removes the first tile from k on, or from the beginning if there is none, and returns it; ok is false
// if the set is empty.
func (s *TileSet) Take(k grid.Index) (next grid.Index, ok bool) {
	w := int(k / 64)
	rest := s[w] &^ (1<<(k%64) - 1)
	for range len(s) + 1 {
		if rest != 0 {
			n := bits.TrailingZeros64(rest)
			s[w] &^= 1 << n
			return grid.Index(w*64 + n), true
		}
		w = (w + 1) % len(s)
		rest = s[w]
	}
	return 0, false
}

func (s *TileSet) Empty() bool { return *s == TileSet{} }

// Work is the pending work of a region. It has no pointers.
type Work struct {
	At        grid.Region
	Now, Next TileSet
}

func (s *Works) Find(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(s.List, at, func(w Work, at grid.Region) int { return w.At.Compare(at) })
}

// Of returns the work of an active region, which begins to be if there was none. It is valid until the
// next call.
func (s *Works) Of(at grid.Region) *Work {
	k, ok := s.Find(at)
	if !ok {
		s.List = slices.Insert(s.List, k, Work{At: at})
	}
	return &s.List[k]
}

// dropWork drops the pending work of a region.
func (s *Works) Drop(at grid.Region) {
	if k, ok := s.Find(at); ok {
		s.List = slices.Delete(s.List, k, k+1)
	}
}

// Due returns the number of visits due in a region, for tests and tools.
func (s *Works) Due(at grid.Region) (n int) {
	k, ok := s.Find(at)
	if !ok {
		return 0
	}
	for j := range s.List[k].Now {
		n += bits.OnesCount64(s.List[k].Now[j]) + bits.OnesCount64(s.List[k].Next[j])
	}
	return n
}

// The bytes of a work: of each set, uvarint tiles and of each, in ascending order, u16 index.

func appendWork(dst []byte, w *Work) []byte {
	for _, s := range [...]*TileSet{&w.Now, &w.Next} {
		n := 0
		for _, word := range s {
			n += bits.OnesCount64(word)
		}
		dst = codec.Uvarint(dst, uint64(n))
		for k := range grid.Index(grid.RegionTiles) {
			if s[k/64]>>(k%64)&1 != 0 {
				dst = codec.U16(dst, uint16(k))
			}
		}
	}
	return dst
}

func readWork(c *codec.Cursor) (w Work) {
	c.Within("its work", 0)
	for _, s := range [...]*TileSet{&w.Now, &w.Next} {
		next := grid.Index(0)
		for range c.Count(grid.RegionTiles, 2) {
			k := grid.Index(c.U16())
			c.Within("the work on tile %d", uint64(k))
			c.Must(k >= next && k < grid.RegionTiles, "tiles must be in ascending order")
			if c.Err() != nil {
				return Work{}
			}
			s.Add(k)
			next = k + 1
		}
	}
	return w
}

// append appends all works, for digests.
func (s *Works) append(dst []byte) []byte {
	for k := range s.List {
		w := &s.List[k]
		dst = codec.U64(dst, RegionKey(w.At))
		for _, set := range [...]*TileSet{&w.Now, &w.Next} {
			for _, word := range set {
				dst = codec.U64(dst, word)
			}
		}
	}
	return dst
}

func diffWorks(a, b *State) string {
	for k := range min(len(a.Works.List), len(b.Works.List)) {
		w, o := &a.Works.List[k], &b.Works.List[k]
		if w.At != o.At {
			return unlike("region with work", w.At, o.At)
		}
		for j := range w.Now {
			if w.Now[j] != o.Now[j] || w.Next[j] != o.Next[j] {
				t := w.At.Tile(grid.Index(j*64 + bits.TrailingZeros64(cmp.Or(w.Now[j]^o.Now[j], w.Next[j]^o.Next[j]))))
				return first("", unlike("work at or after tile "+TileName(t), w.Now[j], o.Now[j]), unlike("work of the next beat at or after tile "+TileName(t), w.Next[j], o.Next[j]))
			}
		}
	}
	return unlike("number of regions with work", len(a.Works.List), len(b.Works.List))
}

// Changing are the blocks to which something happens when they are visited.
var Changing [256]bool

// Site is a tile that is visited, as it was before the rule.
type Site struct {
	T      grid.Tile
	Ground tile.Ground
	Block  tile.Block
	State  uint8
}
