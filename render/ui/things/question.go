package things

import (
	"strings"

	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	questionWidth = 320
	// questionReach is how far the player may walk from the place of a question before it is taken back.
	questionReach = 8 * fixed.One
)

// Question is the screen of a thing's question to the player. A thing asks only players that used it.
type Question struct {
	of      event.Event
	words   string
	answers []string
}

// Ask opens the screen for a question (see event.ThingAsked), unless another screen is open: the player is
// busy, and can use the thing again. A further question of the same thing takes the place of the one that is
// shown.
func (q *Question) Ask(u *kit.Context, e *event.Event) {
	lines := strings.Split(e.Text, "\n")
	open := u.IsOpen(q)
	if !open && len(u.Stack) > 0 {
		return
	}
	*q = Question{of: *e, words: lines[0], answers: lines[1:]}
	if !open {
		u.Open(q)
	}
}

// Show lays out the question, and a button for each answer.
func (q *Question) Show(u *kit.Context) {
	if q.away(u) {
		if !u.Drawing {
			u.Close()
		}
		return
	}
	w := min(questionWidth, u.W-16)
	lines := u.Wrap(q.words, w-2*kit.Padding)
	panel := u.Centred(w, 2*kit.Padding+len(lines)*kit.LineHeight+8+(len(q.answers)+1)*(kit.ButtonHeight+4))
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	for _, l := range lines {
		u.Text(r.Cut(kit.LineHeight), l, kit.Style{Col: kit.TextColour})
	}
	r.Cut(8)
	for n, a := range q.answers {
		if u.Button(r.Cut(kit.ButtonHeight), kit.Ident("question.answer", n), a, "") {
			u.Do(model.AnswerThing{ID: q.of.Entity, Answer: a})
			u.Close()
			return
		}
		r.Cut(4)
	}
	if u.Button(r.Cut(kit.ButtonHeight), kit.Ident("question.leave", 0), u.Say("thing.leave"), "") || u.Backed() {
		u.Close()
	}
}

// away reports whether the player has gone away from the thing.
func (q *Question) away(u *kit.Context) bool {
	for k := range u.Model.Game.People {
		if p := &u.Model.Game.People[k]; p.Me {
			return !p.Pos.Sub(q.of.Pos).Near(questionReach)
		}
	}
	return false
}
