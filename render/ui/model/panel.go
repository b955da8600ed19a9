package model

import (
	"manyhold/render/ui/panel"
)

// Panel is the panel that a maker's script shows. Package panel tells how it is used.
type Panel struct {
	ID       uint64 // tells panels apart; 0: there is none
	Revision uint64 // goes up with each Set
	Spec     panel.Spec
	Ask      bool // it takes the keys once no other screen is open
}

// Set shows a panel, or changes the one of that id.
func (p *Panel) Set(id uint64, s panel.Spec, ask bool) {
	p.ID, p.Spec, p.Ask = id, panel.Clean(s), ask
	p.Revision++
}

// Clear takes the panel away.
func (p *Panel) Clear() { *p = Panel{Revision: p.Revision + 1} }

type (
	// AnswerPanel gives a script the value of a widget that the player set, or the press of a button.
	AnswerPanel struct {
		ID uint64
		panel.Answer
	}
	// ClosePanel says that the player has closed a panel.
	ClosePanel struct{ ID uint64 }
)

func (AnswerPanel) action() {}

func (ClosePanel) action() {}
