package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/fixed"
)

// TestNearFollows: near knows of things that come, go and move, though most of its index is kept from tick to
// tick.
func TestNearFollows(t *testing.T) {
	s := stage(t)
	eye := placed(s, "Eye", block, "def on_use(me, who):\n    show(\"%d %d %d %d\" % (len(near(\"thing\", 6)), len(near(\"Post\", 6)), len(near(\"ann/Ball\", 6)), len(near(\"player\", 6))))\n", 0, 2)
	sees := func(when, want string) {
		t.Helper()
		if got := is(use(s.Put(1, 0, 0), 1, eye), eye).Label; got != want {
			t.Errorf("%s it sees %q, want %q", when, got, want)
		}
	}
	sees("alone", "0 0 0 2")
	post := placed(s, "Post", block, "def on_use(me, who):\n    pass\n", 1, 2)
	sees("beside a post", "1 1 0 2")
	ball := placed(s, "Ball", blueprint.Shape{Form: blueprint.Ball}, "def on_use(me, who):\n    pass\n", -1, 1)
	sees("with a ball", "2 1 1 2")
	k, _ := s.Space.Find(ball.Body)
	from := s.Space.Bodies()[k].Pos
	s.Space.Bodies()[k].Pos.X += 9 * fixed.One
	s.Space.Moved(k, from)
	sees("when the ball is far off", "1 1 0 2")
	s.Ask(1, command.Command{Kind: command.PutAway, Entity: post.ID})
	s.Run(game.TicksPerTurn)
	sees("without the post", "0 0 0 2")
	s.Put(2, 9, 9)
	sees("when a player has left", "0 0 0 1")
}
