package physics

import (
	"math/bits"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// Do runs f(0) to f(n-1), each once, and returns when all have ended; it may run several at once. What it is
// given writes to different things each time, so that no result depends on how many.
type Do func(n int, f func(k int))

const (
	// crowd is how many bodies must be awake for work to be shared; below, a tick takes less than half a millisecond, and
	// waking other cores five times in it costs more than it saves.
	crowd = 4096
	// reach is how far from its regions a lane lets bodies meet that it woke, in tiles; those farther off come last.
	// Regions of one colour are a region apart, which is four times as far.
	reach = grid.RegionSide / 4
	// colours is in how many turns the regions meet: by whether their column and row are odd, as on a board of four
	// colours.
	colours = 4
	// regionCells is log2 of the cells of the hash along a region.
	regionCells = 5
)

// lanes are the parts of the work of a step. The hash repeats itself every so many regions; the regions that it takes for
// the same are one lane, so that lanes of one colour share no bucket either.
type lanes struct {
	list []lane
	wide uint // log2 of the lanes from west to east
	same [colours][]int32
	turn []int32 // of same, those whose turn it is
	late []int32 // bodies that were woken too far off
	now  game.Tick

	advance, meet func(k int) // of a lane of list, and of one of turn
}

// Lands are where bodies move, for several at once.
type Lands interface {
	// Lane returns what lane k looks at. Each is used by one at a time.
	Lane(k int) Land
}

// lane is the work of some regions of one colour. Its view shares the table of bodies and the hash with the Space; what
// would be shared, too, is written to lists of its own, which are merged when no lane works.
type lane struct {
	x, y  int32 // 0 or 1: whether the columns and rows of its regions are odd
	land  Land
	view  Space   // Events and awake are the lane's: what happened, and whom it woke
	list  []int32 // bodies awake in the regions, in ascending order
	moved []int32 // bodies that changed their cell
	late  []int32 // bodies that it woke too far off
}

// StepByRegions does what Step does, in an order that can be shared out. First every body that is not resting moves by
// itself, as in Step: none looks at another. Then they meet, region by region, within a region in ascending ID; the
// regions take turns in four colours. Two regions of one colour are a region apart, and what happens in one reaches
// less than half as far: none reads what another writes, so that it makes no difference how many run at once, or in which
// order, or what regions there are elsewhere. Where bodies are in the hash changes only between the turns. A body that is
// woken far off the regions of that colour, at the end of a long row of others, meets those near it last of all.
//
// do may be nil: the result is the same.
func (s *Space) StepByRegions(land Lands, now game.Tick, do Do) {
	s.tidy()
	if do == nil || len(s.awake) < crowd {
		do = inTurn
	}
	ls := &s.lanes
	ls.now = now
	ls.prepare(s)
	for k := range ls.list {
		ls.list[k].land = land.Lane(k)
	}
	ls.deal(s)
	do(len(ls.list), ls.advance)
	for k := range ls.list {
		ls.merge(s, &ls.list[k])
	}
	for _, turn := range ls.same {
		ls.turn = turn
		do(len(turn), ls.meet)
		for _, k := range turn {
			ls.merge(s, &ls.list[k])
		}
	}
	for _, i := range ls.late {
		if s.meets(&s.bodies[i]) {
			s.meet(int(i), land.Lane(0), now)
		}
	}
	ls.late = ls.late[:0]
	s.follow()
}

// inTurn is the Do of one.
func inTurn(n int, f func(k int)) {
	for k := range n {
		f(k)
	}
}

// prepare makes the lanes that the hash allows: at least one of each colour.
func (ls *lanes) prepare(s *Space) {
	wide := max(1, int(s.hash.wide)-regionCells)
	high := max(1, bits.Len(uint(s.hash.maskY))-regionCells)
	if n := 1 << (wide + high); len(ls.list) != n || ls.wide != uint(wide) {
		ls.list, ls.wide = make([]lane, n), uint(wide)
		ls.advance = func(k int) { ls.list[k].advance(ls.now) } // kept, so that a steady tick allocates nothing
		ls.meet = func(k int) { ls.list[ls.turn[k]].meet(ls.now) }
		ls.same = [colours][]int32{}
		for k := range ls.list {
			l := &ls.list[k]
			l.x, l.y, l.view.lane = int32(k&1), int32(k>>wide&1), l
			ls.same[l.x|l.y<<1] = append(ls.same[l.x|l.y<<1], int32(k))
		}
	}
	for k := range ls.list {
		v := &ls.list[k].view
		v.bodies, v.ids, v.hash = s.bodies, s.ids, s.hash
	}
}

// deal gives the bodies that are awake to the lanes of their regions.
func (ls *lanes) deal(s *Space) {
	for k := range ls.list {
		ls.list[k].list = ls.list[k].list[:0]
	}
	const side = fixed.Bits + grid.RegionBits
	maskX, maskY := fixed.Q(1)<<ls.wide-1, fixed.Q(len(ls.list)>>ls.wide)-1
	for _, i := range s.awake {
		p := &s.bodies[i].Pos
		l := &ls.list[p.X>>side&maskX|p.Y>>side&maskY<<ls.wide]
		l.list = append(l.list, i)
	}
}

// merge takes over what a lane has found.
func (ls *lanes) merge(s *Space, l *lane) {
	for _, i := range l.moved {
		s.rehash(i)
	}
	s.Events = append(s.Events, l.view.Events...)
	s.stale = s.stale || len(l.view.awake) > 0
	s.awake = append(s.awake, l.view.awake...)
	ls.late = append(ls.late, l.late...)
	l.moved, l.late, l.view.Events, l.view.awake = l.moved[:0], l.late[:0], l.view.Events[:0], l.view.awake[:0]
}

// advance moves the bodies of a lane by their own velocity.
func (l *lane) advance(now game.Tick) {
	v := &l.view
	for _, i := range l.list {
		b := &v.bodies[i]
		if b.Flags&entity.Carried == 0 {
			from := b.Pos
			v.advance(b, l.land, now)
			v.Moved(int(i), from)
		}
	}
}

// meet lets the bodies of a lane meet those near them, and then those that they woke.
func (l *lane) meet(now game.Tick) {
	v := &l.view
	for _, i := range l.list {
		if v.meets(&v.bodies[i]) {
			v.meet(int(i), l.land, now)
		}
	}
	for k := 0; k < len(v.awake); k++ {
		switch i := v.awake[k]; {
		case !v.meets(&v.bodies[i]):
		case !reaches(v.bodies[i].Pos.X, l.x) || !reaches(v.bodies[i].Pos.Y, l.y):
			l.late = append(l.late, i)
		default:
			v.meet(int(i), l.land, now)
		}
	}
}

// reaches reports whether a place is near enough, along an axis, to the regions that are odd or even there.
func reaches(at fixed.Q, odd int32) bool {
	from := int32(at>>fixed.Bits) - odd*grid.RegionSide + reach
	return from&(2*grid.RegionSide-1) < grid.RegionSide+2*reach
}
