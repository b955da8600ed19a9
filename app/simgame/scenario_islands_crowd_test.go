package simgame_test

import (
	"testing"
	"time"

	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
)

// TestACrowdDivides: four players are on an island where hosts allow three, a limit unknown to the rules of
// the world. A player that walks three regions off gets an island of its own after a while, and keeps it.
func TestACrowdDivides(t *testing.T) {
	v := newVoyage(t, 4, 0, func(o *kernel.Options) { o.Cap = 3 })
	v.run(4 * time.Second)
	v.enter()
	w, _ := v.crew[0].at()
	start, hermit := w.SpawnTile, v.crew[3]
	v.walk("three regions away", 120*time.Second, map[*voyager]grid.Tile{hermit: start.Add(0, 3*grid.RegionSide)}, nil)
	if v.islands() != 1 {
		t.Fatalf("%d islands at once", v.islands())
	}
	v.until("an island of its own", 50*time.Second, func() bool {
		w, b := hermit.at()
		return b != nil && w.Self() != world.Home
	})
	v.run(10 * time.Second)
	w, b := hermit.at()
	if b == nil || w.Self() == world.Home || v.islands() != 2 {
		t.Fatalf("%d islands: the two have become one beyond the cap", v.islands())
	}
	if len(w.Near(nil)) == 0 {
		t.Error("its own rules would not have the two be one: nothing is tried")
	}
	if !v.same() {
		t.Error("not the same everywhere")
	}
}
