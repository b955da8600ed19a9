package window

import (
	"slices"

	"manyhold/app/node"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// One goes from one world to another without the title between: the part in the first is handed over, then the second
// is entered. The way back is kept, and is also taken when nobody in the second answers.

// origin is the world that one came from.
type origin struct {
	choice node.Choice
	name   string
}

// setOut leaves the world one is in for another, and keeps the way back.
func (s *Session) setOut() {
	if s.Play == nil || s.wanted == nil {
		return
	}
	from := origin{*s.wanted, s.model.Game.Name}
	if from.choice.Found != nil { // it is there by now
		from.choice = node.Choice{Resume: from.choice.Found.ID()}
	}
	s.part()
	s.from = &from
}

// goBack returns to the world one came from.
func (s *Session) goBack() {
	if s.from == nil {
		return
	}
	to := *s.from
	if s.Play != nil {
		s.setOut()
	} else {
		s.from = nil
	}
	s.enter(to.choice, s.words.Fill("travel.back", "world", to.name))
}

// fillTravel lists the worlds that one can go to from this one, while they are looked at.
func (s *Session) fillTravel() {
	m := &s.model
	m.Game.BackTo = ""
	if s.from != nil {
		m.Game.BackTo = s.from.name
	}
	if !s.Ui.Travelling() {
		s.travelled = false
		return
	}
	if !s.travelled { // the list of files is read once
		s.travelled, s.kept = true, nil
		if list, err := store.List(s.id.Dir); err == nil {
			slices.SortFunc(list, func(a, b store.Info) int { return b.Modified.Compare(a.Modified) })
			s.kept = &list
		}
	}
	m.Title.Worlds = m.Title.Worlds[:0]
	here := s.Play.net.world
	for _, a := range s.offers() {
		id := store.WorldID(a.World).String()
		if a.World != [32]byte{} && id != here && !s.listedWorld(id) {
			m.Title.Worlds = append(m.Title.Worlds, model.WorldOffer{ID: id, Name: a.WorldName, Host: a.PeerName, Players: a.Players, Nearby: true, Refusal: node.Refusal(a)})
		}
	}
	if s.kept == nil {
		return
	}
	for _, w := range *s.kept {
		if id := w.ID.String(); w.Problem == "" && id != here && !s.listedWorld(id) {
			m.Title.Worlds = append(m.Title.Worlds, model.WorldOffer{ID: id, Name: w.Genesis.Name})
		}
	}
}
