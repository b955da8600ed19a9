package reconcile

import (
	"bytes"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	gadget "manyhold/game/thing"
)

// The things of makers. A block goes with its tile, and an area is merged as a tile is. A body is where other
// bodies would be, and what it is as a thing is merged by itself. In all cases: changed on one side only, it
// is that side's; by both, the firm side's, and the report counts the tile as one on which the branch's
// change is lost. A thing that one side took away and the other changed is as the firm side has it. All of a
// thing is of one side: a script's state is never mixed from two.

// placed is a block or an area of the result, and the side from which it was taken.
type placed struct {
	thing *gadget.Thing
	side  int
}

func thingOf(list []*gadget.Thing, body game.EntityID) *gadget.Thing {
	for _, x := range list {
		if x.Body == body {
			return x
		}
	}
	return nil
}

func blockOn(list []*gadget.Thing, t grid.Tile) *gadget.Thing {
	return placedOn(list, t, blueprint.Block)
}

func placedOn(list []*gadget.Thing, t grid.Tile, f blueprint.Form) *gadget.Thing {
	for _, x := range list {
		if x.Shape.Form == f && x.At == t {
			return x
		}
	}
	return nil
}

func sameMade(a, b *gadget.Thing) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(gadget.Append(nil, a), gadget.Append(nil, b))
}

// isMade reports whether a body is a maker's.
func isMade(t *thing) bool { return t != nil && t.made != nil }

func madeOf(t *thing) *gadget.Thing {
	if t == nil {
		return nil
	}
	return t.made
}

// mergeMade merges a maker's body: it is what the side has that changed the thing, and lies where bodies lie.
func (bs *bodies) mergeMade(b, f, p *thing) {
	if f != nil && p != nil && (!isMade(f) || !isMade(p) || !alike(f, p, b != nil)) {
		bs.keep(f)
		bs.keep(p)
		return
	}
	chosen, other := f, p
	if sameMade(madeOf(b), madeOf(f)) && !sameMade(madeOf(b), madeOf(p)) {
		chosen, other = p, f
	}
	if chosen == nil {
		return
	}
	k := *chosen
	if other != nil { // both have it
		k = *f
		if sameThing(f, b) {
			k = *p
		}
		k.made, k.of = chosen.made, chosen.of
		k.body.Kind, k.body.Stuff, k.body.Make = chosen.body.Kind, chosen.body.Stuff, chosen.body.Make
	}
	bs.keep(&k)
}

// sameBlock reports whether two sides have the same thing as the block on a tile, or none.
func (l *land) sameBlock(k grid.Index, a, b int) bool {
	t := l.at.Tile(k)
	return sameMade(blockOn(l.part[a].Things, t), blockOn(l.part[b].Things, t))
}

// takeThing takes a thing into the result.
func (l *land) takeThing(side int, x *gadget.Thing) {
	l.things = append(l.things, placed{x, side})
}

// mergeAreas merges the areas, each by its tile.
func (l *land) mergeAreas() {
	var at []grid.Index
	for side := range sides {
		for _, x := range l.part[side].Things {
			if x.Shape.Form == blueprint.Area {
				at = append(at, x.At.Index())
			}
		}
	}
	slices.Sort(at)
	for _, k := range slices.Compact(at) {
		var x [sides]*gadget.Thing
		for side := range sides {
			x[side] = placedOn(l.part[side].Things, l.at.Tile(k), blueprint.Area)
		}
		here, there := !sameMade(x[atBase], x[atFirm]), !sameMade(x[atBase], x[atBranch])
		side := atFirm
		if there && !here {
			side = atBranch
			l.told.taken++
		}
		if here && there && !sameMade(x[atFirm], x[atBranch]) {
			l.told.lost++
		}
		if x[side] != nil {
			l.takeThing(side, x[side])
		}
	}
}

// nameThings gives the things of the result their IDs, when the bodies have theirs.
func (m *merge) nameThings() {
	for _, l := range m.lands.list {
		for k := range l.things {
			x := *l.things[k].thing
			x.ID = m.bodies.name(l.things[k].side, x.ID)
			l.things[k].thing = &x
		}
	}
}

// settled returns the things of a region of the result, in ascending ID, with the bodies that are in it.
func (m *merge) settled(l *land, list []thing) (things []*gadget.Thing) {
	add := func(x *gadget.Thing, side int) {
		next := x.Moved(m.lag(side))
		if id, ok := m.bodies.renamed[side][next.Parent]; ok {
			next.Parent = id
		}
		things = append(things, next)
	}
	for _, p := range l.things {
		add(p.thing, p.side)
	}
	for _, t := range list {
		if t.made != nil {
			x := *t.made
			x.ID, x.Body = t.body.ID, t.body.ID
			add(&x, t.of)
		}
	}
	slices.SortStableFunc(things, func(a, b *gadget.Thing) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	return things
}
