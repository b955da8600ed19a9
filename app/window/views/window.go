package views

import (
	"manyhold/app/view"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/predict"
	"manyhold/render/album"
	"manyhold/render/palette"
	"manyhold/render/sketch"
	"manyhold/render/ui/model"
	uipanel "manyhold/render/ui/panel"
)

// Window is the views of a world with what a window shows of them beside the drawings: texts, marks and the
// open panel.
type Window struct {
	*Views
	shown uint64 // the number of the panel that is shown
}

// Show runs a tick of a scene that the window predicts, and fills in what the interface shows of it.
func (w *Window) Show(s *Scene, p *predict.View, m *model.Things) []sketch.Drawing {
	s.State, s.Bodies = &p.World.State, func(id game.EntityID) (fixed.Vec, bool) { return drawnAt(p, id) }
	list := w.Tick(s)
	m.Writings = m.Writings[:0]
	for _, t := range w.texts {
		m.Writings = append(m.Writings, model.Writing(t))
	}
	m.Failed = w.Failed(m.Failed[:0])
	switch {
	case w.panel.serial == w.shown:
	case w.panel.is == nil:
		m.Panel.Clear()
	default:
		spec := specOf(w.panel.is)
		if x := w.find(w.panel.of); x != nil {
			spec.By = x.entry.Name()
		}
		m.Panel.Set(uint64(w.panel.of), spec, m.Panel.ID != uint64(w.panel.of)) // the viewer has just used its thing
	}
	w.shown = w.panel.serial
	return list
}

// drawnAt returns where a body is drawn.
func drawnAt(p *predict.View, id game.EntityID) (fixed.Vec, bool) {
	for k := range p.Bodies {
		if b := &p.Bodies[k]; b.Body.ID == id {
			return fixed.Vec{X: b.Pos.X, Y: b.Pos.Y - fixed.Q(b.Z)}, true
		}
	}
	return fixed.Vec{}, false
}

// Look fills in what is wrong with the view half of the thing that is looked at.
func (w *Window) Look(m *model.Thing) {
	if f := w.Fault(m.ID); f != nil {
		m.View = model.ViewFault{Line: f.Line, Column: f.Column, Why: f.Why}
	}
}

// Do carries out an action on the open panel, and reports whether it is one.
func (w *Window) Do(a model.Action) bool {
	switch a := a.(type) {
	case model.AnswerPanel:
		w.Answer(view.Widget{Kind: view.Kind(a.Kind), Key: a.Key, Text: a.Text, Number: a.Number, On: a.On, Colour: palette.Index(a.Colour), Chosen: a.Chosen})
	case model.ClosePanel:
		w.ClosePanel()
	default:
		return false
	}
	return true
}

// Leave lets everything go, and empties what the interface shows of it.
func (w *Window) Leave(m *model.Things) {
	w.Close()
	m.Writings, m.Failed = nil, nil
	m.Panel.Clear()
}

// specOf returns a panel as the interface shows it. The kinds of widgets are in the same order.
func specOf(p *view.Panel) (s uipanel.Spec) {
	s.Title = p.Title
	for k := range p.Widgets {
		w := &p.Widgets[k]
		s.Widgets = append(s.Widgets, uipanel.Widget{Kind: uipanel.Kind(w.Kind), Key: w.Key, Label: w.Label, Text: w.Text, Number: w.Number, Min: w.Min, Max: w.Max, Step: w.Step,
			On: w.On, Colour: uint8(w.Colour), Options: w.Options, Chosen: w.Chosen})
	}
	return s
}

// ArtOf returns how a view half finds its pictures in a store of assets.
func ArtOf(find func(blueprint.Asset) *album.Art) view.Art {
	return func(e *blueprint.Entry, name string) *album.Art {
		if name == "" {
			return find(e.Sprite)
		}
		if is, ok := e.Asset(name); ok {
			return find(is)
		}
		return nil
	}
}
