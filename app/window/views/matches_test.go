package views_test

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/maker/engine"
	approg "manyhold/app/rig"
	"manyhold/app/window/views"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/game/predict"
	"manyhold/game/thing"
	"manyhold/render"
)

// TestPicturesOfMatches draws a moment of each match as a player on its first seat sees it, with the view
// halves of the referee and of all things. None of them may fail.
func TestPicturesOfMatches(t *testing.T) {
	if !approg.HasDisplay {
		t.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	for _, c := range []struct {
		name   string
		moment []int // seconds
		sheep  bool
	}{{"emberball", []int{8, 150}, false}, {"lantern-hunt", []int{10, 40}, false}, {"cart-cup", []int{20, 60}, false}, {"herders", []int{3, 30, 80}, true}} {
		t.Run(c.name, func(t *testing.T) { filmMatch(t, c.name, c.moment, c.sheep) })
	}
}

func filmMatch(t *testing.T, name string, moments []int, sheep bool) {
	p, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(p, nil, 5, make([]match.Player, len(p.Roster)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := render.New(render.Options{Light: "full"})
	if err != nil {
		t.Fatal(err)
	}
	v := views.New(views.Hooks{Compile: r.CompileShader, Drop: r.DropShader, Failed: func(_ *thing.Thing, e *blueprint.Entry, f *views.Fault) {
		t.Errorf("%s: %+v", e.Title, *f)
	}})
	screen := ebiten.NewImage(1280, 720)
	var scene render.Scene
	copied := new(island.Island)
	for seconds := range moments[len(moments)-1] + 1 {
		for n := range game.TicksPerSecond / 3 {
			m.Step(match.Generation{Ticks: 3, Vacant: 1<<len(p.Roster) - 1})
			w := m.Island()
			me := w.Roster.ByKey(m.Key(0))
			at := w.Space.Body(me.Body).Pos
			w.CopyNear(copied, w.SpawnTile)
			view := &predict.View{World: copied, Me: me, Tick: w.Clock}
			for _, b := range w.Space.Bodies() {
				view.Bodies = append(view.Bodies, predict.Drawn{Body: b})
			}
			for k := range 3 {
				s := &views.Scene{State: &copied.State, Centre: at, Viewer: me.Key, Seat: me.Seat}
				if k == 0 {
					s.Events = w.Happened
				}
				scene.Take(view)
				scene.Drawings = v.Tick(s)
				r.Camera().Jump(at)
				r.UpdateScene(&scene)
			}
			for _, at := range moments {
				if at != seconds || n != 0 {
					continue
				}
				picture := frame(r, screen, &scene)
				save(t, picture, fmt.Sprintf("%s-%d", name, at))
				if !sheep {
					continue
				}
				scene.Flock = nil
				for range 3 {
					r.UpdateScene(&scene)
				}
				if same(picture, frame(r, screen, &scene)) > 0.995 {
					t.Errorf("no sheep are seen after %d s", at)
				}
			}
		}
	}
	if len(m.Notes()) > 0 || w(m).Kind != entity.Player {
		t.Error(m.Notes())
	}
}

// w returns the body of the first player.
func w(m *match.Match) *entity.Body {
	return m.Island().Space.Body(m.Island().Roster.ByKey(m.Key(0)).Body)
}

func frame(r *render.Renderer, screen *ebiten.Image, s *render.Scene) *image.RGBA {
	for range 4 {
		r.DrawScene(screen, s)
	}
	m := image.NewRGBA(screen.Bounds())
	screen.ReadPixels(m.Pix)
	return m
}

// same returns the part of the pixels that two pictures have in common.
func same(a, b *image.RGBA) float64 {
	n := 0
	for k := 0; k < len(a.Pix); k += 4 {
		if a.Pix[k] == b.Pix[k] && a.Pix[k+1] == b.Pix[k+1] && a.Pix[k+2] == b.Pix[k+2] {
			n++
		}
	}
	return float64(n) / float64(len(a.Pix)/4)
}

// save writes a picture if pictures are wanted.
func save(t *testing.T, m *image.RGBA, name string) {
	if *dump == "" {
		return
	}
	f, err := os.Create(filepath.Join(*dump, name+".png"))
	if err == nil {
		err = png.Encode(f, m)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}
