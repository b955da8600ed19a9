package window

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// KeepAfter is how long, in ticks, the game must go on after a setting was changed before it is written down: one that
// crashes it is forgotten with it.
const KeepAfter = 2 * game.TicksPerSecond

// set changes a setting, writes it down and lets it take effect.
func (s *Session) set(key, value string) {
	if err := s.id.Conf.Change(key, value); err != nil {
		s.ui.Toast(err.Error())
		return
	}
	s.prefs.unkept = KeepAfter
	c := &s.id.Conf.Settings
	switch table, name, _ := strings.Cut(key, "."); {
	case table == "keys":
		if b, err := input.NewBindings(c.Keys); err == nil {
			s.bindings = b
			s.nameButtons()
			s.applyControls()
		}
	case table == "controls":
		s.applyControls()
	case table == "audio":
		s.applyVolumes()
	case table == "host":
		s.applyOffer()
	case key == "player.name":
		if p := s.playing(); p != nil && p.me() != nil {
			p.Issue(command.Command{Kind: command.SetName, Text: s.id.PlayerName()})
		}
	case key == "player.look":
		s.dress()
	case key == "player.language":
		s.setLanguage()
	case name == "width" || name == "height":
		ebiten.SetWindowSize(c.Video.Width, c.Video.Height)
	case name == "light":
		s.renderer.SetLight(c.Video.Light)
	case name == "reduced_motion" || name == "shake":
		s.renderer.SetMotion(c.Video.ReducedMotion, c.Video.Shake)
	case name == "flashes":
		s.renderer.SetFlashes(c.Video.Flashes)
	case name == "zoom":
		s.renderer.Camera().SetZoom(c.Video.Zoom)
	case name == "mode" || name == "vsync":
		s.applyVideo()
	}
}

// keepSettings writes changed settings down when it is time, or at once.
func (s *Session) keepSettings(now bool) {
	if s.prefs.unkept == 0 {
		return
	}
	if s.prefs.unkept--; s.prefs.unkept > 0 && !now {
		return
	}
	s.prefs.unkept = 0
	if err := s.id.Conf.Write(); err != nil {
		s.ui.Toast(err.Error())
	}
}

// applyVideo lets the window follow the settings.
func (s *Session) applyVideo() {
	v := &s.id.Conf.Settings.Video
	ebiten.SetVsyncEnabled(v.Vsync)
	ebiten.SetFullscreen(v.Mode == "fullscreen")
	ebiten.SetWindowDecorated(v.Mode == "window")
	if v.Mode == "window" && ebiten.IsWindowMaximized() {
		ebiten.RestoreWindow()
	}
	if v.Mode == "borderless" {
		ebiten.MaximizeWindow()
	}
}

// applyControls lets the hands follow the settings.
func (s *Session) applyControls() {
	toggle := s.id.Conf.Settings.Controls.Hold == "toggle"
	for _, a := range [...]input.Action{input.Dig, input.Throw} {
		s.bindings.SetToggle(a, toggle)
	}
}

func (s *Session) toggleFullscreen() {
	mode := "fullscreen"
	if s.id.Conf.Settings.Video.Mode == mode {
		mode = "window"
	}
	s.set("video.mode", mode)
}

func (s *Session) applyVolumes() {
	a := &s.id.Conf.Settings.Audio
	s.sound.SetVolumes(float64(a.Master)/100, float64(a.Effects)/100, float64(a.Ambience)/100, float64(a.Music)/100)
}

// nameButtons lets hints call the buttons by their names in the language.
func (s *Session) nameButtons() {
	words := s.words
	s.bindings.CallButtons(func(b input.Button) string { return kit.ButtonName(words, b) })
}

// setLanguage lets everything speak the language of the settings from now on.
func (s *Session) setLanguage() {
	words, err := wordsOf(s.id.Dir, s.id.Conf.Settings.Player.Language)
	if err != nil {
		s.ui.Toast(err.Error())
	}
	s.words, s.prefs.madeOf = words, [2]string{}
	s.ui.SetWords(words)
	s.nameButtons()
	if p := s.playing(); p != nil {
		p.net.tidings.words = words
	}
}

// dress lets the player be dressed as the settings say, for all to see.
func (s *Session) dress() {
	if p := s.playing(); p != nil && p.me() != nil {
		p.Issue(command.Command{Kind: command.SetLook, Look: s.id.Look()})
	}
}

// offer changes what the node of the window offers to hosting.
func (s *Session) offer(key, value string) error {
	if err := s.id.Conf.Set(key, value); err != nil {
		return err
	}
	s.applyOffer()
	return nil
}

// applyOffer tells the node what the settings offer to hosting.
func (s *Session) applyOffer() {
	if p := s.playing(); p != nil {
		p.node.SetOffer(&s.id.Conf.Settings)
	}
}
