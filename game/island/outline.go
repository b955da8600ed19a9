package island

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// An outline is what somebody had made of a tile on a branch of the world that was merged (see
// Reconcile), where the other side's work stands. It is drawn, bars nobody, and can be made real by
// hand: by Fill or by placing the same there, either of which spends the material. It is gone when the
// tile is as it shows, or when somebody erases it.

// Outline is one tile of an outline.
type Outline struct {
	At     grid.Tile
	Ground tile.Ground
	Block  tile.Block
	State  uint8
	Seat   entity.Seat // whose work it was; 0 where that is not known
}

// MaxOutlines is the most outlines of a region. What a merge would add beyond it is left out, and the
// report of the merge says so.
const MaxOutlines = 1024

// outlineBytes is the length of an outline in the part of its region.
const outlineBytes = 7

// Outlines returns the outlines in the active regions, in order of region and index: a read-only view,
// valid until the next step.
func (i *State) Outlines() []Outline { return i.outlines }

// OutlineAt returns the outline on a tile, nil where there is none. It is read-only, and valid until the
// next step.
func (i *State) OutlineAt(t grid.Tile) *Outline {
	if k, ok := i.findOutline(t); ok {
		return &i.outlines[k]
	}
	return nil
}

func (i *State) findOutline(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(i.outlines, t, func(o Outline, t grid.Tile) int { return orderChests(o.At, t) })
}

// addOutline adds an outline in the place of what was outlined there before.
func (i *State) addOutline(o Outline) {
	k, ok := i.findOutline(o.At)
	if !ok {
		i.outlines = slices.Insert(i.outlines, k, o)
	}
	i.outlines[k] = o
}

func (i *State) removeOutline(t grid.Tile) {
	if k, ok := i.findOutline(t); ok {
		i.outlines = slices.Delete(i.outlines, k, k+1)
	}
}

// outlinesOf returns the span of the outlines of a region in the table.
func (i *State) outlinesOf(at grid.Region) (first, last int) {
	first, _ = i.findOutline(at.Tile(0))
	last = first
	for last < len(i.outlines) && i.outlines[last].At.Region() == at {
		last++
	}
	return first, last
}

// fulfil removes the outline on a tile that has become what it shows: has its block, or if it shows none
// its ground. Whoever changes a tile by the rules calls it.
func (i *State) fulfil(t grid.Tile, g tile.Ground, b tile.Block) {
	if len(i.outlines) == 0 {
		return
	}
	if k, ok := i.findOutline(t); ok && i.outlines[k].Block == b && (b != tile.NoBlock || i.outlines[k].Ground == g) {
		i.outlines = slices.Delete(i.outlines, k, k+1)
	}
}

// Material returns the item that makes an outline real where the ground is as given: that of its ground
// if it differs and can be laid there, else that of its block; item.None if no item does.
func (o *Outline) Material(ground tile.Ground) item.Kind {
	if o.Ground != ground && fitsGround(ground, o.Ground) == event.NoReason {
		if k := groundItem(o.Ground); k != item.None {
			return k
		}
	}
	return blockItem(o.Block)
}

// Shows returns the item by which an outline is known: that of its block, else that of its ground;
// item.None if no item makes it.
func (o *Outline) Shows() item.Kind {
	if k := blockItem(o.Block); k != item.None {
		return k
	}
	return groundItem(o.Ground)
}

// groundItem returns the item that is laid as a ground, item.None for a ground that none is.
func groundItem(g tile.Ground) item.Kind {
	for k := item.None + 1; k < item.KindCount && g != tile.NoGround; k++ {
		if k.Info().Ground == g {
			return k
		}
	}
	return item.None
}

// blockItem returns the item that is set up as a block, item.None for a block that none is.
func blockItem(b tile.Block) item.Kind {
	for k := item.None + 1; k < item.KindCount && b != tile.NoBlock; k++ {
		if k.Info().Block == b {
			return k
		}
	}
	return item.None
}

// fill places what the outline on a tile still needs, from the first slot that holds it.
func fill(i *State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	o := i.OutlineAt(t)
	if o == nil {
		return event.NothingThere
	}
	ground, _, _, ok := i.TileAt(t)
	if !ok {
		return event.TooFar
	}
	kind, state := o.Material(ground), o.State
	if kind == item.None {
		return event.WrongItem
	}
	slot := slices.IndexFunc(p.Inventory[:], func(s item.Stack) bool { return s.Kind == kind })
	if slot < 0 {
		return event.NotEnough
	}
	if why := place(i, p, b, t, uint8(slot)); why != event.NoReason {
		return why
	}
	if g, block, _, _ := i.TileAt(t); block != tile.NoBlock && block != tile.Chest && block != tile.Sapling && block < tile.Wire {
		i.setTile(t, g, block, state) // a lamp that was out, a door that stood open; a machine finds its state itself
	}
	return event.NoReason
}

// erase removes outlines: the one on a tile in reach, or with all set every one of the author's in the
// active regions.
func (i *State) erase(p *entity.PlayerState, b *entity.Body, t grid.Tile, all bool) event.Reason {
	if all {
		had := len(i.outlines)
		i.outlines = slices.DeleteFunc(i.outlines, func(o Outline) bool { return o.Seat == p.Seat })
		if len(i.outlines) == had {
			return event.NothingThere
		}
		return event.NoReason
	}
	switch {
	case !within(b, t):
		return event.TooFar
	case i.OutlineAt(t) == nil:
		return event.NothingThere
	}
	i.removeOutline(t)
	return event.NoReason
}

// appendOutlines appends all outlines, for digests.
func (i *State) appendOutlines(dst []byte) []byte {
	for k := range i.outlines {
		o := &i.outlines[k]
		dst = codec.U64(dst, regionKey(o.At.Region()))
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
