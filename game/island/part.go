package island

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// regionPart is the part of a region, decoded.
type regionPart struct {
	since  game.Tick // 1 + the tick at which it fell asleep, 0 if it is active
	edits  []edit
	planes bool // the edits were stored in planes
	bodies []entity.Body
	chests []indexedChest
	rows   []row
	traces []Outline // At is the tile within region 0 0
	work   work      // of an active region
}

type edit struct {
	k      grid.Index
	ground tile.Ground
	block  tile.Block
	state  uint8
}

// findEdit returns where the edit of a tile is among those in order, or where it would be.
func findEdit(list []edit, k grid.Index) (n int, edited bool) {
	return slices.BinarySearchFunc(list, k, func(e edit, k grid.Index) int { return int(e.k) - int(k) })
}

type indexedChest struct {
	k     grid.Index
	slots [item.ChestSlots]item.Stack
}

// decodeRegion reads the part of a region.
func decodeRegion(data []byte) (p regionPart, err error) {
	c := codec.Read(data)
	p.since = game.Tick(c.Uvarint())
	p.edits, p.planes = readTiles(&c)
	c.Within("its bodies", 0)
	last := game.EntityID(0)
	for range c.Count(1<<20, bodyBytes) {
		b := readBody(&c)
		c.Must(b.ID > last, "bodies must be in ascending order")
		last = b.ID
		p.bodies = append(p.bodies, b)
	}
	c.Within("its chests", 0)
	next := grid.Index(0)
	for range c.Count(MaxChests, 2+2*item.ChestSlots) {
		h := indexedChest{k: grid.Index(c.U16())}
		c.Within("the chest on tile %d", uint64(h.k))
		for n := range h.slots {
			h.slots[n] = readStack(&c)
		}
		c.Must(h.k >= next && h.k < grid.RegionTiles, "chests must be in ascending order of tiles")
		next = h.k + 1
		p.chests = append(p.chests, h)
	}
	p.rows = readRows(&c)
	p.traces = readOutlines(&c)
	if c.Err() == nil && c.Len() > 0 {
		p.work = readWork(&c)
		c.Must(p.since == 0 && !(p.work.now.empty() && p.work.next.empty()), "there is none, or it is asleep")
	}
	return p, c.Done()
}

// readRegion takes the part of a region into the tables.
func (i *State) readRegion(at grid.Region, data []byte) error {
	decoded, err := decodeRegion(data)
	if err != nil {
		return err
	}
	if err := decoded.belongs(at); err != nil {
		return err
	}
	if decoded.planes != inPlanes(len(decoded.edits)) {
		return fmt.Errorf("its tiles: %d are not stored like this", len(decoded.edits))
	}
	if t, ok := i.spilt(at, &decoded); ok {
		return fmt.Errorf("tile %d %d: what a chest holds, where no chest stands", t.X, t.Y)
	}
	if isNothing(data) {
		return errors.New("it is awake as it was made, and has no part then")
	}
	if decoded.since != 0 {
		if len(i.dormant) >= MaxDormant {
			return fmt.Errorf("more than %d are dormant", MaxDormant)
		}
		if decoded.since > i.tick+1 {
			return fmt.Errorf("asleep since tick %d, which is to come", decoded.since-1)
		}
		i.dormant = append(i.dormant, dormant{at: at, data: slices.Clone(data), sum: dormantSum(at, data)})
		return nil
	}
	if len(i.regions) >= MaxRegions {
		return fmt.Errorf("more than %d are active", MaxRegions)
	}
	for _, b := range decoded.bodies {
		if _, taken := i.space.Find(b.ID); taken {
			return fmt.Errorf("body %x is there twice", b.ID)
		}
		i.space.Insert(b)
	}
	decoded.bodies = nil
	for _, r := range decoded.rows {
		if k, ok := i.findColumn(r.name); !ok || i.columns[k].size != r.size {
			return fmt.Errorf("column %q is not declared so", r.name)
		}
	}
	r := new(region)
	r.generate(i.genesis, at)
	i.regions = append(i.regions, r)
	i.settle(r, &decoded)
	if w := decoded.work; !w.now.empty() || !w.next.empty() {
		w.at = at
		k, _ := findWork(i, at)
		i.works = slices.Insert(i.works, k, w)
	}
	return nil
}

// belongs refuses what cannot be in a region: bodies that are elsewhere, rows of bodies that are not
// there; arms without hinges, and hinges without arms; and, in a dormant one, players and what they carry.
func (p *regionPart) belongs(at grid.Region) error {
	for _, b := range p.bodies {
		if !inRegion(&b, at) {
			return fmt.Errorf("body %x is not in it", b.ID)
		}
		if p.since != 0 && (b.Kind == entity.Player || b.Other != 0) {
			return fmt.Errorf("body %x cannot be dormant", b.ID)
		}
	}
	for _, r := range p.rows {
		if _, ok := slices.BinarySearchFunc(p.bodies, r.id, func(b entity.Body, id game.EntityID) int { return cmp.Compare(b.ID, id) }); !ok {
			return fmt.Errorf("a component of body %x, which is not in it", r.id)
		}
	}
	return p.belongsInHinges(at)
}

// spilt returns the first tile on which the part of a region says what a chest holds, and no chest stands. No program has
// ever written one: a chest that is dug up, merged away or fetched takes what it holds along.
func (i *State) spilt(at grid.Region, p *regionPart) (t grid.Tile, ok bool) {
	var untouched *region
	for _, h := range p.chests {
		var b tile.Block
		if n, edited := findEdit(p.edits, h.k); edited {
			b = p.edits[n].block
		} else {
			if untouched == nil {
				untouched = new(region)
				untouched.generate(i.genesis, at)
			}
			b = untouched.tiles.Block[h.k]
		}
		if b != tile.Chest {
			return at.Tile(h.k), true
		}
	}
	return t, false
}

// regionOfPart is the inverse of regionPartName.
func regionOfPart(name []byte) (at grid.Region, ok bool) {
	if len(name) != 9 || name[0] != regionName {
		return at, false
	}
	word := func(b []byte) int32 {
		return int32(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]) ^ 1<<31)
	}
	at = grid.Region{X: word(name[1:]), Y: word(name[5:])}
	return at, isPlace(at)
}
