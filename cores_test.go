package main

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// TestCrew: every piece is done once, whoever does it, and calls that meet do not disturb each other.
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

// TestCrewLeaves: when there is nothing to do for a while, nobody looks for work any more.
func TestCrewLeaves(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var c crew
	var others atomic.Int32
	for until := time.Now().Add(10 * time.Second); others.Load() == 0; {
		if time.Now().After(until) {
			t.Fatal("no hand has come")
		}
		c.do(2, func(int) { time.Sleep(time.Millisecond); others.Add(int32(c.there.Load())) })
	}
	for until := time.Now().Add(10 * time.Second); c.hired[1].Load(); runtime.Gosched() {
		if time.Now().After(until) {
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

// BenchmarkTwoCores steps 64 regions of 200 moving bodies each, for half a second of the world on one core and for the
// next on all that there are: per tick, as the quickest tenth of equal ticks took, as others use this machine too. What
// else an island does in a tick is not a hundredth of it.
func BenchmarkTwoCores(b *testing.B) {
	b.Run("rules-3", func(b *testing.B) { benchmarkCores(b, physics.Lanes{}) })
	b.Run("rules-4", func(b *testing.B) { benchmarkCores(b, new(physics.Turner)) })
}

func benchmarkCores(b *testing.B, mover physics.Mover) {
	const spell = 30 // ticks after which all bodies have speed again
	var took [2][spell][]time.Duration
	s := throng()
	var now game.Tick
	for b.Loop() {
		for mode, do := range []physics.Do{nil, onCores} {
			for k := range s.Bodies() {
				s.Bodies()[k].Vel = fixed.Direction(fixed.Angle(uint64(s.Bodies()[k].ID) + uint64(now/spell/2)*977)).Scale(6 * fixed.One)
				s.Wake(k)
			}
			for n := range spell {
				start := time.Now()
				mover.Move(s, moor{}, now, do)
				took[mode][n] = append(took[mode][n], time.Since(start))
				s.Events = s.Events[:0]
				now++
			}
		}
	}
	var sum [2]time.Duration
	for mode := range took {
		for n := range took[mode] {
			slices.Sort(took[mode][n])
			sum[mode] += took[mode][n][len(took[mode][n])/10] / spell
		}
	}
	b.ReportMetric(float64(sum[0].Microseconds()), "alone-µs")
	b.ReportMetric(float64(sum[1].Microseconds()), "shared-µs")
	b.ReportMetric(float64(sum[0])/float64(sum[1]), "times-as-fast")
}
