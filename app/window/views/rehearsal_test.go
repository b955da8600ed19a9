package views_test

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/maker"
	approg "manyhold/app/rig"
	"manyhold/app/window/views"
	"manyhold/assets/blueprints"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/living"
	"manyhold/game/predict"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/render"
	"manyhold/render/sketch"
)

// rehearsal is a meadow with two builders, seen by player 1 in a window.
type rehearsal struct {
	*rig.Stage
	views  *views.Views
	list   []sketch.Drawing
	asked  []string
	sounds []string
	faults []views.Fault
	plain  bool

	version uint32
	held    *thing.Thing
}

func rehearse(t testing.TB) *rehearsal {
	s := rig.BareStage(t).Enter(2).Clear(14).Grant(1, rights.Builder).Grant(2, rights.Builder).Put(1, 0, 1).Put(2, 2, 2)
	r := &rehearsal{Stage: s}
	r.views = views.New(views.Hooks{
		Ask: func(id game.EntityID, words string) {
			r.asked = append(r.asked, words)
			r.Ask(1, command.Command{Kind: command.Ask, Entity: id, Text: words})
		},
		Sound:  func(_ *thing.Thing, _ *blueprint.Entry, name string) { r.sounds = append(r.sounds, name) },
		Failed: func(_ *thing.Thing, _ *blueprint.Entry, f *views.Fault) { r.faults = append(r.faults, *f) },
	})
	return r
}

// place lets player 1 place a thing of a blueprint with these halves.
func (r *rehearsal) place(title, host, view string, dx, dy int32) *thing.Thing {
	r.T.Helper()
	return r.put(&blueprint.Blueprint{Title: title, Licence: "CC0-1.0", Shape: blueprint.Shape{Form: blueprint.Block}, Host: host, View: view}, dx, dy)
}

// example places one of the examples.
func (r *rehearsal) example(name string, dx, dy int32) *thing.Thing {
	r.T.Helper()
	w, wrong := maker.Read(blueprints.Example(name), maker.Scripts(maker.Languages()))
	if len(wrong) > 0 {
		r.T.Fatal(wrong)
	}
	b := w.Blueprint
	return r.put(&b, dx, dy)
}

func (r *rehearsal) put(b *blueprint.Blueprint, dx, dy int32) *thing.Thing {
	r.T.Helper()
	b.Author, b.Editor, b.By = rig.Key(1), rig.Key(1), "ann"
	if b.Version++; b.Version > 1 {
		r.T.Fatal("a blueprint is held once")
	}
	if err := b.Check(); err != nil {
		r.T.Fatal(err)
	}
	act.Hold(&r.State, act.EntryOf(&r.State, b))
	was := r.Body(1).Pos
	r.Put(1, dx, dy-1)
	r.Ask(1, command.Command{Kind: command.Put, Entity: game.EntityID(b.ID()), Tile: r.At(dx, dy)})
	r.Run(game.TicksPerTurn)
	r.Body(1).Pos = was
	x := r.Things.Block(r.At(dx, dy))
	if x == nil {
		r.T.Fatalf("%s is not there: %+v", b.Title, r.Log)
	}
	return x
}

// use lets a player use a thing.
func (r *rehearsal) use(n int, x *thing.Thing) {
	r.Ask(n, command.Command{Kind: command.Use, Tile: r.ThingPlace(x)})
}

// play runs some turns with the views beside them.
func (r *rehearsal) play(turns int) {
	for range turns {
		r.Run(game.TicksPerTurn)
		for n := range game.TicksPerTurn {
			s := r.scene()
			if n == 0 {
				s.Events = r.Log
			}
			r.list = r.views.Tick(s)
		}
	}
}

func (r *rehearsal) scene() *views.Scene {
	return &views.Scene{State: &r.State, Centre: r.Body(1).Pos, Viewer: rig.Key(1), Seat: r.Player(1).Seat, Plain: r.plain}
}

var dump = flag.String("dump", "", "a directory for pictures")

// camera takes pictures of a rehearsal.
type camera struct {
	*render.Renderer
	screen *ebiten.Image
	scene  render.Scene
}

func (r *rehearsal) film(hour float64) *camera {
	r.T.Helper()
	if !approg.HasDisplay {
		r.T.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	c, err := render.New(render.Options{Light: "full"})
	if err != nil {
		r.T.Fatal(err)
	}
	c.SetHour(hour)
	r.views = views.New(views.Hooks{Compile: c.CompileShader, Drop: c.DropShader, Failed: func(_ *thing.Thing, _ *blueprint.Entry, f *views.Fault) {
		r.faults = append(r.faults, *f)
		r.T.Errorf("%+v", *f)
	}})
	return &camera{Renderer: c, screen: ebiten.NewImage(1280, 720)}
}

// shoot draws a frame, and writes it if pictures are wanted.
func (r *rehearsal) shoot(c *camera, name string) *image.RGBA {
	v := &predict.View{World: r.Island, Me: r.Player(1), Tick: r.Clock}
	for _, b := range r.Space.Bodies() {
		v.Bodies = append(v.Bodies, predict.Drawn{Body: b})
	}
	for range 8 {
		c.scene.Take(v)
		c.scene.Drawings = r.list
		c.Camera().Jump(r.Body(1).Pos)
		c.UpdateScene(&c.scene)
		c.DrawScene(c.screen, &c.scene)
	}
	m := image.NewRGBA(c.screen.Bounds())
	c.screen.ReadPixels(m.Pix)
	if *dump != "" {
		f, err := os.Create(filepath.Join(*dump, name+".png"))
		if err == nil {
			err = png.Encode(f, m)
		}
		if err != nil {
			r.T.Fatal(err)
		}
		f.Close()
	}
	return m
}

// TestPictureFireworks draws rockets and bursts at dusk.
func TestPictureFireworks(t *testing.T) {
	r := rehearse(t)
	x := r.example("fireworks", 0, 3)
	c := r.film(20.2)
	r.play(4)
	r.use(1, x)
	before := r.shoot(c, "fireworks-0")
	for k := range 14 {
		r.play(7)
		if k >= 7 {
			r.shoot(c, "fireworks-"+string(rune('a'+k)))
		}
	}
	if bright(r.shoot(c, "fireworks-z")) <= bright(before) {
		t.Error("no burst is seen")
	}
}

// bright counts the bright pixels of the upper half of a picture.
func bright(m *image.RGBA) (n int) {
	for k := 0; k < len(m.Pix)/2; k += 4 {
		if max(m.Pix[k], m.Pix[k+1], m.Pix[k+2]) > 150 {
			n++
		}
	}
	return n
}

// TestPictureCanvas draws the canvas by day.
func TestPictureCanvas(t *testing.T) {
	r := rehearse(t)
	x := r.example("paint-canvas", -2, 2)
	c := r.film(12)
	r.play(4)
	r.shoot(c, "canvas-bare")
	for _, words := range []string{"brush 24", "paint everything 0 0", "brush 22", "paint row 0 5", "brush 21", "paint row 0 6", "brush 20", "paint row 0 7", "brush 28",
		"paint field 5 1", "paint field 6 1", "paint field 5 2", "paint field 6 2", "brush 26", "paint field 1 4", "paint field 2 4", "paint field 3 4", "brush 8", "paint field 2 3", "paint field 2 2", "title The sea", "brush 31"} {
		r.Ask(2, command.Command{Kind: command.Ask, Entity: x.ID, Text: words})
		r.play(1)
	}
	r.play(10)
	r.shoot(c, "canvas")
}

// rigKey returns the key of a player.
func rigKey(n int) game.PlayerID { return rig.Key(n) }

// soundBlueprint has a sound, and plays it in every frame.
func soundBlueprint() *blueprint.Blueprint {
	return &blueprint.Blueprint{Title: "Bell", Licence: "CC0-1.0", Shape: blueprint.Shape{Form: blueprint.Block}, Host: nothing,
		View: "def on_frame(me, time):\n    sound(\"ding\")\n", Assets: []blueprint.Named{{Name: "ding", Is: blueprint.Asset{1}}}}
}

// hold lets a blueprint have a view half, and one thing of it stand there, past all commands: for tests of
// very many. Nothing changes if no blueprint may have this text.
func (r *rehearsal) hold(title, source string) {
	b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), By: "ann", Version: max(r.version, 1), Title: title, Licence: "CC0-1.0",
		Shape: blueprint.Shape{Form: blueprint.Block}, Host: nothing, View: source}
	if b.Check() != nil {
		return
	}
	act.Hold(&r.State, act.EntryOf(&r.State, b))
	if r.held == nil {
		r.held = living.Fresh(&thing.Thing{ID: 1 << 40, At: r.At(0, 3), Owner: rig.Key(1)}, r.Blueprints.Find(b.ID()))
		r.Things.Put(r.held)
	}
}

// tickOnce lets views see the world, used by the viewer, for two ticks.
func (r *rehearsal) tickOnce(v *views.Views) {
	s := r.scene()
	v.Tick(s)
	s.Events = []event.Event{{Kind: event.ThingUsed, Entity: 1 << 40, Seat: s.Seat}}
	r.views = v
	r.list = v.Tick(s)
	r.bounded("a call")
}
