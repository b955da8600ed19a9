package world

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
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// Awake reports whether the land of a tile is active here, so that there is something to be seen.
func (i *State) Awake(t grid.Tile) bool { return i.ActiveRegion(t.Region()) != nil }

// RegionPart is the part of a region, decoded.
type RegionPart struct {
	Since  game.Tick // 1 + the tick at which it fell asleep, 0 if it is active
	Edits  []Edit
	Planes bool // the edits were stored in planes
	Bodies []entity.Body
	Chests []IndexedChest
	Rows   []Row
	Traces []Outline // At is the tile within region 0 0
	work   Work      // of an active region
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

type IndexedChest struct {
	K     grid.Index
	Slots [item.ChestSlots]item.Stack
}

// DecodeRegion reads the part of a region.
func DecodeRegion(data []byte) (p RegionPart, err error) {
	c := codec.Read(data)
	p.Since = game.Tick(c.Uvarint())
	p.Edits, p.Planes = ReadTiles(&c)
	c.Within("its bodies", 0)
	last := game.EntityID(0)
	for range c.Count(1<<20, BodyBytes) {
		b := ReadBody(&c)
		c.Must(b.ID > last, "bodies must be in ascending order")
		last = b.ID
		p.Bodies = append(p.Bodies, b)
	}
	c.Within("its chests", 0)
	next := grid.Index(0)
	for range c.Count(MaxChests, 2+2*item.ChestSlots) {
		h := IndexedChest{K: grid.Index(c.U16())}
		c.Within("the chest on tile %d", uint64(h.K))
		for n := range h.Slots {
			h.Slots[n] = readStack(&c)
		}
		c.Must(h.K >= next && h.K < grid.RegionTiles, "chests must be in ascending order of tiles")
		next = h.K + 1
		p.Chests = append(p.Chests, h)
	}
	p.Rows = ReadRows(&c)
	p.Traces = readOutlines(&c)
	if c.Err() == nil && c.Len() > 0 {
		p.work = readWork(&c)
		c.Must(p.Since == 0 && !(p.work.Now.Empty() && p.work.Next.Empty()), "there is none, or it is asleep")
	}
	return p, c.Done()
}

// ReadRegion takes the part of a region into the tables.
func (i *State) ReadRegion(at grid.Region, data []byte) error {
	decoded, err := DecodeRegion(data)
	if err != nil {
		return err
	}
	if err := decoded.Belongs(at); err != nil {
		return err
	}
	if decoded.Planes != InPlanes(len(decoded.Edits)) {
		return fmt.Errorf("its tiles: %d are not stored like this", len(decoded.Edits))
	}
	if t, ok := i.Spilt(at, &decoded); ok {
		return fmt.Errorf("tile %d %d: what a chest holds, where no chest stands", t.X, t.Y)
	}
	if IsNothing(data) {
		return errors.New("it is awake as it was made, and has no part then")
	}
	if decoded.Since != 0 {
		if len(i.Dormant) >= MaxDormant {
			return fmt.Errorf("more than %d are dormant", MaxDormant)
		}
		if decoded.Since > i.Clock+1 {
			return fmt.Errorf("asleep since tick %d, which is to come", decoded.Since-1)
		}
		i.Dormant = append(i.Dormant, DormantRegion{At: at, Data: slices.Clone(data), Sum: DormantSum(at, data)})
		return nil
	}
	if len(i.Active) >= MaxRegions {
		return fmt.Errorf("more than %d are active", MaxRegions)
	}
	for _, b := range decoded.Bodies {
		if _, taken := i.Space.Find(b.ID); taken {
			return fmt.Errorf("body %x is there twice", b.ID)
		}
		i.Space.Insert(b)
	}
	decoded.Bodies = nil
	for _, r := range decoded.Rows {
		if k, ok := i.FindColumn(r.Name); !ok || i.Columns[k].Size != r.Size {
			return fmt.Errorf("column %q is not declared so", r.Name)
		}
	}
	r := new(Region)
	r.Generate(i.Gen, at)
	i.Active = append(i.Active, r)
	i.Settle(r, &decoded)
	if w := decoded.work; !w.Now.Empty() || !w.Next.Empty() {
		w.At = at
		k, _ := FindWork(i, at)
		i.Works = slices.Insert(i.Works, k, w)
	}
	return nil
}

// Belongs returns an error for contents that cannot be in a region: bodies that are elsewhere, rows of
// missing bodies, arms without hinges, hinges without arms, and, in a dormant region, players and the bodies
// that they carry.
func (p *RegionPart) Belongs(at grid.Region) error {
	for _, b := range p.Bodies {
		if !InRegion(&b, at) {
			return fmt.Errorf("body %x is not in it", b.ID)
		}
		if p.Since != 0 && (b.Kind == entity.Player || b.Other != 0) {
			return fmt.Errorf("body %x cannot be dormant", b.ID)
		}
	}
	for _, r := range p.Rows {
		if _, ok := slices.BinarySearchFunc(p.Bodies, r.Id, func(b entity.Body, id game.EntityID) int { return cmp.Compare(b.ID, id) }); !ok {
			return fmt.Errorf("a component of body %x, which is not in it", r.Id)
		}
	}
	return p.belongsInHinges(at)
}

// Spilt returns the first tile for which the part of a region has the contents of a chest, but where no chest
// stands. No program has ever written such a part: a chest that is dug up, merged away or fetched takes its
// contents along.
func (i *State) Spilt(at grid.Region, p *RegionPart) (t grid.Tile, ok bool) {
	var untouched *Region
	for _, h := range p.Chests {
		var b tile.Block
		if n, edited := FindEdit(p.Edits, h.K); edited {
			b = p.Edits[n].Block
		} else {
			if untouched == nil {
				untouched = new(Region)
				untouched.Generate(i.Gen, at)
			}
			b = untouched.Tiles.Block[h.K]
		}
		if b != tile.Chest {
			return at.Tile(h.K), true
		}
	}
	return t, false
}

// RegionOfPart is the inverse of regionPartName.
func RegionOfPart(name []byte) (at grid.Region, ok bool) {
	if len(name) != 9 || name[0] != regionName {
		return at, false
	}
	word := func(b []byte) int32 {
		return int32(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]) ^ 1<<31)
	}
	at = grid.Region{X: word(name[1:]), Y: word(name[5:])}
	return at, isPlace(at)
}

// Region is an active region. It has no pointers: copying it is one memcpy. The fields used in every tick
// come first: they share two lines of a processor's cache.
type Region struct {
	At    grid.Region
	Sum   uint64 // sum of tileSum over all tiles
	Doors uint16 // how many portals there are
	// number of tiles that act on bodies on them (see treads)
	Treads  uint16
	Fires   uint16                                       // how many tiles burn
	growing [grid.RegionTiles / growingTiles / 64]uint64 // a bit for each growingTiles tiles, see mayGrow
	Tiles   tile.Region
	Edited  [grid.RegionTiles / 64]uint64 // which tiles were ever changed since the region woke or was born
}

// growingTiles is how many tiles share a bit of region.growing.
const growingTiles = 8

// MayGrow reports whether a tile may be one that changes when it is visited by chance. Where none of its
// neighbours in memory ever was one since the sums were made, it is not: most visits end here, and do not
// fetch the tile.
func (r *Region) MayGrow(k grid.Index) bool {
	k /= growingTiles
	return r.growing[k/64]>>(k%64)&1 != 0
}

func (r *Region) noteGrowing(k grid.Index, b tile.Block) {
	if !Changing[b] {
		return
	}
	k /= growingTiles
	r.growing[k/64] |= 1 << (k % 64)
}

// tileSum is the share of one tile in its region's sum. Sums do not depend on the order of changes.
func tileSum(k grid.Index, g tile.Ground, b tile.Block, state uint8) uint64 {
	return random.Mix(uint64(k)<<24 | uint64(g)<<16 | uint64(b)<<8 | uint64(state))
}

// Generate makes r the untouched region at a place, in the scene to which it belongs.
func (r *Region) Generate(g Genesis, at grid.Region) {
	r.At = at
	r.Edited = [grid.RegionTiles / 64]uint64{}
	scene := at.Scene()
	seed := SceneSeed(g.Seed, scene)
	terrain.Build(seed, at.Local(), terrain.Grazed, &r.Tiles)
	if back := WayBack(g.Seed, scene); scene != 0 && back.Region() == at {
		r.Tiles.Block[back.Index()], r.Tiles.State[back.Index()] = tile.Portal, 0
	}
	r.Resum()
}

// Resum computes the sum anew.
func (r *Region) Resum() {
	r.Sum, r.Doors, r.Treads, r.Fires = 0, 0, 0, 0
	clear(r.growing[:])
	for k := range grid.Index(grid.RegionTiles) {
		r.Sum += tileSum(k, r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k])
		r.Doors += Door(r.Tiles.Block[k])
		r.Treads += acts(r.Tiles.Block[k]) + weight(r.Tiles.Ground[k])
		r.Fires += flame(r.Tiles.Block[k])
		r.noteGrowing(k, r.Tiles.Block[k])
	}
}

// Set changes one tile.
func (r *Region) Set(k grid.Index, g tile.Ground, b tile.Block, state uint8) {
	t := &r.Tiles
	r.Sum += tileSum(k, g, b, state) - tileSum(k, t.Ground[k], t.Block[k], t.State[k])
	r.Doors += Door(b) - Door(t.Block[k])
	r.Treads += acts(b) - acts(t.Block[k]) + weight(g) - weight(t.Ground[k])
	r.Fires += flame(b) - flame(t.Block[k])
	r.noteGrowing(k, b)
	t.Ground[k], t.Block[k], t.State[k] = g, b, state
	r.Edited[k/64] |= 1 << (k % 64)
}

// regionIndex finds a region by the low bits of its place. Entries may be wrong or missing; a lookup compares
// the place.
type regionIndex [256]uint8

func (x *regionIndex) slot(at grid.Region) *uint8 { return &x[uint8(at.X&15)|uint8(at.Y&15)<<4] }

// region returns the active region at a place, nil if there is none.
func (i *State) ActiveRegion(at grid.Region) *Region {
	if i.latest != nil && i.latest.At == at {
		return i.latest
	}
	if k := int(*i.index.slot(at)); k < len(i.Active) && i.Active[k].At == at {
		i.latest = i.Active[k]
		return i.latest
	}
	if k, ok := i.FindRegion(at); ok {
		i.latest = i.Active[k]
		return i.latest
	}
	return nil
}

// FindRegion returns where the region at a place is in the table, or belongs.
func (i *State) FindRegion(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Active, at, func(r *Region, at grid.Region) int { return CompareRegions(r.At, at) })
}

// CompareRegions compares regions as grid.Region.Less does.
func CompareRegions(a, b grid.Region) int {
	switch {
	case a.Less(b):
		return -1
	case a == b:
		return 0
	}
	return 1
}

// Reindex derives the index from the table of regions.
func (i *State) Reindex() {
	i.latest = nil
	for k, r := range i.Active {
		*i.index.slot(r.At) = uint8(k)
	}
}

// Cell implements physics.Land.
func (i *State) Cell(x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := i.latest
	if at := t.Region(); r == nil || r.At != at {
		if r = i.ActiveRegion(at); r == nil {
			if len(i.Borders) > 0 {
				return beyond(i, x, y)
			}
			return physics.Unknown
		}
	}
	return r.cell(t.Index())
}

// cell returns the properties of a tile of the region that physics needs.
func (r *Region) cell(k grid.Index) physics.Cell {
	c := physics.Cell{Ground: r.Tiles.Ground[k]}
	if b := r.Tiles.Block[k]; b != tile.NoBlock && tile.Solid(b, r.Tiles.State[k]) {
		c.Height = b.Info().Height
	}
	return c
}

// newRegion returns a region to be filled, of those that were put aside if there is one.
func (i *State) NewRegion() *Region {
	if n := len(i.Spare); n > 0 {
		r := i.Spare[n-1]
		i.Spare = i.Spare[:n-1]
		return r
	}
	return new(Region)
}
