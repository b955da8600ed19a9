package window

import (
	"slices"

	"manyhold/app/byhand"
	"manyhold/app/node"
	"manyhold/app/window/lab"
	"manyhold/app/window/wording"
	texts "manyhold/net/link/byhand"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// A player travels from one world to another without the title between: the node hands its part in the first
// over, then enters the second. The way back is kept, and is also taken when nobody in the second answers.

// travel is the destination and the way back.
type travel struct {
	wanted *node.Choice  // the world that was to be entered last, nil: none can be again
	from   *origin       // the world one came from; nil: from the title
	world  store.WorldID // that one is in, or was in last
	kicked *kicked       // the last kick; nil: there was none
}

// origin is the world that one came from.
type origin struct {
	choice node.Choice
	name   string
}

// setOut leaves the present world for another, and keeps the way back.
func (s *session) setOut() {
	if s.playing() == nil || s.travel.wanted == nil {
		return
	}
	from := origin{*s.travel.wanted, s.model.Game.Name}
	if from.choice.Founded != nil { // it is there by now
		from.choice = node.Choice{Resume: from.choice.Founded.ID()}
	} else if w, err := store.ParseWorldID(s.playing().node.Status().World.ID); from.choice.ByHand != "" && err == nil {
		from.choice = node.Choice{Resume: w}
	}
	s.showTitle()
	s.travel.from = &from
}

// goBack returns to the world one came from.
func (s *session) goBack() {
	if s.travel.from == nil {
		return
	}
	to := *s.travel.from
	if s.playing() != nil {
		s.setOut()
	} else {
		s.travel.from = nil
	}
	s.enter(to.choice, s.words.Fill("travel.back", "world", to.name))
}

// playLast goes on with the last world, or founds one.
func (s *session) playLast() {
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
func (s *session) joinWorld(id string) {
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

func (s *session) joinInvite(text string) {
	var inv signal.Invite
	var err error
	if texts.Is(text) {
		if err = s.joinByHand(text); err == nil {
			return
		}
	} else {
		inv, err = signal.ParseInvite(text)
	}
	if err != nil {
		if s.playing() != nil {
			s.ui.Toast(wording.Error(s.words, err))
			return
		}
		s.fail(err)
		return
	}
	s.setOut()
	s.enter(node.Choice{Invite: &inv}, "")
}

// openScene opens a scene of the showroom.
func (s *session) openScene(name string) {
	s.travel.from = nil
	if slices.Contains(lab.Scenes, name) {
		if err := s.beginTrial(name); err != nil {
			s.ui.Toast(wording.Error(s.words, err))
		}
		return
	}
	title := s.words.Get("showroom." + name)
	s.enter(node.Choice{Exhibit: name, Name: title}, title)
}

// joinByHand enters the world of an offer, or answers it if that is the world one is in.
func (s *session) joinByHand(text string) error {
	t, err := texts.Parse(text)
	switch {
	case err != nil:
		return err
	case t.Answer:
		return byhand.NoOffer
	}
	if p := s.playing(); p != nil && p.node.Status().World.ID == store.WorldID(t.Info.World).String() {
		p.net.hand.Take(p.node.ByHand(), text)
		s.ui.ConnectByHand()
		return nil
	}
	s.setOut()
	s.enter(node.Choice{ByHand: text}, s.words.Fill("byhand.entering", "name", t.Info.Name))
	return nil
}
