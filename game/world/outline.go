package world

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// An outline shows a player's work on a tile of a merged branch (see Reconcile), where the other side's work
// stands. It is drawn, blocks nobody, and can be made real by hand: by Fill or by placing the same there,
// either of which spends the material. It disappears when the tile matches it, or when a player erases it.

// Outline is one tile of an outline.
type Outline struct {
	At     grid.Tile
	Ground tile.Ground
	Block  tile.Block
	State  uint8
	Seat   entity.Seat // whose work it was; 0 where that is not known
}

// MaxOutlines is the most outlines of a region. A merge leaves out outlines beyond it, and its report says
// so.
const MaxOutlines = 1024

// outlineBytes is the length of an outline in the part of its region.
const outlineBytes = 7

// Outlines returns the outlines in the active regions, in order of region and index: a read-only view,
// valid until the next step.
func (i *State) Outlines() []Outline { return i.Traces }

// OutlineAt returns the outline on a tile, nil where there is none. It is read-only, and valid until the
// next step.
func (i *State) OutlineAt(t grid.Tile) *Outline {
	if k, ok := i.findOutline(t); ok {
		return &i.Traces[k]
	}
	return nil
}

func (i *State) findOutline(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(i.Traces, t, func(o Outline, t grid.Tile) int { return orderChests(o.At, t) })
}

// AddOutline adds an outline in place of an earlier one on that tile.
func (i *State) AddOutline(o Outline) {
	k, ok := i.findOutline(o.At)
	if !ok {
		i.Traces = slices.Insert(i.Traces, k, o)
	}
	i.Traces[k] = o
}

func (i *State) RemoveOutline(t grid.Tile) {
	if k, ok := i.findOutline(t); ok {
		i.Traces = slices.Delete(i.Traces, k, k+1)
	}
}

// outlinesOf returns the span of the outlines of a region in the table.
func (i *State) outlinesOf(at grid.Region) (first, last int) {
	first, _ = i.findOutline(at.Tile(0))
	last = first
	for last < len(i.Traces) && i.Traces[last].At.Region() == at {
		last++
	}
	return first, last
}

// fulfil removes the outline on a tile that now matches it: that has its block, or its ground if the outline
// has no block. Every change of a tile by the rules calls it.
func (i *State) Fulfil(t grid.Tile, g tile.Ground, b tile.Block) {
	if len(i.Traces) == 0 {
		return
	}
	if k, ok := i.findOutline(t); ok && i.Traces[k].Block == b && (b != tile.NoBlock || i.Traces[k].Ground == g) {
		i.Traces = slices.Delete(i.Traces, k, k+1)
	}
}

// Material returns the item that makes an outline real where the ground is as given: that of its ground
// if it differs and can be laid there, else that of its block; item.None if no item does.
func (o *Outline) Material(ground tile.Ground) item.Kind {
	if o.Ground != ground && FitsGround(ground, o.Ground) == event.NoReason {
		if k := GroundItem(o.Ground); k != item.None {
			return k
		}
	}
	return BlockItem(o.Block)
}

// Shows returns the item by which an outline is known: that of its block, else that of its ground;
// item.None if no item makes it.
func (o *Outline) Shows() item.Kind {
	if k := BlockItem(o.Block); k != item.None {
		return k
	}
	return GroundItem(o.Ground)
}

// GroundItem returns the item that is laid as a ground, item.None for a ground that none is.
func GroundItem(g tile.Ground) item.Kind {
	for k := item.None + 1; k < item.KindCount && g != tile.NoGround; k++ {
		if k.Info().Ground == g {
			return k
		}
	}
	return item.None
}

// BlockItem returns the item that is set up as a block, item.None for a block that none is.
func BlockItem(b tile.Block) item.Kind {
	for k := item.None + 1; k < item.KindCount && b != tile.NoBlock; k++ {
		if k.Info().Block == b {
			return k
		}
	}
	return item.None
}

// appendOutlines appends all outlines, for digests.
func (i *State) appendOutlines(dst []byte) []byte {
	for k := range i.Traces {
		o := &i.Traces[k]
		dst = codec.U64(dst, RegionKey(o.At.Region()))
		dst = appendOutline(dst, o)
	}
	return dst
}

// appendOutline appends an outline as it stands in the part of its region.
func appendOutline(dst []byte, o *Outline) []byte {
	dst = append(codec.U16(dst, uint16(o.At.Index())), uint8(o.Ground), uint8(o.Block), o.State)
	return codec.U16(dst, uint16(o.Seat))
}

// readOutlines reads the outlines at the end of the part of a region; At is the tile within region 0 0.
// A region without outlines has nothing there, as before there were any.
func readOutlines(c *codec.Cursor) (list []Outline) {
	if c.Err() != nil || c.Len() == 0 {
		return nil
	}
	c.Within("its outlines", 0)
	n := c.Count(MaxOutlines, outlineBytes)
	c.Must(n > 0 || c.Len() > 0, "no outlines are not counted where nothing follows")
	next := grid.Index(0)
	for range n {
		k := grid.Index(c.U16())
		c.Within("the outline on tile %d", uint64(k))
		o := Outline{Ground: tile.Ground(c.U8()), Block: tile.Block(c.U8()), State: c.U8(), Seat: entity.Seat(c.U16())}
		c.Must(k >= next && k < grid.RegionTiles, "outlines must be in ascending order of tiles")
		c.Must(o.Ground < tile.GroundCount && o.Block < tile.BlockCount, "there is no such ground or block")
		if c.Err() != nil {
			return nil
		}
		next = k + 1
		o.At = grid.Region{}.Tile(k)
		list = append(list, o)
	}
	return list
}
