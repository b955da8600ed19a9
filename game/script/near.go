package script

import (
	"cmp"
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// index finds what is near a place. It is made before handlers run, and only read by them.
type index struct {
	list          []subject // by cell and id
	still, moving []subject // the same, divided: blocks and areas; bodies, and the things that are bodies
	things        uint64    // the hashes of things and blueprints at the time when still was made
	prints        uint64
	known         bool
}

// subject is what near finds: a player, a body or a thing.
type subject struct {
	cell  uint64 // of cellSide × cellSide tiles, by row
	id    uint64
	pos   fixed.Vec
	low   fixed.Vec // its box
	high  fixed.Vec
	loose bool // it is a body
	kind  entity.Kind
	title string // of the blueprint of a thing
	name  string
}

// cellShift is the side of a cell of the index, as a power of two of tiles.
const cellShift = 3

func cellOf(p fixed.Vec, dx, dy int64) uint64 {
	x, y := int64(p.X>>fixed.Bits)>>cellShift+dx, int64(p.Y>>fixed.Bits)>>cellShift+dy
	return cellKey(x, y)
}

func cellKey(x, y int64) uint64 { return uint64(uint32(y)^1<<31)<<32 | uint64(uint32(x)^1<<31) }

// fill makes the index of a state.
func (n *index) fill(i *world.State) {
	if !n.known || n.things != i.Things.Cast() || n.prints != i.Blueprints.Sum() {
		n.known, n.things, n.prints = true, i.Things.Cast(), i.Blueprints.Sum()
		n.still = n.still[:0]
		i.Things.All(func(x *thing.Thing) {
			if x.Static() {
				n.still = append(n.still, subjectOf(i, x))
			}
		})
		slices.SortStableFunc(n.still, compareSubjects)
	}
	n.moving = n.moving[:0]
	for k := range i.Space.Bodies() {
		if s, ok := subjectOfBody(i, &i.Space.Bodies()[k]); ok {
			n.moving = append(n.moving, s)
		}
	}
	for _, x := range i.Things.Loose() {
		n.moving = append(n.moving, subjectOf(i, x))
	}
	slices.SortStableFunc(n.moving, compareSubjects)
	n.list = n.list[:0]
	still := n.still
	for k := range n.moving {
		first := 0
		for first < len(still) && compareSubjects(still[first], n.moving[k]) < 0 {
			first++
		}
		n.list = append(append(n.list, still[:first]...), n.moving[k])
		still = still[first:]
	}
	n.list = append(n.list, still...)
}

func compareSubjects(a, b subject) int {
	return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.id, b.id))
}

// subjectOfBody returns the subject of a body that is no thing; ok is false for one that nothing finds.
func subjectOfBody(i *world.State, b *entity.Body) (s subject, ok bool) {
	if b.Kind.Made() || b.Kind.Pinned() || b.Kind == entity.Flame || b.Kind == entity.Ember || b.Kind == entity.Remains || b.Kind.Airy() {
		return s, false
	}
	s = subject{cell: cellOf(b.Pos, 0, 0), id: uint64(b.ID), pos: b.Pos, kind: b.Kind}
	s.box(b)
	if b.Kind == entity.Player {
		p := i.Roster.BySeat(b.Seat)
		if p == nil || b.Flags&entity.Asleep != 0 {
			return s, false
		}
		s.id = PlayerID(p.Key)
	}
	return s, true
}

// subjectOf returns the subject of a thing.
func subjectOf(i *world.State, x *thing.Thing) subject {
	s := subject{id: uint64(x.ID), pos: x.At.Centre(), kind: entity.NoKind}
	s.low, s.high = boxOf(x)
	if b := i.Space.Body(x.Body); b != nil {
		s.pos = b.Pos
		s.box(b)
	}
	if e := i.Blueprints.Find(x.Of); e != nil {
		s.title, s.name = e.Title, e.Name()
	}
	s.cell = cellOf(s.pos, 0, 0)
	return s
}

// box notes the box of a body.
func (s *subject) box(b *entity.Body) {
	half := physics.HalfBox(b.Kind)
	s.low, s.high, s.loose = b.Pos.Sub(half), b.Pos.Add(half), true
}

// is reports whether a subject is of a kind as scripts name it: a kind of body, "thing", the title of a
// blueprint, or its whole name.
func (s *subject) is(kind string) bool {
	switch {
	case s.kind != entity.NoKind:
		return s.kind.String() == kind
	case strings.Contains(kind, "/"):
		return s.name == kind
	}
	return kind == "thing" || s.title == kind
}

// find returns what is within a radius of a place, in ascending handles, but not the thing itself.
func (n *index) find(at fixed.Vec, radius fixed.Q, kind string, self game.EntityID, charge func(int64)) (ids []uint64) {
	reach := int64(radius>>fixed.Bits)>>cellShift + 1
	for dy := -reach; dy <= reach; dy++ {
		k, _ := slices.BinarySearchFunc(n.list, cellOf(at, -reach, dy), func(s subject, c uint64) int { return cmp.Compare(s.cell, c) })
		for last := cellOf(at, reach, dy); k < len(n.list) && n.list[k].cell <= last; k++ { // a row of cells
			charge(1)
			if s := &n.list[k]; s.id != uint64(self) && s.is(kind) && s.pos.Sub(at).Near(radius) {
				ids = append(ids, s.id)
			}
		}
	}
	slices.Sort(ids)
	return ids[:min(len(ids), NearCount)]
}
