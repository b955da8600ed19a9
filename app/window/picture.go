package window

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/app/stage"
	"manyhold/app/window/language"
	"manyhold/app/window/logbook"
	"manyhold/app/window/together"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// picture takes one picture of a stage: the same flags give the same picture. It is an ebiten.Game of a few
// ticks.
type picture struct {
	flags    options.Play
	dir      string // the data directory, where there is one
	conf     *settings.ConfigFile
	stage    *stage.Stage
	renderer *render.Renderer
	ui       *ui.UI
	shown    render.Scene
	model    model.Model
	places   func(grid.Tile) string // their names
	keys     keyboard
	bindings *input.Bindings
	hands    input.State
	width    int
	height   int
	drawn    int
	image    *image.RGBA
	err      error
}

// TakePicture writes a picture of a world of its own: seed, start, place, hour and orders decide it, and the
// settings of language, keys and video. It makes no data directory.
func TakePicture(f options.Play) error {
	p := &picture{flags: f}
	if err := p.load(); err != nil {
		return err
	}
	if err := p.build(); err != nil {
		return err
	}
	ebiten.SetWindowTitle("Manyhold")
	ebiten.SetWindowSize(p.width, p.height)
	ebiten.SetWindowVisible(false)
	err := ebiten.RunGameWithOptions(p, &ebiten.RunGameOptions{InitUnfocused: true, VMGuestEndpoint: vmEndpoint()})
	if err = wording.NoWindow(errors.Join(err, p.err)); err != nil {
		return err
	}
	out, err := os.Create(f.Screenshot)
	if err != nil {
		return fmt.Errorf("cannot write the picture: %w", err)
	}
	small := png.Encoder{CompressionLevel: png.BestCompression}
	if err = small.Encode(out, p.image); err == nil {
		err = out.Close()
	}
	if err != nil {
		return fmt.Errorf("cannot write the picture: %w", err)
	}
	return nil
}

// stormFlash is how bright the lightning of a picture of a storm is.
const stormFlash = 120

// load reads the settings that apply.
func (p *picture) load() (err error) {
	if p.dir, err = settings.FindData(p.flags.Data); err != nil {
		return err
	}
	if p.conf, err = settings.PeekSettings(&p.flags, p.dir); err != nil {
		return err
	}
	p.width, p.height = p.conf.Settings.Video.Width, p.conf.Settings.Video.Height
	return nil
}

// build sets the stage.
func (p *picture) build() error {
	at, err := options.ParseAt(p.flags.At)
	if err != nil {
		return err
	}
	begin, _ := p.flags.Begins()
	g := world.Genesis{Seed: node.HashSeed(p.flags.Seed), Rules: game.CurrentRules, Start: begin}
	spawn := island.New(g).SpawnTile
	if at != nil {
		spawn = *at
	}
	start := game.Tick(0)
	if p.flags.Hour >= 0 {
		// The hour is that of the picture: the clock begins earlier by as long as the world runs first.
		lead := game.Tick(p.flags.After * game.TicksPerSecond / time.Second)
		start = stage.TickOfHour(p.flags.Hour) + game.TicksPerDay - lead%game.TicksPerDay
	}
	w := island.NewScene(g, start, spawn)
	me := p.flags.Name
	if me == "" {
		me = "Ada"
	}
	if p.flags.Title {
		p.stage = stage.NewTitle(g.Seed)
		return nil
	}
	p.stage = stage.NewStage(w, game.PlayerID{1, 's'})
	cast, err := stage.ParseCast(me, p.flags.Do)
	p.stage.Perform(cast)
	return err
}

// prepare makes the objects that need the window, and runs the world.
func (p *picture) prepare() error {
	c := &p.conf.Settings
	words, err := language.Words(p.dir, c.Player.Language)
	if err != nil {
		return err
	}
	p.renderer, err = render.New(render.Options{Seed: p.stage.Seed, Light: c.Video.Light, Shake: false})
	if err != nil {
		return err
	}
	p.renderer.Camera().SetZoom(c.Video.Zoom)
	sky, flash := stage.PictureWeather[p.flags.Weather], uint8(0)
	if sky.Storm > 0 {
		flash = stormFlash
	}
	p.renderer.SetWeather(&sky, flash)
	if p.bindings, err = input.NewBindings(c.Keys); err != nil {
		return err
	}
	p.bindings.CallButtons(func(b input.Button) string { return kit.ButtonName(words, b) })
	prefs := preferences{s: &session{words: words, id: &node.Identity{Conf: p.conf}}}
	p.model.Settings, p.model.Title.Version, p.model.Game.Name = prefs.list(nil), "", "The bay"
	p.ui, p.places = ui.New(p.renderer, words), logbook.Names(words, p.stage.Seed)
	p.renderer.Camera().Follow(p.stage.World.SpawnTile.Centre())
	ticks := int(p.flags.After*game.TicksPerSecond/time.Second) + game.TicksPerTurn
	seen := ebiten.NewImage(p.width, p.height)
	defer seen.Deallocate()
	for n := range ticks {
		p.stage.Tick()
		if p.stage.View != nil {
			p.watch()
		}
		if ticks-n < airTicks && n%airEvery == 0 {
			p.renderer.DrawScene(seen, &p.shown) // what is in the air comes of being looked at
		}
		if err := p.stage.Wrong(); err != nil {
			return err
		}
	}
	if err := p.stage.Unfinished(); err != nil && !p.flags.Title {
		return err
	}
	keys, err := options.ParseKeys(p.flags.Press)
	for _, k := range keys {
		for _, down := range [...]bool{true, false} {
			p.keys.down = input.NoButton
			if down {
				p.keys.down = k
			}
			for range pressTicks {
				p.watch()
			}
		}
	}
	return err
}

// airTicks is for how long before a picture the world is looked at, and airEvery how often, so that
// fireflies, leaves and embers are in the air.
const airTicks, airEvery = 6 * game.TicksPerSecond, 6

// pressTicks is how long a key of a picture is held, and how long it is waited before the next.
const pressTicks = 12

// keyboard holds the buttons of --press.
type keyboard struct{ down input.Button }

// Snap implements input.Source.
func (k *keyboard) Snap(s *input.Snapshot) {
	*s = input.Snapshot{Focused: true, Text: s.Text[:0]}
	if k.down != input.NoButton {
		s.Value[k.down] = 1
	}
}

// watch lets eye and interface follow a tick of the stage, as in play.
func (p *picture) watch() {
	events := p.stage.Eyes.Events()
	p.renderer.Observe(events)
	p.shown.Take(p.stage.View)
	p.renderer.UpdateScene(&p.shown)
	m := &p.model
	m.Window.Width, m.Window.Height, m.Phase, m.Window.ReducedMotion = p.width, p.height, model.Playing, true
	m.Window.Scale, m.Window.Theme = p.conf.Settings.Video.UIScale, themeOf(&p.conf.Settings)
	m.Game.Camera = p.renderer.Camera()
	if p.flags.Title {
		m.Phase = model.AtTitle
		p.renderer.Camera().Follow(p.stage.Pan())
	} else {
		p.fill()
	}
	p.bindings.Read(&p.keys, &p.hands)
	p.ui.Update(&p.hands, m)
	p.ui.Observe(events, m)
}

// fill shows the player's world, and what its notice board says.
func (p *picture) fill() {
	m, w := &p.model, p.stage.View.World
	showWorld(m, &p.shown, w)
	if me := m.Game.Me; me != nil && m.Game.Tick%boardEvery == 0 {
		together.Board(&m.HUD.Board, &w.State, me, m.Game.Centre, p.places)
	}
}

// Update runs the world in its first tick.
func (p *picture) Update() error {
	if p.image != nil || p.err != nil {
		return ebiten.Termination
	}
	if p.renderer == nil {
		p.err = p.prepare()
	}
	return nil
}

// warmFrames is how many frames are drawn before the picture is taken: the caches of the ground fill by
// and by.
const warmFrames = 30

// Draw takes the picture when the caches are full.
func (p *picture) Draw(screen *ebiten.Image) {
	if p.renderer == nil || p.err != nil || p.image != nil {
		return
	}
	p.renderer.DrawScene(screen, &p.shown)
	p.ui.Draw(screen, &p.model)
	if p.drawn++; p.drawn < warmFrames {
		return
	}
	m := image.NewRGBA(screen.Bounds())
	screen.ReadPixels(m.Pix)
	p.image = m
}

// Layout is the picture's size.
func (p *picture) Layout(int, int) (int, int) { return p.width, p.height }
