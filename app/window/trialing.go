package window

import (
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// beginTrial goes from the title to a scene of physics.
func (s *Session) beginTrial(name string) error {
	t, err := openTrial(name)
	if err != nil {
		return err
	}
	s.trial, s.title = t, nil
	return nil
}

// endTrial returns to the title.
func (s *Session) endTrial() {
	s.trial = nil
	s.showTitle()
}

// updateTrial goes on by one tick of the window.
func (s *Session) updateTrial() {
	t := s.trial
	if !s.Ui.Captures() {
		t.float(s.In.MoveX, s.In.MoveY)
		if s.In.Pressed(input.ZoomIn) {
			t.zoom(-1)
		}
		if s.In.Pressed(input.ZoomOut) {
			t.zoom(1)
		}
	}
	t.advance()
	s.Ui.Observe(nil, &s.model)
}

// fillTrial shows the scene one looks at.
func (s *Session) fillTrial() {
	m, t := &s.model, s.trial
	m.Game.Me, m.Game.World, m.Game.People, m.Chat, m.Share.Invite = nil, nil, m.Game.People[:0], m.Chat[:0], ""
	m.Game.Name, m.Game.Centre, m.Game.Camera = s.words.Get("showroom."+t.name), grid.Tile{}, nil
	m.Journal, m.Map.Marks, m.Map.Reveal, m.Game.Attached, m.Game.Visiting = nil, m.Map.Marks[:0], nil, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.Build.Plan, m.Build.Tool = m.Build.Plan[:0], model.ToolPoint
	m.Trial = model.TrialView{
		On: true, About: s.words.Get("showroom." + t.name + "_about"), Bodies: t.moving, Asleep: t.asleep,
		Micros: int(t.micros + 0.5), Seconds: t.steps / trialRate, Paused: t.paused, Pace: paces[t.pace],
	}
}
