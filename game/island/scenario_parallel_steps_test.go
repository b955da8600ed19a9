package island_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"manyhold/game"
	"manyhold/game/exhibit"
	"manyhold/game/island"
	"manyhold/game/world"
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

// TestSharedOut: an island's digests are the same on 1, 2 and 8 processors, and without any sharing.
func TestSharedOut(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want []uint64
	for _, procs := range []int{0, 1, 2, 8} {
		i := exhibit.Crowded(5, 200) // more than are shared out from
		if procs > 0 {
			runtime.GOMAXPROCS(procs)
			i.Motion.ShareOut(onCores)
		}
		for n := range 60 {
			if n%30 == 0 {
				exhibit.Stir(i, n)
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

// TestSharingIsKept: steps are still shared out after the state was replaced.
func TestSharingIsKept(t *testing.T) {
	i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	i.Motion.ShareOut(onCores)
	if err := i.Restore(i.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if i.Motion.Do == nil {
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
			i := exhibit.Crowded(8, 200)
			i.Motion.ShareOut(c.do)
			tick := func(n int) {
				if n%30 == 0 {
					exhibit.Stir(i, n)
				}
				i.StepTick(nil)
			}
			for n := range 90 { // until everything is as large as it will be
				tick(n)
			}
			b.ReportAllocs()
			for n := 90; b.Loop(); n++ {
				tick(n)
			}
			b.ReportMetric(float64(i.Space.Awake()), "awake")
		})
	}
}
