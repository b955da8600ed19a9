package window

import (
	"slices"

	"manyhold/app/byhand"
	"manyhold/app/node"
	"manyhold/app/window/lab"
	"manyhold/app/window/passage"
	"manyhold/app/window/wording"
	"manyhold/app/window/worldpage"
	"manyhold/game"
	"manyhold/game/event"
	texts "manyhold/net/link/byhand"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/render/ui"
	"manyhold/render/ui/model"
)

// A player travels from one world to another without the title between: the node hands its part in the first
// over, then enters the second. The way back is kept, and is also taken when nobody in the second answers.

// travel is the destination and the way back.
type travel struct {
	wanted *node.Choice  // the world that was to be entered last, nil: none can be again
	from   *origin       // the world one came from; nil: from the title
	world  store.WorldID // that one is in, or was in last
	kicked *kicked       // the last kick; nil: there was none

	doorstep doorstep

	offered offered // the journey that a thing offered last
	trusts  bool    // the player follows a thing's offer: where that leads nowhere, it goes back by itself
	note    string  // what to say after the next arrival
}

// offered is a journey that a thing offers.
type offered struct {
	thing  game.EntityID
	choice node.Choice
	name   string
}

// consider asks the player about the journeys that things offer it.
func (v *play) consider(events []event.Event) {
	s, p := v.s, v.p
	me, b := p.me(), p.body()
	for k := range events {
		e := &events[k]
		if e.Kind != event.ThingOffered || me == nil || b == nil || e.Seat != me.Seat {
			continue
		}
		d, why := v.things.gate.Hear(e, b.Pos, p.net.world, p.ticks)
		switch why {
		case passage.Ignored:
			continue
		case passage.Nowhere, passage.Here:
			s.ui.Toast(s.words.Get([...]string{passage.Nowhere: "passage.nowhere", passage.Here: "passage.here"}[why]))
			continue
		}
		w, choice, ok := destination(s, &d)
		if !ok {
			s.ui.Toast(s.words.Get(map[bool]string{true: "passage.attached", false: "passage.unknown"}[s.id.Attached]))
			continue
		}
		m := model.Passage{Thing: e.Entity, By: s.words.Get("thing.title"), Name: w.Name, Picture: w.Picture}
		if x := p.View.World.Things.Find(e.Entity); x != nil {
			if of := p.View.World.Blueprints.Find(x.Of); of != nil {
				m.By = of.Name()
			}
		}
		if s.ui.AskPassage(m) {
			s.travel.offered = offered{e.Entity, choice, w.Name}
		}
	}
}

// destination returns what is known here of a world, and how it can be entered: it is heard on this network,
// kept on this computer, or there is an invitation.
func destination(s *session, d *passage.Destination) (w model.WorldOffer, c node.Choice, ok bool) {
	if s.id.Attached {
		return w, c, false
	}
	for _, a := range s.offers() {
		if w := offerOf(s, &a); store.WorldID(a.World) == d.World && w.Refusal == "" {
			return w, node.Choice{Offer: &a}, true
		}
	}
	list, err := admin.List(s.id.Dir)
	if err != nil {
		s.log.Warn("cannot list the worlds", "why", err)
	}
	for k := range list {
		if list[k].ID == d.World && list[k].Problem == "" {
			return keptOffer(s, &list[k]), node.Choice{Resume: d.World}, true
		}
	}
	if d.Invite == nil {
		return w, c, false
	}
	return model.WorldOffer{Name: d.Invite.Title, Picture: worldpage.PictureOfBytes(d.Invite.Picture)}, node.Choice{Invite: d.Invite}, true
}

// takePassage goes where a thing leads, with the player's consent.
func takePassage(s *session, thing game.EntityID) {
	o := s.travel.offered
	if s.playing() == nil || o.thing != thing || o.choice == (node.Choice{}) {
		return
	}
	s.travel.offered = offered{}
	s.setOut()
	if s.travel.trusts = s.travel.from != nil; s.travel.trusts {
		s.enter(o.choice, s.words.Fill("passage.under_way", "world", o.name))
	}
}

// retreat goes back to the world that a player left for a thing's offer which led nowhere.
func retreat(s *session, why error) {
	if !s.travel.trusts {
		return
	}
	s.travel.trusts = false
	s.travel.note = s.words.Fill("passage.failed", "why", wording.Error(s.words, why))
	s.goBack()
}

// arrive says what there is to say after an arrival.
func (t *travel) arrive(u *ui.UI) {
	if t.note != "" {
		u.Toast(t.note)
		u.Tell(t.note)
	}
	t.trusts, t.note = false, ""
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
	s.travel.trusts = false
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
		start, _ := s.flags.Begins()
		s.enter(s.id.NewWorld("", s.flags.Seed, s.flags.IslandCap, start), "")
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
	var room [32]byte
	var err error
	if texts.Is(text) {
		if err = s.joinByHand(text); err == nil {
			return
		}
	} else {
		inv, room, err = signal.ParseLink(text)
	}
	if err != nil {
		if s.playing() != nil {
			s.ui.Toast(wording.Error(s.words, err))
			return
		}
		s.fail(err)
		return
	}
	if p := s.playing(); p != nil && room != [32]byte{} && p.node.Status().World.ID == store.WorldID(inv.World).String() {
		s.ui.OpenMatch(store.WorldID(room).String())
		return
	}
	s.setOut()
	s.enter(node.Choice{Invite: &inv, Room: room}, "")
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
