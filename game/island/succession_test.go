package island

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// lamplit is a circuit across the line with gates on both sides, lit: a lever at -9 0; doors at 8 0, which is open, and
// 8 2, which the wires lead back to -8 2.
func (w *wired) lamplit() *wired {
	w.row(-8, -3, 0).set(-2, 0, tile.OrGate, tile.East).row(-1, 1, 0).set(2, 0, tile.NotGate, tile.East).row(3, 4, 0)
	w.set(5, 0, tile.NotGate, tile.East).row(6, 7, 0).set(8, 0, tile.Door, 0).set(7, 1, tile.Wire, 0).row(-7, 7, 2).set(-8, 2, tile.Door, 0)
	w.set(-4, 2, tile.Delay, tile.West)
	w.throw(-9, 0, true)
	w.until("lit", 6*signalWay, func() bool { return w.on(8, 0) && w.on(-8, 2) })
	w.run(120)
	return w
}

// steady watches that nothing of the land of two shores changes any more, and nothing is told of machines.
func (w *wired) steady(what string, ticks int) {
	w.t.Helper()
	look := func() (all []tile.Region) {
		for _, at := range []grid.Region{w.mid.Add(-1, 0).Region(), w.mid.Region()} {
			for _, s := range w.ships {
				if r := s.region(at); r != nil {
					all = append(all, r.tiles)
				}
			}
		}
		return all
	}
	before := look()
	for n := 0; n < ticks; n += game.TicksPerTurn {
		w.run(game.TicksPerTurn)
		for k, r := range look() {
			for at := range grid.Index(grid.RegionTiles) {
				if b := r.Block[at]; (b == tile.Door || len(rulesOf[b]) > 0 && b != tile.Fire && b != tile.Flood) && r.State[at] != before[k].State[at] {
					w.t.Fatalf("%s: after %d ticks a %s is %x, and was %x", what, n, b, r.State[at], before[k].State[at])
				}
			}
		}
		for _, s := range w.ships {
			if slices.ContainsFunc(s.Events(), func(e event.Event) bool { return e.Kind == event.Opened || e.Kind == event.Closed }) {
				w.t.Fatalf("%s: after %d ticks a door moved", what, n)
			}
		}
	}
}

// TestLitCircuitsStayLit: where a line comes to run through a circuit that is lit, or one ends that did, nothing of it
// changes for a tick; the signals that were lent are gone when the line is, and a lever goes on doing what it did.
func TestLitCircuitsStayLit(t *testing.T) {
	w := newWired(t).lamplit()
	w.steady("across the line", 90)
	for round := range 3 {
		w.absorb(w.west, w.east)
		w.west.placeAt(1, dryTile(w.west.spawn.Region())) // who stands at the line keeps the land beyond it
		w.east = nil
		if len(w.west.signals) > 0 {
			t.Fatal("signals are lent where there is no line")
		}
		w.steady("in one", 90)
		w.east = w.carve(w.west, uint64(78+round), 2)
		if len(w.east.signals) != 1 || len(w.west.signals) != 1 {
			t.Fatalf("%d and %d signals go over the new line, want one each way", len(w.west.signals), len(w.east.signals))
		}
		w.steady("in two again", 400)
		w.throw(-9, 0, false)
		w.until("dark", 6*signalWay, func() bool { return !w.on(8, 0) && !w.on(-8, 2) })
		w.throw(-9, 0, true)
		w.until("lit again", 6*signalWay, func() bool { return w.on(8, 0) && w.on(-8, 2) })
		w.run(120)
	}
}
