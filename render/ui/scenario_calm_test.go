package ui

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/goal"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// reached lets the player reach a goal, and returns what the lane says of it.
func (s *stage) reached() string {
	s.u.Observe([]event.Event{{Kind: event.GoalReached, Seat: s.m.Game.Me.Seat, A: int32(goal.Tool)}}, s.m)
	return s.u.c.Words.Fill("goal.reached", "goal", s.u.c.Say("goal."+goal.Tool.Name()))
}

// TestNewsWait: what happens in the world is not told over an open screen, but when it is closed, from the
// beginning; the answer to what is done on the screen is told at once.
func TestNewsWait(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	words := s.reached()
	s.tick(20)
	if !s.shows(words) {
		t.Fatal("the goal is not told")
	}
	s.tap(input.KeyEscape)
	s.u.Toast("copied")
	s.tick(400)
	if s.shows(words) {
		t.Error("the news lies over the menu")
	}
	s.u.Toast("pasted")
	if s.tick(20); !s.shows("pasted") {
		t.Error("the answer waits")
	}
	s.tap(input.KeyEscape)
	if s.tick(300); !s.shows(words) {
		t.Error("the news is lost")
	}
	if s.tick(300); s.shows(words) {
		t.Error("the news stays")
	}
}

// TestNoGoalsOfAKit: in a world in which one begins with everything, nothing is told of goals that the kit
// reaches.
func TestNoGoalsOfAKit(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Game.Equipped = true
	if words := s.reached(); s.shows(words) {
		t.Error("it is told")
	}
	s.tick(20)
	if len(s.u.Lane().Lines()) > 0 {
		t.Errorf("the lane says %q", s.u.Lane().Lines())
	}
}

// TestBarOfARecording: it is slim, and gone while the mouse is still; a movement brings it back, and so does
// a key.
func TestBarOfARecording(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.m.Replay = model.ReplayView{On: true, First: 1, Last: 20 * 3600, Turn: 20 * 65, Pace: 1, Follows: "Bo"}
	s.m.Game.Me = nil
	s.play()
	const times = "1:04 / 60:00"
	shows := func() (there bool) {
		for _, x := range s.trace().Texts {
			if x.Text == times {
				there = true
				if x.R.Y < s.u.c.H*9/10 {
					t.Errorf("the bar is at %d of %d", x.R.Y, s.u.c.H)
				}
			}
		}
		return there
	}
	if !shows() {
		t.Fatal("no bar at the beginning")
	}
	if s.tick(260); shows() {
		t.Error("the bar stays")
	}
	s.hand.Cursor(300, 200)
	if s.tick(3); !shows() {
		t.Error("a movement does not bring the bar")
	}
	s.tick(260)
	s.tap(input.KeySpace)
	if s.tick(3); len(s.asked()) == 0 || !shows() {
		t.Error("a key does not bring the bar")
	}
	s.hand.Cursor(640, 700) // over it
	if s.tick(400); !shows() {
		t.Error("the bar goes from below the cursor")
	}
}

// tags returns where a name stands over a head.
func (s *stage) tags(name string) (list []kit.Rect) {
	for _, x := range s.trace().Texts {
		if x.Text == name && x.R.H < kit.LineHeight {
			list = append(list, x.R)
		}
	}
	return list
}

// TestNames: only people who are near have their names over their heads, friends from further away than
// strangers; no name lies over a prompt, and in a recording there is none over the one that is followed.
func TestNames(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.m.Chat = nil
	s.play()
	bo := &s.m.Game.People[1]
	for _, c := range []struct {
		what  string
		x, y  int32
		link  model.LinkState
		shown bool
	}{
		{"a stranger near", 4, -1, model.LinkUnknown, true}, {"a stranger far off", 9, -1, model.LinkUnknown, false}, {"a friend far off", 9, -1, model.LinkGood, true},
	} {
		bo.Pos, bo.Link = at(c.x, c.y), c.link
		if s.tick(2); (len(s.tags("Bo")) > 0) != c.shown {
			t.Errorf("%s: the name is shown: %v", c.what, !c.shown)
		}
	}
	bo.Pos = at(0, 6) // where prompts stand
	for y := int32(0); y < 8; y++ {
		bo.Pos = at(0, y)
		s.m.HUD.Aim = model.Aim{At: at(1, 0), Body: entity.Crate}
		s.tick(2)
		tag := s.tags("Bo")
		var prompt []kit.Rect
		for _, x := range s.trace().Texts {
			if x.Text == s.u.c.Say("hint.pick_crate") {
				prompt = append(prompt, x.R)
			}
		}
		if len(prompt) != 1 {
			t.Fatal("no prompt")
		}
		for _, r := range tag {
			if r.Overlaps(prompt[0]) {
				t.Errorf("%d south: the name at %v lies over the prompt at %v", y, r, prompt[0])
			}
		}
	}
	s.m.HUD.Aim = model.Aim{}
	bo.Pos = at(2, 0)
	if s.tick(2); len(s.tags("Bo")) != 1 {
		t.Fatal("no name")
	}
	s.m.Replay = model.ReplayView{On: true, Last: 100, Follows: "Bo"}
	if s.tick(2); len(s.tags("Bo")) > 0 {
		t.Error("the name of the one who is followed is shown")
	}
}
