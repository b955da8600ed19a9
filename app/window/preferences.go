package window

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/window/language"
	"manyhold/app/window/tabs"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// KeepAfter is how long, in ticks, the game must go on after a setting was changed before it is written down:
// one that crashes it is forgotten with it.
const KeepAfter = 2 * game.TicksPerSecond

// set changes a setting, writes it down and lets it take effect.
func (l *preferences) set(key, value string) {
	s := l.s
	if width, height, ok := tabs.Sides(value); ok && key == tabs.Size {
		l.set("video.width", width)
		l.set("video.height", height)
		return
	}
	if err := s.id.Conf.Change(key, value); err != nil {
		s.ui.Toast(err.Error())
		return
	}
	l.unkept = KeepAfter
	c := &s.id.Conf.Settings
	switch table, name, _ := strings.Cut(key, "."); {
	case table == "keys":
		if b, err := input.NewBindings(c.Keys); err == nil {
			s.bindings = b
			l.nameButtons()
			l.applyControls()
		}
	case table == "controls":
		l.applyControls()
	case table == "audio":
		l.applyVolumes()
	case table == "host":
		l.applyOffer()
	case key == "player.name":
		if p := s.playing(); p != nil && p.me() != nil {
			p.Issue(command.Command{Kind: command.SetName, Text: s.id.PlayerName()})
		}
	case key == "player.look":
		l.dress()
	case key == "player.language":
		l.setLanguage()
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
		l.applyVideo()
	}
}

// keep writes changed settings down when it is time, or at once.
func (l *preferences) keep(now bool) {
	s := l.s
	if l.unkept == 0 {
		return
	}
	if l.unkept--; l.unkept > 0 && !now {
		return
	}
	l.unkept = 0
	if err := s.id.Conf.Write(); err != nil {
		s.ui.Toast(err.Error())
	}
}

// applyVideo lets the window follow the settings.
func (l *preferences) applyVideo() {
	s := l.s
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
func (l *preferences) applyControls() {
	s := l.s
	toggle := s.id.Conf.Settings.Controls.Hold == "toggle"
	for _, a := range [...]input.Action{input.Dig, input.Throw} {
		s.bindings.SetToggle(a, toggle)
	}
}

func (l *preferences) toggleFullscreen() {
	s := l.s
	mode := "fullscreen"
	if s.id.Conf.Settings.Video.Mode == mode {
		mode = "window"
	}
	l.set("video.mode", mode)
}

func (l *preferences) applyVolumes() {
	s := l.s
	a := &s.id.Conf.Settings.Audio
	s.sound.SetVolumes(float64(a.Master)/100, float64(a.Effects)/100, float64(a.Ambience)/100, float64(a.Music)/100, float64(a.Makers)/100)
}

// nameButtons lets hints call the buttons by their names in the language.
func (l *preferences) nameButtons() {
	s := l.s
	words := s.words
	s.bindings.CallButtons(func(b input.Button) string { return kit.ButtonName(words, b) })
}

// setLanguage lets everything speak the language of the settings from now on.
func (l *preferences) setLanguage() {
	s := l.s
	words, err := language.Words(s.id.Dir, s.id.Conf.Settings.Player.Language)
	if err != nil {
		s.ui.Toast(err.Error())
	}
	s.words, l.madeOf = words, [2]string{}
	s.ui.SetWords(words)
	l.nameButtons()
	if p := s.playing(); p != nil {
		p.net.notifier.Words = words
	}
}

// dress lets the player be dressed as the settings say, for all to see.
func (l *preferences) dress() {
	s := l.s
	if p := s.playing(); p != nil && p.me() != nil {
		p.Issue(command.Command{Kind: command.SetLook, Look: s.id.Look()})
	}
}

// offer changes the offer to hosting of the window's node.
func (l *preferences) offer(key, value string) error {
	s := l.s
	if err := s.id.Conf.Set(key, value); err != nil {
		return err
	}
	l.applyOffer()
	return nil
}

// applyOffer tells the node the settings' offer to hosting.
func (l *preferences) applyOffer() {
	s := l.s
	if p := s.playing(); p != nil {
		p.node.SetOffer(&s.id.Conf.Settings)
	}
}
