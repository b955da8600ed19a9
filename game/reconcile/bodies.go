package reconcile

import (
	"bytes"
	"slices"

	"manyhold/game"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/world"
)

// bodies are all bodies but those of players, and those of the result.
type bodies struct {
	*states
	lands  *lands
	people *people
	counts *counts

	things   [sides][]thing         // those in the lands, in ascending ID
	kept     []thing                // those of the result
	taken    map[game.EntityID]bool // the IDs in kept, and those of things
	renamed  [sides]map[game.EntityID]game.EntityID
	laid     uint64       // drops that the merge laid down
	vanished world.Counts // what could not be laid down anywhere
}

// merge merges all bodies but those of players, in ascending ID.
func (bs *bodies) merge() {
	var ids []game.EntityID
	for _, list := range bs.things {
		for k := range list {
			ids = append(ids, list[k].body.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		bs.mergeBody(findThing(bs.things[atBase], id), findThing(bs.things[atFirm], id), findThing(bs.things[atBranch], id))
	}
}

func findThing(list []thing, id game.EntityID) *thing {
	if k, ok := slices.BinarySearchFunc(list, id, compareBodies); ok {
		return &list[k]
	}
	return nil
}

// mergeBody decides the result for a body, which is nil on a side that does not have it.
func (bs *bodies) mergeBody(b, f, p *thing) {
	if isMade(b) || isMade(f) || isMade(p) {
		bs.mergeMade(b, f, p)
		return
	}
	bs.hauledTwice(b, f, p)
	switch {
	case sameThing(p, b):
		bs.keep(f)
		return
	case sameThing(f, b):
		bs.keep(p)
		return
	case f != nil && p != nil && !alike(f, p, b != nil):
		bs.keep(f)
		bs.keep(p)
		return
	case isDrop(b) || isDrop(f) || isDrop(p):
		bs.mergeDrop(b, f, p)
		return
	}
	bs.keep(f)
	switch { // the branch's changes to it are undone
	case isFire(b) || isFire(f) || isFire(p), isArm(b) || isArm(f) || isArm(p): // nothing was spent on it
	case b != nil && p == nil:
		bs.counts.undoCreated(b.body.Kind.Item(), 1)
	case b == nil && f != nil && p != nil:
		bs.counts.undoDestroyed(grid.TileAt(f.body.Pos), f.body.Kind.Item())
	}
}

// alike reports whether two bodies of one ID are the same thing. Bodies born since the fork may differ: a
// player on both sides may have thrown a ball here and a lamp there by commands of one number.
func alike(f, p *thing, old bool) bool {
	if f.made != nil && p.made != nil && f.made.Of != p.made.Of && !old {
		return false
	}
	return f.body.Kind == p.body.Kind && f.body.Stack.Kind == p.body.Stack.Kind && (old || f.body.Born == p.body.Born)
}

// isFire reports whether a thing is embers, a flame, or lives in the dark, which no item is.
func isFire(t *thing) bool {
	return t != nil && (t.body.Kind == entity.Ember || t.body.Kind == entity.Flame || t.body.Kind.Airy())
}

// isArm reports whether a thing is the arm of a tile: which of those there are is for the tiles to say (see
// rehang).
func isArm(t *thing) bool { return t != nil && t.body.Kind.Pinned() }

func isDrop(t *thing) bool {
	return t != nil && (t.body.Kind == entity.Drop || t.body.Kind == entity.Remains)
}

func sameThing(a, b *thing) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.body == b.body && slices.EqualFunc(a.rows, b.rows, func(x, y component.Row) bool { return x.Name == y.Name && bytes.Equal(x.Value, y.Value) })
}

// hauledTwice sees to it that the treasure exists once that a magpie brought home on both sides: the branch's
// is taken back wherever it is.
func (bs *bodies) hauledTwice(b, f, p *thing) {
	hauled := func(t *thing) bool { return t.body.Kind == entity.Magpie && t.body.Calm != living.Treasured }
	if f == nil || p == nil || !hauled(f) || !hauled(p) || b != nil && hauled(b) {
		return
	}
	s := living.NestTreasure(bs.firm.Gen.Seed, grid.TileAt(f.body.Pos).Region())
	bs.counts.undoCreated(s.Kind, s.Count)
}

// letFall lets the magpie that was just taken in drop what it has stolen, on each side the same: so loot is
// merged as any drop is.
func (bs *bodies) letFall(side int) {
	list := bs.things[side]
	t := &list[len(list)-1]
	if t.body.Stack.Count == 0 {
		return
	}
	d := entity.Body{Kind: entity.Drop, Pos: t.body.Pos, Stack: t.body.Stack, Born: t.body.Born}
	d.ID = game.EntityID(random.Mix(uint64(t.body.ID) ^ uint64(t.body.Stack.Kind)))
	t.body.Stack = item.Stack{}
	bs.things[side] = append(list, thing{body: d, side: side})
}

// mergeDrop merges a drop that both sides changed: the branch's gains and losses are carried over.
func (bs *bodies) mergeDrop(b, f, p *thing) {
	count := func(t *thing) int {
		if t == nil {
			return 0
		}
		return int(t.body.Stack.Count)
	}
	had := count(b)
	if b == nil {
		had = min(count(f), count(p)) // the same thing happened on both sides
	}
	n := count(f) + count(p) - had
	t := f
	if t == nil {
		t = p
	}
	if t == nil || n <= 0 {
		return
	}
	if !isDrop(t) {
		bs.keep(t)
		return
	}
	d := *t
	d.body.Stack.Count = uint8(min(n, item.MaxStack))
	bs.keep(&d)
	bs.layDown(t.body.Pos, item.Stack{Kind: d.body.Stack.Kind, Count: uint8(n - min(n, item.MaxStack))})
}

// keep takes a body into the result: shifted in time, of the seat that it is in the result, and under
// another ID if that is taken. It returns the ID.
func (bs *bodies) keep(t *thing) game.EntityID {
	if t == nil {
		return 0
	}
	k := *t
	if k.side == atBranch || k.side == atBase {
		k.body.Seat = bs.people.seat(k.body.Seat)
	}
	if k.body.Kind == entity.Drop || k.body.Kind == entity.Remains {
		k.body.Born += bs.lag(k.side)
	}
	k.body.ID = bs.name(k.side, k.body.ID)
	k.rows = slices.Clone(k.rows)
	for n := range k.rows {
		k.rows[n].Id = k.body.ID
	}
	bs.kept = append(bs.kept, k)
	return k.body.ID
}

// name returns the ID in the result of a body or thing of a side: another one if its own is taken.
func (bs *bodies) name(side int, old game.EntityID) game.EntityID {
	id := old
	for id == 0 || bs.taken[id] {
		id = game.EntityID(random.Mix(uint64(id) ^ 1))
	}
	bs.taken[id] = true
	if id != old {
		if bs.renamed[side] == nil {
			bs.renamed[side] = map[game.EntityID]game.EntityID{}
		}
		bs.renamed[side][old] = id
	}
	return id
}

// layDown lays items on the ground at a place; at the spawn where the place is not merged, and if that is
// not here either where the first region is that is. Where there is none, they are gone.
func (bs *bodies) layDown(at fixed.Vec, s item.Stack) {
	if s.Kind == item.None || s.Count == 0 {
		return
	}
	if len(bs.lands.list) == 0 {
		bs.vanished[s.Kind] += uint64(s.Count)
		return
	}
	if bs.lands.at(grid.TileAt(at).Region()) == nil {
		if at = bs.firm.SpawnTile.Centre(); bs.lands.at(bs.firm.SpawnTile.Region()) == nil {
			at = bs.lands.list[0].at.Tile(0).Centre()
		}
	}
	bs.laid++
	d := entity.Body{Kind: entity.Drop, Pos: at, Stack: s, Born: bs.now}
	d.ID = game.EntityID(random.Hash(bs.firm.Gen.Seed, uint64(bs.now), uint64(s.Kind), bs.laid))
	bs.keep(&thing{body: d, side: atFirm})
}

// spill lays many items on the ground.
func (bs *bodies) spill(at fixed.Vec, n *world.Counts) {
	for k := range n {
		for left := n[k]; left > 0; {
			some := min(left, item.MaxStack)
			bs.layDown(at, item.Stack{Kind: item.Kind(k), Count: uint8(some)})
			left -= some
		}
	}
}

// unlink separates holders from held bodies where the result does not have both in that state.
func (bs *bodies) unlink() {
	at := map[game.EntityID]int{}
	for k := range bs.kept {
		at[bs.kept[k].body.ID] = k
	}
	const both = entity.Carried | entity.Carrying
	whole := func(b *entity.Body) bool {
		k, ok := at[b.Other]
		if l := bs.lands.at(grid.TileAt(b.Pos).Region()); !ok || l == nil || !l.active {
			return false
		}
		o := &bs.kept[k].body
		return o.Other == b.ID && (b.Flags^o.Flags)&both == both && bs.lands.at(grid.TileAt(o.Pos).Region()).isWhole()
	}
	var loose []int
	for k := range bs.kept {
		if b := &bs.kept[k].body; b.Other != 0 && !whole(b) {
			loose = append(loose, k)
		}
	}
	for _, k := range loose {
		b := &bs.kept[k].body
		if b.Flags&entity.Carried != 0 {
			b.Z, b.VZ, b.Vel = 0, 0, fixed.SVec{}
		}
		b.Other, b.Flags = 0, b.Flags&^(both|entity.Resting|entity.Riding)
	}
}

// isWhole reports whether a land is active in the result.
func (l *land) isWhole() bool { return l != nil && l.active }

// makeRoom moves bodies that stand in the other side's buildings to free places, and wakes the bodies beside
// removed tiles. A body of the firm side that stood in something before stays there.
func (m *merge) makeRoom(was *world.State) {
	f := m.firm
	for k := range m.tiles.built {
		u := &m.tiles.built[k]
		if u.l.active {
			f.Space.WakeNear(u.l.at.Tile(u.k).Centre(), fixed.One)
		}
	}
	for k := range m.bodies.kept {
		b := f.Space.Body(m.bodies.kept[k].body.ID)
		if b == nil || b.Flags&entity.Carried != 0 || physics.Free(&f.Land, b.Kind, b.Pos) {
			continue
		}
		if m.bodies.kept[k].side == atFirm && !physics.Free(&was.Land, b.Kind, b.Pos) {
			continue
		}
		n, _ := f.Space.Find(b.ID)
		from := b.Pos
		b.Pos = living.Room(f, b.Kind, from)
		f.Space.Moved(n, from)
		f.Space.Wake(n)
		if o := f.Space.Body(b.Other); b.Other != 0 && o != nil {
			n, _ := f.Space.Find(o.ID)
			was := o.Pos
			o.Pos = b.Pos
			f.Space.Moved(n, was)
		}
	}
}
