package views

import (
	"strings"

	"manyhold/app/view"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/thing"
	"manyhold/render/palette"
)

const (
	// Reach is from how far a panel is used, in tiles: that of a question.
	Reach = 8
	// AskTokens questions may be asked at once, and one more every AskEvery ticks. Of those that are too many
	// the last one of a thing waits.
	AskTokens, AskEvery = 4, game.TicksPerSecond / 4
)

// panel is the panel that is open: there is one at a time.
type panel struct {
	of     game.EntityID // 0: none is open
	is     *view.Panel
	serial uint64 // another one for each change
}

func (p *panel) show(id game.EntityID, is *view.Panel) {
	p.of, p.is = id, is
	p.serial++
}

func (p *panel) shut(id game.EntityID) {
	if p.of == id && id != 0 {
		*p = panel{serial: p.serial + 1}
	}
}

// Panel returns the panel that is open and its thing, nil if none is. The number changes with the panel.
func (v *Views) Panel() (is *view.Panel, of game.EntityID, serial uint64) {
	return v.panel.is, v.panel.of, v.panel.serial
}

// ClosePanel closes the panel: the viewer has had enough.
func (v *Views) ClosePanel() { v.panel.shut(v.panel.of) }

// Answer sets a widget of the open panel as the viewer has set it, and tells its view half. An answer to a
// widget that is not there is none.
func (v *Views) Answer(w view.Widget) {
	x := v.find(v.panel.of)
	if x == nil || v.panel.is == nil {
		return
	}
	for k := range v.panel.is.Widgets {
		o := &v.panel.is.Widgets[k]
		if o.Key != w.Key || o.Kind != w.Kind || w.Key == "" {
			continue
		}
		if w.Number != w.Number { // not a number
			w.Number = o.Min
		}
		w.Text = strings.ToValidUTF8(w.Text[:min(len(w.Text), view.MaxLines)], "")
		o.Text, o.Number, o.On, o.Colour, o.Chosen = w.Text, min(max(w.Number, o.Min), o.Max), w.On, min(w.Colour, palette.Count-1), w.Chosen
		x.does(deed{key: o.Key, value: o.Answer()})
		return
	}
}

// tend closes a panel whose thing is out of reach.
func (v *Views) tend(s *Scene) {
	x := v.find(v.panel.of)
	if x == nil {
		return
	}
	p := s.State.Roster.ByKey(s.Viewer)
	if p == nil {
		v.panel.shut(x.id)
		return
	}
	if b := s.State.Space.Body(p.Body); b == nil || !at(s, x.thing).Sub(b.Pos).Near(Reach*fixed.One) {
		v.panel.shut(x.id)
	}
}

// at is where a thing is for the rules.
func at(s *Scene, x *thing.Thing) fixed.Vec { return s.State.ThingPlace(x).Centre() }

// asks are the questions that wait to be asked in the viewer's name.
type asks struct {
	waiting []question
	tokens  int
	next    uint64 // tick of the next token
	begun   bool
}

type question struct {
	of    game.EntityID
	words string
}

// maxWaiting is how many questions wait; more are not asked.
const maxWaiting = 16

// put lets a question wait, in place of the last one of its thing if there are too many.
func (a *asks) put(of game.EntityID, words string) {
	if len(a.waiting) >= AskTokens {
		for k := len(a.waiting) - 1; k >= 0; k-- {
			if a.waiting[k].of == of {
				a.waiting[k].words = words
				return
			}
		}
	}
	if len(a.waiting) < maxWaiting {
		a.waiting = append(a.waiting, question{of, words})
	}
}

// tick asks what may be asked now.
func (a *asks) tick(now uint64, ask func(game.EntityID, string)) {
	if !a.begun {
		a.begun, a.tokens = true, AskTokens
	}
	if a.tokens < AskTokens && now >= a.next {
		a.tokens++
		a.next = now + AskEvery
	}
	for len(a.waiting) > 0 && a.tokens > 0 {
		if a.tokens == AskTokens {
			a.next = now + AskEvery
		}
		a.tokens--
		if ask != nil {
			ask(a.waiting[0].of, a.waiting[0].words)
		}
		a.waiting = a.waiting[1:]
	}
}
