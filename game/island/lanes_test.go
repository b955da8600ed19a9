package island

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// onCores runs work in as many goroutines as there are processors.
func onCores(n int, f func(k int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for k := int(next.Add(1)); k <= n; k = int(next.Add(1)) {
				f(k - 1)
			}
		})
	}
	all.Wait()
}

// crowded returns an island of wide × wide regions of grass with some walls, and each bodies in every region.
func crowded(wide int32, each int) *Island {
	i := &Island{genesis: Genesis{Seed: 7, Rules: game.CurrentRules}, partial: true, tick: 1}
	for y := range wide {
		for x := range wide {
			r := &region{at: grid.Region{X: x, Y: y}}
			for k := range r.tiles.Ground {
				r.tiles.Ground[k] = tile.Grass
				if k%37 == 0 {
					r.tiles.Block[k] = tile.StoneWall
				}
			}
			r.resum()
			i.regions = append(i.regions, r)
			for n := range each {
				t := r.at.Tile(grid.Index(n * (grid.RegionTiles / each)))
				i.space.Append(entity.Body{ID: i.newID(uint64(len(i.space.Bodies()))), Kind: []entity.Kind{entity.Ball, entity.Ball, entity.Crate}[n%3], Pos: t.Centre()})
			}
		}
	}
	i.space.Order()
	i.reindex()
	return i
}

// stir gives all bodies speed.
func stir(i *Island, n int) {
	for k := range i.space.Bodies() {
		o := &i.space.Bodies()[k]
		o.Vel = fixed.Direction(fixed.Angle(uint64(o.ID) + uint64(n)*977)).Scale(6 * fixed.One)
		i.space.Wake(k)
	}
}

// TestSharedOut: an island's digests are the same on 1, 2 and 8 processors, and without any sharing.
func TestSharedOut(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want []uint64
	for _, procs := range []int{0, 1, 2, 8} {
		i := crowded(5, 200) // more than are shared out from
		if procs > 0 {
			runtime.GOMAXPROCS(procs)
			i.ShareOut(onCores)
		}
		for n := range 60 {
			if n%30 == 0 {
				stir(i, n)
			}
			i.StepTick(nil)
			if digest := i.Digest(); procs == 0 {
				want = append(want, digest)
			} else if digest != want[n] {
				t.Fatalf("on %d processors the digest after tick %d is another", procs, n)
			}
		}
	}
}

// TestSharingIsKept: who steps the island goes on sharing after the state was replaced.
func TestSharingIsKept(t *testing.T) {
	i := New(Genesis{Seed: 7, Rules: game.CurrentRules})
	i.ShareOut(onCores)
	if err := i.Restore(i.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if i.do == nil {
		t.Error("the work is not shared any more")
	}
}

// BenchmarkCrowded steps 64 regions of 200 moving bodies each, alone and on all processors: per tick.
func BenchmarkCrowded(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(n int, f func(k int))
	}{{"alone", nil}, {"shared", onCores}} {
		b.Run(c.name, func(b *testing.B) {
			i := crowded(8, 200)
			i.ShareOut(c.do)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if n%30 == 0 {
					stir(i, n)
				}
				i.StepTick(nil)
			}
			b.ReportMetric(float64(i.space.Awake()), "awake")
		})
	}
}
