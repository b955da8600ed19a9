package island_test

import (
	_ "embed"
	"os"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// wired is two shores on which machines are built across the line: dx below 0 is in the west.
type wired struct {
	*rig.Shores
	ticks game.Tick // since the last machine was built
}

// moored are the states of two shores, so that many tests can begin from them.
type moored struct {
	west, east []byte
	mid        grid.Tile
}

func moor(t rig.Failer) moored {
	p := rig.ShoresOf(t, rig.Chancer(1), world.Genesis{Seed: 7, Rules: game.CurrentRules, Cap: 1})
	return moored{p.West.Snapshot(nil), p.East.Snapshot(nil), p.Mid}
}

func (m moored) open(t rig.Failer, draw func(uint32) uint32) *wired {
	p := &rig.Shores{Fleet: &rig.Fleet{T: t, Draw: draw}, Mid: m.mid}
	p.West, p.East = p.Add(m.west), p.Add(m.east)
	return &wired{Shores: p}
}

func newWired(t rig.Failer) *wired { return moor(t).open(t, rig.Chancer(1)) }

// side returns the island of a tile, and that tile.
func (w *wired) side(dx, dy int32) (*rig.Ship, grid.Tile) {
	t := w.Mid.Add(dx, dy)
	for _, s := range w.Ships {
		if s.Register.Owns(t.Region()) {
			return s, t
		}
	}
	w.T.Fatalf("tile %v is nobody's", t)
	return nil, t
}

func (w *wired) set(dx, dy int32, b tile.Block, h tile.Heading) *wired {
	s, t := w.side(dx, dy)
	living.SetTile(&s.State, t, tile.Grass, b, h.Facing(0))
	s.Save()
	w.ticks = 0
	return w
}

// row lays wires from x to x1 in a row.
func (w *wired) row(x, x1, dy int32) *wired {
	for ; x <= x1; x++ {
		w.set(x, dy, tile.Wire, 0)
	}
	return w
}

// throw sets a lever.
func (w *wired) throw(dx, dy int32, on bool) {
	s, t := w.side(dx, dy)
	living.SetTile(&s.State, t, tile.Grass, tile.Lever, uint8(living.Either(on, 1, 0)))
	s.Save()
}

func (w *wired) state(dx, dy int32) uint8 {
	s, t := w.side(dx, dy)
	_, _, state, _ := s.TileAt(t)
	return state
}

func (w *wired) on(dx, dy int32) bool { return w.state(dx, dy)&tile.StateBit0 != 0 }

func (w *wired) run(ticks int) *wired {
	for ; ticks > 0; ticks -= game.TicksPerTurn {
		w.Step(game.TicksPerTurn, nil)
	}
	return w
}

// until runs until f holds and returns after how many ticks it did.
func (w *wired) until(what string, most int, f func() bool) (ticks int) {
	w.T.Helper()
	for ; !f(); ticks += game.TicksPerTurn {
		if ticks > most {
			w.T.Fatalf("not within %d ticks: %s", most, what)
		}
		w.run(game.TicksPerTurn)
	}
	return ticks
}

// signalWay is the most ticks from a change to its effect beyond the line, where a message takes a turn: the
// message waits for its time to be sent and for the turn that takes it in, and the taker of the signal waits
// for its beat.
const signalWay = int(federation.BorderEvery) + 2*game.TicksPerTurn + living.BeatTicks

// TestSignalsGoOverALine: any source of a signal, at the line or some tiles away from it, and any taker
// beyond it work as they do without a line, and the effect ends with the source.
func TestSignalsGoOverALine(t *testing.T) {
	sea := moor(t)
	for _, from := range []struct {
		name  string
		build func(w *wired, x int32) // sets up a source at x, driven by a lever at -9 0
	}{
		{"a lever", func(w *wired, x int32) { w.set(x, 0, tile.Lever, 0) }},
		{"a wire", func(w *wired, x int32) { w.row(-8, x, 0) }},
		{"a not gate behind another", func(w *wired, x int32) {
			w.row(-8, x-2, 0).set(x-1, 0, tile.NotGate, tile.East).set(x, 0, tile.NotGate, tile.East)
		}},
		{"an or gate", func(w *wired, x int32) { w.row(-8, x-1, 0).set(x, 0, tile.OrGate, tile.East) }},
		{"an and gate", func(w *wired, x int32) {
			w.row(-8, x-1, 0).row(x-1, x, -1).row(x-1, x, 1).set(x-1, 0, tile.Wire, 0).set(x, 0, tile.AndGate, tile.East)
		}},
		{"a delay", func(w *wired, x int32) { w.row(-8, x-1, 0).set(x, 0, tile.Delay, tile.East) }},
	} {
		for _, to := range []struct {
			block tile.Block
			h     tile.Heading
			on    bool // bit 0 of a block that has a signal
		}{
			{tile.Wire, 0, true}, {tile.Lamp, 0, false}, {tile.Door, 0, true}, {tile.Piston, tile.East, true}, {tile.NotGate, tile.East, false},
			{tile.OrGate, tile.East, true}, {tile.Delay, tile.East, true}, {tile.Pump, tile.East, true}, {tile.Rotor, 0, true},
		} {
			for _, gap := range []int32{0, 2} { // tiles of wire on either side of the line
				w := sea.open(t, rig.Chancer(1))
				from.build(w, -1-gap)
				w.row(-gap, gap-1, 0).set(gap, 0, to.block, to.h)
				lever := living.Either(from.name == "a lever", -1-gap, -9)
				for _, on := range []bool{true, false, true} {
					w.throw(lever, 0, on)
					if w.run(signalWay + 4*living.BeatTicks); w.on(gap, 0) != (on == to.on) {
						t.Errorf("%s to a %s over %d wires: lever %v, state %x", from.name, to.block, 2*gap, on, w.state(gap, 0))
					}
				}
			}
		}
	}
}

// TestSignalsAreAsStrongOverALine: they reach wireReach tiles in all, and are gone, where they cross at one
// tile, one message after their source, not fading from tile to tile.
func TestSignalsAreAsStrongOverALine(t *testing.T) {
	w := newWired(t)
	w.row(-10, 14, 0)
	for y := int32(1); y <= 10; y++ {
		w.set(14, y, tile.Wire, 0)
	}
	w.throw(-11, 0, true)
	lit := w.until("lit to the end", signalWay, func() bool { return w.on(14, living.WireReach-25) })
	if w.run(60); w.on(14, living.WireReach-24) || w.state(0, 0)>>1 != living.WireReach-10 {
		t.Errorf("the signal is %d strong behind the line, and reaches on", w.state(0, 0)>>1)
	}
	w.throw(-11, 0, false)
	dark := w.until("dark", signalWay, func() bool { return !w.on(0, 0) && !w.on(14, 0) && !w.on(14, living.WireReach-25) })
	w.run(3)
	for range 100 {
		if w.run(3); w.on(-1, 0) || w.on(0, 0) {
			t.Fatal("it came back")
		}
	}
	t.Logf("lit after %d ticks, dark after %d", lit, dark)
}

// TestGatesFireOnceOverALine: a lever that is thrown once changes the blocks behind gates beyond the line
// once, and back once.
func TestGatesFireOnceOverALine(t *testing.T) {
	w := newWired(t)
	w.row(-3, 2, 0).set(3, 0, tile.NotGate, tile.East).row(4, 5, 0).set(6, 0, tile.Lamp, 0)
	w.run(60)
	changes := 0
	w.After = func(s *rig.Ship) {
		for _, e := range s.Happened {
			if e.Kind == event.Lit || e.Kind == event.Unlit {
				changes++
			}
		}
	}
	for n := range 6 {
		w.throw(-4, 0, n%2 == 0)
		if w.run(120); changes != n+1 {
			t.Fatalf("thrown %d times, the lamp changed %d times", n+1, changes)
		}
	}
}

// TestSignalsThatComeBack: a signal that goes over a line and back by another tile works as it does without a
// line, and ends with its source; so do wires that run along the line on both sides and touch in many places.
func TestSignalsThatComeBack(t *testing.T) {
	sea := moor(t)
	back := sea.open(t, rig.Chancer(1))
	back.row(-3, 2, 0).set(2, 1, tile.Wire, 0).row(-3, 2, 2).set(-4, 2, tile.Door, 0)
	along := sea.open(t, rig.Chancer(1))
	for y := int32(-10); y <= 10; y++ {
		along.row(-1, 0, y)
	}
	along.set(-2, 10, tile.Door, 0).row(-3, -1, 0)
	for _, c := range []struct {
		name string
		w    *wired
		door [2]int32
	}{{"over and back", back, [2]int32{-4, 2}}, {"along the line", along, [2]int32{-2, 10}}} {
		for range 2 {
			c.w.throw(-4, 0, true)
			lit := c.w.until(c.name+": lit", 6*signalWay, func() bool { return c.w.on(c.door[0], c.door[1]) })
			c.w.run(120)
			c.w.throw(-4, 0, false)
			dark := c.w.until(c.name+": dark", darkWithin, func() bool { return !c.w.on(c.door[0], c.door[1]) && c.w.lit() == 0 })
			t.Logf("%s: lit after %d ticks, dark after %d", c.name, lit, dark)
		}
	}
}

// darkWithin is after how many ticks all wires are dark that have no source, where a message takes a turn:
// with every message an echo is weaker by one at least.
const darkWithin = world.SourceStrength * (int(federation.BorderEvery) + 2*game.TicksPerTurn)

// lit counts the wires that are lit, and the signals that are lent.
func (w *wired) lit() (n int) {
	for _, s := range w.Ships {
		n += len(s.Border.Signals)
		for _, r := range s.Land.Regions {
			for k := range grid.Index(grid.RegionTiles) {
				if r.Tiles.Block[k] == tile.Wire && r.Tiles.State[k] != 0 {
					n++
				}
			}
		}
	}
	return n
}

// TestSleepingLandGivesNothing: sleeping land beyond a line gives no signal; when it wakes it does again.
func TestSleepingLandGivesNothing(t *testing.T) {
	w := newWired(t)
	w.row(-1, 1, 0).set(-2, 0, tile.Door, 0).throw(2, 0, true)
	w.until("open", signalWay, func() bool { return w.on(-2, 0) })
	at := w.Mid.Region()
	w.East.PlaceAt(2, at.Tile(grid.RegionTiles/2+20).Add(2*grid.RegionSide, 0))
	w.East.Moved = true
	living.Attend(&w.East.State)
	k, _ := w.East.Land.Find(at)
	living.Retire(&w.East.State, k)
	w.East.Save()
	w.until("shut while it sleeps", signalWay, func() bool { return !w.on(-2, 0) })
	if w.run(30); w.on(-2, 0) || w.East.Land.Active(at) != nil {
		t.Fatal("it does not sleep")
	}
	living.Activate(&w.East.State, at)
	w.East.PlaceAt(2, at.Tile(grid.RegionTiles/2+20))
	w.until("open when it wakes, and it is known again whose the land is", int(2*world.LookEvery)+signalWay, func() bool { return w.on(-2, 0) })
}

// A snapshot in format 2 of a home to which a signal is lent over a line. It stays readable as long as its
// rules are run: it is never written again.
//
//go:embed testdata/snapshot-v2.bin
var fixtureV2 []byte

// lentDigest is the digest of the state in fixtureV2 under rules 2.
const lentDigest = 0x4a72be531c14cb44

// TestSnapshotStaysReadable restores the fixture of the format, and lives in it.
func TestSnapshotStaysReadable(t *testing.T) {
	if len(fixtureV2) == 0 && *update {
		w := moor(t).open(t, rig.Chancer(1))
		w.row(-3, 2, 0).set(-4, 0, tile.Door, 0).throw(3, 0, true)
		w.until("open", 6*signalWay, func() bool { return w.on(-4, 0) })
		if err := os.WriteFile("testdata/snapshot-v2.bin", w.West.Snapshot(nil), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("written; its digest is %#x", w.West.Digest())
	}
	i := new(island.Island)
	if err := i.Restore(fixtureV2); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != lentDigest {
		t.Errorf("digest %#x, want %#x", d, uint64(lentDigest))
	}
	if len(i.Border.Signals) != 1 || i.Border.Signals[0].Of != 77 || i.Border.Signals[0].Strength != living.WireReach-2 || string(i.Snapshot(nil)) != string(fixtureV2) {
		t.Errorf("it is not what it was: %v", i.Border.Signals)
	}
	rig.Livable(t, i)
}

// TestSignalsAreState: lent signals are in snapshots, digests, copies and the answers of Diff; where there is
// no line they take no memory and no message.
func TestSignalsAreState(t *testing.T) {
	w := newWired(t)
	w.row(-3, 2, 0).set(-4, 0, tile.Door, 0).throw(3, 0, true)
	w.until("open", 6*signalWay, func() bool { return w.on(-4, 0) })
	var again, near, scratch island.Island
	if err := again.Restore(w.West.Snapshot(nil)); err != nil || again.Digest() != w.West.Digest() {
		t.Fatalf("restored: %v", err)
	}
	w.West.CopyNear(&near, w.Mid.Add(-2, 0))
	near.Copy(&scratch)
	for _, i := range []*island.Island{&again, &near, &scratch} {
		living.Rouse(&i.State, w.Mid.Add(-1, 0))
		for range 2 * living.BeatTicks {
			i.StepTick(nil)
		}
		if _, _, state, _ := i.TileAt(w.Mid.Add(-4, 0)); state&tile.StateBit0 == 0 {
			t.Error("a copy does not know the signal from beyond the line")
		}
	}
	var other island.Island
	if err := other.Restore(w.West.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	other.Border.Signals[0].Strength--
	if field, differ := island.Diff(w.West.Island, &other); !differ || !strings.HasPrefix(field, "signal[0]") || w.West.Digest() == other.Digest() {
		t.Errorf("a signal that differs is not told: %q", field)
	}
	if l := federation.Lines(&w.West.State); len(l) != 1 || l[0].Signals != 1 {
		t.Errorf("lines: %+v", l)
	}
	w.Absorb(w.West, w.East)
	s := rig.NewStage(t).Enter(1).Clear(8)
	for x := int32(-4); x <= 4; x++ {
		s.Set(x, 0, tile.Wire, 0)
	}
	s.Run(120)
	if len(w.West.Border.Signals) > 0 || s.Border.Signals != nil || len(s.Mail.Outboxes) > 0 || s.Sections()[world.TopologySection] != 0 {
		t.Error("signals are kept where there is no line")
	}
}

// TestSignalsThatAreNoneAreRefused: a neighbour can lend signals from its side of a line to this one, and
// nothing else.
func TestSignalsThatAreNoneAreRefused(t *testing.T) {
	sea := moor(t)
	at, mid := sea.mid.Region(), sea.mid
	edge := func(dy int32, h tile.Heading, strength uint8) world.Signal {
		return world.Signal{At: mid.Add(0, dy), To: h, Strength: strength}
	}
	message := func(list ...world.Signal) []byte {
		return federation.AppendSignals([]byte{uint8(federation.SignalLetter)}, list)
	}
	var many []world.Signal
	for y := range int32(4) {
		for x := range int32(65) {
			many = append(many, world.Signal{At: grid.Region{X: 100, Y: y}.Tile(grid.Index(x)), To: tile.West, Strength: 1})
		}
	}
	good := message(edge(0, tile.West, world.SourceStrength))
	for _, c := range []struct {
		name string
		from uint64
		m    []byte
		want int
	}{
		{"as it should be", 77, good, 1},
		{"the strongest and the weakest", 77, message(edge(0, tile.West, world.SourceStrength), edge(1, tile.West, 1)), 2},
		{"none", 77, message(), 0},
		{"too strong", 77, message(edge(0, tile.West, world.SourceStrength+1)), 0},
		{"without strength", 77, message(edge(0, tile.West, 0)), 0},
		{"away from the line", 77, message(edge(0, tile.East, 9)), 0},
		{"from this island's own land", 77, message(world.Signal{At: mid.Add(-1, 0), To: tile.West, Strength: 9}), 0},
		{"from afar", 77, message(world.Signal{At: mid.Add(9000, 0), To: tile.West, Strength: 9}), 0},
		{"from a third island", 78, good, 0},
		{"from nobody's land", 77, message(world.Signal{At: grid.Region{X: grid.MaxRegion + 1}.Tile(0), To: tile.West, Strength: 9}), 0},
		{"one twice", 77, message(edge(0, tile.West, 9), edge(0, tile.West, 9)), 0},
		{"in another order", 77, message(edge(1, tile.West, 9), edge(0, tile.West, 9)), 0},
		{"cut", 77, good[:len(good)-1], 0},
		{"longer", 77, append(slices.Clone(good), 0), 0},
		{"more than there may be", 77, message(many...), 0},
		{"a region without any", 77, codec.Uvarint(world.AppendPlace(codec.Uvarint([]byte{uint8(federation.SignalLetter)}, 1), at), 0), 0},
	} {
		i := new(island.Island)
		if err := i.Restore(sea.west); err != nil {
			t.Fatal(err)
		}
		federation.Receive(&i.State, c.from, c.m)
		if len(i.Border.Signals) != c.want {
			t.Errorf("%s: %d signals are taken, want %d", c.name, len(i.Border.Signals), c.want)
		}
		rig.Livable(t, i)
	}
}

// TestSignalsHaveABound: of more than MaxSignals those of the first tiles go over the line, the same in every
// message.
func TestSignalsHaveABound(t *testing.T) {
	w := newWired(t)
	far := uint64(99)
	n := 0
	for _, r := range slices.Clone(w.East.Land.Regions) { // all round every region there is another's
		for h := range tile.HeadingCount {
			if w.East.Register.Owns(world.SideOf(r.At, h)) && w.East.Land.Active(world.SideOf(r.At, h)) == nil {
				w.East.Register.DropLease(world.SideOf(r.At, h))
			}
			if w.East.Register.Owns(world.SideOf(r.At, h)) {
				continue
			}
			w.East.Register.Asks = slices.DeleteFunc(w.East.Register.Asks, func(a world.Ask) bool { return a.At == world.SideOf(r.At, h) })
			federation.LearnHolder(&w.East.Island.State, []grid.Region{world.SideOf(r.At, h)}, far)
			for k := range int32(grid.RegionSide) {
				living.SetTile(&w.East.State, world.AtEdge(r.At, h, k), tile.Grass, tile.Lever, tile.StateBit0)
				n++
			}
		}
	}
	list := federation.SignalsFor(&w.East.Island.State, far)
	if n <= world.MaxSignals || len(list) != world.MaxSignals || !slices.IsSortedFunc(list, world.CompareSignals) {
		t.Errorf("%d levers give %d signals, want %d", n, len(list), world.MaxSignals)
	}
	c := codec.Read(federation.AppendSignals(nil, list))
	if back := federation.ReadSignals(&c, w.East.Register.SelfID); c.Done() != nil || !slices.Equal(back, list) {
		t.Errorf("they are read as %d signals: %v", len(back), c.Err())
	}
}
