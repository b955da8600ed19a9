package sheet

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
	"manyhold/render/ui/panel"
)

const (
	width = 244
	// top and foot are the parts of the window that the panel leaves free: those of the map and the clock,
	// and of the hotbar.
	top, foot = 112, 48
	header    = 36
	// holdTicks is for how long a value that the player set stays, whatever the script says: the script's
	// answer may come by way of the leader.
	holdTicks = 45
)

// Sheet is the panel of a script between ticks.
type Sheet struct {
	id, revision uint64
	title, by    string
	slots        []slot
	entries      []entry
	wide         int // for which entries were laid out
	from         int // the first entry that is seen
	asks         bool
	clicked      bool   // the click that turned to the panel is not answered yet
	scrolled     uint64 // when the wheel scrolled last
	typing       uint32 // the number that is being typed
	edited       uint32 // the text box whose text is not given yet
	drag         drag
	picker       picker
}

// slot is a widget with the value that the player sees.
type slot struct {
	panel.Widget
	id     uint32
	box    kit.Field // of Text and TextBox, and of a number that is typed
	set    uint64    // when the player set it; 0: not yet
	before string    // the text of the box when it was begun
}

// drag is a number that is being dragged.
type drag struct {
	id       uint32
	touched  bool // by a finger
	x        int  // where it began
	moved    bool
	from, to float64
}

// Follow takes the panel of the model, and opens, changes or closes this one accordingly.
func (s *Sheet) Follow(u *kit.Context) {
	p := &u.Model.Things.Panel
	switch {
	case u.Phase != model.Playing || p.ID == 0:
		if s.id != 0 {
			s.leave(u)
			*s = Sheet{}
		}
		return
	case p.ID != s.id:
		s.leave(u)
		*s = Sheet{id: p.ID, asks: p.Ask, revision: p.Revision}
		s.take(u, p.Spec)
	case p.Revision != s.revision:
		s.revision = p.Revision
		s.take(u, p.Spec)
	}
	if s.asks && len(u.Stack) == 0 {
		s.enter(u)
	}
}

// enter gives the keys to the panel.
func (s *Sheet) enter(u *kit.Context) {
	s.asks, s.clicked = false, u.In.ButtonPressed(input.MouseLeft)
	u.Open(s)
	s.lay(u)
	for k := range s.entries {
		if s.entries[k].id != 0 {
			u.Prefer = s.entries[k].id
			return
		}
	}
}

// leave takes the screens of the panel off the stack.
func (s *Sheet) leave(u *kit.Context) {
	if u.IsOpen(&s.picker) {
		u.Close()
	}
	if u.IsOpen(s) {
		u.Close()
	}
}

// take makes the slots of a spec. A slot that was there before keeps the value that the player is changing,
// or has just set.
func (s *Sheet) take(u *kit.Context, spec panel.Spec) {
	spec = panel.Clean(spec)
	old := s.slots
	s.title, s.by, s.slots, s.wide = spec.Title, spec.By, make([]slot, len(spec.Widgets)), 0
	seen := map[string]int{}
	for k := range spec.Widgets {
		n := &s.slots[k]
		n.Widget = spec.Widgets[k]
		n.id = kit.Ident("panel/"+n.Key, seen[n.Key])
		seen[n.Key]++
		var was *slot
		for j := range old {
			if old[j].id == n.id && old[j].Kind == n.Kind {
				was = &old[j]
			}
		}
		if was == nil {
			n.box = kit.NewField(panel.MaxText)
			n.box.Lines = n.Kind == panel.TextBox
			n.box.Set(n.Text)
			continue
		}
		n.box, n.set, n.before = was.box, was.set, was.before
		if was.set > 0 && u.Now-was.set < holdTicks || s.drag.id == n.id {
			n.Text, n.On, n.Colour, n.Number = was.Text, was.On, was.Colour, n.Nearest(was.Number)
			n.Chosen = min(was.Chosen, len(n.Options)-1)
		}
		if n.Kind == panel.Number || s.edited == n.id && n.box.String() != n.before {
			continue
		}
		if text := n.Text; text != n.box.String() {
			at := n.box.At
			n.box.Set(text)
			n.box.At, n.before = min(at, len(n.box.Text)), n.box.String()
		}
	}
}

// answer tells the script the value of a slot.
func (s *Sheet) answer(u *kit.Context, n *slot) {
	n.set = u.Now
	u.Do(model.AnswerPanel{ID: s.id, Answer: n.Answer()})
}

// shut closes the panel because the player wants so.
func (s *Sheet) shut(u *kit.Context) {
	s.keep(u)
	u.Do(model.ClosePanel{ID: s.id})
	u.Close()
	*s = Sheet{id: s.id, revision: s.revision} // the session takes it out of the model
}
