package window

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/input"
	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// act does what the interface was asked for.
func (s *Session) act(a model.Action) {
	switch a := a.(type) {
	case model.Play:
		s.playLast()
	case model.NewWorld:
		s.enter(s.id.NewWorld(a.Name, a.Seed, 0), "")
	case model.JoinWorld:
		s.joinWorld(a.ID)
	case model.JoinInvite:
		s.joinInvite(a.Text)
	case model.JoinAgain:
		s.enterAgain()
	case model.CancelJoin:
		if s.joining != nil {
			s.cancelJoin()
		}
		s.goBack()
	case model.GoBack:
		s.goBack()
	case model.LeaveWorld:
		s.from = nil
		switch {
		case s.Play != nil:
			s.part()
		case s.visit != nil:
			s.endVisit()
		case s.watch != nil:
			s.endWatch()
		case s.trial != nil:
			s.endTrial()
		}
	case model.PauseReplay, model.StepReplay, model.SeekReplay, model.PaceReplay, model.FollowReplay, model.RestartTrial:
		if s.trial != nil {
			s.trial.act(a)
		}
		if s.watch != nil {
			s.watch.act(a)
		}
		if s.Play != nil && s.Play.shown() != nil {
			s.Play.shown().lead.act(a)
		}
	case model.OpenScene:
		s.openScene(a.ID)
	case model.Quit:
		s.quit = true
	case model.SetSetting:
		s.set(a.Key, a.Value)
	case model.SetLook:
		s.set("player.look", settings.LookWords(a.Look))
	case model.ResetSetting:
		s.set(a.Key, DefaultOf(a.Key))
	case model.CopyInvite:
		text := s.model.Share.Invite
		go copyText(text)
	case model.RequestPaste:
		go func() {
			text, _ := pasteText()
			s.copies <- text
		}()
	default:
		if !s.actOnPhoto(a) {
			s.actInWorld(a)
		}
	}
}

// actInWorld turns an action of the interface into a command.
func (s *Session) actInWorld(a model.Action) {
	p := s.Play
	if p == nil || p.me() == nil {
		return
	}
	switch a := a.(type) {
	case model.Say:
		p.Issue(command.Command{Kind: command.Say, Text: a.Text})
	case model.Shout:
		s.shout(a.Text)
	case model.SetName:
		s.set("player.name", a.Text)
	case model.GoHome:
		p.Issue(command.Command{Kind: command.Home})
	case model.SendEmote:
		p.Issue(command.Command{Kind: command.Emote, Count: a.Which})
	case model.Select:
		p.Issue(command.Command{Kind: command.Select, Slot: a.Slot})
	case model.Craft:
		p.Issue(command.Command{Kind: command.Craft, Slot: a.Recipe, Count: a.Times})
	case model.SwapSlots:
		p.Issue(command.Command{Kind: command.Swap, Slot: a.A, Slot2: a.B})
	case model.ChestPut:
		p.Issue(command.Command{Kind: command.ChestPut, Tile: a.Tile, Slot: a.Slot, Count: a.Count})
	case model.ChestTake:
		p.Issue(command.Command{Kind: command.ChestTake, Tile: a.Tile, Slot: a.Slot, Count: a.Count})
	case model.DropItem:
		p.Issue(command.Command{Kind: command.Drop, Slot: a.Slot, Count: a.Count})
	case model.RankPlayer:
		rank := "guest"
		if a.Member {
			rank = "member"
		}
		s.writeCharter("rank", key.ID(a.Key).String(), rank)
	case model.VisitPlayer:
		p.call(command.Visit, a.Seat)
	case model.WelcomePlayer:
		p.call(command.Welcome, a.Seat)
	case model.KickPlayer:
		s.writeCharter("kick", key.ID(a.Key).String())
	case model.SetLaw:
		s.writeCharter("law", a.Law.String(), map[bool]string{true: "on", false: "off"}[a.Holds])
	case model.BanPlayer:
		s.writeCharter("ban", key.ID(a.Key).String())
	case model.SetTool:
		p.build.tool = a.Tool
	case model.TurnPlan:
		p.build.turn++
	case model.Undo:
		s.undo()
	case model.StopBuilding:
		p.build.clear()
		p.build.tool = model.ToolPoint
	case model.CloseChest:
		// A chest has no state of being open: it is closed when the screen is.
	}
}

// playLast goes on with the last world, or founds one.
func (s *Session) playLast() {
	if s.id.Attached {
		s.enter(node.Choice{}, "")
		return
	}
	w, ok, err := s.id.LastWorld()
	switch {
	case err != nil:
		s.fail(err)
	case ok:
		s.enter(node.Choice{Resume: w.ID}, "")
	default:
		s.enter(s.id.NewWorld("", s.flags.Seed, s.flags.IslandCap), "")
	}
}

// joinWorld enters a world of the title's list: heard on the LAN, or kept here.
func (s *Session) joinWorld(id string) {
	if s.visitOffer(id) || s.watchOffer(id) {
		return
	}
	for _, a := range s.offers() {
		if store.WorldID(a.World).String() == id {
			s.setOut()
			s.enter(node.Choice{Offer: &a}, s.words.Fill("note.looking", "name", a.PeerName))
			return
		}
	}
	if wid, err := store.ParseWorldID(id); err == nil {
		s.setOut()
		s.enter(node.Choice{Resume: wid}, "")
	}
}

func (s *Session) joinInvite(text string) {
	inv, err := signal.ParseInvite(text)
	if err != nil {
		if s.Play != nil {
			s.Ui.Toast(usage.Sentence(err))
			return
		}
		s.fail(err)
		return
	}
	s.setOut()
	s.enter(node.Choice{Invite: &inv}, "")
}

// defaults are the settings of a new config.toml.
var defaults = sync.OnceValue(func() *settings.Settings {
	d, err := settings.ParseConfig("config.toml", settings.DefaultConfig)
	if err != nil {
		panic(err)
	}
	return &d
})

// defaultOf returns the default of a setting in the text form of the settings screen.
func DefaultOf(key string) string {
	d := defaults()
	if action, ok := strings.CutPrefix(key, "keys."); ok {
		return strings.Join(d.Keys[action], " ")
	}
	if r := settings.RuleOf(key); r != nil {
		return r.Value(d)
	}
	return ""
}

// set changes a setting, writes it down and lets it take effect.
func (s *Session) set(key, value string) {
	if err := s.id.Conf.Change(key, value); err != nil {
		s.Ui.Toast(err.Error())
		return
	}
	s.unkept = KeepAfter
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
		if p := s.Play; p != nil && p.me() != nil {
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

// keepAfter is how long, in ticks, the game must go on after a setting was changed before it is written down: one that
// crashes it is forgotten with it.
const KeepAfter = 2 * game.TicksPerSecond

// keepSettings writes changed settings down when it is time, or at once.
func (s *Session) keepSettings(now bool) {
	if s.unkept == 0 {
		return
	}
	if s.unkept--; s.unkept > 0 && !now {
		return
	}
	s.unkept = 0
	if err := s.id.Conf.Write(); err != nil {
		s.Ui.Toast(err.Error())
	}
}

// toggleRecording begins or ends a recording of the world, in the data directory.
func (s *Session) toggleRecording() {
	n := s.Play.node
	if on, _ := n.Tape().Recording(); on {
		words := s.words
		go func() { // it waits for the disk
			if path := n.Tape().Stop(); path != "" {
				s.tell(words.Fill("note.recorded", "path", path))
			}
		}()
		return
	}
	path := filepath.Join(RecordingsDir(s.id.Dir), time.Now().Format(recordingTime)+RecordingEnding)
	if err := n.Tape().Start(path); err != nil {
		s.Ui.Toast(err.Error())
		return
	}
	s.Ui.Toast(s.words.Fill("note.recording", "key", s.In.Name(input.Record)))
}

// tell shows a note from another goroutine; when too many wait, it is left out.
func (s *Session) tell(note string) {
	select {
	case s.news <- note:
	default:
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

// writeCharter writes into the world's charter as the player, in a goroutine of its own, and tells what came of it.
func (s *Session) writeCharter(words ...string) {
	node, done := s.Play.node, s.words.Get("note.charter")
	go func() {
		ctx, cancel := context.WithTimeout(s.ctx, order.DecreeTime)
		defer cancel()
		if _, err := node.Charter(ctx, words); err != nil {
			done = usage.Sentence(err)
		}
		s.tell(done)
	}()
}

// touchArea is what fingers meet now.
func (s *Session) touchArea() input.TouchArea {
	mode := input.TouchAuto
	switch s.id.Conf.Settings.Controls.Touch {
	case "on":
		mode = input.TouchOn
	case "off":
		mode = input.TouchOff
	}
	return input.TouchArea{Width: float64(s.width), Height: float64(s.height), Mode: mode, Menus: s.Play == nil || s.Ui.Captures()}
}
