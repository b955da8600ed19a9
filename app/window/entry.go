package window

import (
	"errors"
	"strconv"

	"manyhold/app/node"
	"manyhold/app/window/clipboard"
	"manyhold/app/window/entrance"
	"manyhold/app/window/worldpage"
	"manyhold/game/act"
	"manyhold/game/event"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// barred reports whether home's state does not admit the player, whatever it asks.
func barred(p *Playing) bool {
	if p.Hand.World == nil {
		return false
	}
	why, _ := act.Refusal(&p.Hand.World.State, p.Hand.Me)
	return why == event.NotInvited || why == event.MembersOnly
}

// atDoor shows why the player is not in the world, over the world, instead of what is shown in it. It reports
// whether there is something to show.
func atDoor(v *play, m *model.Model) bool {
	if v.p.me() != nil {
		return false
	}
	select {
	case text := <-v.pasted:
		joinPasted(v.s, text)
	default:
	}
	screen, ok := entrance.Screen(v.s.words, v.p.net.page.Status())
	if ok {
		m.Phase, m.Join = model.Joining, screen
	}
	return ok
}

// actAtDoor carries out an action at the door of the world. It reports whether it was one.
func actAtDoor(v *play, a model.Action) bool {
	switch a := a.(type) {
	case model.CancelJoin:
		v.s.showTitle()
	case model.Knock:
		v.office.Door(map[bool]string{false: "knock", true: "withdraw"}[a.Withdraw])
	case model.AnswerKnock:
		who := key.ID(a.Key).String()
		if v.office.Door(map[bool]string{true: "admit", false: "refuse"}[a.Answer == model.LetIn], who); a.Answer == model.BanKnocker {
			v.office.Write([]string{"ban", who})
		}
	case model.MakeInvite:
		v.office.Invitation("invite", a.Rank, strconv.Itoa(a.Uses), strconv.Itoa(a.Days))
	case model.ShowInvite:
		v.office.Invitation("invitation", a.ID)
	case model.EndInvite:
		v.office.Door("uninvite", a.ID)
	case model.PasteInvite:
		pasted := v.pasted
		go func() { // the clipboard may take a moment
			text, _ := clipboard.Paste()
			select {
			case pasted <- text:
			default: // the last one was not looked at yet
			}
		}()
	default:
		return false
	}
	return true
}

// joinPasted enters the world of an invitation that was on the clipboard.
func joinPasted(s *session, text string) {
	if _, _, err := signal.ParseLink(text); errors.Is(err, signal.ErrNotInvite) {
		s.ui.Toast(s.words.Get("reach.no_paste"))
		return
	}
	s.joinInvite(text)
}

// keptOffer describes a world of the data directory.
func keptOffer(s *session, w *store.Info) model.WorldOffer {
	o := model.WorldOffer{ID: w.ID.String(), Name: w.Genesis.Name, Refusal: w.Problem}
	if w.Problem == "" {
		s.worlds.faces.Show(&o, w, func(id store.WorldID) (string, string) { return node.StoredFace(s.id.Dir, id) })
	}
	return o
}

// offerOf describes a world that is heard on the local network.
func offerOf(s *session, a *beacon.Announcement) model.WorldOffer {
	return model.WorldOffer{ID: store.WorldID(a.World).String(), Name: a.WorldName, Host: a.PeerName, Players: a.Players, Matches: a.Matches, Nearby: true,
		Refusal: node.Refusal(*a), Lock: s.worlds.locks.Of(a, func(w store.WorldID) bool { return node.HoldsKey(s.id.Dir, w, s.id.Pair.ID()) }), Picture: worldpage.PictureOfBytes(a.Picture)}
}
