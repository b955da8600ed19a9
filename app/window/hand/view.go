// Package hand shows on the screen how far connecting by hand has come, and what a person does next.
package hand

import (
	"manyhold/app/byhand"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// View is the state of a node's desk as the screen shows it, or the mistake in the text that was pasted last.
type View struct {
	mistake byhand.Trouble // "" for none
}

// Fill brings the model up to date. A nil desk is a world without a node of this process.
func (v *View) Fill(m *model.ByHand, w *kit.Words, d *byhand.Desk) {
	*m = model.ByHand{Able: d != nil}
	if d == nil {
		return
	}
	s := d.State()
	m.Text, m.Answer, m.Busy = s.Text, s.Phase == byhand.Answering, !s.Over()
	m.Say = Words(w, s)
	if v.mistake != "" {
		m.Say = w.Get("byhand." + string(v.mistake))
	}
}

// Offer begins an offer.
func (v *View) Offer(d *byhand.Desk) {
	v.mistake = ""
	d.Offer()
}

// Take takes the text of the other side. It reports whether the text is an offer of another world.
func (v *View) Take(d *byhand.Desk, text string) (elsewhere bool) {
	v.mistake = d.Take(text)
	return v.mistake == byhand.OtherWorld
}

// Words tells a state in the language of the window.
func Words(w *kit.Words, s byhand.State) string {
	switch s.Phase {
	case byhand.Idle:
		return w.Get("byhand.idle")
	case byhand.Failed:
		table := "byhand."
		if s.Why == byhand.NoPath || s.Why == byhand.NoPathNear {
			table = "reach."
		}
		text := w.Get(table + string(s.Why))
		if s.Said != "" {
			text += " " + s.Said
		}
		return text
	}
	text := w.Fill("byhand."+string(s.Phase), "name", s.Name)
	if s.Near && s.Text != "" {
		text += " " + w.Get("byhand.near")
	}
	return text
}
