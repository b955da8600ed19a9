package ui

import (
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// ball is the picture of an engine.
var ball = &blueprint.Picture{Width: 8, Height: 8, Pixels: "\x00\x00\x1b\x1b\x1b\x1b\x00\x00" +
	"\x00\x1b\x1d\x1d\x1c\x1c\x1b\x00\x1b\x1d\x1e\x1d\x1c\x1c\x1b\x1b\x1b\x1d\x1d\x1c\x1c\x1b\x1b\x1a" +
	"\x1b\x1c\x1c\x1c\x1b\x1b\x1b\x1a\x1b\x1c\x1c\x1b\x1b\x1b\x1a\x1a\x00\x1b\x1b\x1b\x1b\x1a\x1a\x00" +
	"\x00\x00\x1b\x1b\x1a\x1a\x00\x00"}

// matches fills the model with the matches of a world: those that are open, the engines, results, and a room
// in setup in which the player has a seat.
func (s *stage) matches() {
	s.play()
	m := &s.m.Game.Matches
	m.Able = true
	m.Rows = []model.MatchRow{
		{ID: "m1", Title: "Evening game", Engine: "Emberball", Picture: ball, Child: "sides", Taken: 3, Seats: 8, Here: true},
		{ID: "m2", Title: "Ada's hunt under the old lighthouse", Engine: "Lantern hunt", Phase: model.MatchRunning, Child: "overtime", Taken: 6, Seats: 6, Viewers: 2, Strict: true},
		{ID: "m3", Title: "Cart cup of Bo", Engine: "Cart cup", Phase: model.MatchEnded, Taken: 4, Seats: 4, Viewers: 1},
	}
	about := "Two sides carry, throw and kick a glowing ball across a dark field whose lamps go out. The side that brings it home more often wins."
	settings := []model.MatchSetting{
		{Setting: model.Setting{Key: "bots", Label: "Bots on empty seats", Kind: model.Toggle, Value: "true", Default: "true"}},
		{Setting: model.Setting{Key: "field", Label: "Field", Kind: model.Choice, Value: "meadow", Default: "meadow", Choices: []string{"meadow", "harbour", "cave"}}},
		{Setting: model.Setting{Key: "goals", Label: "Goals to win", Kind: model.Range, Min: 1, Max: 9, Step: 1, Value: "3", Default: "2"}, Stage: 1},
		{Setting: model.Setting{Key: "seconds", Label: "Length in seconds", Kind: model.Range, Min: 10, Max: 900, Step: 10, Value: "180", Default: "180", Unit: "s"}, Stage: 1},
	}
	m.Engines = []model.MatchEngine{
		{Name: "emberball", Title: "Emberball", About: about, Picture: ball, Least: 2, Most: 8, Settings: settings},
		{Name: "lantern-hunt", Title: "Lantern hunt", About: "Hide and seek in a cave.", Least: 2, Most: 6},
		{Name: "cart-cup", Title: "Cart cup", About: "Races on rails that players lay.", Least: 1, Most: 4},
		{Name: "herders", Title: "Herders", About: "Two shepherds, their dogs and 1,500 sheep.", Least: 2, Most: 2},
	}
	m.Results = []model.MatchResult{
		{ID: "r1", Title: "Evening game", Engine: "Emberball", Lines: []model.MatchLine{{Name: "Winner", Value: "red"}, {Name: "Score", Value: "red 3, blue 2"}, {Name: "Time", Value: "4:12"}}, Signed: []string{"Ada", "Bo", "Cyd", "Bartholomew the Elder"}, Of: 4, Held: true},
		{ID: "r2", Title: "Cart cup of Bo", Engine: "Cart cup", Lines: []model.MatchLine{{Name: "Winner", Value: "Bo"}}, Signed: []string{"Bo"}, Of: 4},
	}
	m.Room = model.MatchRoom{ID: "m1", Title: "Evening game", Engine: "Emberball", About: about, Picture: ball, Child: "sides", Stages: []string{"sides", "ready"},
		Settings: settings, Least: 2, Viewers: []string{"Eve"}, Seats: []model.MatchSeat{
			{Seat: "red-1", Name: "Ada", Mine: true, Look: entity.Look{Hair: 1}},
			{Seat: "blue-1", Name: "Bo", Ready: true, Look: entity.Look{Hair: 2}},
			{Seat: "red-2", Name: "Bartholomew the Elder", Look: entity.Look{Hair: 4}},
			{Seat: "blue-2"},
		}}
}

// match is a match that is played, in a child state.
func (s *stage) match(child string) {
	s.matches()
	m := &s.m.Game.Matches
	m.Room.Phase, m.Room.Child = model.MatchRunning, child
	m.Live = model.LiveMatch{On: true, Headline: "Red 1 : 2 Blue   3:24"}
}

// TestMatchActions: the screens of matches ask for the same by mouse, keyboard and pad; a seat of another
// player and a setup that the engine refuses ask for nothing, and say why.
func TestMatchActions(t *testing.T) {
	room := func(s *stage) { s.matches(); s.u.matches.Room.Open(s.u.c, "m1"); s.tick(20) }
	on := func(key string, n int) func(*stage) {
		return func(s *stage) {
			for _, it := range s.trace().Items {
				if it.ID == kit.Ident(key, n) {
					s.click(it.R)
					return
				}
			}
			s.t.Fatalf("%s %d is not on the screen", key, n)
		}
	}
	keys := func(list ...input.Button) func(*stage) {
		return func(s *stage) {
			for _, b := range list {
				s.tap(b)
			}
		}
	}
	for _, test := range []struct {
		name  string
		steps []func(*stage)
		want  string
	}{
		{"a free seat by mouse", []func(*stage){room, on("seat", 3)}, `[model.TakeSeat{Seat:"blue-2"}]`},
		{"the own seat by mouse", []func(*stage){room, on("seat", 0)}, `[model.LeaveSeat{}]`},
		{"a seat of another", []func(*stage){room, on("seat", 1)}, `[]`},
		{"ready by mouse", []func(*stage){room, on("room.foot", 0)}, `[model.SetReady{On:true}]`},
		{"ready by keyboard", []func(*stage){room, keys(input.KeyEnter)}, `[model.SetReady{On:true}]`},
		{"ready by pad", []func(*stage){room, keys(input.PadA)}, `[model.SetReady{On:true}]`},
		{"not ready again", []func(*stage){room, func(s *stage) { s.m.Game.Matches.Room.Seats[0].Ready = true }, keys(input.KeyEnter)}, `[model.SetReady{On:false}]`},
		{"an invalid setup", []func(*stage){room, func(s *stage) { s.m.Game.Matches.Room.Invalid = "too dark" }, keys(input.KeyEnter)}, `[]`},
		{"a setting by mouse", []func(*stage){room, on("setting", 0)}, `[model.SetMatch{Key:"bots", Value:"false"}]`},
		{"leaving", []func(*stage){room, on("room.foot", 1)}, `[model.QuitMatch{}]`},
		{"a vote by pad", []func(*stage){func(s *stage) { s.match(""); s.u.OpenMatches(s.u.c); s.tick(20) }, keys(input.PadA)}, `[model.VoteInMatch{For:0x0}]`},
		{"to go on after a halt", []func(*stage){func(s *stage) {
			s.match("halted")
			s.m.Game.Matches.Room.Halted = true
			s.u.OpenMatches(s.u.c)
			s.tick(20)
		}, keys(input.KeyEnter)}, `[model.VoteInMatch{For:0x2}]`},
		{"to go on without somebody who does not get ready", []func(*stage){room, func(s *stage) {
			s.m.Game.Matches.Room.Seats[0].Ready, s.m.Game.Matches.Room.Seats[1].HoldsUp = true, true
			s.tick(5)
		}, on("room.foot", 1)}, `[model.VoteInMatch{For:0x2}]`},
		{"back from the menu", []func(*stage){func(s *stage) { s.match("") }, keys(input.KeyEscape, input.KeyArrowUp, input.KeyArrowUp, input.KeyEnter)}, `[model.BackToWorld{}]`},
		{"back after the result", []func(*stage){func(s *stage) {
			s.match("")
			s.m.Game.Matches.Room.Result = s.m.Game.Matches.Results[0]
			s.tick(20)
		}, keys(input.PadA)}, `[model.BackToWorld{}]`},
		{"watching, the next player", []func(*stage){func(s *stage) {
			s.match("")
			s.m.Game.Me, s.m.Game.Matches.Live.Watching = nil, true
			s.tick(5)
		}, keys(input.KeyE)}, `[model.FollowInMatch{}]`},
		{"a match of the board", []func(*stage){func(s *stage) { s.matches(); s.u.OpenMatches(s.u.c); s.tick(5) }, on("match", 1)}, `[model.LookAtMatches{} model.LookAtMatch{ID:"m2"}]`},
		{"a new match", []func(*stage){func(s *stage) { s.matches(); s.u.matches.Create.Open(s.u.c); s.tick(5) }, on("engine", 1), on("create.foot", 0)},
			`[model.CreateMatch{Engine:"lantern-hunt", Title:"", Strict:false, Values:map[string]string{}}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			for _, step := range test.steps {
				step(s)
			}
			if got := list(s.asked()); got != test.want {
				t.Errorf("asked for %s, want %s", got, test.want)
			}
		})
	}
}

// TestMatchHint: a match that begins says what to do, with the player's own keys, for a quarter of a minute;
// whoever watches it needs no hint.
func TestMatchHint(t *testing.T) {
	for _, c := range []struct {
		name     string
		ticks    int
		watching bool
		phase    model.MatchPhase
		want     bool
	}{
		{"begins", 20, false, model.MatchRunning, true},
		{"goes on", 15*60 + 20, false, model.MatchRunning, false},
		{"is watched", 20, true, model.MatchRunning, false},
		{"is over", 20, false, model.MatchEnded, false},
	} {
		s := newStage(t, 640, 360)
		s.match("playing")
		m := &s.m.Game.Matches
		m.Room.Hint, m.Room.Phase, m.Live.Watching = "Ring the bell. {use}: ring · {nothing}", c.phase, c.watching
		s.tick(c.ticks)
		if got := s.shows("Ring the bell. E: ring · nothing"); got != c.want {
			t.Errorf("a match that %s: the hint is shown: %v", c.name, got)
		}
	}
}

// TestMatchPace: round trip and frame rate of each player stand among the seats of a match that runs, and in
// the overlay of numbers.
func TestMatchPace(t *testing.T) {
	s := newStage(t, 640, 360)
	s.match("playing")
	s.m.Game.Matches.Room.Seats[1].Pace = "41 ms · 27 fps"
	s.tap(input.KeyF3)
	s.tick(20)
	if !s.shows("blue-1 Bo 41 ms · 27 fps") {
		t.Error("the overlay does not show it")
	}
	for _, phase := range []model.MatchPhase{model.MatchSetup, model.MatchRunning} {
		s := newStage(t, 640, 360)
		s.match("playing")
		m := &s.m.Game.Matches
		m.Room.Seats[1].Pace, m.Room.Phase, m.Live.On = "41 ms · 27 fps", phase, false
		s.u.matches.Room.Open(s.u.c, "m1")
		s.tick(5)
		if got := s.shows("41 ms · 27 fps"); got != (phase == model.MatchRunning) {
			t.Errorf("phase %v: it stands among the seats: %v", phase, got)
		}
	}
}
