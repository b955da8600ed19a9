package flock

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
)

const (
	// ThinkEvery is how often a sheep decides, in ticks: each has its own moment.
	ThinkEvery = 6
	// fright is how long a sheep is frightened after it has seen the reason, in ticks.
	fright = 40

	// The speeds of fleeing, going to the others, and grazing, in tiles per second.
	fleeSpeed  fixed.S = 17 * fixed.One / 4
	joinSpeed  fixed.S = 5 * fixed.One / 4
	grazeSpeed fixed.S = fixed.One / 2
	// mostSpeed bounds the speed of a sheep.
	mostSpeed fixed.S = 5 * fixed.One
	// gain is by how much a sheep comes nearer to the speed that it wants in a tick: an eighth.
	gain = 8

	// apart is the distance at which sheep push each other away, and pushSpeed how strongly.
	apart     fixed.S = 5 * fixed.One / 8
	pushSpeed fixed.S = 2 * fixed.One
	// seen is the most neighbours that a sheep keeps apart from.
	seen = 12
	// loose is how far from the middle of its neighbours a sheep is at ease.
	loose fixed.S = 5 * fixed.One / 2
	// running is the speed of a neighbourhood that a sheep follows.
	running fixed.S = 3 * fixed.One / 2
	// pause is how often, on average, an idle sheep sets off: once in so many thoughts.
	pause = 9
)

// source is a frightening body where it is now.
type source struct {
	at     fixed.SVec
	radius fixed.S
}

// Surroundings are what a flock needs to know of its field.
type Surroundings struct {
	Seed  uint64
	Tick  game.Tick
	Wall  func(t grid.Tile) bool                         // whether sheep cannot go on a tile
	Where func(id game.EntityID) (at fixed.Vec, ok bool) // where a body is
}

// Step moves the flock by a tick.
func (t *Table) Step(s Surroundings) {
	if len(t.sheep) == 0 {
		return
	}
	t.near = t.near[:0]
	kept := t.fears[:0]
	for _, f := range t.fears {
		if at, ok := s.Where(f.Body); ok { // a body that is gone is forgotten
			t.near, kept = append(t.near, source{at.S(), f.Radius}), append(kept, f)
		}
	}
	t.fears = kept
	if t.cells == nil {
		t.cells = new(cells)
	}
	t.cells.fill(t.sheep)
	for k := int(uint64(s.Tick) % ThinkEvery); k < len(t.sheep); k += ThinkEvery {
		t.think(&s, k)
	}
	for k := range t.sheep {
		t.move(&s, &t.sheep[k])
	}
}

// think lets a sheep decide.
func (t *Table) think(s *Surroundings, k int) {
	me := &t.sheep[k]
	want, scared := t.flight(me)
	around := t.cells.around(me.Pos)
	off := around.middle().Sub(me.Pos)
	h := random.Hash(s.Seed^streamFlock, uint64(s.Tick), uint64(k), 0)
	switch far := off.Len(); {
	case scared:
		me.Scared = fright
		if far > fixed.One {
			want = want.Add(off.Unit().Scale(joinSpeed))
		}
	case me.Pen == 0 && around.mean().Len() > running:
		want = around.mean().Scale(3 * fixed.One / 4)
	case me.Pen == 0 && far > loose && h&1 == 0:
		want = off.Unit().Scale(joinSpeed)
	case random.Chance(h, pause):
		want = fixed.Direction(fixed.Angle(h >> 16)).Scale(grazeSpeed)
	case h&7 != 0: // it goes on grazing for a while
		want = me.Want.Clamp(grazeSpeed)
	}
	me.Want = want.Add(t.apart(k, h>>63 != 0)).Clamp(mostSpeed)
}

// flight returns where a sheep runs to get away from what frightens it.
func (t *Table) flight(me *Sheep) (way fixed.SVec, scared bool) {
	most := fixed.S(0)
	for _, f := range t.near {
		d := me.Pos.Sub(f.at)
		if d.X.Abs() >= f.radius || d.Y.Abs() >= f.radius {
			continue
		}
		if unit, far := d.Split(); far < f.radius {
			part := (f.radius - far).Div(f.radius)
			way = way.Add(unit.Scale(part))
			most, scared = max(most, part), true
		}
	}
	return way.Unit().Scale(fleeSpeed.Mul(fixed.One/2 + most/2)), scared
}

// apart returns how a sheep is pushed by those that are too near: on its tile, and on those of the eight
// beside it that are near enough. It looks at few of a crowd. So it begins in the north-west, or else in the
// south-east (back), by chance: a crowd that always looked at one side first would wander to the other.
func (t *Table) apart(k int, back bool) (push fixed.SVec) {
	me, n := t.sheep[k].Pos, 0
	x, y := tileOf(me)
	left, right := beside(me.X)
	top, bottom := beside(me.Y)
	step := 1
	if back {
		left, right, top, bottom, step = right, left, bottom, top, -1
	}
	for dy := top; dy != bottom+step; dy += step {
		for dx := left; dx != right+step; dx += step {
			for next := t.cells.head[cell(x+dx, y+dy)]; next != 0; next = t.cells.next[next-1] {
				o := int(next - 1)
				d := me.Sub(t.sheep[o].Pos)
				if d.X <= -apart || d.X >= apart || d.Y <= -apart || d.Y >= apart || o == k || !tooNear(d) {
					continue
				}
				unit, far := d.Split()
				if far == 0 { // the same place: the one of the lower index goes west
					unit, far = fixed.SVec{X: fixed.One}, 1
					if k < o {
						unit.X = -fixed.One
					}
				}
				push = push.Add(unit.Scale(pushSpeed.Mul((apart - far).Div(apart))))
				if n++; n == seen {
					return push
				}
			}
		}
	}
	return push
}

// beside returns which tiles along an axis can have sheep within apart of a coordinate, as seen from its own.
func beside(at fixed.S) (first, last int) {
	part := at & (fixed.One - 1)
	if part < apart {
		first = -1
	}
	if part > fixed.One-apart {
		last = 1
	}
	return first, last
}

// tooNear reports whether a vector is shorter than apart, without a root.
func tooNear(d fixed.SVec) bool {
	return int64(d.X)*int64(d.X)+int64(d.Y)*int64(d.Y) < int64(apart)*int64(apart)
}

// move moves a sheep by a tick.
func (t *Table) move(s *Surroundings, me *Sheep) {
	if me.Scared > 0 {
		me.Scared--
	}
	me.Vel.X += (me.Want.X - me.Vel.X) / gain
	me.Vel.Y += (me.Want.Y - me.Vel.Y) / gain
	if me.Vel == (fixed.SVec{}) {
		return
	}
	was := me.Pos
	if next := (fixed.SVec{X: me.Pos.X + me.Vel.X/game.TicksPerSecond, Y: me.Pos.Y}); t.free(s, me, next) {
		me.Pos = next
	} else {
		me.Vel.X, me.Want.X = 0, 0
	}
	if next := (fixed.SVec{X: me.Pos.X, Y: me.Pos.Y + me.Vel.Y/game.TicksPerSecond}); t.free(s, me, next) {
		me.Pos = next
	} else {
		me.Vel.Y, me.Want.Y = 0, 0
	}
	if was.X>>fixed.Bits != me.Pos.X>>fixed.Bits || was.Y>>fixed.Bits != me.Pos.Y>>fixed.Bits {
		t.settle(me)
	}
}

// free reports whether a sheep may go to a place.
func (t *Table) free(s *Surroundings, me *Sheep, to fixed.SVec) bool {
	if to.X>>fixed.Bits == me.Pos.X>>fixed.Bits && to.Y>>fixed.Bits == me.Pos.Y>>fixed.Bits {
		return true
	}
	if !inReach(to) || me.Pen != 0 && me.Scared == 0 && !t.pens[me.Pen-1].Contains(to) {
		return false
	}
	return !s.Wall(grid.TileAt(to.Vec()))
}
