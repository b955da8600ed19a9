package world

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/component"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// RegionPart is the part of a region, decoded.
type RegionPart struct {
	Since  game.Tick // 1 + the tick at which it fell asleep, 0 if it is active
	Edits  []Edit
	Planes bool // the edits were stored in planes
	Bodies []entity.Body
	Chests []IndexedChest
	Rows   []component.Row
	Traces []Outline // At is the tile within region 0 0
	Diary  *diary.Diary
	Things []*thing.Thing // in ascending ID
	work   Work           // of an active region
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
	for range c.Count(1<<20, encoding.BodyBytes) {
		b := encoding.ReadBody(&c)
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
			h.Slots[n] = encoding.ReadStack(&c)
		}
		c.Must(h.K >= next && h.K < grid.RegionTiles, "chests must be in ascending order of tiles")
		next = h.K + 1
		p.Chests = append(p.Chests, h)
	}
	p.Rows = component.ReadRows(&c)
	noted, made := false, false
	if p.Traces, noted, made = readOutlines(&c); noted {
		p.Diary = diary.Read(&c)
	}
	if made {
		c.Within("its things", 0)
		p.Things = thing.ReadList(&c, 1<<16) // a merge, and bodies that move in, may bring more than MaxIn
		c.Must(len(p.Things) > 0, "no things are left out")
	}
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
		return fmt.Errorf("its tiles: %d edits are not in their canonical form", len(decoded.Edits))
	}
	if t, ok := decoded.Spilt(i.Gen, at); ok {
		return fmt.Errorf("tile %d %d: contents of a chest, but no chest is there", t.X, t.Y)
	}
	if IsNothing(data) {
		return errors.New("it is awake and unchanged, so it must not have a part")
	}
	if decoded.Since != 0 {
		if len(i.Dormant.List) >= MaxDormant {
			return fmt.Errorf("more than %d are dormant", MaxDormant)
		}
		if decoded.Since > i.Clock+1 {
			return fmt.Errorf("asleep since tick %d, which is in the future", decoded.Since-1)
		}
		i.Dormant.List = append(i.Dormant.List, NewDormant(at, slices.Clone(data), decoded.Things))
		return nil
	}
	if len(i.Land.Regions) >= MaxRegions {
		return fmt.Errorf("more than %d are active", MaxRegions)
	}
	if decoded.Diary.Ahead(i.Clock) {
		return errors.New("its diary: an entry is in the future")
	}
	for _, b := range decoded.Bodies {
		if _, taken := i.Space.Find(b.ID); taken {
			return fmt.Errorf("body %x is there twice", b.ID)
		}
		i.Space.Insert(b)
	}
	for _, x := range decoded.Things {
		if i.Things.Find(x.ID) != nil {
			return fmt.Errorf("thing %x is there twice", x.ID)
		}
	}
	decoded.Bodies = nil
	for _, r := range decoded.Rows {
		if k, ok := i.Components.Find(r.Name); !ok || i.Components.Columns[k].Size != r.Size {
			return fmt.Errorf("column %q is not declared so", r.Name)
		}
	}
	r := new(Region)
	r.Generate(i.Gen, at)
	i.Land.Regions = append(i.Land.Regions, r)
	i.Settle(r, &decoded)
	if w := decoded.work; !w.Now.Empty() || !w.Next.Empty() {
		w.At = at
		k, _ := i.Works.Find(at)
		i.Works.List = slices.Insert(i.Works.List, k, w)
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
	if err := p.belongsInThings(at); err != nil {
		return err
	}
	return p.belongsInHinges(at)
}

// Spilt returns the first tile for which the part of a region has the contents of a chest, but where no chest
// stands. No program has ever written such a part: a chest that is dug up, merged away or fetched takes its
// contents along.
func (p *RegionPart) Spilt(g Genesis, at grid.Region) (t grid.Tile, ok bool) {
	var untouched *Region
	for _, h := range p.Chests {
		var b tile.Block
		if n, edited := FindEdit(p.Edits, h.K); edited {
			b = p.Edits[n].Block
		} else {
			if untouched == nil {
				untouched = new(Region)
				untouched.Generate(g, at)
			}
			b = untouched.Tiles.Block[h.K]
		}
		if b != tile.Chest {
			return at.Tile(h.K), true
		}
	}
	return t, false
}

// EncodeRegion appends the part of an active region, as of now or as dormant since (1 + a tick).
func (i *State) EncodeRegion(dst []byte, r *Region, since game.Tick) []byte {
	dst = codec.Uvarint(dst, uint64(since))
	dst = AppendTiles(dst, r.Edits(nil))
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == r.At }
	dst = i.Space.appendIn(dst, inside)
	first, last := i.Chests.in(r.At)
	dst = codec.Uvarint(dst, uint64(last-first))
	for _, c := range i.Chests.List[first:last] {
		dst = encoding.AppendStacks(codec.U16(dst, uint16(c.At.Index())), c.Slots[:])
	}
	dst = i.AppendRows(dst, inside)
	n, busy := i.Works.Find(r.At)
	busy = busy && since == 0
	notes := i.Diary.Of(r.At)
	things := i.ThingsIn(r.At)
	if first, last := i.Outlines.in(r.At); first < last || busy || notes != nil || len(things) > 0 {
		n := uint64(last - first)
		if notes != nil {
			n += Noted
		}
		if len(things) > 0 {
			n += Made
		}
		dst = codec.Uvarint(dst, n)
		for k := first; k < last; k++ {
			dst = appendOutline(dst, &i.Outlines.List[k])
		}
	}
	if notes != nil {
		dst = diary.Append(dst, notes)
	}
	if len(things) > 0 {
		dst = thing.AppendList(dst, things)
	}
	if busy {
		dst = appendWork(dst, &i.Works.List[n])
	}
	return dst
}

// EncodeNothing appends the part of a region that is as it was made and empty.
func EncodeNothing(dst []byte, since game.Tick) []byte {
	return append(codec.Uvarint(dst, uint64(since)), 0, 0, 0, 0)
}

// Settle puts the contents of a part into an untouched region: edits, bodies, chests and rows. A body whose
// ID is taken meanwhile gets a new one.
func (i *State) Settle(r *Region, p *RegionPart) {
	for _, e := range p.Edits {
		r.Set(e.K, e.Ground, e.Block, e.State)
	}
	renamed := map[game.EntityID]game.EntityID{}
	for _, b := range p.Bodies {
		if _, taken := i.Space.Find(b.ID); taken {
			id := i.Space.NewID(uint64(b.ID))
			renamed[b.ID], b.ID = id, id
		}
		i.Space.Insert(b)
	}
	for _, h := range p.Chests {
		i.Chests.Add(r.At.Tile(h.K)).Slots = h.Slots
	}
	for _, o := range p.Traces {
		o.At = r.At.Tile(o.At.Index())
		i.Outlines.Add(o)
	}
	i.Diary.Settle(r.At, p.Diary, i.Clock)
	settleThings(i, p.Things, renamed)
	for _, row := range p.Rows {
		id := row.Id
		if other, ok := renamed[id]; ok {
			id = other
		}
		if i.Components.Declare(row.Name, row.Size) == nil {
			k, _ := i.Components.Find(row.Name)
			i.Components.Columns[k].Set(id, row.Value)
		}
	}
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

func RegionPartName(at grid.Region) (name [9]byte) {
	name[0] = regionName
	binary.BigEndian.PutUint32(name[1:], uint32(at.X)^1<<31)
	binary.BigEndian.PutUint32(name[5:], uint32(at.Y)^1<<31)
	return name
}

// hinges returns the tiles of the part that have an arm, in order.
func (p *RegionPart) hinges() (list []Edit) {
	for _, e := range p.Edits { // no land grows any
		if tile.Hinged(e.Block) {
			list = append(list, e)
		}
	}
	return list
}

// fits reports whether a body is the arm of a tile of a region, wherever it has turned to.
func (e *Edit) fits(at grid.Region, b *entity.Body) bool {
	want := NewArm(at.Tile(e.K), e.Block, e.State, 0)
	return b.Kind == want.Kind && b.Pos == want.Pos && b.Face == want.Face && b.Vel == (fixed.SVec{}) && b.Z|b.VZ == 0 && b.Flags&^entity.Resting == 0
}

// belongsInHinges refuses a region in which an arm is not in its hinge, or a hinge has no arm or two.
func (p *RegionPart) belongsInHinges(at grid.Region) error {
	hung := map[grid.Index]bool{}
	hinges := p.hinges()
	for k := range p.Bodies {
		b := &p.Bodies[k]
		if !b.Kind.Pinned() {
			continue
		}
		t := grid.TileAt(b.Pos)
		n, ok := FindEdit(hinges, t.Index())
		if !ok || hung[t.Index()] || !hinges[n].fits(at, b) {
			return fmt.Errorf("body %x: a %s on tile %s that is in no hinge of its own", b.ID, b.Kind, TileName(t))
		}
		hung[t.Index()] = true
	}
	for _, e := range hinges {
		if !hung[e.K] {
			return fmt.Errorf("tile %s: a %s without its arm", TileName(at.Tile(e.K)), e.Block)
		}
	}
	return nil
}

// Rehang lets the tiles of a region that was put together have their arms: of those that are there the first
// that fits, else a new one; the others are gone.
func (p *RegionPart) Rehang(at grid.Region, now game.Tick) {
	var arms []entity.Body
	p.Bodies = slices.DeleteFunc(p.Bodies, func(b entity.Body) bool {
		if b.Kind.Pinned() {
			arms = append(arms, b)
		}
		return b.Kind.Pinned()
	})
	for _, e := range p.hinges() {
		arm := NewArm(at.Tile(e.K), e.Block, e.State, now)
		if k := slices.IndexFunc(arms, func(b entity.Body) bool { return e.fits(at, &b) }); k >= 0 {
			arm = arms[k]
		} else {
			arm.ID = ArmID(at.Tile(e.K), now)
		}
		p.Bodies = append(p.Bodies, arm)
	}
}
