package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/window/film"
	"manyhold/app/window/lab"
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// physicsTrial is the mode in which one looks at a scene of physics while the rigid engine runs it. Nothing
// of it is kept.
type physicsTrial struct {
	base
	lab    *lab.Lab
	name   string
	paused bool
	pace   int // index of film.Paces
}

// act answers the bar below the picture.
func (t *physicsTrial) act(a model.Action) {
	switch a := a.(type) {
	case model.LeaveWorld:
		t.s.showTitle()
	case model.PauseReplay:
		t.paused = !t.paused
	case model.StepReplay:
		t.paused = true
		for range max(1, a.By) {
			t.lab.Step()
		}
	case model.PaceReplay:
		t.pace = min(max(t.pace+a.By, 0), film.RealPace+1)
	case model.RestartTrial:
		if err := t.lab.Restart(); err != nil {
			panic(err) // it was read before
		}
	}
}

// beginTrial goes from the title to a scene of physics.
func (s *session) beginTrial(name string) error {
	l, err := lab.Open(name)
	if err != nil {
		return err
	}
	s.turnTo(&physicsTrial{base: base{s}, lab: l, name: name, pace: film.RealPace})
	return nil
}

// update goes on by one tick of the window.
func (t *physicsTrial) update() {
	s := t.s
	if !s.ui.Captures() {
		t.lab.Float(s.in.MoveX, s.in.MoveY)
		if s.in.Pressed(input.ZoomIn) {
			t.lab.Zoom(-1)
		}
		if s.in.Pressed(input.ZoomOut) {
			t.lab.Zoom(1)
		}
	}
	if !t.paused {
		t.lab.Advance(film.Paces[t.pace])
	}
	s.ui.Observe(nil, &s.model)
}

// fill shows the scene one looks at.
func (t *physicsTrial) fill(m *model.Model) {
	s := t.s
	m.Phase = model.Playing
	m.Game.Me, m.Game.World, m.Game.People, m.Chat, m.Share.Invite = nil, nil, m.Game.People[:0], m.Chat[:0], ""
	m.Game.Name, m.Game.Centre, m.Game.Camera = s.words.Get("showroom."+t.name), grid.Tile{}, nil
	m.Journal, m.Map, m.Game.Attached, m.Game.Visiting = model.Collection{}, model.Map{}, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	m.Build.Plan, m.Build.Tool = m.Build.Plan[:0], model.ToolPoint
	m.ByHand = model.ByHand{}
	m.Trial = model.TrialView{
		On: true, About: s.words.Get("showroom." + t.name + "_about"), Bodies: t.lab.Moving, Asleep: t.lab.Asleep,
		Micros: int(t.lab.Micros + 0.5), Seconds: t.lab.Steps / lab.Rate, Paused: t.paused, Pace: film.Paces[t.pace],
	}
}

// draw draws the scene.
func (t *physicsTrial) draw(screen *ebiten.Image) { t.s.renderer.DrawTrial(screen, t.lab.Show()) }
