package window

import (
	"fmt"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics/rigid"
	"manyhold/game/physics/scene"
	"manyhold/input"
	"manyhold/render/trial"
	"manyhold/render/ui/model"
)

// physicsTrial is the mode in which one looks at a scene of physics while the rigid engine runs it: the same
// file and the same engine as the tests and `manyhold bench physics` have, but that bodies may fall asleep.
// It runs in the window's goroutine; nothing of it is kept.
type physicsTrial struct {
	base
	name   string
	scene  *scene.Scene
	world  *rigid.World
	steps  int // done
	asleep int // bodies
	moving int // bodies that can move
	paused bool
	pace   int     // index of paces
	part   float64 // of a step that is due
	micros float64 // that a step takes, eased
	x, y   float64 // tile of the area in the middle of the window
	high   float64 // tiles from the top of the window to its foot
	whole  float64 // of them that show everything
	tiles  []bool  // which are solid, by row
	wide   int     // tiles of a row
	view   trial.Scene
}

// The scenes of physics, by the names of their files.
var physicsScenes = []string{"s1d_1000", "s1d_5000", "s3_2000", "s2_pyramid", "s2_pile"}

const (
	// trialRate is how many steps a second has.
	trialRate = game.TicksPerSecond
	// driveEvery is how many of them there are from one kick to the next: kicks are for twenty steps a
	// second.
	driveEvery = trialRate / 20
	// leastHigh is the closest view, in tiles from top to foot; trialMargin is the margin round moving
	// bodies, in tiles.
	leastHigh, trialMargin = 10.0, 3.0
	// trialFoot is the part of the window's height that the bar covers.
	trialFoot = 0.27
	// zoomStep is how much nearer a step of the wheel leads.
	zoomStep = 1.25
	// costEase is the part of the way that the shown cost of a step goes to the measured one.
	costEase = 0.05
	// longestStep is the time after which steps that are due are given up, so that the window goes on
	// answering.
	longestStep = 12 * time.Millisecond
)

// openTrial reads a scene of the program.
func openTrial(name string) (*physicsTrial, error) {
	text, err := assets.Scenes.ReadFile("scenes/" + name + ".txt")
	if err != nil {
		return nil, fmt.Errorf("unknown scene %q of the showroom", name)
	}
	s, err := scene.Read(string(text))
	if err != nil {
		return nil, err
	}
	t := &physicsTrial{name: name, scene: s, pace: realPace}
	if err := t.restart(); err != nil {
		return nil, err
	}
	t.frame()
	return t, nil
}

// restart begins anew.
func (t *physicsTrial) restart() error {
	w, err := rigid.FromScene(t.scene, false)
	if err != nil {
		return err
	}
	t.world, t.steps, t.part, t.asleep, t.moving = w, 0, 0, 0, 0
	for _, b := range w.Bodies() {
		if !w.Kind(b.Kind).Fixed {
			t.moving++
		}
	}
	return nil
}

// frame places the view so that all that moves is seen, and looks where the ground is solid.
func (t *physicsTrial) frame() {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, b := range t.world.Bodies() {
		if k := t.world.Kind(b.Kind); !k.Fixed {
			x, y := tilesOf(b.X), tilesOf(b.Y)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	t.x, t.y = (x0+x1)/2, (y0+y1)/2
	t.whole = max(leastHigh, y1-y0+2*trialMargin, (x1-x0+2*trialMargin)*9/16*(1-trialFoot))
	t.high = t.whole
	for t.wide = 0; ; t.wide++ {
		if _, ok := t.world.Tile(t.wide, 0); !ok {
			break
		}
	}
	t.tiles = t.tiles[:0]
	for y := 0; ; y++ {
		if _, ok := t.world.Tile(0, y); !ok {
			break
		}
		for x := range t.wide {
			surface, _ := t.world.Tile(x, y)
			t.tiles = append(t.tiles, surface != 0)
		}
	}
}

func tilesOf(v fixed.S) float64 { return float64(v) / fixed.One }

// advance goes on by a sixtieth of a second of the window.
func (t *physicsTrial) advance() {
	if t.paused {
		return
	}
	began := time.Now()
	for t.part += paces[t.pace]; t.part >= 1; t.part-- {
		if t.step(); time.Since(began) > longestStep {
			t.part = 0
			return
		}
	}
}

// step does one step, with the kicks that are due.
func (t *physicsTrial) step() {
	began := time.Now()
	if t.steps%driveEvery == 0 {
		Kick(t.world, t.scene, t.steps/driveEvery)
	}
	t.world.Step(trialRate)
	t.steps++
	took := float64(time.Since(began).Nanoseconds()) / 1000
	if t.micros += (took - t.micros) * costEase; t.steps == 1 {
		t.micros = took
	}
	t.asleep = 0
	for _, b := range t.world.Bodies() {
		if b.Sleeping {
			t.asleep++
		}
	}
}

// float moves where one looks, by parts of the height of the view in two seconds.
func (t *physicsTrial) float(x, y float64) {
	t.x += x * t.high / (2 * game.TicksPerSecond)
	t.y += t.up() * y * t.high / (2 * game.TicksPerSecond)
	t.x, t.y = min(max(t.x, 0), float64(t.wide)), min(max(t.y, 0), float64(len(t.tiles)/t.wide))
}

// up is -1 where gravity leads against the direction in which rows are counted, else 1.
func (t *physicsTrial) up() float64 {
	if t.scene.Gravity.Y < 0 {
		return -1
	}
	return 1
}

// zoom leads nearer or farther by steps.
func (t *physicsTrial) zoom(by float64) {
	t.high = min(max(t.high*math.Pow(zoomStep, by), leastHigh), t.whole)
}

// show makes the picture.
func (t *physicsTrial) show() *trial.Scene {
	v := &t.view
	v.X, v.Y, v.High, v.Flipped = t.x, t.y, t.high, t.up() < 0
	v.Solid, v.Wide, v.SideOn = t.tiles, t.wide, t.scene.Gravity != fixed.SVec{}
	v.Margin, v.Foot = rigid.SceneMargin-2, trialFoot
	v.Bodies = v.Bodies[:0]
	for _, b := range t.world.Bodies() {
		k := t.world.Kind(b.Kind)
		v.Bodies = append(v.Bodies, trial.Body{
			X: tilesOf(b.X), Y: tilesOf(b.Y), HalfX: tilesOf(k.HalfX), HalfY: tilesOf(k.HalfY),
			Angle: float64(b.Angle) * 2 * math.Pi / (1 << 32), Disc: k.Form == rigid.Disc, Fixed: k.Fixed, Asleep: b.Sleeping, Number: uint32(b.ID),
		})
	}
	return v
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
			t.step()
		}
	case model.PaceReplay:
		t.pace = min(max(t.pace+a.By, 0), realPace+1)
	case model.RestartTrial:
		if err := t.restart(); err != nil {
			panic(err) // it was read before
		}
	}
}

// beginTrial goes from the title to a scene of physics.
func (s *session) beginTrial(name string) error {
	t, err := openTrial(name)
	if err != nil {
		return err
	}
	t.base = base{s}
	s.turnTo(t)
	return nil
}

// update goes on by one tick of the window.
func (t *physicsTrial) update() {
	s := t.s
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

// fill shows the scene one looks at.
func (t *physicsTrial) fill(m *model.Model) {
	s := t.s
	m.Phase = model.Playing
	m.Game.Me, m.Game.World, m.Game.People, m.Chat, m.Share.Invite = nil, nil, m.Game.People[:0], m.Chat[:0], ""
	m.Game.Name, m.Game.Centre, m.Game.Camera = s.words.Get("showroom."+t.name), grid.Tile{}, nil
	m.Journal, m.Map.Marks, m.Map.Reveal, m.Game.Attached, m.Game.Visiting = nil, m.Map.Marks[:0], nil, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	m.Build.Plan, m.Build.Tool = m.Build.Plan[:0], model.ToolPoint
	m.ByHand = model.ByHand{}
	m.Trial = model.TrialView{
		On: true, About: s.words.Get("showroom." + t.name + "_about"), Bodies: t.moving, Asleep: t.asleep,
		Micros: int(t.micros + 0.5), Seconds: t.steps / trialRate, Paused: t.paused, Pace: paces[t.pace],
	}
}

// draw draws the scene.
func (t *physicsTrial) draw(screen *ebiten.Image) { t.s.renderer.DrawTrial(screen, t.show()) }

// Kick gives the discs of a scene that are driven before step k their new velocity.
func Kick(w *rigid.World, s *scene.Scene, k int) {
	for i := scene.Kicked(k); i < len(s.Discs) && s.Drive != 0; i += 20 {
		w.Drive(game.EntityID(s.Discs[i]+1), s.Kick(i, k))
	}
}
