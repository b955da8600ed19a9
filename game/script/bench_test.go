package script_test

import (
	"fmt"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/thing"
)

// crowd is a meadow with n things of a script, spread over the active regions.
func crowd(b *testing.B, n int, source string) *rig.Stage {
	s := rig.BareStage(b).Enter(1)
	print := hold(s, "T", 1, blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1}, source)
	e := s.Blueprints.Find(print.ID())
	placed := 0
	for _, r := range s.Land.Regions {
		for k := grid.Index(0); k < grid.RegionTiles && placed < n; k += 3 {
			living.SetThing(&s.State, living.Fresh(&thing.Thing{ID: game.EntityID(placed + 1000), At: r.At.Tile(k), Owner: rig.Key(placed % 40)}, e))
			placed++
		}
	}
	if placed != n {
		b.Fatal(placed)
	}
	return s
}

// BenchmarkScripts is the time of a tick with so many things of a script, and of one without any.
func BenchmarkScripts(b *testing.B) {
	for _, c := range []struct {
		name, source string
		n            int
	}{
		{"none", "def on_use(me, who):\n    pass\n", 0},
		{"10000 waiting", "def on_use(me, who):\n    me.state[\"n\"] = 1\n", 10_000},
		{"1000 lamps", "def on_tick(me):\n    left = me.state.get(\"glow\", 0)\n    if left > 0:\n        me.state[\"glow\"] = left - 1\n        light(min(15, left))\n", 1000},
		{"1000 lamps that write", "def on_tick(me):\n    me.state[\"glow\"] = (me.state.get(\"glow\", 0) + 1) % 16\n    light(me.state[\"glow\"])\n", 1000},
	} {
		for _, w := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", c.name, w), func(b *testing.B) {
				s := crowd(b, c.n, c.source)
				s.Motion.ShareOut(rig.Shared(w))
				b.ReportAllocs()
				for b.Loop() {
					s.StepTick(nil)
				}
			})
		}
	}
}
