package main

import (
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// beginTrial goes from the title to a scene of physics.
func (s *session) beginTrial(name string) error {
	t, err := openTrial(name)
	if err != nil {
		return err
	}
	s.trial, s.title = t, nil
	return nil
}

// endTrial returns to the title.
func (s *session) endTrial() {
	s.trial = nil
	s.showTitle()
}

// updateTrial goes on by one tick of the window.
func (s *session) updateTrial() {
	t := s.trial
	if !s.ui.Captures() {
		t.float(s.in.MoveX, s.in.MoveY)
		if s.in.Pressed(input.ZoomIn) {
			t.zoom(-1)
		}
		if s.in.Pressed(input.ZoomOut) {
			t.zoom(1)
		}
	}
	t.advance()
	s.ui.Observe(nil, &s.model)
}

// fillTrial shows the scene one looks at.
func (s *session) fillTrial() {
	m, t := &s.model, s.trial
	m.Me, m.World, m.People, m.Chat, m.Invite = nil, nil, m.People[:0], m.Chat[:0], ""
	m.Name, m.Centre, m.Camera = s.words.Get("showroom."+t.name), grid.Tile{}, nil
	m.Journal, m.Marks, m.Reveal, m.Attached, m.Visiting = nil, m.Marks[:0], nil, false, true
	m.Recording, m.Hints, m.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.Plan, m.Tool = m.Plan[:0], model.ToolPoint
	m.Trial = model.TrialView{
		On: true, About: s.words.Get("showroom." + t.name + "_about"), Bodies: t.moving, Asleep: t.asleep,
		Micros: int(t.micros + 0.5), Seconds: t.steps / trialRate, Paused: t.paused, Pace: paces[t.pace],
	}
}
