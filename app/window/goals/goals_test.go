package goals_test

import (
	"testing"

	"manyhold/app/window/goals"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/goal"
	"manyhold/game/lights"
	"manyhold/game/rig"
	"manyhold/render/ui/model"
)

// TestLateComersQuest: a player who comes when the first lighthouse burns still gets the quest of carrying
// embers there, as one of adding a name.
func TestLateComersQuest(t *testing.T) {
	s := rig.BareStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	p := s.Player(1)
	p.Goals |= 1<<goal.Hearth | 1<<goal.Embers
	var hud model.HUD
	var guide goals.Guide
	guide.Fill(&hud, &s.State, p, false)
	if g := hud.Goal; !g.On || g.Name != goal.Keeper.Name() || g.Lit {
		t.Fatalf("in a dark world the goal is %+v", g)
	}
	s.Lights.Light(0, lights.Entry{At: s.At(0, 0), Since: s.Clock, Seat: 2, Name: entity.NameOf("Bo")})
	guide.Fill(&hud, &s.State, p, false)
	if g := hud.Goal; !g.On || g.Name != goal.Keeper.Name() || !g.Lit || g.Done {
		t.Errorf("when others have lit the lighthouse the goal is %+v", g)
	}
}

// TestFresh: a player is new for ten minutes.
func TestFresh(t *testing.T) {
	p := &entity.PlayerState{FirstSeen: 500}
	for after, want := range map[game.Tick]bool{0: true, 9 * 60 * game.TicksPerSecond: true, 10 * 60 * game.TicksPerSecond: false} {
		if goals.Fresh(p, 500+after) != want {
			t.Errorf("after %d ticks: %v", after, !want)
		}
	}
	if goals.Fresh(nil, 0) {
		t.Error("nobody is new")
	}
}
