package world

import (
	"fmt"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Outlines are the outlines in the active regions, in order of region and index.
type Outlines struct{ List []Outline }

// copyFrom takes over those of regions that are near.
func (l *Outlines) copyFrom(from *Outlines, near func(grid.Region) bool) {
	l.List = l.List[:0]
	for k := range from.List {
		if near(from.List[k].At.Region()) {
			l.List = append(l.List, from.List[k])
		}
	}
}

// RemoveIn removes all of a region.
func (l *Outlines) RemoveIn(at grid.Region) {
	l.List = slices.DeleteFunc(l.List, func(x Outline) bool { return x.At.Region() == at })
}

// MaxOutlines is the most outlines of a region. A merge leaves out outlines beyond it, and its report says
// so.
const MaxOutlines = 1024

// Noted is added to the number of outlines to say that a diary follows them, Made to say that things do.
const Noted, Made = 4096, 8192

// outlineBytes is the length of an outline in the part of its region.
const outlineBytes = 7

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

// At returns the outline on a tile, nil where there is none. It is read-only, and valid until the
// next step.
func (l *Outlines) At(t grid.Tile) *Outline {
	if k, ok := l.find(t); ok {
		return &l.List[k]
	}
	return nil
}

func (l *Outlines) find(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(l.List, t, func(o Outline, t grid.Tile) int { return orderChests(o.At, t) })
}

// Add adds an outline in place of an earlier one on that tile.
func (l *Outlines) Add(o Outline) {
	k, ok := l.find(o.At)
	if !ok {
		l.List = slices.Insert(l.List, k, o)
	}
	l.List[k] = o
}

func (l *Outlines) Remove(t grid.Tile) {
	if k, ok := l.find(t); ok {
		l.List = slices.Delete(l.List, k, k+1)
	}
}

// in returns the span of the outlines of a region in the table.
func (l *Outlines) in(at grid.Region) (first, last int) {
	first, _ = l.find(at.Tile(0))
	last = first
	for last < len(l.List) && l.List[last].At.Region() == at {
		last++
	}
	return first, last
}

// fulfil removes the outline on a tile that now matches it: that has its block, or its ground if the outline
// has no block. Every change of a tile by the rules calls it.
func (l *Outlines) Fulfil(t grid.Tile, g tile.Ground, b tile.Block) {
	if len(l.List) == 0 {
		return
	}
	if k, ok := l.find(t); ok && l.List[k].Block == b && (b != tile.NoBlock || l.List[k].Ground == g) {
		l.List = slices.Delete(l.List, k, k+1)
	}
}

// append appends all outlines, for digests.
func (l *Outlines) append(dst []byte) []byte {
	for k := range l.List {
		o := &l.List[k]
		dst = codec.U64(dst, RegionKey(o.At.Region()))
		dst = appendOutline(dst, o)
	}
	return dst
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

// appendOutline appends an outline as it stands in the part of its region.
func appendOutline(dst []byte, o *Outline) []byte {
	dst = append(codec.U16(dst, uint16(o.At.Index())), uint8(o.Ground), uint8(o.Block), o.State)
	return codec.U16(dst, uint16(o.Seat))
}

// readOutlines reads the outlines at the end of the part of a region, and whether a diary and things follow; At
// is the tile within region 0 0. A region without outlines has nothing there, as before there were any.
func readOutlines(c *codec.Cursor) (list []Outline, noted, made bool) {
	if c.Err() != nil || c.Len() == 0 {
		return nil, false, false
	}
	c.Within("its outlines", 0)
	n := c.Uvarint()
	if made = n >= Made; made {
		n -= Made
	}
	if noted = n >= Noted; noted {
		n -= Noted
	}
	c.Must(n <= MaxOutlines && n*outlineBytes <= uint64(c.Len()), "there are not as many outlines")
	c.Must(n > 0 || c.Len() > 0, "no outlines are not counted where nothing follows")
	if c.Err() != nil {
		return nil, false, false
	}
	next := grid.Index(0)
	for range n {
		k := grid.Index(c.U16())
		c.Within("the outline on tile %d", uint64(k))
		o := Outline{Ground: tile.Ground(c.U8()), Block: tile.Block(c.U8()), State: c.U8(), Seat: entity.Seat(c.U16())}
		c.Must(k >= next && k < grid.RegionTiles, "outlines must be in ascending order of tiles")
		c.Must(o.Ground < tile.GroundCount && o.Block < tile.BlockCount, "there is no such ground or block")
		if c.Err() != nil {
			return nil, false, false
		}
		next = k + 1
		o.At = grid.Region{}.Tile(k)
		list = append(list, o)
	}
	return list, noted, made
}

func diffOutlines(a, b *State) string {
	for k := range min(len(a.Outlines.List), len(b.Outlines.List)) {
		if s := unlike(fmt.Sprintf("outlines[%d]", k), a.Outlines.List[k], b.Outlines.List[k]); s != "" {
			return s
		}
	}
	return unlike("number of outlines", len(a.Outlines.List), len(b.Outlines.List))
}

// FitsGround returns the reason why a ground cannot be laid on another, if any: floors go on dry land, dug-up
// ground into pits and shallow water.
func FitsGround(on, lay tile.Ground) event.Reason {
	hole := on == tile.Pit || on == tile.Water
	laid := lay == tile.WoodFloor || lay == tile.StoneFloor || lay == tile.Shaft
	if laid == hole || laid && (on == tile.DeepWater || on.Info().Roofed) {
		return event.WrongItem
	}
	return event.NoReason
}
