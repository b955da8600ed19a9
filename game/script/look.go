package script

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// touchGap is how near a body must be to a block to touch it.
const touchGap = fixed.One / 8

// seen is what was seen in this tick: which things look for something, and what they found before bodies
// moved. Nothing of it outlives the tick but the lists, which follow from the state.
type seen struct {
	things, prints uint64 // hashes of the cast of things and of blueprints that the lists were made of
	known          bool
	areas          []*thing.Thing // that want to know who is inside
	places         []place        // of areas
	touched        []*thing.Thing // that want to know who is at them
	wired          []*thing.Thing // that want to know of signals
	ticking        []ticker       // in ascending ID
	broken         []*thing.Thing // whose scripts cannot be loaded
	listening      []*thing.Thing // that hear what is said
	hearing        []hearing
	inside, at     []pair          // before the bodies moved
	fed            []game.EntityID // those of wired that had a signal
}

// ticker is a thing that wants every tick.
type ticker struct {
	id   game.EntityID
	slot thing.Slot
	p    *program
	own  int32 // its owner, in Machines.purse
}

// hearing is a thing that hears channels.
type hearing struct {
	x        game.EntityID
	channels []string
}

// pair is a body in an area, or at a thing.
type pair struct{ x, body game.EntityID }

// survey makes the lists anew, if other things or blueprints are there. The things in the lists are as they
// were then: scripts may have changed them since.
func (s *seen) survey(i *world.State, m *Machines) {
	if s.known && s.things == i.Things.Cast() && s.prints == i.Blueprints.Sum() {
		return
	}
	s.known, s.things, s.prints = true, i.Things.Cast(), i.Blueprints.Sum()
	for _, l := range [...]*[]*thing.Thing{&s.areas, &s.touched, &s.wired, &s.broken, &s.listening} {
		*l = (*l)[:0]
	}
	s.hearing, s.ticking = s.hearing[:0], s.ticking[:0]
	m.purse.empty()
	defer s.lay()
	var last blueprint.ID
	var p *program
	i.Things.Slots(func(at thing.Slot, x *thing.Thing) {
		if x.Health.Stopped {
			return
		}
		if x.Of != last {
			last, p = x.Of, m.program(i.Blueprints.Find(x.Of), i.Clock)
		}
		if p == nil {
			return
		}
		if s.note(x, p); p.ticks && p.wrong == nil {
			s.ticking = append(s.ticking, ticker{x.ID, at, p, m.purse.of(x.Owner)})
		}
	})
	slices.SortStableFunc(s.ticking, func(a, b ticker) int { return cmp.Compare(a.id, b.id) })
}

func (s *seen) note(x *thing.Thing, p *program) {
	if p.wrong != nil {
		s.broken = append(s.broken, x)
		return
	}
	if area := x.Shape.Form == blueprint.Area; area && (p.handles[thing.OnEnter] || p.handles[thing.OnLeave]) {
		s.areas = append(s.areas, x)
	} else if !area && p.handles[thing.OnTouch] {
		s.touched = append(s.touched, x)
	}
	if p.handles[thing.OnSignal] && x.Shape.Form == blueprint.Block {
		s.wired = append(s.wired, x)
	}
	if p.handles[thing.OnCommand] {
		s.listening = append(s.listening, x)
	}
	if p.handles[thing.OnMessage] && len(p.channels) > 0 {
		s.hearing = append(s.hearing, hearing{x.ID, p.channels})
	}
}

// Look notes, before anything moves in a tick, which bodies are in areas and at things.
func Look(i *world.State) {
	i.Calls = i.Calls[:0]
	if i.Partial || i.Things.Empty() {
		if m, ok := i.Workshop.(*Machines); ok {
			m.seen.inside, m.seen.at, m.seen.fed = m.seen.inside[:0], m.seen.at[:0], m.seen.fed[:0]
		}
		return
	}
	m := of(i)
	m.seen.survey(i, m)
	m.seen.inside = m.seen.insiders(i, m.seen.inside[:0])
	m.seen.at = touchers(i, m.seen.at[:0], m.seen.touched, touchGap)
	m.seen.fed = m.seen.fed[:0]
	for _, x := range m.seen.wired {
		if living.Fed(i, x.At) {
			m.seen.fed = append(m.seen.fed, x.ID)
		}
	}
}

// place is an area in one of the cells that it has a part of.
type place struct {
	cell uint64
	x    *thing.Thing
}

// areaShift is the side of a cell of areas, as a power of two of tiles: an area lies in four at most.
const areaShift = 4

func areaCell(x, y int32) uint64 { return cellKey(int64(x>>areaShift), int64(y>>areaShift)) }

// lay makes the index of the areas.
func (s *seen) lay() {
	s.places = s.places[:0]
	for _, x := range s.areas {
		w, h := int32(x.Shape.Width)-1, int32(x.Shape.Height)-1
		for cy := x.At.Y >> areaShift; cy <= (x.At.Y+h)>>areaShift; cy++ {
			for cx := x.At.X >> areaShift; cx <= (x.At.X+w)>>areaShift; cx++ {
				s.places = append(s.places, place{cellKey(int64(cx), int64(cy)), x})
			}
		}
	}
	slices.SortStableFunc(s.places, func(a, b place) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.x.ID, b.x.ID)) })
}

// insiders appends the bodies in areas, in the order of pairs.
func (s *seen) insiders(i *world.State, list []pair) []pair {
	if len(s.places) == 0 {
		return list
	}
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		if !felt(b) {
			continue
		}
		s.areasAt(grid.TileAt(b.Pos), func(x *thing.Thing) {
			if len(list) < maxPairs && !x.Shape.Make.Ignores(b.Kind) {
				list = append(list, pair{x.ID, b.ID})
			}
		})
	}
	slices.SortStableFunc(list, comparePairs)
	return list
}

// areasAt calls f for the areas that contain a tile, in ascending ID.
func (s *seen) areasAt(t grid.Tile, f func(x *thing.Thing)) {
	cell := areaCell(t.X, t.Y)
	n, _ := slices.BinarySearchFunc(s.places, cell, func(p place, c uint64) int { return cmp.Compare(p.cell, c) })
	for ; n < len(s.places) && s.places[n].cell == cell; n++ {
		if s.places[n].x.Contains(t) {
			f(s.places[n].x)
		}
	}
}

func comparePairs(a, b pair) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.body, b.body)) }

// maxPairs is how many bodies in areas, or at things, are seen in a tick; the rest is not.
const maxPairs = 4096

// felt reports whether a body is one that areas and blocks feel.
func felt(b *entity.Body) bool {
	return !b.Kind.Pinned() && b.Kind != entity.Drop && b.Kind != entity.Flame && b.Kind != entity.Ember && b.Kind != entity.Remains && !b.Kind.Airy() && b.Flags&(entity.Asleep|entity.Borne) == 0
}

// touchers appends the bodies at blocks and at bodies of makers, in the order of the things.
func touchers(i *world.State, list []pair, things []*thing.Thing, gap fixed.Q) []pair {
	for _, x := range things {
		at := x.At.Centre()
		if own := i.Space.Body(x.Body); own != nil {
			at = own.Pos
		}
		for _, k := range i.Space.Around(at, 3*fixed.One/2) {
			if b := &i.Space.Bodies()[k]; len(list) < maxPairs && touches(i, x, b, gap) {
				list = append(list, pair{x.ID, b.ID})
			}
		}
	}
	slices.SortStableFunc(list, comparePairs)
	return list
}

// told puts events for the pairs that one list has and the other does not.
func told(i *world.State, have, not []pair, k thing.Kind) {
	for _, p := range have {
		if _, there := slices.BinarySearchFunc(not, p, comparePairs); there {
			continue
		}
		e := thing.Event{Kind: k, By: p.body}
		if b := i.Space.Body(p.body); b != nil && b.Kind == entity.Player {
			if who := i.Roster.BySeat(b.Seat); who != nil {
				e.Who, e.By = who.Key, 0
			}
		}
		living.QueueEvent(i, p.x, e)
	}
}
