package node

import (
	"slices"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/thing"
)

// lamp glows for half a second after something has hit it, and kicks the nearest ball. friendly is a door
// that lets friends in.
const (
	lamp = `
def on_tick(me):
    left = me.state.get("glow", 0)
    if left > 0:
        me.state["glow"] = left - 1
        light(min(15, left))
`
	glow = `
def on_tick(me):
    left = me.state.get("glow", 1 << 30)
    if left > 0:
        me.state["glow"] = left - 1
        light(min(15, left))
`
	bounce = `
def on_bounce(me, speed):
    me.state["glow"] = 30
    balls = [b for b in near("crate", 4) if b != me.id]
    if speed >= 8 and balls:
        b = min(balls, key = lambda b: abs(b.x - me.x) + abs(b.y - me.y))
        dx, dy = b.x - me.x, b.y - me.y
        far = max(1, abs(dx) + abs(dy))
        push(dx * 40 // far + chance(5) - 2, dy * 40 // far)
`
	friendly = `
def on_use(me, who):
    if not friends(me.owner, who):
        say("Only %s and friends come in here." % info(me.owner, "name"))
        return
    me.state["visits"] = me.state.get("visits", 0) + 1
    open_me(True)
    after(3 * SECOND, "shut")
`
)

// BenchmarkScripts times things with scripts, of forty owners, on one core and shared: whole ticks of an
// island, all scripts included. The last two take as many ticks as the budgets of owners and of the island
// ask for.
func BenchmarkScripts(b *testing.B) {
	for _, c := range []struct {
		name, source string
		n            int
		event        thing.Event
	}{
		{"no things", lamp, 0, thing.Event{}},
		{"10,000 that wait", friendly, 10_000, thing.Event{}},
		{"dark lamps", lamp, 1000, thing.Event{}},
		{"glowing lamps", glow, 1000, thing.Event{}},
		{"used doors", friendly, 1000, thing.Event{Kind: thing.OnUse}},
		{"bouncing lamps", bounce, 1000, thing.Event{Kind: thing.OnBounce, Value: append([]byte{3}, codec.Varint(nil, 9)...)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := rig.BareStage(b).Enter(1)
			print := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "T", Licence: "CC0-1.0",
				Shape: blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1}, Host: c.source}
			act.Hold(&s.State, act.EntryOf(&s.State, print))
			var ids []game.EntityID
			step := max(1, grid.Index(len(s.Land.Regions)*grid.RegionTiles/max(c.n, 1)*3/4))
			for _, r := range s.Land.Regions {
				for k := grid.Index(0); k < grid.RegionTiles && len(ids) < c.n; k += step {
					id, at := game.EntityID(len(ids)+1000), r.At.Tile(k)
					x := &thing.Thing{ID: id, At: at, Owner: rig.Key(len(ids) % 40)}
					living.SetThing(&s.State, living.Fresh(x, s.Blueprints.Find(print.ID())))
					if ids = append(ids, id); c.event.Kind == thing.OnBounce && len(ids)%4 == 0 {
						s.Crate(at.X-s.SpawnTile.X, at.Y-s.SpawnTile.Y+1)
					}
				}
			}
			if len(ids) != c.n {
				b.Fatal(len(ids))
			}
			event := c.event
			if event.Kind == thing.OnUse {
				event.Who = rig.Key(1)
			}
			ready := func(_ int, do physics.Do) func() {
				s.Motion.ShareOut(do)
				if event.Kind != thing.NoKind {
					for _, id := range ids {
						s.Things.Change(id, func(x *thing.Thing) { x.Timers = nil })
						living.QueueEvent(&s.State, id, event)
					}
				}
				return func() {
					for s.StepTick(nil); waiting(s); s.StepTick(nil) {
					}
				}
			}
			compareCores(b, 20, 1, ready)
			b.ReportMetric(float64(atBest(ready).Nanoseconds())/1000, "two-free-cores-µs")
		})
	}
}

// atBest measures how long steps take on two cores if the second one is free at once, and knows what the
// first does: one core runs all, and what it does for the second is left out. The least tenth of a hundred
// steps.
func atBest(ready func(int, physics.Do) func()) time.Duration {
	var took []time.Duration
	for range 100 {
		second := time.Duration(0)
		step := ready(0, func(n int, f func(int)) {
			begin := time.Now()
			for k := range n / 2 {
				f(k)
			}
			middle := time.Now()
			for k := n / 2; k < n; k++ {
				f(k)
			}
			second += min(middle.Sub(begin), time.Since(middle))
		})
		begin := time.Now()
		step()
		took = append(took, time.Since(begin)-second)
	}
	slices.Sort(took)
	return took[len(took)/10]
}

// waiting reports whether an event waits for a script.
func waiting(s *rig.Stage) bool {
	for _, x := range s.Things.Busy() {
		if len(x.Inbox) > 0 {
			return true
		}
	}
	return false
}
