package making_test

import (
	"slices"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// keeper remembers what it hears.
const keeper = `
def on_timer(me, name):
    me.state["rung"] = me.state.get("rung", "") + name
def on_message(me, channel, value, sender):
    me.state["heard"] = value
`

// TestThingsAreDividedAndUnitedWhole: a thing with state, timers and waiting events, one with a child beyond
// the edge of its region, and what scripts keep go with the land that is carved off, and come back, with
// their times.
func TestThingsAreDividedAndUnitedWhole(t *testing.T) {
	for _, wait := range []int{0, 50} { // how many turns the other part is ahead when it comes back
		f := rig.NewFleet(t, nil)
		f.SpreadOut(2, 10)
		h := f.Home()
		w := &h.State
		lampOf := publish(t, w, &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "Clock", Shape: blueprint.Shape{Form: blueprint.Block}, Host: keeper})
		ball := publish(t, w, body(blueprint.Ball, "Bell", fixed.One*5/8, fixed.One*37/64))
		far := grid.TileAt(h.Space.Body(h.Roster.ByKey(rig.Key(2)).Body).Pos)
		for dy := int32(-3); dy < 4; dy++ {
			for dx := int32(-3); dx < 4; dx++ {
				living.SetTile(w, far.Add(dx, dy), tile.Grass, tile.NoBlock, 0)
			}
		}
		now := w.Clock
		clock := living.Fresh(&thing.Thing{ID: 900, At: far.Add(2, 2), Owner: rig.Key(1), Timers: []thing.Timer{{At: now + 30, Name: "a"}, {At: now + 3000, Name: "b"}},
			Inbox: []thing.Event{{Kind: thing.OnMessage, Tick: now, By: 901, Name: "c", Value: []byte{0x02}}}, Lost: 3}, w.Blueprints.Find(lampOf))
		clock.Label, clock.Light = "tick", 7
		living.SetThing(w, clock)
		for _, x := range []*thing.Thing{{ID: 901, Body: 901, Owner: rig.Key(1)}, {ID: 902, Body: 902, Parent: 901, Off: thing.Offset{X: 1, Y: -16}, Owner: rig.Key(1), State: []byte{7}}} {
			living.SetThing(w, living.Fresh(x, w.Blueprints.Find(ball)))
			flags := entity.Flags(0)
			if x.Parent != 0 {
				flags = entity.Mounted | entity.Resting
			}
			w.Space.Insert(entity.Body{ID: x.ID, Kind: entity.Gizmo, Flags: flags, Pos: far.Add(-2, -2).Centre(), Stuff: entity.StuffOf(fixed.One*5/8, fixed.One*37/64)})
		}
		living.Follow(w)
		w.Stores.Put(lampOf, "both", []byte{1}, now)
		h.Save()
		before := *w.Things.Find(900)
		east := f.Carve(h, 77, 2)
		if h.Things.Find(900) != nil || h.Things.Find(901) != nil || h.Things.Find(902) != nil || h.Space.Body(902) != nil {
			t.Fatal("the things did not go")
		}
		x := east.Things.Find(900)
		if x == nil || !slices.Equal(x.Timers, before.Timers) || len(x.Inbox) != 1 || x.Lost != 3 || x.Light != 7 || x.Label != "tick" {
			t.Fatalf("carved off: %+v", x)
		}
		living.Follow(&east.State)
		follows(t, &east.State, 901, 902)
		if x := east.Things.Find(902); len(x.State) != 1 || east.Space.Body(902).Stuff != entity.StuffOf(fixed.One*5/8, fixed.One*37/64) {
			t.Fatalf("the child: %+v", x)
		}
		rig.Sound(t, east.Island)
		rig.Sound(t, h.Island)
		for range wait {
			f.Step(3, nil)
		}
		h.Stores.Put(lampOf, "both", []byte{2}, h.Clock+1)
		east.Stores.Put(lampOf, "east", []byte{3}, east.Clock)
		left := before.Timers[1].At - east.Clock
		f.Absorb(h, east)
		x = h.Things.Find(900)
		if x == nil || x.Timers[len(x.Timers)-1].At-h.Clock != left || x.Lost != 3 {
			t.Fatalf("united: %+v at %d, %d ticks were left", x, h.Clock, left)
		}
		if rung := len(x.Timers) == 1; rung != (wait > 0) || wait > 0 && len(x.State) == 0 {
			t.Errorf("after %d turns: %+v", wait, x)
		}
		living.Follow(&h.State)
		follows(t, &h.State, 901, 902)
		if h.Stores.Get(lampOf, "both")[0] != 2 || h.Stores.Get(lampOf, "east")[0] != 3 {
			t.Error("what scripts keep is lost")
		}
		rig.Sound(t, h.Island)
		f.Balanced()
	}
}
