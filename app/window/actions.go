package window

import (
	"manyhold/app/settings"
	"manyhold/app/window/clipboard"
	"manyhold/game"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// act carries out an action of the interface.
func (s *session) act(a model.Action) {
	switch a := a.(type) {
	case model.Play:
		greet(s, s.playLast)
	case model.NewWorld:
		greet(s, func() { s.enter(s.id.NewWorld(a.Name, a.Seed, 0, a.Start), "") })
	case model.JoinWorld:
		greet(s, func() { s.joinWorld(a.ID) })
	case model.JoinInvite:
		greet(s, func() { s.joinInvite(a.Text) })
	case model.RollPersona:
		s.travel.doorstep.greeting.Roll()
	case model.Greet:
		s.travel.doorstep.greeting.Answer(a, s.id.Pair.ID(), s.prefs.set)
	case model.JoinAgain:
		if s.travel.wanted != nil {
			s.enter(*s.travel.wanted, "")
		}
	case model.CancelJoin:
		if s.travel.from == nil {
			s.mode.act(a)
		} else {
			s.goBack()
		}
	case model.TakePassage:
		takePassage(s, a.Thing)
	case model.GoBack:
		s.goBack()
	case model.LeaveWorld:
		s.travel.from = nil
		s.mode.act(a)
	case model.OpenScene:
		s.openScene(a.ID)
	case model.Quit:
		s.quit = true
	case model.SetSetting:
		s.prefs.set(a.Key, a.Value)
	case model.SetLook:
		s.prefs.set("player.look", settings.LookWords(a.Look))
	case model.ResetSetting:
		s.prefs.set(a.Key, DefaultOf(a.Key))
	case model.CopyInvite:
		text := s.model.Share.Invite
		go clipboard.Copy(text)
	case model.CopyText:
		go clipboard.Copy(a.Text)
	case model.RequestPaste:
		go func() {
			text, _ := clipboard.Paste()
			s.clipboard.Copies <- text
		}()
	default:
		if !s.photo.act(s.renderer.Camera(), a) {
			s.mode.act(a)
		}
	}
}

// greet carries out what the player wants, at the title after asking for a name and a look, if that is due.
func greet(s *session, then func()) {
	if _, title := s.mode.(*title); !title || s.id.Attached || !s.travel.doorstep.greeting.Ask(&s.id.Conf.Settings, s.id.Pair.ID(), then) {
		then()
	}
}

// touchArea returns the present target of touches.
func (s *session) touchArea() input.TouchArea {
	mode := input.TouchAuto
	switch s.id.Conf.Settings.Controls.Touch {
	case "on":
		mode = input.TouchOn
	case "off":
		mode = input.TouchOff
	}
	return input.TouchArea{Width: float64(s.width), Height: float64(s.height), Mode: mode, Menus: s.playing() == nil || s.ui.Captures()}
}

// sentAway says that a player was kicked or banned, by name if it is known here.
func sentAway(v *play, words string, k game.PlayerID) string {
	p := v.p.View.World.Roster.ByKey(k)
	if p == nil {
		return v.s.words.Get("note.charter")
	}
	return v.s.words.Fill(words, "name", p.Name.String())
}
