package window

import (
	"strings"
	"testing"
	"time"

	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// TestMatch goes by keys from the pause menu through board, creation, seats, settings, readiness of both
// stages and the countdown into a match with bots, plays it to its signed result, and goes back to the world,
// in which the player stands as before. The result is on the board then.
func TestMatch(t *testing.T) {
	v := newVisitor(t)
	v.s.enter(v.s.id.NewWorld("Bay", "7", 0, item.Builders), "")
	v.until("the player to be in the world", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	world := v.s.mode.(*play)
	v.until("the engines", func() bool { return len(v.s.model.Game.Matches.Engines) > 0 })
	before := inventoryOf(world)
	stood := world.p.body().Pos
	near := v.s.renderer.Camera().Zoom()

	v.tap(input.KeyEscape)
	v.tick(10)
	v.tap(input.KeyArrowDown, input.KeyArrowDown, input.KeyArrowDown, input.KeyEnter) // the world
	v.tick(5)
	v.tap(input.KeyArrowDown, input.KeyEnter)
	if !v.s.ui.MatchBoard() {
		t.Fatal("the board is not open")
	}
	v.goTo("New match")
	v.tick(10)
	for k := range v.s.model.Game.Matches.Engines {
		if v.s.model.Game.Matches.Engines[k].Name == "emberball" {
			v.tap(input.KeyEnter)
			break
		}
		v.tap(input.KeyArrowDown)
	}
	v.goTo("Create")
	v.until("the room", func() bool { return v.room().ID != "" && len(v.room().Seats) > 0 })
	if v.room().Phase != model.MatchSetup || v.room().Mine() != nil || len(v.room().Settings) == 0 {
		t.Fatalf("%+v", v.room())
	}
	v.tap(input.KeyEnter) // the first seat
	v.until("a seat", func() bool { return v.room().Mine() != nil })
	for _, key := range []string{"seconds", "overtime"} {
		v.s.act(model.SetMatch{Key: key, Value: "10"})
		v.until("the setting", func() bool {
			return v.setting(key) == "10" && v.s.model.Game.Matches.Waiting == ""
		})
	}
	for stage := range v.room().Stages {
		v.until("the stage", func() bool { return v.room().Stage == stage && !v.room().Mine().Ready })
		v.goTo("Ready")
	}
	v.until("the countdown", func() bool { return v.room().Countdown > 0 })
	v.until("the match", func() bool { m, ok := v.s.mode.(*play); return ok && m.bouts.shown() })
	m := v.s.mode.(*play)
	if v.s.ui.Captures() || !v.s.model.Game.Matches.Live.On && v.s.model.Game.Matches.Live.Watching {
		t.Error("a screen is open over the match")
	}
	if z := v.s.renderer.Camera().Zoom(); z != wideView || z <= near {
		t.Errorf("the match is seen %d tiles high, and the world %d", z, near)
	}
	if v.room().Hint == "" {
		t.Error("nothing says what to do")
	}
	v.until("the figure", func() bool { return m.p.me() != nil })
	from := m.p.body().Pos
	v.hands.Press(input.KeyD)
	v.until("the figure to walk", func() bool { b := m.p.body(); return b != nil && b.Pos.Sub(from).Len() > 1<<16 })
	v.hands.Release(input.KeyD)
	if got := inventoryOf(m); got == before && before != ([item.InventorySlots]item.Stack{}) {
		t.Error("the inventory of the world is in the match")
	}
	v.until("clock and score", func() bool { return v.s.model.Game.Matches.Live.Headline != "" })

	// The only player is the majority: the match pauses, and goes on.
	v.s.act(model.VoteInMatch{For: model.VotePause})
	v.until("the pause", func() bool { return v.room().Paused })
	still := m.p.View.World.Clock
	v.tick(60)
	if now := m.p.Hand.World.Clock; now > still {
		t.Errorf("a paused match goes on from %d to %d", still, now)
	}
	v.s.act(model.VoteInMatch{For: model.VoteResume})
	v.until("the match to go on", func() bool { return !v.room().Paused && m.p.Hand.World.Clock > still })

	// To the world and back: the seat stays, and the match can be opened again.
	v.s.act(model.BackToWorld{})
	v.tick(3)
	if v.s.mode != mode(world) || v.room().Mine() == nil {
		t.Fatal("the way back does not lead to the world")
	}
	if z := v.s.renderer.Camera().Zoom(); z != near {
		t.Errorf("the world is seen %d tiles high, and was %d", z, near)
	}
	v.tick(60)
	if v.s.mode != mode(world) {
		t.Error("the match opens by itself")
	}
	v.s.act(model.PlayMatch{})
	v.until("the match again", func() bool { x, ok := v.s.mode.(*play); return ok && x.bouts.shown() })
	v.within(90*time.Second, "the result", func() bool { return len(v.room().Result.Lines) > 0 && v.room().Result.Held })
	if r := v.room().Result; len(r.Signed) != 1 || r.Of != 1 {
		t.Errorf("%+v", r)
	}
	v.until("its screen", v.s.ui.Captures)
	v.tick(10)
	v.tap(input.KeyEnter) // back to the world
	if v.s.mode != mode(world) {
		t.Fatal("the button does not lead to the world")
	}
	if inventoryOf(world) != before || world.p.me() == nil || world.p.body().Pos.Sub(stood).Len() > 1<<14 {
		t.Errorf("the player is not as it was: at %v, it stood at %v", world.p.body().Pos, stood)
	}
	v.until("the result on the board", func() bool { return len(v.s.model.Game.Matches.Results) == 1 })
	if r := v.s.model.Game.Matches.Results[0]; !r.Held || len(r.Signed) != 1 || len(r.Lines) == 0 {
		t.Errorf("%+v", r)
	}
}

// room returns the room that the screens show.
func (v *visitor) room() *model.MatchRoom { return &v.s.model.Game.Matches.Room }

// setting returns the value of a setting of the room.
func (v *visitor) setting(key string) string {
	for _, s := range v.room().Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// goTo chooses the button with these words by keys: it is in the last line of the screen.
func (v *visitor) goTo(words string) {
	v.t.Helper()
	v.tick(10)
	for range 40 {
		if strings.HasPrefix(v.s.ui.Focus(), words) {
			v.tap(input.KeyEnter)
			return
		}
		v.tap(input.KeyTab)
	}
	v.t.Fatalf("no button %q", words)
}

func inventoryOf(p *play) (list [item.InventorySlots]item.Stack) {
	if me := p.p.me(); me != nil {
		list = me.Inventory
	}
	return list
}
