// Package lab runs a scene of physics by the rigid engine in the window's goroutine, and makes its picture:
// the same file and the same engine as the tests and `manyhold bench physics` have, but that bodies may fall
// asleep.
package lab

import (
	"fmt"
	"math"
	"time"

	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
	"manyhold/game/physics/scene"
	"manyhold/render/trial"
)

// Lab is a scene of physics that runs, and the view of it.
type Lab struct {
	World  *rigid.World
	Steps  int     // done
	Asleep int     // bodies
	Moving int     // bodies that can move
	Micros float64 // that a step takes, eased

	scene *scene.Scene
	part  float64 // of a step that is due
	x, y  float64 // tile of the area in the middle of the window
	high  float64 // tiles from the top of the window to its foot
	whole float64 // of them that show everything
	tiles []bool  // which are solid, by row
	wide  int     // tiles of a row
	view  trial.Scene
}

// Scenes are the scenes of physics, by the names of their files.
var Scenes = []string{"s1d_1000", "s1d_5000", "s3_2000", "s2_pyramid", "s2_pile"}

const (
	// Rate is how many steps a second has.
	Rate = game.TicksPerSecond
	// driveEvery is how many of them there are from one kick to the next: kicks are for twenty steps a
	// second.
	driveEvery = Rate / 20
	// leastHigh is the closest view, in tiles from top to foot; margin is the margin round moving
	// bodies, in tiles.
	leastHigh, margin = 10.0, 3.0
	// foot is the part of the window's height that the bar covers.
	foot = 0.27
	// zoomStep is how much nearer a step of the wheel leads.
	zoomStep = 1.25
	// costEase is the part of the way that the shown cost of a step goes to the measured one.
	costEase = 0.05
	// longestStep is the time after which steps that are due are given up, so that the window goes on
	// answering.
	longestStep = 12 * time.Millisecond
)

// Open reads a scene of the program.
func Open(name string) (*Lab, error) {
	text, err := assets.Scenes.ReadFile("scenes/" + name + ".txt")
	if err != nil {
		return nil, fmt.Errorf("unknown scene %q of the showroom", name)
	}
	s, err := scene.Read(string(text))
	if err != nil {
		return nil, err
	}
	l := &Lab{scene: s}
	if err := l.Restart(); err != nil {
		return nil, err
	}
	l.frame()
	return l, nil
}

// Restart begins anew.
func (l *Lab) Restart() error {
	w, err := rigid.FromScene(l.scene, false)
	if err != nil {
		return err
	}
	l.World, l.Steps, l.part, l.Asleep, l.Moving = w, 0, 0, 0, 0
	for _, b := range w.Bodies() {
		if !w.Kind(b.Kind).Fixed {
			l.Moving++
		}
	}
	return nil
}

// frame places the view so that all that moves is seen, and looks where the ground is solid.
func (l *Lab) frame() {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, b := range l.World.Bodies() {
		if k := l.World.Kind(b.Kind); !k.Fixed {
			x, y := tilesOf(b.X), tilesOf(b.Y)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	l.x, l.y = (x0+x1)/2, (y0+y1)/2
	l.whole = max(leastHigh, y1-y0+2*margin, (x1-x0+2*margin)*9/16*(1-foot))
	l.high = l.whole
	for l.wide = 0; ; l.wide++ {
		if _, ok := l.World.Tile(l.wide, 0); !ok {
			break
		}
	}
	l.tiles = l.tiles[:0]
	for y := 0; ; y++ {
		if _, ok := l.World.Tile(0, y); !ok {
			break
		}
		for x := range l.wide {
			surface, _ := l.World.Tile(x, y)
			l.tiles = append(l.tiles, surface != 0)
		}
	}
}

func tilesOf(v fixed.S) float64 { return float64(v) / fixed.One }

// Advance goes on by a sixtieth of a second of the window, at a pace: 1 is the true one.
func (l *Lab) Advance(pace float64) {
	began := time.Now()
	for l.part += pace; l.part >= 1; l.part-- {
		if l.Step(); time.Since(began) > longestStep {
			l.part = 0
			return
		}
	}
}

// Step does one step, with the kicks that are due.
func (l *Lab) Step() {
	began := time.Now()
	if l.Steps%driveEvery == 0 {
		Kick(l.World, l.scene, l.Steps/driveEvery)
	}
	l.World.Step(Rate)
	l.Steps++
	took := float64(time.Since(began).Nanoseconds()) / 1000
	if l.Micros += (took - l.Micros) * costEase; l.Steps == 1 {
		l.Micros = took
	}
	l.Asleep = 0
	for _, b := range l.World.Bodies() {
		if b.Sleeping {
			l.Asleep++
		}
	}
}

// Float moves where one looks, by parts of the height of the view in two seconds.
func (l *Lab) Float(x, y float64) {
	l.x += x * l.high / (2 * game.TicksPerSecond)
	l.y += l.up() * y * l.high / (2 * game.TicksPerSecond)
	l.x, l.y = min(max(l.x, 0), float64(l.wide)), min(max(l.y, 0), float64(len(l.tiles)/l.wide))
}

// up is -1 where gravity leads against the direction in which rows are counted, else 1.
func (l *Lab) up() float64 {
	if l.scene.Gravity.Y < 0 {
		return -1
	}
	return 1
}

// Zoom leads nearer or farther by steps.
func (l *Lab) Zoom(by float64) {
	l.high = min(max(l.high*math.Pow(zoomStep, by), leastHigh), l.whole)
}

// Show makes the picture.
func (l *Lab) Show() *trial.Scene {
	v := &l.view
	v.X, v.Y, v.High, v.Flipped = l.x, l.y, l.high, l.up() < 0
	v.Solid, v.Wide, v.SideOn = l.tiles, l.wide, l.scene.Gravity != fixed.SVec{}
	v.Margin, v.Foot = rigid.SceneMargin-2, foot
	v.Bodies = v.Bodies[:0]
	for _, b := range l.World.Bodies() {
		k := l.World.Kind(b.Kind)
		v.Bodies = append(v.Bodies, trial.Body{
			X: tilesOf(b.X), Y: tilesOf(b.Y), HalfX: tilesOf(k.HalfX), HalfY: tilesOf(k.HalfY),
			Angle: float64(b.Angle) * 2 * math.Pi / (1 << 32), Disc: k.Form == rigid.Disc, Fixed: k.Fixed, Asleep: b.Sleeping, Number: uint32(b.ID),
		})
	}
	return v
}

// Kick gives the discs of a scene that are driven before step k their new velocity.
func Kick(w *rigid.World, s *scene.Scene, k int) {
	for i := scene.Kicked(k); i < len(s.Discs) && s.Drive != 0; i += 20 {
		w.Drive(game.EntityID(s.Discs[i]+1), s.Kick(i, k))
	}
}
