// Package window ties a window to a node: it reads devices, predicts the player, fills the models of render,
// audio and the interface, and carries out the wishes of the person. A session is the window; its mode is the
// window's content: the title, a node that is being started, the played world, a lost branch, a recording, a
// scene of physics, or a world that has ended. The tools for building and the player's journal are packages
// below.
package window

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/summon"
	"manyhold/app/window/clipboard"
	"manyhold/app/window/greeting"
	"manyhold/app/window/language"
	"manyhold/app/window/second"
	"manyhold/audio"
	"manyhold/input"
	"manyhold/input/window"
	"manyhold/net/store"
	"manyhold/render"
	"manyhold/render/cards"
	"manyhold/render/draw"
	"manyhold/render/effect"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// session ties a window to a node. It reads the devices, lets the interface answer first, gives the rest to
// its mode, and draws. It is owned by the goroutine of Ebitengine's Update and Draw. A mode holds a pointer
// to it and owns the state of the mode alone.
type session struct {
	ctx   context.Context
	flags options.Play
	log   *slog.Logger
	id    *node.Identity

	source   input.Source
	bindings *input.Bindings
	in       input.State
	renderer *render.Renderer
	ui       *ui.UI
	words    *kit.Words
	sound    *audio.Player
	model    model.Model
	scene    render.Scene
	width    int
	height   int

	mode mode // what the window shows now

	nodes     nodes               // what is known of nodes that start and end
	travel    travel              // the world that was wanted last, and the way back
	worlds    worldList           // of the data directory
	clipboard clipboard.Clipboard // of the machine
	news      notes               // notes of other goroutines, to be shown
	prefs     preferences
	canvas    canvas // what lies between the scene and the window
	photo     photo
	quit      bool
}

// doorstep is what happens before the first world, and when the game is started once more.
type doorstep struct {
	greeting greeting.Greeting
	bell     summon.Bell
}

// nodes holds the nodes that a session starts and ends, one at a time.
type nodes struct {
	parting sync.WaitGroup // nodes that are handing over
	single  sync.Mutex     // held while there is a node: one at a time has the data directory
	parted  atomic.Bool    // a node has ended: the list of worlds is out of date
}

// canvas is the layer between the scene and the window.
type canvas struct {
	tear     effect.Tear
	finisher effect.Finisher
	frames   uint64 // drawn
	// frames still to draw before the first one is shown of a new world: its ground fills gradually
	warmup int
}

// windowGC is the garbage collector's percentage in a window: a steady frame leaves next to no garbage, so
// collecting earlier costs nothing, and the process stays small.
const windowGC = 20

// RunWindow opens the window and plays until it is closed.
func RunWindow(ctx context.Context, f options.Play, log *slog.Logger) error {
	id, err := node.OpenWindowed(f)
	if errors.Is(err, store.ErrLocked) && !f.Attach {
		return second.Start(ctx, f, err, vmEndpoint(), log)
	} else if err != nil {
		return err
	}
	defer id.Close()
	if !id.Attached {
		log, err = id.KeepDiary(log)
	}
	if err != nil {
		return err
	}
	if id.Conf.Settings.Net.LAN && !id.Attached {
		id.Lan = node.OpenBeacon(id.Pair, log)
	}
	s, err := newSession(ctx, f, id, log)
	if err != nil {
		return err
	}
	defer s.close()
	debug.SetGCPercent(windowGC)
	if vmEndpoint() == "" {
		s.ui.UseInputMethod()
	}
	v := &id.Conf.Settings.Video
	ebiten.SetWindowTitle("Manyhold")
	ebiten.SetWindowSize(v.Width, v.Height)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetWindowSizeLimits(640, 360, -1, -1)
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetRunnableOnUnfocused(true)
	ebiten.SetScreenClearedEveryFrame(false)
	s.prefs.applyVideo()
	return ebiten.RunGameWithOptions(s, &ebiten.RunGameOptions{VMGuestEndpoint: vmEndpoint()})
}

// newSession makes the session at its title, or already entering the world that the flags name.
func newSession(ctx context.Context, f options.Play, id *node.Identity, log *slog.Logger) (*session, error) {
	c := &id.Conf.Settings
	s := &session{ctx: ctx, flags: f, log: log, id: id, source: window.New(), clipboard: clipboard.Open(), news: make(notes, 8), width: c.Video.Width, height: c.Video.Height}
	s.prefs.s = s
	var err error
	if s.bindings, err = input.NewBindings(c.Keys); err != nil {
		return nil, err
	}
	words, broken := language.Words(id.Dir, c.Player.Language)
	if words == nil {
		return nil, broken
	}
	s.words = words
	if !id.Attached {
		s.travel.doorstep.bell = summon.Hang(id.Dir)
	}
	id.WorldOf = func(player string) string { return s.words.Fill("note.world_of", "name", player) }
	first := newTitle(s)
	s.mode = first
	s.renderer, err = render.New(render.Options{
		Seed: first.stage.Seed, Light: c.Video.Light, ReducedMotion: c.Video.ReducedMotion, Shake: c.Video.Shake, NoFlashes: !c.Video.Flashes,
		Log: s.warn("note.simple_light"),
	})
	if err != nil {
		return nil, err
	}
	s.renderer.Camera().SetZoom(c.Video.Zoom)
	s.look()
	s.ui = ui.New(cards.New(s.renderer), words)
	s.prefs.nameButtons()
	s.prefs.applyControls()
	if broken != nil {
		s.ui.Toast(broken.Error())
	}
	for _, why := range id.Conf.Refused {
		s.ui.Toast(words.Fill("note.bad_setting", "why", why))
	}
	s.sound = audio.Open(audio.Options{Silent: !c.Audio.Sound, Log: func(why string) { s.log.Warn(why) }, Note: func(why string) { s.log.Info(why) }})
	s.prefs.applyVolumes()
	if f.Archive != "" {
		if err := s.visitArchive(f); err != nil {
			s.close()
			return nil, err
		}
	} else if f.Watch != "" {
		if err := s.beginWatch(f.Watch); err != nil {
			s.close()
			return nil, err
		}
	} else if id.Attached {
		s.enter(node.Choice{}, "")
	} else if f.Join != "" || f.World != "" {
		choice, err := id.Choose(ctx, f, log)
		if err != nil {
			s.close()
			return nil, err
		}
		greet(s, func() { s.enter(choice, "") })
	}
	return s, nil
}

// warn returns a function that logs a sentence and shows a word of the table about it. It may be called from
// any goroutine.
func (s *session) warn(word string) func(string) {
	text := s.words.Get(word)
	return func(why string) {
		s.log.Warn(why)
		s.tell(text)
	}
}

// close releases the session's resources.
func (s *session) close() {
	s.mode.end()
	s.nodes.parting.Wait()
	s.sound.Close()
}

// Layout takes the window as it is: the renderer scales by itself.
func (s *session) Layout(w, h int) (int, int) {
	k := 1.0
	// while monitors change there may be none
	if m := ebiten.Monitor(); m != nil && m.DeviceScaleFactor() > 0 {
		k = m.DeviceScaleFactor()
	}
	s.width, s.height = max(1, int(float64(w)*k)), max(1, int(float64(h)*k))
	return s.width, s.height
}

// Update runs 60 times a second.
func (s *session) Update() error {
	if s.ctx.Err() != nil || s.quit {
		s.prefs.keep(true)
		return ebiten.Termination
	}
	s.prefs.keep(false)
	if ebiten.IsWindowBeingClosed() {
		s.quit = true
	}
	if s.travel.doorstep.bell.Rang() {
		comeForward(s)
	}
	s.in.TouchArea = s.touchArea()
	s.bindings.Read(s.source, &s.in)
	s.mode.poll()
	s.fillModel()
	result := s.ui.Update(&s.in, &s.model)
	for _, name := range result.Sounds {
		s.sound.UI(audio.Sound(name))
	}
	for _, a := range result.Actions {
		s.act(a)
	}
	s.hear()
	if s.in.Pressed(input.Fullscreen) {
		s.prefs.toggleFullscreen()
	}
	s.mode.keys()
	if s.ui.Captures() {
		s.in.ConsumeWorld()
	}
	s.mode.update()
	return nil
}

// comeForward shows the window to a player who started the game once more.
func comeForward(s *session) {
	if ebiten.IsWindowMinimized() {
		ebiten.RestoreWindow()
	}
	ebiten.SetWindowFloating(true) // most window managers raise it then
	ebiten.SetWindowFloating(false)
	ebiten.RequestAttention()
	s.ui.Toast(s.words.Get("second.here"))
}

// hear takes the messages of other goroutines.
func (s *session) hear() {
	select {
	case text := <-s.clipboard.Copies:
		s.ui.Paste(text, text != "")
	case note := <-s.news:
		if v, ok := s.mode.(*play); ok && v.bouts.shown() && !note.match {
			s.ui.Lane().Later(note.in(s.words))
			break
		}
		s.ui.Lane().News(note.in(s.words))
	default:
	}
	if s.nodes.parted.Swap(false) {
		s.worlds.kept, s.worlds.listed = nil, time.Time{}
	}
}

// Draw draws the world and the interface over it.
func (s *session) Draw(screen *ebiten.Image) {
	s.canvas.frames++
	s.mode.draw(screen)
	s.model.Window.Width, s.model.Window.Height = s.width, s.height
	s.fillPicture()
	s.ui.Draw(screen, &s.model)
	s.takePhoto(screen)
}

// drawWorld draws the world of the scene, torn by a strength from 0 to 1.
func (s *session) drawWorld(screen *ebiten.Image, torn float64) {
	s.warmUp(screen)
	c := &s.canvas
	c.finisher.Draw(screen, finishes[s.id.Conf.Settings.Video.Finish], func(dst *ebiten.Image) {
		c.tear.Draw(dst, torn, c.frames, func(dst *ebiten.Image) { s.renderer.DrawScene(dst, &s.scene) })
	})
}

// warmUp draws the frames that a new world needs before its first one is shown.
func (s *session) warmUp(screen *ebiten.Image) {
	for ; s.canvas.warmup > 0; s.canvas.warmup-- {
		s.renderer.DrawScene(screen, &s.scene)
		draw.Settle()
	}
}

// finishes are the words of settings for the last touch of the picture.
var finishes = map[string]effect.Finish{"plain": effect.Plain, "vignette": effect.Vignette, "crt": effect.CRT}

// look lets the renderer look at another world from now on.
func (s *session) look() {
	s.renderer.Forget()
	s.canvas.warmup = 5
}

// turnTo lets go of the mode that the window is in, and goes on with another.
func (s *session) turnTo(m mode) {
	s.mode.end()
	s.mode = m
}

// showTitle shows the title again.
func (s *session) showTitle() {
	s.turnTo(newTitle(s))
	s.look()
}

// playing returns the world that one plays in, nil in any other mode.
func (s *session) playing() *Playing {
	if v, ok := s.mode.(*play); ok {
		return v.p
	}
	return nil
}
