package node

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/net/patience"
)

// TestCrew: every piece is done once, by any worker, and calls that meet do not disturb each other.
func TestCrew(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, procs := range []int{1, 2, 3, 8, 40} {
		runtime.GOMAXPROCS(procs)
		var c crew
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				for n := range 300 {
					done := make([]atomic.Int32, n%70)
					c.do(len(done), func(k int) { done[k].Add(1) })
					for k := range done {
						if got := done[k].Load(); got != 1 {
							t.Errorf("on %d processors piece %d of %d was done %d times", procs, k, len(done), got)
							return
						}
					}
				}
			})
		}
		all.Wait()
	}
}

// TestCrewLeaves: when no orders for a while, nobody looks for work any more.
func TestCrewLeaves(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var c crew
	var others atomic.Int32
	for until := patience.For(10 * time.Second); others.Load() == 0; {
		if until.Over() {
			t.Fatal("no hand has come")
		}
		c.do(2, func(int) { time.Sleep(time.Millisecond); others.Add(int32(c.there.Load())) })
	}
	for until := patience.For(10 * time.Second); c.hired[1].Load(); runtime.Gosched() {
		if until.Over() {
			t.Fatal("a hand stays for ever")
		}
	}
	if n := testing.AllocsPerRun(200, func() { c.do(4, func(int) {}) }); n > 0 {
		t.Errorf("%v allocations in a call", n)
	}
}

// moor is a land without end, with a block on one tile of twelve.
type moor struct{}

func (moor) Cell(x, y int32) physics.Cell {
	if (uint32(x)*2654435761^uint32(y)*2246822519)>>8%12 == 0 {
		return physics.Cell{Ground: tile.Grass, Height: 128}
	}
	return physics.Cell{Ground: tile.Grass}
}

func (moor) Pull(int32, int32) fixed.S { return fixed.One }

func (moor) Lane(int) physics.Land { return moor{} }

// throng puts 200 moving bodies into each of 64 regions.
func throng() *physics.Space {
	s := new(physics.Space)
	const side = grid.RegionSide << fixed.Bits
	for n := range uint64(64 * 200) {
		h := func(k uint64) uint64 { return random.Hash(5, n, k, 0) }
		at := func(k, region uint64) fixed.Q { return fixed.Q(region*side + h(k)%side) }
		s.Append(entity.Body{ID: game.EntityID(h(0) | 1), Kind: []entity.Kind{entity.Ball, entity.Ball, entity.Crate}[h(1)%3],
			Pos: fixed.Vec{X: at(2, n%8), Y: at(3, n/8%8)}})
	}
	s.Order()
	return s
}

// BenchmarkTwoCores lets 64 regions of 200 moving bodies each pass, for half a second of the world on one
// core and for the next on all that there are: their motion alone, and whole ticks of an island. Per tick, as
// the quickest tenth of equal ticks (or turns) took, as others use this machine too.
func BenchmarkTwoCores(b *testing.B) {
	b.Run("motion", func(b *testing.B) { benchmarkMover(b, new(physics.Turner)) })
	b.Run("whole", benchmarkCrowd)
}

// benchmarkMover times the motion alone.
func benchmarkMover(b *testing.B, mover physics.Mover) {
	const spell = 30 // ticks after which all bodies have speed again
	s := throng()
	var now game.Tick
	compareCores(b, spell, 1, func(n int, do physics.Do) func() {
		if n == 0 {
			for k := range s.Bodies() {
				s.Bodies()[k].Vel = fixed.Direction(fixed.Angle(uint64(s.Bodies()[k].ID) + uint64(now/spell/2)*977)).Scale(6 * fixed.One)
				s.Wake(k)
			}
		}
		s.Events = s.Events[:0]
		now++
		return func() { mover.Move(s, moor{}, now-1, do) }
	})
}

// benchmarkCrowd times turns of the crowd of the showroom, with a visitor in it.
func benchmarkCrowd(b *testing.B) {
	const spell = 10 // turns after which it gives all bodies speed again
	k := slices.IndexFunc(exhibit.Exhibits[:], func(e exhibit.Exhibit) bool { return e.Name == "crowd" })
	show := exhibit.Exhibits[k].Open()
	visitor := game.PlayerID{1}
	next := func(seq uint64, commands ...command.Command) {
		if taken, err := show.Next(visitor, seq, commands); err != nil || taken != len(commands) {
			b.Fatal(taken, err)
		}
	}
	next(1, command.Command{Kind: command.Enter})
	for !show.Stirred {
		next(2)
	}
	for range spell - 1 {
		next(2)
	}
	compareCores(b, spell, game.TicksPerTurn, func(_ int, do physics.Do) func() {
		show.World.Motion.ShareOut(do)
		return func() { next(2) }
	})
	if n := len(show.World.Space.Bodies()); n < 64*200 {
		b.Fatal("there are only", n)
	}
}

// compareCores times a spell of steps of so many ticks each, alone and shared by turns: ready prepares step
// n, and returns it.
func compareCores(b *testing.B, spell, ticks int, ready func(n int, do physics.Do) func()) {
	took := [2][][]time.Duration{make([][]time.Duration, spell), make([][]time.Duration, spell)}
	for b.Loop() {
		for mode, do := range []physics.Do{nil, onWorkers} {
			for n := range spell {
				step := ready(n, do)
				start := time.Now()
				step()
				took[mode][n] = append(took[mode][n], time.Since(start))
			}
		}
	}
	var sum [2]time.Duration
	for mode := range took {
		for _, list := range took[mode] {
			slices.Sort(list)
			sum[mode] += list[len(list)/10] / time.Duration(spell*ticks)
		}
	}
	b.ReportMetric(float64(sum[0].Nanoseconds())/1000, "alone-µs")
	b.ReportMetric(float64(sum[1].Nanoseconds())/1000, "shared-µs")
	b.ReportMetric(float64(sum[0])/float64(sum[1]), "times-as-fast")
}
