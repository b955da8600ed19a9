package matches

import (
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/predict"
	"manyhold/render/ui/model"
)

// TestCamera: a viewer's camera follows the action, then one player after the other, and is moved by hand; a
// press leads back to the action.
func TestCamera(t *testing.T) {
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	players := make([]match.Player, len(p.Roster))
	players[0], players[1] = match.Player{Key: game.PlayerID{1}, Name: "Ada"}, match.Player{Key: game.PlayerID{2}, Name: "Bo"}
	m, err := match.New(p, []byte(`{"bots":false}`), 7, players)
	if err != nil {
		t.Fatal(err)
	}
	m.Step(match.Generation{Ticks: 3})
	w := m.Island()
	var bodies []predict.Drawn
	for _, b := range w.Space.Bodies() {
		bodies = append(bodies, predict.Drawn{Body: b})
	}
	var c Camera
	var live model.LiveMatch
	fill := func() { c.Fill(&live, w) }
	for range 200 {
		c.Look(w, bodies, 0, 0)
	}
	if fill(); live.Free || live.Follows != "" {
		t.Errorf("it does not begin with the action: %+v", live)
	}
	for _, want := range []string{"Ada", "Bo", ""} {
		c.Next(w)
		at := c.Look(w, bodies, 0, 0)
		fill()
		if live.Follows != want {
			t.Errorf("it follows %q, want %q", live.Follows, want)
		}
		if want != "" && at != w.Space.Body(w.Roster.ByKey(c.follow).Body).Pos {
			t.Errorf("it follows %s at %v", want, at)
		}
	}
	at := c.Look(w, bodies, 0, 0)
	for range game.TicksPerSecond {
		c.Look(w, bodies, 1, 0)
	}
	moved := c.Look(w, bodies, 0, 0).Sub(at)
	if fill(); !live.Free || moved.X < 8*fixed.One || moved.X > 10*fixed.One || moved.Y != 0 {
		t.Errorf("moved by hand it goes %v", moved)
	}
	c.Next(w)
	if fill(); live.Free || live.Follows != "" {
		t.Errorf("it does not go back to the action: %+v", live)
	}
}
