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

// Site is a tile that is visited, as it was before the rule.
type Site struct {
	T      grid.Tile
	Ground tile.Ground
	Block  tile.Block
	State  uint8
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

func FindWork(i *State, at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Works, at, func(w Work, at grid.Region) int { return CompareRegions(w.At, at) })
}

// WorkOf returns the work of an active region, which begins to be if there was none. It is valid until the
// next call.
func WorkOf(i *State, at grid.Region) *Work {
	k, ok := FindWork(i, at)
	if !ok {
		i.Works = slices.Insert(i.Works, k, Work{At: at})
	}
	return &i.Works[k]
}

// dropWork drops the pending work of a region.
func DropWork(i *State, at grid.Region) {
	if k, ok := FindWork(i, at); ok {
		i.Works = slices.Delete(i.Works, k, k+1)
	}
}

// Work returns the number of visits due in a region, for tests and tools.
func (i *State) Work(at grid.Region) (n int) {
	k, ok := FindWork(i, at)
	if !ok {
		return 0
	}
	for j := range i.Works[k].Now {
		n += bits.OnesCount64(i.Works[k].Now[j]) + bits.OnesCount64(i.Works[k].Next[j])
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

// appendWorks appends all works, for digests.
func appendWorks(i *State, dst []byte) []byte {
	for k := range i.Works {
		w := &i.Works[k]
		dst = codec.U64(dst, RegionKey(w.At))
		for _, s := range [...]*TileSet{&w.Now, &w.Next} {
			for _, word := range s {
				dst = codec.U64(dst, word)
			}
		}
	}
	return dst
}

// Beside returns the neighbour of a tile.
func Beside(t grid.Tile, h tile.Heading) grid.Tile {
	dx, dy := h.Step()
	return t.Add(dx, dy)
}

func diffWorks(a, b *State) string {
	for k := range min(len(a.Works), len(b.Works)) {
		w, o := &a.Works[k], &b.Works[k]
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
	return unlike("number of regions with work", len(a.Works), len(b.Works))
}

// flame counts a block if it burns.
func flame(b tile.Block) uint16 {
	if b == tile.Fire {
		return 1
	}
	return 0
}

// Floods counts the water of edited tiles.
func Floods(edits []Edit) (units uint64) {
	for k := range edits {
		if edits[k].Block == tile.Flood {
			units += uint64(edits[k].State)
		}
	}
	return units
}

// RegionKey is the number that stands for a region where chance is thrown.
func RegionKey(at grid.Region) uint64 { return uint64(uint32(at.X))<<32 | uint64(uint32(at.Y)) }

// Changing are the blocks to which something happens when they are visited.
var Changing [256]bool

// Watered reports whether there is water beside a tile, in its region.
func (r *Region) Watered(k grid.Index) bool {
	t := r.At.Tile(k)
	for h := range tile.HeadingCount {
		if n := Beside(t, h); n.Region() == r.At && (r.Tiles.Ground[n.Index()].Info().Liquid || r.Tiles.Block[n.Index()] == tile.Flood) {
			return true
		}
	}
	return false
}
