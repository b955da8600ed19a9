package predict

import (
	"slices"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/script"
	"manyhold/game/thing"
)

// amongThings is a player with n things round it, whose scripts write their state in each tick.
func amongThings(t interface{ Fatalf(string, ...any) }, n int) *bench {
	b := newBench(t, 6)
	b.enter()
	print := &blueprint.Blueprint{Author: me, Editor: me, Version: 1, By: "ada", Title: "Lamp", Licence: "CC0-1.0",
		Shape: blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1},
		Host:  "def on_tick(me):\n    me.state[\"glow\"] = (me.state.get(\"glow\", 0) + 1) % 16\n    light(me.state[\"glow\"])\n"}
	if err := print.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	i := &b.leader.State
	act.Hold(i, act.EntryOf(i, print))
	for k := range n {
		x := &thing.Thing{ID: game.EntityID(k + 1000), At: i.SpawnTile.Add(int32(k%20)-10, int32(k/20)-5), Owner: me}
		living.SetThing(i, living.Fresh(x, i.Blueprints.Find(print.ID())))
	}
	b.run(2 * b.delay)
	return b
}

// TestPredictionRunsNoScripts: the scripts near a player run on the island and change what it sees; its own
// copy of the surroundings runs none of them.
func TestPredictionRunsNoScripts(t *testing.T) {
	b := amongThings(t, 200)
	before := script.Count(&b.leader.State).Steps
	b.run(60)
	if ran := script.Count(&b.leader.State).Steps - before; ran < 60*200*10 {
		t.Fatalf("the scripts of the island took %d steps", ran)
	}
	if ran := script.Count(&b.eyes.scratch.State).Steps; ran != 0 {
		t.Errorf("the prediction executes scripts: %d steps", ran)
	}
	if n := b.eyes.scratch.Things.Count(); n != 200 {
		t.Errorf("%d of 200 things are near", n)
	}
}

// BenchmarkAmongThings times the prediction of a walking player alone and among 200 things whose scripts
// write their state in each tick, by turns: a frame (a tick and its view), and the arrival of a confirmed
// state. Of each the least tenth, as others use this machine, too.
func BenchmarkAmongThings(bb *testing.B) {
	sides := [2]*bench{amongThings(bb, 0), amongThings(bb, 200)}
	var frames, arrivals [2][]time.Duration
	for n := 0; bb.Loop(); n++ {
		for k, b := range sides {
			if n%40 == 0 {
				b.ask(command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.S(1-n/40%2*2) * fixed.One}})
			}
			b.outside()
			for len(b.down) > 0 && b.down[0].at <= b.now {
				s := b.down[0]
				b.down = b.down[1:]
				began := time.Now()
				old := b.eyes.Confirm(s.world, s.events)
				arrivals[k] = append(arrivals[k], time.Since(began))
				if old != nil {
					b.spare = append(b.spare, old)
				}
			}
			began := time.Now()
			b.eyes.Advance()
			b.eyes.View(fixed.One / 2)
			frames[k] = append(frames[k], time.Since(began))
			b.eyes.Events()
		}
	}
	for k, name := range [...]string{"alone", "among-200"} {
		for what, list := range map[string][]time.Duration{"frame": frames[k], "arrival": arrivals[k]} {
			if len(list) == 0 {
				continue
			}
			slices.Sort(list)
			bb.ReportMetric(float64(list[len(list)/10].Nanoseconds())/1000, name+"-"+what+"-µs")
		}
	}
	bb.ReportMetric(0, "ns/op")
}
