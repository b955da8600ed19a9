package predict

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/physics"
)

// mostStep is the furthest that a walker's picture may move in a tick: half as much again as on a path.
const mostStep = fixed.Q(physics.WalkSpeed) / game.TicksPerSecond * 11 / 10 * 3 / 2

func TestOwnBodyAnswersAtOnceAndNeverJumps(t *testing.T) {
	for _, ms := range []int{0, 20, 50, 100, 150, 200, 300, 400} {
		t.Run(fmt.Sprintf("%dms", ms), func(t *testing.T) {
			b := newBench(t, ms*game.TicksPerSecond/1000)
			b.enter()
			rng := uint64(ms) + 1
			last := b.mine().Pos
			for n := range 1200 {
				moved := false
				if n%17 == 0 {
					rng = rng*6364136223846793005 + 1442695040888963407
					dir := fixed.Direction(fixed.Angle(rng >> 48))
					if n%51 == 0 {
						dir = fixed.SVec{}
					}
					was := b.mine()
					b.ask(command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)})
					moved = dir != (fixed.SVec{}) && was.Vel == (fixed.SVec{})
				}
				b.tick()
				now := b.mine().Pos
				if step := now.Sub(last).Len(); step > mostStep {
					t.Fatalf("tick %d: the picture jumps by %.4f tiles; lead %d", n, float64(step)/fixed.One, b.eyes.View(0).Lead)
				}
				if moved && now == last && !b.blocked() {
					t.Fatalf("tick %d: the picture does not answer within one Advance", n)
				}
				last = now
			}
			if v := b.eyes.View(0); v.Expired != 0 {
				t.Errorf("%d commands expired", v.Expired)
			}
		})
	}
}

// TestWindowThatStood: a window that was suspended for two seconds takes the newest state and continues from
// there. It does not replay the missed frames: it predicts no further ahead than before, a tick in a frame,
// and draws all bodies at the places of the newest turns. Others are not affected.
func TestWindowThatStood(t *testing.T) {
	const stood = 2 * game.TicksPerSecond
	stands, runs := newBench(t, 6), newBench(t, 6)
	for _, b := range []*bench{stands, runs} {
		b.enter()
		b.ask(command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}})
		b.run(60)
	}
	lead := stands.eyes.View(0).Lead
	for range stood {
		stands.outside()
		runs.tick()
	}
	if stands.leader.Digest() != runs.leader.Digest() {
		t.Error("the world has noticed that a window stood")
	}
	for len(stands.down) > 1 && stands.down[1].at <= stands.now { // only the newest is kept for it
		stands.down = stands.down[1:]
	}
	far := func() fixed.Q {
		v := stands.eyes.View(fixed.One)
		return stands.mine().Pos.Sub(stands.leader.Space.Body(v.Me.Body).Pos).Len()
	}
	for n := range 30 {
		was := stands.eyes.View(0).World.Clock
		stands.tick()
		v := stands.eyes.View(0)
		if n == 0 {
			if v.World.Clock < was+stood-game.MaxTicksPerTurn {
				t.Errorf("it shows tick %d, two seconds ago it was %d", v.World.Clock, was)
			}
		} else if ticks := v.World.Clock - was; ticks > 2 {
			t.Errorf("frame %d after it has gone on for %d ticks", n, ticks)
		}
		if v.Lead > lead+game.MaxTicksPerTurn {
			t.Errorf("frame %d after it is %d ticks ahead, it was %d", n, v.Lead, lead)
		}
		if most := fixed.Q(physics.WalkSpeed)/game.TicksPerSecond*fixed.Q(v.Lead+12) + fixed.One/4; far() > most {
			t.Errorf("frame %d after it draws itself %d/65536 tiles from where it is", n, far())
		}
	}
}

// TestTurnsOfAnyLength: the own body answers at once and never jumps also when turns are longer or shorter
// than usual, and when their length changes on the way.
func TestTurnsOfAnyLength(t *testing.T) {
	for _, turns := range [][]int{{1}, {2}, {4}, {6}, {3, 6, 3}, {6, 1}} {
		t.Run(fmt.Sprint(turns), func(t *testing.T) {
			b := newBench(t, 5)
			b.turn = turns[0]
			b.enter()
			last, late := b.mine().Pos, 0
			for n := range 3000 {
				b.turn = turns[n*len(turns)/3000]
				if n%17 == 0 {
					b.ask(command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(n << 9))})
				}
				b.tick()
				now := b.mine().Pos
				if step := now.Sub(last).Len(); step > mostStep {
					t.Fatalf("tick %d: the picture jumps by %.4f tiles; lead %d", n, float64(step)/fixed.One, b.eyes.View(0).Lead)
				}
				if b.eyes.View(0).Correction > fixed.One/100 {
					late++
				}
				last = now
			}
			if v := b.eyes.View(0); v.Expired != 0 || late > 300 || int(v.Lead) > 40 {
				t.Errorf("%d commands expired, corrected in %d of 3000 ticks, runs %d ticks ahead", v.Expired, late, v.Lead)
			}
			t.Logf("corrected in %d of 3000 ticks, runs %d ticks ahead", late, b.eyes.View(0).Lead)
		})
	}
}

// TestCommandsComeOnTime: once the lead is found, no correction is needed at a constant delay.
func TestCommandsComeOnTime(t *testing.T) {
	for _, delay := range []int{0, 3, 7, 12, 20} {
		b := newBench(t, delay)
		b.enter()
		late := 0
		for n := range 1500 {
			if n%20 == 0 {
				b.ask(command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(n << 9))})
			}
			b.tick()
			if n > 300 && b.eyes.View(0).Correction > fixed.One/100 {
				late++
			}
		}
		v := b.eyes.View(0)
		if late > 60 {
			t.Errorf("delay %d: corrected in %d of 1200 ticks", delay, late)
		}
		if int(v.Lead) > 2*delay+20 {
			t.Errorf("delay %d: runs %d ticks ahead", delay, v.Lead)
		}
	}
}

func TestOthersMoveSmoothly(t *testing.T) {
	b := newBench(t, 6)
	rng := uint64(5)
	b.jitter = func() int { rng = rng*6364136223846793005 + 1; return int(rng >> 62) }
	b.enter()
	b.tell(command.Command{Kind: command.Enter, Text: "Bo"})
	b.run(60)
	his := b.leader.Roster.ByKey(other).Body
	b.tell(command.Command{Kind: command.Move, Dir: fixed.SVec{Y: fixed.One}})
	var last fixed.Vec
	jumps := 0
	for n := range 600 {
		if n%90 == 89 {
			b.tell(command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(n * 3000))})
		}
		b.tick()
		for _, d := range b.eyes.View(fixed.One).Bodies {
			if d.ID != his {
				continue
			}
			if d.Predicted {
				t.Fatal("another player is drawn ahead")
			}
			if n > 0 && d.Pos.Sub(last).Len() > mostStep {
				jumps++
			}
			last = d.Pos
		}
	}
	if jumps > 3 {
		t.Errorf("the other's picture jumped %d times in 600 ticks", jumps)
	}
}

func TestEventsAreToldOnce(t *testing.T) {
	for _, delay := range []int{0, 4, 12} {
		b := newBench(t, delay)
		b.enter()
		b.tell(command.Command{Kind: command.Enter, Text: "Bo"})
		b.run(40 + 4*delay)
		at := grid.TileAt(b.mine().Pos)
		b.events = nil
		asked := map[event.Kind]int{}
		for n := range 8 {
			t := at.Add(1, int32(n%3)-1)
			if n < 3 {
				b.ask(command.Command{Kind: command.Place, Tile: t, Slot: 3})
				asked[event.Placed]++
			}
			b.run(20)
			b.ask(command.Command{Kind: command.Emote, Count: uint8(n + 1)})
			asked[event.Emoted]++
			b.run(20)
			b.tell(command.Command{Kind: command.Say, Text: fmt.Sprint("line ", n)})
			asked[event.Said]++
			b.run(20)
		}
		b.ask(command.Command{Kind: command.Place, Tile: at.Add(30, 0), Slot: 0})
		asked[event.Refused]++
		b.run(200 + 4*delay)
		told := map[event.Kind]int{}
		for _, e := range b.events {
			told[e.Kind]++
		}
		for k, n := range asked {
			if k == event.Placed {
				n = told[k] // where the ground did not let it, it was refused
			}
			if k == event.Refused {
				n = asked[k] + 3 - told[event.Placed]
			}
			if told[k] != n {
				t.Errorf("delay %d: %q was told %d times, want %d", delay, k, told[k], n)
			}
		}
	}
}

func TestHolograms(t *testing.T) {
	b := newBench(t, 10)
	b.enter()
	at := grid.TileAt(b.mine().Pos).Add(0, 1)
	b.ask(command.Command{Kind: command.Place, Tile: at, Slot: 3})
	b.tick()
	p := b.eyes.View(0).Pending
	if len(p) != 1 || p[0].Tile != at || p[0].Item != item.Lamp {
		t.Fatalf("pending: %v", p)
	}
	b.run(60)
	if p := b.eyes.View(0).Pending; len(p) != 0 {
		t.Fatalf("still pending after it was ordered: %v", p)
	}
}

func TestTakenBackTurns(t *testing.T) {
	b := newBench(t, 2)
	b.enter()
	snapshot := b.leader.Snapshot(nil)
	b.ask(command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}})
	b.run(30)
	// A fail-over: the leader is back where it was, and the command is offered again.
	seq := b.leader.Sequence(me)
	if err := b.leader.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if b.leader.Sequence(me) >= seq {
		t.Fatal("the command was not taken in time")
	}
	b.queue = append(b.queue, letter{author: me, seq: seq, body: command.Append(nil, command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}})})
	b.run(60)
	if v := b.eyes.View(0); v.Me == nil || v.Me.Move.X == 0 {
		t.Fatal("lost what it had asked for")
	}
}

// TestAnythingGoes chooses delay, jitter and commands at random: no panic occurs, the confirmed state is not
// written (tick compares its digest), and in the end prediction and truth agree.
func TestAnythingGoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBench(t, rapid.IntRange(0, 24).Draw(t, "delay"))
		rng := rapid.Uint64().Draw(t, "jitter")
		most := rapid.Uint64Range(0, 8).Draw(t, "most jitter")
		b.jitter = func() int {
			rng = rng*6364136223846793005 + 1442695040888963407
			return int((rng >> 33) % (most + 1))
		}
		b.enter()
		for range rapid.IntRange(1, 40).Draw(t, "commands") {
			at := grid.TileAt(b.mine().Pos)
			b.ask(command.Command{
				Kind: rapid.SampledFrom([]command.Kind{command.Move, command.Move, command.Dig, command.Place, command.Throw, command.Kick, command.Drop, command.Use, command.Say}).Draw(t, "kind"),
				Tile: at.Add(rapid.Int32Range(-2, 2).Draw(t, "x"), rapid.Int32Range(-2, 2).Draw(t, "y")),
				Dir:  fixed.Direction(fixed.Angle(rapid.Uint16().Draw(t, "dir"))), Text: "hm",
				Slot: rapid.Uint8Range(0, 20).Draw(t, "slot"), Count: 1,
			})
			b.run(rapid.IntRange(1, 20).Draw(t, "ticks"))
		}
		b.ask(command.Command{Kind: command.StopDig})
		b.ask(command.Command{Kind: command.Move})
		b.run(400)
		truth := b.leader.Space.Body(b.leader.Roster.ByKey(me).Body)
		if d := b.mine(); d.Pos != truth.Pos {
			t.Fatalf("at rest it is drawn at %v and stands at %v", d.Pos, truth.Pos)
		}
	})
}

func TestSteadyPictureDoesNotAllocate(t *testing.T) {
	b := newBench(t, 4)
	b.enter()
	b.ask(command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}})
	b.run(120)
	if n := testing.AllocsPerRun(100, func() { b.eyes.Advance(); b.eyes.View(fixed.One / 2) }); n > 0 {
		t.Errorf("%v allocations in a steady picture", n)
	}
}

// BenchmarkConfirm takes in a turn at a lead of about ten ticks and advances by three.
func BenchmarkConfirm(bb *testing.B) {
	b := newBench(bb, 3)
	b.enter()
	worlds := [2]*island.Island{new(island.Island), new(island.Island)}
	n := 0
	for bb.Loop() {
		b.leader.Step(b.leader.Begin(3).Turn())
		w := worlds[n&1]
		n++
		b.leader.CopyNear(w, b.leader.SpawnTile)
		if old := b.eyes.Confirm(w, nil); old != nil {
			worlds[n&1] = old
		}
		for range 3 {
			b.eyes.Advance()
			b.eyes.View(fixed.One)
		}
	}
}
