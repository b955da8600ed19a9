package world

import (
	"math/bits"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// The edited tiles of a region are stored in one of two forms.
//
// In a list, while there are few:
//
//	uvarint tiles; of each, in ascending index: u16 index, u8 ground, u8 block, u8 state
//
// From fewEdits tiles on in planes, because like values lie next to each other there and compress well (a
// town of 1,790 edited tiles takes 9 KB either way in a list, 0.9 KB in planes):
//
//	uvarint planed + tiles
//	64 × u64: a bit for each tile of the region, set if it is edited
//	uvarint looks; the grounds of all, then their blocks, then their states: each look of an edited tile
//	        once, in the order of their first tiles
//	of each edited tile, in ascending index, u8: the low byte of the number of its look
//	only if there are more than 256 looks, of each again, u8: the high byte

const (
	// FewEdits is how many edited tiles are worth planes: the bits alone take as much as a list of a hundred.
	FewEdits = 128
	// Planed is added to the number of tiles to say that planes follow.
	Planed = 2 * grid.RegionTiles
)

// look is the ground, block and state of an edited tile.
type look struct {
	ground tile.Ground
	block  tile.Block
	state  uint8
}

func (e *Edit) look() look { return look{e.Ground, e.Block, e.State} }

// Edits appends the edited tiles of a region, in ascending index.
func (r *Region) Edits(dst []Edit) []Edit {
	for at, word := range r.Edited {
		for ; word != 0; word &= word - 1 {
			k := grid.Index(at*64 + bits.TrailingZeros64(word))
			dst = append(dst, Edit{k, r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k]})
		}
	}
	return dst
}

// AppendTiles appends the edited tiles of a region.
func AppendTiles(dst []byte, list []Edit) []byte {
	if InPlanes(len(list)) {
		return AppendPlanes(dst, list)
	}
	return AppendEdits(dst, list)
}

// InPlanes reports whether so many tiles are stored in planes.
func InPlanes(tiles int) bool { return tiles >= FewEdits }

func AppendPlanes(dst []byte, list []Edit) []byte {
	dst = codec.Uvarint(dst, uint64(Planed+len(list)))
	var set TileSet
	var looks []look
	numbers := make([]uint16, len(list))
	known := map[look]uint16{}
	for k := range list {
		set.Add(list[k].K)
		is := list[k].look()
		if k > 0 && is == looks[numbers[k-1]] { // most tiles look like the one before
			numbers[k] = numbers[k-1]
			continue
		}
		n, ok := known[is]
		if !ok {
			n = uint16(len(looks))
			known[is] = n
			looks = append(looks, is)
		}
		numbers[k] = n
	}
	for _, word := range set {
		dst = codec.U64(dst, word)
	}
	dst = codec.Uvarint(dst, uint64(len(looks)))
	for k := range looks {
		dst = codec.U8(dst, uint8(looks[k].ground))
	}
	for k := range looks {
		dst = codec.U8(dst, uint8(looks[k].block))
	}
	for k := range looks {
		dst = codec.U8(dst, looks[k].state)
	}
	for _, n := range numbers {
		dst = codec.U8(dst, uint8(n))
	}
	if len(looks) > 256 {
		for _, n := range numbers {
			dst = codec.U8(dst, uint8(n>>8))
		}
	}
	return dst
}

// ReadTiles reads the bytes of appendTiles, in either form; planes reports the form.
func ReadTiles(c *codec.Cursor) (list []Edit, planes bool) {
	c.Within("its tiles", 0)
	n := c.Uvarint()
	if n <= Planed {
		c.Must(n <= grid.RegionTiles && n*5 <= uint64(c.Len()), "there are not as many tiles")
		if c.Err() != nil {
			return nil, false
		}
		return readEditList(c, int(n)), false
	}
	n -= Planed
	c.Must(n >= FewEdits && n <= grid.RegionTiles && n <= uint64(c.Len()), "there are not as many tiles in planes")
	if c.Err() != nil {
		return nil, false
	}
	list = make([]Edit, 0, n)
	for w := range grid.Index(grid.RegionTiles / 64) {
		word := c.U64()
		for b := range grid.Index(64) {
			if word>>b&1 != 0 {
				list = append(list, Edit{K: w*64 + b})
			}
		}
	}
	c.Must(len(list) == int(n), "as many tiles must be set as are counted")
	readLooks(c, list)
	if c.Err() != nil {
		return nil, false
	}
	return list, true
}

// readLooks fills in the looks of the tiles of a list.
func readLooks(c *codec.Cursor, list []Edit) {
	count := c.Count(len(list), 3)
	ground, block, state, low := c.Bytes(count), c.Bytes(count), c.Bytes(count), c.Bytes(len(list))
	var high []byte
	if count > 256 {
		high = c.Bytes(len(list))
	}
	if c.Err() != nil {
		return
	}
	known := map[look]bool{}
	next := 0 // the look that comes first next
	for k := range list {
		n := int(low[k])
		if high != nil {
			n |= int(high[k]) << 8
		}
		c.Within(tileOfRegion, uint64(list[k].K))
		c.Must(n <= next && n < count, "looks must come in the order of the tiles")
		if c.Err() != nil {
			return
		}
		e := &list[k]
		e.Ground, e.Block, e.State = tile.Ground(ground[n]), tile.Block(block[n]), state[n]
		if n == next {
			next++
			c.Must(e.Ground < tile.GroundCount && e.Block < tile.BlockCount && !known[e.look()], "there is no such ground or block, or its look is there twice")
			known[e.look()] = true
		}
	}
	c.Must(next == count, "every look must be some tile's")
}

type Edit struct {
	K      grid.Index
	Ground tile.Ground
	Block  tile.Block
	State  uint8
}

// FindEdit returns where the edit of a tile is among those in order, or where it would be.
func FindEdit(list []Edit, k grid.Index) (n int, edited bool) {
	return slices.BinarySearchFunc(list, k, func(e Edit, k grid.Index) int { return int(e.K) - int(k) })
}

func AppendEdits(dst []byte, list []Edit) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, e := range list {
		dst = append(codec.U16(dst, uint16(e.K)), uint8(e.Ground), uint8(e.Block), e.State)
	}
	return dst
}

func ReadEdits(c *codec.Cursor) []Edit { return readEditList(c, c.Count(grid.RegionTiles, 5)) }

// tileOfRegion names a tile in errors, by its index.
const tileOfRegion = "tile %d of the region"

// readEditList reads n edited tiles, which are there.
func readEditList(c *codec.Cursor, n int) (list []Edit) {
	next := grid.Index(0)
	for range n {
		e := Edit{grid.Index(c.U16()), tile.Ground(c.U8()), tile.Block(c.U8()), c.U8()}
		c.Within(tileOfRegion, uint64(e.K))
		c.Must(e.K >= next && e.K < grid.RegionTiles, "tiles must be in ascending order")
		c.Must(e.Ground < tile.GroundCount && e.Block < tile.BlockCount, "there is no such ground or block")
		next = e.K + 1
		list = append(list, e)
	}
	return list
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
