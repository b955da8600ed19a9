package revert

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Step is a tile that changes.
type Step struct {
	T       grid.Tile
	Now, To diary.Look
	entries []int // of the region's diary, in the order in which they are undone
}

// part is what a plan does in one region.
type part struct {
	at     grid.Region
	tiles  []Step
	chests []int // entries about stacks, in the order in which they are undone
	bodies []int // entries about bodies, likewise
	left   []int // entries of a revert that is undone: it stays in force for them
}

// Plan says what a revert, or the undoing of one, would do.
type Plan struct {
	Of     diary.Author // whose changes are reverted; of an undoing, those of the newest entry
	Stacks int          // how many moves of stacks are undone
	Bodies int          // how many bodies come or go
	Kept   int          // how many changes stay, because somebody has changed the place since, or it is taken
	Beyond int          // how many regions of the area cannot be seen from here
	More   bool         // there is more to do: the next command goes on
	undo   bool
	parts  []part
	work   int // entries in all
}

// Tiles returns the tiles that change, region by region.
func (p *Plan) Tiles() (list []Step) {
	for k := range p.parts {
		list = append(list, p.parts[k].tiles...)
	}
	return list
}

// Changes returns how many tiles, stacks and bodies change.
func (p *Plan) Changes() int {
	n := p.Stacks + p.Bodies
	for k := range p.parts {
		n += len(p.parts[k].tiles)
	}
	return n
}

// Chests returns how many chests get or lose something.
func (p *Plan) Chests(i *world.State) int {
	var list []grid.Tile
	for k := range p.parts {
		d := i.Diary.Of(p.parts[k].at)
		for _, n := range p.parts[k].chests {
			if t := d.At.Tile(d.Entries[n].K); !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	return len(list)
}

// Of plans to revert what a player did in the last minutes in the active regions of an area.
func Of(i *world.State, p *entity.PlayerState, of *diary.Author, a Area, minutes uint8) (Plan, event.Reason) {
	plan := Plan{Of: *of}
	if why := May(i, p, of, false); why != event.NoReason {
		return plan, why
	}
	since := i.Clock - min(i.Clock, game.Tick(minutes)*minute)
	for _, at := range a.Regions() {
		d := i.Diary.Of(at)
		if d == nil {
			plan.Beyond += hidden(i, at)
			continue
		}
		if author := slices.IndexFunc(d.Authors, func(x diary.Author) bool { return x.Key == of.Key }); author >= 0 {
			s := scan{i: i, d: d, plan: &plan, part: part{at: at}, looks: map[grid.Index]int{}}
			s.revert(a, uint16(author), since)
			s.finish()
		}
	}
	return plan, event.NoReason
}

// hidden counts a region that cannot be seen from here.
func hidden(i *world.State, at grid.Region) int {
	_, asleep := i.Dormant.Find(at)
	if i.Land.Active(at) == nil && (i.Partial || asleep || !i.Register.Owns(at)) {
		return 1
	}
	return 0
}

// Undo plans to undo the last revert with anything in an area, wherever it was in the active regions.
func Undo(i *world.State, p *entity.PlayerState, a Area) (Plan, event.Reason) {
	plan := Plan{undo: true}
	var when game.Tick
	var by *diary.Author
	for _, at := range a.Regions() {
		d := i.Diary.Of(at)
		if d == nil {
			plan.Beyond += hidden(i, at)
			continue
		}
		for k := range d.Entries {
			e := &d.Entries[k]
			if e.Reverted == 0 || e.Final || !a.Has(at.Tile(e.K)) {
				continue
			}
			who := &d.Authors[e.Reverter]
			if e.Reverted > when || e.Reverted == when && slices.Compare(who.Key[:], by.Key[:]) > 0 {
				when, by, plan.Of = e.Reverted, who, d.Authors[e.Author]
			}
		}
	}
	if by == nil {
		return plan, event.NothingToRevert
	}
	if why := May(i, p, by, true); why != event.NoReason {
		return plan, why
	}
	for _, d := range i.Diary.List {
		s := scan{i: i, d: d, plan: &plan, part: part{at: d.At}, looks: map[grid.Index]int{}}
		s.reinstate(when, by.Key)
		s.finish()
	}
	return plan, event.NoReason
}

// scan plans one region.
type scan struct {
	i      *world.State
	d      *diary.Diary
	plan   *Plan
	part   part
	looks  map[grid.Index]int // of each tile that changes: its place among the part's tiles
	shut   world.TileSet      // tiles that somebody else has changed since
	kept   world.TileSet      // tiles with something that is kept
	raised []game.EntityID    // bodies that will be there again
}

// has reports whether a tile is in a set.
func has(s *world.TileSet, k grid.Index) bool { return s[k/64]>>(k%64)&1 != 0 }

// keep counts a tile on which something is kept, once.
func (s *scan) keep(k grid.Index) {
	if !has(&s.kept, k) {
		s.kept.Add(k)
		s.plan.Kept++
	}
}

// look returns how a tile is, or will be.
func (s *scan) look(k grid.Index) diary.Look {
	if n, ok := s.looks[k]; ok {
		return s.part.tiles[n].To
	}
	return lookAt(s.i, s.d.At.Tile(k))
}

func lookAt(i *world.State, t grid.Tile) diary.Look {
	g, b, state, _ := i.Land.TileAt(t)
	return diary.Look{Ground: g, Block: b, State: state}
}

// turn lets a tile become what it was by an entry.
func (s *scan) turn(n int, k grid.Index, to diary.Look) {
	at, ok := s.looks[k]
	if !ok {
		at = len(s.part.tiles)
		s.looks[k] = at
		t := s.d.At.Tile(k)
		s.part.tiles = append(s.part.tiles, Step{T: t, Now: lookAt(s.i, t)})
	}
	step := &s.part.tiles[at]
	step.To, step.entries = to, append(step.entries, n)
}

// stands reports whether a tile is as an entry left it: also where a fire that it lit has burnt down.
func stands(now, after diary.Look) bool {
	if after.Block == tile.Fire && now.Ground == after.Ground {
		return now.Block == tile.Fire || living.BurntOut(now.Block, after.State)
	}
	return now.Same(after)
}

// full counts one more entry, and reports whether that is too many.
func (s *scan) full() bool {
	if s.plan.work >= MaxChanges {
		s.plan.More = true
		return true
	}
	s.plan.work++
	return false
}

// revert goes through the entries from the newest to the oldest.
func (s *scan) revert(a Area, author uint16, since game.Tick) {
	for n := len(s.d.Entries) - 1; n >= 0; n-- {
		e := &s.d.Entries[n]
		if e.Reverted != 0 || !a.Has(s.d.At.Tile(e.K)) {
			continue
		}
		mine := e.Author == author && e.Tick >= since
		switch {
		case e.Kind != diary.Tile:
			if mine && s.full() {
				return
			}
			if mine {
				s.thing(n, e)
			}
		case !mine:
			s.shut.Add(e.K)
		case has(&s.shut, e.K):
			s.keep(e.K)
		case stands(s.look(e.K), e.After):
			if s.full() {
				return
			}
			s.turn(n, e.K, e.Before)
		case !s.look(e.K).Same(e.Before):
			s.shut.Add(e.K)
			s.keep(e.K)
		}
	}
}

// thing plans to undo an entry about a stack or a body.
func (s *scan) thing(n int, e *diary.Entry) {
	t := s.d.At.Tile(e.K)
	switch e.Kind {
	case diary.Put, diary.Taken:
		s.part.chests = append(s.part.chests, n) // whether there is a chest is seen when all tiles are known
		s.plan.Stacks++
		return
	case diary.SetDown:
		if b := s.i.Space.Body(e.Body); b == nil && !slices.Contains(s.raised, e.Body) || b != nil && (!isStill(b, e.Thing) || b.Other != 0) {
			s.plan.Kept++
			return
		}
	case diary.PutAway:
		if e.Thing.Made() || s.i.Space.Body(e.Body) != nil || act.FitsBody(s.i, t, e.Thing) != event.NoReason {
			s.plan.Kept++
			return
		}
		s.raised = append(s.raised, e.Body)
	}
	s.part.bodies = append(s.part.bodies, n)
	s.plan.Bodies++
}

// isStill reports whether a body is what was set down: a maker's thing may have become round or boxy.
func isStill(b *entity.Body, k entity.Kind) bool { return b.Kind == k || b.Kind.Made() && k.Made() }

// finish takes out of the part what cannot be done, and adds the part to the plan.
func (s *scan) finish() {
	p := &s.part
	p.tiles = slices.DeleteFunc(p.tiles, func(step Step) bool {
		if step.To.Same(step.Now) || fits(s.i, &step) {
			return false
		}
		k := step.T.Index()
		s.keep(k)
		if s.plan.undo {
			p.left = append(p.left, step.entries...)
		}
		return true
	})
	clear(s.looks)
	for n := range p.tiles {
		s.looks[p.tiles[n].T.Index()] = n
	}
	p.chests = slices.DeleteFunc(p.chests, func(n int) bool {
		k := s.d.Entries[n].K
		if s.look(k).Block == tile.Chest || lookAt(s.i, s.d.At.Tile(k)).Block == tile.Chest {
			return false
		}
		s.plan.Stacks--
		s.plan.Kept++
		if s.plan.undo {
			p.left = append(p.left, n)
		}
		return true
	})
	if len(p.tiles)+len(p.chests)+len(p.bodies)+len(p.left) > 0 {
		s.plan.parts = append(s.plan.parts, *p)
	}
}

// fits reports whether a tile can become what it was: nobody stands in the way of what is solid or sinks, and
// there is room for a chest and for an arm. A maker's block comes back by nobody's hand but a builder's: what
// it was is forgotten.
func fits(i *world.State, s *Step) bool {
	solid := tile.Solid(s.To.Block, s.To.State) || tile.Hinged(s.To.Block)
	sinks := s.To.Ground != s.Now.Ground && (s.To.Ground == tile.Pit || s.To.Ground.Info().Liquid || s.To.Ground.Info().SideOn)
	switch {
	case (solid || sinks) && living.Occupied(i, s.T, false):
		return false
	case s.To.Block == tile.Chest && s.Now.Block != tile.Chest && !i.Chests.Room(s.T.Region()):
		return false
	case tile.Hinged(s.To.Block):
		return living.FitsArm(i, s.T, s.To.Block, s.To.State) == event.NoReason
	case s.To.Block == tile.Fire, s.To.Block == tile.Gadget && s.Now.Block != tile.Gadget:
		return false
	}
	return true
}

// reinstate goes through the entries that were reverted at a time by a player, from the oldest to the newest.
func (s *scan) reinstate(when game.Tick, by game.PlayerID) {
	for n := len(s.d.Entries) - 1; n >= 0 && s.d.Entries[n].Tick+1 >= when; n-- {
		if e := &s.d.Entries[n]; e.Kind == diary.Tile && e.Reverted == 0 {
			s.shut.Add(e.K)
		}
	}
	for n := range s.d.Entries {
		e := &s.d.Entries[n]
		if e.Reverted != when || e.Final || s.d.Authors[e.Reverter].Key != by {
			continue
		}
		if s.full() {
			return
		}
		switch {
		case e.Kind != diary.Tile:
			s.again(n, e)
		case has(&s.shut, e.K) || !s.look(e.K).Same(e.Before):
			s.keep(e.K)
			s.shut.Add(e.K)
			s.part.left = append(s.part.left, n)
		default:
			s.turn(n, e.K, afterFire(e.After))
		}
	}
}

// again plans to do again what was undone with a stack or a body.
func (s *scan) again(n int, e *diary.Entry) {
	b := s.i.Space.Body(e.Body)
	fine := true
	switch e.Kind {
	case diary.Put, diary.Taken:
		s.part.chests = append(s.part.chests, n)
		s.plan.Stacks++
		return
	case diary.SetDown:
		if fine = !e.Thing.Made() && b == nil && act.FitsBody(s.i, s.d.At.Tile(e.K), e.Thing) == event.NoReason; fine {
			s.raised = append(s.raised, e.Body)
		}
	case diary.PutAway:
		fine = b != nil && isStill(b, e.Thing) && b.Other == 0 || b == nil && slices.Contains(s.raised, e.Body)
	}
	if !fine {
		s.plan.Kept++
		s.part.left = append(s.part.left, n)
		return
	}
	s.part.bodies = append(s.part.bodies, n)
	s.plan.Bodies++
}

// afterFire returns a look, or what is left of it if it burns: undoing a revert lights no fire.
func afterFire(l diary.Look) diary.Look {
	if l.Block == tile.Fire {
		l.Block, l.State = living.BurntTo(l.State)
	}
	return l
}
