package island_test

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// lamplit is a circuit across the line with gates on both sides, lit: a lever at -9 0; doors at 8 0, which is
// open, and 8 2, which the wires lead back to -8 2.
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
	w.T.Helper()
	look := func() (all []tile.Region) {
		for _, at := range []grid.Region{w.Mid.Add(-1, 0).Region(), w.Mid.Region()} {
			for _, s := range w.Ships {
				if r := s.Land.Active(at); r != nil {
					all = append(all, r.Tiles)
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
				if b := r.Block[at]; (b == tile.Door || len(living.RulesOf[b]) > 0 && b != tile.Fire && b != tile.Flood) && r.State[at] != before[k].State[at] {
					w.T.Fatalf("%s: after %d ticks a %s is %x, and was %x", what, n, b, r.State[at], before[k].State[at])
				}
			}
		}
		for _, s := range w.Ships {
			if slices.ContainsFunc(s.Happened, func(e event.Event) bool { return e.Kind == event.Opened || e.Kind == event.Closed }) {
				w.T.Fatalf("%s: after %d ticks a door moved", what, n)
			}
		}
	}
}

// TestLitCircuitsStayLit: a line comes to run through a lit circuit, or one that did ends. Nothing of the
// circuit changes for a tick; lent signals are gone when the line is, and a lever goes on with its work.
func TestLitCircuitsStayLit(t *testing.T) {
	w := newWired(t).lamplit()
	w.steady("across the line", 90)
	for round := range 3 {
		w.Absorb(w.West, w.East)
		// a player at the line keeps the land beyond it
		w.West.PlaceAt(1, rig.DryTile(w.West.SpawnTile.Region()))
		w.East = nil
		if len(w.West.Border.Signals) > 0 {
			t.Fatal("signals are lent where there is no line")
		}
		w.steady("in one", 90)
		w.East = w.Carve(w.West, uint64(78+round), 2)
		if len(w.East.Border.Signals) != 1 || len(w.West.Border.Signals) != 1 {
			t.Fatalf("%d and %d signals go over the new line, want one each way", len(w.West.Border.Signals), len(w.East.Border.Signals))
		}
		w.steady("in two again", 400)
		w.throw(-9, 0, false)
		w.until("dark", 6*signalWay, func() bool { return !w.on(8, 0) && !w.on(-8, 2) })
		w.throw(-9, 0, true)
		w.until("lit again", 6*signalWay, func() bool { return w.on(8, 0) && w.on(-8, 2) })
		w.run(120)
	}
}

// newCorner makes a world of three islands that meet at a corner, the middle: home in the north-west, one in
// the north-east, and one in the south, which is the third's once it was carved off the second.
func newCorner(t rig.Failer) (w *wired, divide func()) {
	f := &rig.Fleet{T: t, Draw: rig.Chancer(1)}
	h := f.Add(island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Cap: 1}).Snapshot(nil))
	f.SpreadOut(1, 0)
	at := h.SpawnTile.Region()
	w = &wired{Shores: &rig.Shores{Fleet: f, Mid: grid.Region{X: at.X + 2, Y: at.Y + 2}.Tile(0)}}
	for n, dy := range []int32{0, 2} {
		act.Admit(&h.Island.State, &world.SeatCommand{Key: rig.Key(n + 2)})
		h.Roster.Away[len(h.Roster.Away)-1].Last = rig.DryTile(grid.Region{X: at.X + 2, Y: at.Y + dy}).Centre()
		h.Roster.SumAway()
		h.Save()
		f.Step(3, map[int][]command.Command{n + 2: {{Kind: command.Enter, Text: "Guest"}}})
	}
	for dy := int32(-12); dy <= 12; dy++ {
		for dx := int32(-12); dx <= 12; dx++ {
			living.SetTile(&h.State, w.Mid.Add(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	world.Clear(&h.Island.State, func(b *entity.Body) bool { return b.Kind != entity.Player })
	h.Save()
	second := f.Carve(h, 77, 2, 3)
	w.run(360)
	return w, func() { f.Carve(second, 78, 3) }
}

// TestSignalsRoundACorner: a ring of wires through three islands that meet in its middle is lit all round by
// a lever on any of them, and dark when that ends, although no two of them have a loop of their own.
func TestSignalsRoundACorner(t *testing.T) {
	w, divide := newCorner(t)
	divide()
	w.run(360)
	for k := int32(-3); k <= 2; k++ {
		w.set(k, -3, tile.Wire, 0).set(k, 2, tile.Wire, 0).set(-3, k, tile.Wire, 0).set(2, k, tile.Wire, 0)
	}
	if len(w.Ships) != 3 || len(federation.Lines(&w.Home().State)) != 2 {
		t.Fatalf("%d islands, home has the lines %+v", len(w.Ships), federation.Lines(&w.Home().State))
	}
	for _, lever := range [][2]int32{{-4, -2}, {3, -2}, {0, 3}} {
		w.throw(lever[0], lever[1], true)
		w.until("all lit", 6*signalWay, func() bool {
			return w.on(-3, -3) && w.on(2, -3) && w.on(-3, 2) && w.on(2, 2) && w.on(-1, -3) && w.on(0, -3) && w.on(2, -1) && w.on(2, 0) && w.on(-3, -1) && w.on(-3, 0)
		})
		w.run(60)
		w.throw(lever[0], lever[1], false)
		dark := w.until("all dark", darkWithin, func() bool { return w.lit() == 0 })
		t.Logf("dark after %d ticks", dark)
	}
}

// TestAThirdIslandTakesOver: a signal goes over a line, and the land beyond it becomes another island's. Both
// sides of the old line, and of the new one, have their signals without a break.
func TestAThirdIslandTakesOver(t *testing.T) {
	w, divide := newCorner(t)
	for y := int32(-4); y <= 4; y++ {
		w.set(-5, y, tile.Wire, 0).set(-8, y, tile.Wire, 0).set(4, y, tile.Wire, 0)
	}
	w.set(-5, 5, tile.Door, 0).set(-8, -5, tile.Door, 0).set(4, 5, tile.Door, 0)
	w.throw(-5, -5, true) // from home to the future land of the third
	w.throw(-8, 5, true)  // and back
	w.throw(4, -5, true)  // from the second to the third, which are one now
	open := func() (n int) {
		for _, d := range [][2]int32{{-5, 5}, {-8, -5}, {4, 5}} {
			n += living.Either(w.on(d[0], d[1]), 1, 0)
		}
		return n
	}
	w.until("all open", 6*signalWay, func() bool { return open() == 3 })
	w.run(120)
	divide()
	for n := range 200 {
		if w.run(game.TicksPerTurn); open() < 3 {
			t.Fatalf("a door shut after %d ticks", n*game.TicksPerTurn)
		}
	}
	w.throw(-5, -5, false)
	w.throw(-8, 5, false)
	w.throw(4, -5, false)
	w.until("all shut", 6*signalWay, func() bool { return open() == 0 })
}

// TestSignalsOutliveAMerge: some players went on by themselves, for so long that they forgot the signals over
// the line. Where their branch is merged, the lent signals are the firm side's, and the door beside it open
// as it was.
func TestSignalsOutliveAMerge(t *testing.T) {
	w := newWired(t)
	w.row(-3, 2, 0).set(-4, 0, tile.Door, 0).throw(3, 0, true)
	w.until("open", 6*signalWay, func() bool { return w.on(-4, 0) })
	base := w.West.Snapshot(nil)
	alone := new(island.Island)
	if err := alone.Restore(base); err != nil {
		t.Fatal(err)
	}
	for range world.NearTime + 60 {
		alone.StepTick(nil)
	}
	if _, _, state, _ := alone.TileAt(w.Mid.Add(-4, 0)); state&tile.StateBit0 != 0 || len(alone.Border.Signals) > 0 {
		t.Fatal("who hears nothing for so long still has the signal")
	}
	living.SetTile(&w.West.State, w.Mid.Add(-8, 4), tile.Grass, tile.StoneWall, 0)
	w.West.Save()
	w.run(90)
	if _, err := w.West.Reconcile(base, alone.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	w.West.Save()
	if len(w.West.Border.Signals) != 1 {
		t.Fatalf("%d signals are lent after the merge", len(w.West.Border.Signals))
	}
	w.run(60)
	w.throw(3, 0, true)
	w.until("open again", 6*signalWay, func() bool { return w.on(-4, 0) })
	w.throw(3, 0, false)
	w.until("shut", 6*signalWay, func() bool { return !w.on(-4, 0) })
}

// TestSignalsAreForgotten: a neighbour that says nothing of signals for NearTime, though it is there, gives
// none.
func TestSignalsAreForgotten(t *testing.T) {
	w := newWired(t)
	w.row(-3, 2, 0).set(-4, 0, tile.Door, 0).throw(3, 0, true)
	w.until("open", 6*signalWay, func() bool { return w.on(-4, 0) })
	for range world.NearTime - federation.BorderEvery {
		federation.NoteNear(&w.West.Island.State, w.East.Register.SelfID, 1, true)
		w.West.StepTick(nil)
	}
	if !w.on(-4, 0) {
		t.Fatal("it is forgotten too early")
	}
	for range world.LookEvery {
		federation.NoteNear(&w.West.Island.State, w.East.Register.SelfID, 1, true)
		w.West.StepTick(nil)
	}
	if w.on(-4, 0) || len(w.West.Border.Signals) > 0 {
		t.Error("it is never forgotten")
	}
}
