package window

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/stage"
	"manyhold/audio"
	"manyhold/game/journal"
	"manyhold/input"
	"manyhold/input/window"
	"manyhold/net/store"
	"manyhold/render"
	"manyhold/render/draw"
	"manyhold/render/effect"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Session ties a window to a node: it reads the hands, lets the interface answer first, plays what is
// left, and draws. It is owned by the goroutine of Ebitengine's Update and Draw.
type Session struct {
	ctx   context.Context
	flags options.Play
	log   *slog.Logger
	id    *node.Identity

	source   input.Source
	bindings *input.Bindings
	In       input.State
	alive    []journal.Creature // seen in the last look around, reused
	renderer *render.Renderer
	Ui       *ui.UI
	words    *kit.Words
	sound    *audio.Player
	model    model.Model
	scene    render.Scene
	width    int
	height   int

	title   *stage.Stage   // the living world behind the title
	joining *joining       // a node that is being started
	Play    *Playing       // the world one is in
	visit   *visit         // the lost branch one looks at
	watch   *replayer      // the recording one looks at
	trial   *trial         // the scene of physics one looks at
	lost    lostWorld      // the world that has just ended by itself
	parting sync.WaitGroup // nodes that are handing over
	single  sync.Mutex     // held while there is a node: one at a time has the data directory
	copies  chan string    // answers of the clipboard
	news    chan string    // notes of other goroutines, to be shown
	parted  atomic.Bool    // a node has ended: the list of worlds is out of date

	clipboard   *bool              // whether there is one; nil: not looked up yet
	listed      time.Time          // when the title's list was last made
	kept        *[]store.Info      // worlds of the data directory; nil: to be read
	branches    []model.WorldOffer // their lost branches
	settingsFor [2]string          // the settings that the list was made of, and what ails the sound
	from        *origin            // the world one came from; nil: from the title
	travelled   bool               // the list of other worlds was read since they are looked at
	showroomIn  *kit.Words         // of the list of the showroom
	wanted      *node.Choice       // the world that was to be entered last, nil: none can be again
	unkept      int                // ticks until changed settings are written down; 0: none are
	photo       photo
	tear        effect.Tear
	finisher    effect.Finisher
	lossy       float64 // share of messages lost, eased
	frames      uint64  // drawn
	unseen      int     // frames to be drawn at once of a world that is new: its ground fills by and by
	quit        bool
}

// windowGC is the garbage collector's percentage in a window: a steady frame leaves next to no garbage, so
// collecting earlier costs nothing, and the process stays small.
const windowGC = 20

// RunWindow opens the window and plays until it is closed.
func RunWindow(ctx context.Context, f options.Play, log *slog.Logger) error {
	id, err := node.OpenWindowed(f)
	if err != nil {
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
		s.Ui.UseInputMethod()
	}
	v := &id.Conf.Settings.Video
	ebiten.SetWindowTitle("Manyhold")
	ebiten.SetWindowSize(v.Width, v.Height)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetWindowSizeLimits(640, 360, -1, -1)
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetRunnableOnUnfocused(true)
	ebiten.SetScreenClearedEveryFrame(false)
	s.applyVideo()
	return ebiten.RunGameWithOptions(s, &ebiten.RunGameOptions{VMGuestEndpoint: vmEndpoint()})
}

// newSession makes the session at its title, or already entering the world that the flags name.
func newSession(ctx context.Context, f options.Play, id *node.Identity, log *slog.Logger) (*Session, error) {
	c := &id.Conf.Settings
	s := &Session{ctx: ctx, flags: f, log: log, id: id, source: window.New(), copies: make(chan string, 1), news: make(chan string, 8), width: c.Video.Width, height: c.Video.Height}
	var err error
	if s.bindings, err = input.NewBindings(c.Keys); err != nil {
		return nil, err
	}
	words, broken := wordsOf(id.Dir, c.Player.Language)
	if words == nil {
		return nil, broken
	}
	s.words = words
	s.title = stage.NewTitle(s.titleSeed())
	s.renderer, err = render.New(render.Options{
		Seed: s.title.Seed, Light: c.Video.Light, ReducedMotion: c.Video.ReducedMotion, Shake: c.Video.Shake, NoFlashes: !c.Video.Flashes,
		Log: s.warn("note.light"),
	})
	if err != nil {
		return nil, err
	}
	s.renderer.Camera().SetZoom(c.Video.Zoom)
	s.look()
	s.Ui = ui.New(s.renderer, words)
	s.nameButtons()
	s.applyControls()
	if broken != nil {
		s.Ui.Toast(broken.Error())
	}
	for _, why := range id.Conf.Refused {
		s.Ui.Toast(words.Fill("note.config", "why", why))
	}
	s.sound = audio.Open(audio.Options{Silent: !c.Audio.Sound, Log: s.warn("note.sound"), Note: func(why string) { s.log.Info(why) }})
	s.applyVolumes()
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
		s.enter(choice, "")
	}
	return s, nil
}

// titleSeed is the seed of the world behind the title: the last one's, so that one comes home.
func (s *Session) titleSeed() uint64 {
	if w, ok, err := s.id.LastWorld(); err == nil && ok {
		return w.Genesis.Seed
	}
	return node.SeedOf("a small warm light")
}

// warn returns what logs a sentence and shows a word of the table about it. It may be called from any goroutine.
func (s *Session) warn(word string) func(string) {
	text := s.words.Get(word)
	return func(why string) {
		s.log.Warn(why)
		s.tell(text)
	}
}

// close ends what the session holds.
func (s *Session) close() {
	if s.joining != nil {
		s.cancelJoin()
	}
	if s.Play != nil {
		s.part()
	}
	s.parting.Wait()
	s.sound.Close()
}

// Layout takes the window as it is: the renderer scales by itself.
func (s *Session) Layout(w, h int) (int, int) {
	k := 1.0
	if m := ebiten.Monitor(); m != nil && m.DeviceScaleFactor() > 0 { // while monitors change there may be none
		k = m.DeviceScaleFactor()
	}
	s.width, s.height = max(1, int(float64(w)*k)), max(1, int(float64(h)*k))
	return s.width, s.height
}

// Update runs 60 times a second.
func (s *Session) Update() error {
	if s.ctx.Err() != nil || s.quit {
		s.keepSettings(true)
		return ebiten.Termination
	}
	s.keepSettings(false)
	if ebiten.IsWindowBeingClosed() {
		s.quit = true
	}
	s.In.TouchArea = s.touchArea()
	s.bindings.Read(s.source, &s.In)
	s.pollJoin()
	s.fillModel()
	result := s.Ui.Update(&s.In, &s.model)
	for _, name := range result.Sounds {
		s.sound.UI(audio.Sound(name))
	}
	for _, a := range result.Actions {
		s.act(a)
	}
	s.hear()
	if s.In.Pressed(input.Fullscreen) {
		s.toggleFullscreen()
	}
	if ExtraKeys != nil && s.Play != nil {
		ExtraKeys(s)
	}
	if s.In.Pressed(input.Record) && s.Play != nil {
		s.toggleRecording()
	}
	if s.Ui.Captures() {
		s.In.ConsumeWorld()
	}
	switch {
	case s.Play != nil:
		s.updatePlay()
	case s.visit != nil:
		s.updateVisit()
	case s.watch != nil:
		s.updateWatch()
	case s.trial != nil:
		s.updateTrial()
	default:
		if !s.updateLost() {
			s.updateTitle()
		}
	}
	return nil
}

// hear takes what other goroutines have to say.
func (s *Session) hear() {
	select {
	case text := <-s.copies:
		s.Ui.Paste(text, text != "")
	case note := <-s.news:
		s.Ui.Toast(note)
	default:
	}
	if s.parted.Swap(false) {
		s.kept, s.listed = nil, time.Time{}
	}
}

// Draw draws the world and the interface over it.
func (s *Session) Draw(screen *ebiten.Image) {
	s.frames++
	if s.trial != nil {
		s.renderer.DrawTrial(screen, s.trial.show())
	} else {
		s.drawWorld(screen)
	}
	s.model.Window.Width, s.model.Window.Height = s.width, s.height
	s.fillPicture()
	s.Ui.Draw(screen, &s.model)
	s.takePhoto(screen)
}

// drawWorld draws the world that one is in or looks at.
func (s *Session) drawWorld(screen *ebiten.Image) {
	for ; s.unseen > 0; s.unseen-- {
		s.renderer.DrawScene(screen, &s.scene)
		draw.Settle()
	}
	if s.drawLost(screen) {
		return
	}
	s.finisher.Draw(screen, finishes[s.id.Conf.Settings.Video.Finish], func(dst *ebiten.Image) {
		s.tear.Draw(dst, s.torn(), s.frames, func(dst *ebiten.Image) { s.renderer.DrawScene(dst, &s.scene) })
	})
}

// finishes are the words of settings for the last touch of the picture.
var finishes = map[string]effect.Finish{"plain": effect.Plain, "vignette": effect.Vignette, "crt": effect.CRT}

// torn is how much the picture is torn by what is lost on the way to those who are linked, 0 to 1.
func (s *Session) torn() float64 {
	if v := &s.id.Conf.Settings.Video; s.Play == nil || !v.Distortion || v.ReducedMotion {
		return 0
	}
	worst := 0.0
	for i := range s.model.Net.Links {
		worst = max(worst, s.model.Net.Links[i].Loss)
	}
	s.lossy += (worst - s.lossy) * lossEase
	return s.tear.Strength(s.lossy)
}

// lossEase is the part of the way that the loss by which the picture is torn goes to the measured one in a frame: it
// takes about a second and a half, so that a few late messages tear nothing.
const lossEase = 0.012

// look lets the renderer look at another world from now on.
func (s *Session) look() {
	s.renderer.Forget()
	s.unseen = 5
}

// showTitle shows the title again.
func (s *Session) showTitle() {
	s.title = stage.NewTitle(s.titleSeed())
	s.look()
}

// begin starts playing in a world whose first state has come.
func (s *Session) begin(n node.Backend, first *feed.Confirmed) {
	s.Play, s.title, s.visit, s.watch, s.trial = NewPlaying(n, first), nil, nil, nil, nil
	s.forgetLost()
	s.Play.Hand.Offer = s.offer
	s.Play.net.tidings = notifier{words: s.words, fresh: !s.id.Attached}
	go debug.FreeOSMemory() // of what coming here took
	s.look()
	s.sound.UI(audio.SoundJoined)
	if s.id.Attached {
		s.Ui.Toast(s.words.Get("net.attached"))
	}
	if x, ok := n.(*exhibition); ok {
		s.Ui.Toast(s.words.Get("showroom." + x.name + "_about"))
	}
	for _, note := range n.Remarks() {
		s.Ui.Toast(note)
	}
	if s.flags.Record != "" {
		if err := n.Recorder().Start(s.flags.Record); err != nil {
			s.Ui.Toast(err.Error())
		}
		s.flags.Record = ""
	}
	if s.flags.Do != "" {
		go n.DoAtStart(s.ctx, s.flags.Do)
		s.flags.Do = ""
	}
}

// part leaves the world one is in and returns to the title.
func (s *Session) part() {
	n := s.Play.node
	s.parting.Go(s.Play.finds.writing.Wait)
	s.Play, s.photo = nil, photo{}
	s.showTitle()
	s.partFrom(n)
}

// updateTitle advances the world behind the title.
func (s *Session) updateTitle() {
	s.title.Tick()
	s.renderer.Camera().Follow(s.title.Pan())
	s.renderer.ClearGhost()
	s.renderer.Observe(s.title.Eyes.Events())
	s.scene.Take(s.title.View)
	s.renderer.UpdateScene(&s.scene)
	s.sound.Frame(s.title.View, s.title.Pan(), nil)
}
