package physics

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// strewn is a land of open ground that repeats itself, with blocks strewn over it.
type strewn [256][256]Cell

// blocks makes such a land, a block on one tile in every in; none for 0.
func blocks(in uint64) *strewn {
	l := new(strewn)
	for y := range l {
		for x := range l[y] {
			l[y][x].Ground = tile.Grass
			if in > 0 && random.Hash(9, uint64(x), uint64(y), 0)%in == 0 {
				l[y][x].Height = 128
			}
		}
	}
	return l
}

func (l *strewn) Cell(x, y int32) Cell { return l[y&255][x&255] }

func (l *strewn) Pull(int32, int32) fixed.S { return fixed.One }

func (l *strewn) Lane(int) Land { return l }

// several runs work in as many goroutines as there are processors, the last piece first.
func several(n int, f func(k int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for k := n - int(next.Add(1)); k >= 0; k = n - int(next.Add(1)) {
				f(k)
			}
		})
	}
	all.Wait()
}

// strew puts moving bodies of all kinds into wide × wide regions.
func strew(wide, each int, seed uint64) *Space {
	s := new(Space)
	for r := range wide * wide {
		for k := range each {
			h := func(n uint64) uint64 { return random.Hash(seed, uint64(r), uint64(k), n) }
			side := int64(grid.RegionSide) << fixed.Bits
			b := entity.Body{ID: game.EntityID(h(1) | 1), Kind: []entity.Kind{entity.Ball, entity.Ball, entity.Crate, entity.Player, entity.Drop}[h(2)%5]}
			b.Pos = fixed.Vec{X: fixed.Q(int64(r%wide)*side + int64(h(3)%uint64(side))), Y: fixed.Q(int64(r/wide)*side + int64(h(4)%uint64(side)))}
			b.Vel = fixed.SVec{X: fixed.S(h(5)%(8*fixed.One)) - 4*fixed.One, Y: fixed.S(h(6)%(8*fixed.One)) - 4*fixed.One}
			s.Append(b)
		}
	}
	s.Order()
	return s
}

// drive gives every twentieth body new speed.
func drive(s *Space, tick int) {
	for i := range s.bodies {
		if h := random.Hash(uint64(s.bodies[i].ID), uint64(tick), 0, 0); h%20 == 0 {
			s.bodies[i].Vel = fixed.SVec{X: fixed.S(h>>8%(16*fixed.One)) - 8*fixed.One, Y: fixed.S(h>>32%(16*fixed.One)) - 8*fixed.One}
			s.Wake(i)
		}
	}
}

// TestTurnerDoesNotDependOnWhatIsFarOff: a region moves the same way whatever else the space holds.
func TestTurnerDoesNotDependOnWhatIsFarOff(t *testing.T) {
	land := blocks(12)
	whole, part := strew(5, 60, 4), strew(5, 60, 4)
	together, apart := new(Turner), new(Turner)
	near := func(b *entity.Body) bool { return b.Pos.X < 2*grid.RegionSide<<fixed.Bits }
	part.RemoveAll(func(b *entity.Body) bool { return !near(b) })
	for tick := range 30 {
		drive(whole, tick)
		drive(part, tick)
		together.Move(whole, land, game.Tick(tick), nil)
		apart.Move(part, land, game.Tick(tick), nil)
	}
	for i := range part.bodies {
		b := &part.bodies[i]
		if b.Pos.X > (2*grid.RegionSide-40)<<fixed.Bits {
			continue // it may have met a body from outside
		}
		if k, ok := whole.Find(b.ID); !ok || whole.bodies[k] != *b {
			t.Fatalf("%s %x is at %v alone, at %v among others", b.Kind, b.ID, b.Pos, whole.bodies[k].Pos)
		}
	}
}

// TestLongRows: rows of crates that wake each other over the whole of a region, and beyond, move alike in any
// order.
func TestLongRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length, rows := rapid.IntRange(10, 320).Draw(t, "length"), rapid.IntRange(1, 6).Draw(t, "rows")
		make := func() *Space {
			s := new(Space)
			for r := range rows {
				for k := range length {
					b := entity.Body{ID: game.EntityID(random.Hash(1, uint64(r), uint64(k), 0) | 1), Kind: entity.Crate, Flags: entity.Resting}
					b.Pos = fixed.Vec{X: fixed.Q(k) * (7*fixed.One/8 - fixed.One/64), Y: fixed.Q(r*80+2) << fixed.Bits}
					if k == 0 {
						b.Flags, b.Vel = 0, fixed.SVec{X: 14 * fixed.One}
					}
					s.Append(b)
				}
			}
			for k := range crowd { // so that the work is shared
				s.Append(entity.Body{ID: game.EntityID(random.Hash(2, uint64(k), 0, 0) | 1), Kind: entity.Ball,
					Pos: fixed.Vec{X: fixed.Q(k%256) << fixed.Bits, Y: -fixed.Q(20+k/256) << fixed.Bits}, Vel: fixed.SVec{Y: -fixed.One}})
			}
			s.Order()
			return s
		}
		a, b, land := make(), make(), blocks(0)
		one, many := new(Turner), new(Turner)
		for tick := range 20 {
			one.Move(a, land, game.Tick(tick), nil)
			many.Move(b, land, game.Tick(tick), several)
			if !slices.Equal(a.bodies, b.bodies) {
				t.Fatalf("tick %d is another", tick)
			}
		}
	})
}

// TestTurnerDoesNotAllocate once warm.
func TestTurnerDoesNotAllocate(t *testing.T) {
	s, land, mover := strew(4, 150, 3), blocks(12), new(Turner)
	tick := 0
	step := func() {
		drive(s, tick)
		mover.Move(s, land, game.Tick(tick), nil)
		s.Events = s.Events[:0]
		tick++
	}
	for range 200 {
		step()
	}
	if n := testing.AllocsPerRun(50, step); n > 0 {
		t.Errorf("%v allocations in a tick", n)
	}
}

// BenchmarkCrowdedWorld steps 64 regions of 200 moving bodies each, alone and on all cores.
func BenchmarkCrowdedWorld(b *testing.B) {
	for _, c := range []struct {
		name string
		do   Do
	}{{"alone", nil}, {fmt.Sprintf("on-%d", runtime.GOMAXPROCS(0)), several}} {
		b.Run(c.name, func(b *testing.B) {
			s, mover := strew(8, 200, 5), new(Turner)
			land := blocks(12)
			for tick := 0; b.Loop(); tick++ {
				drive(s, tick)
				mover.Move(s, land, game.Tick(tick), c.do)
				s.Events = s.Events[:0]
			}
			b.ReportMetric(float64(s.Awake()), "awake")
		})
	}
}
