package physics

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// bound returns the bodies of a tie if it holds: both are there, lie on the ground, and are no further apart
// than parts of a crowd ever are that do not touch.
func (t *Tie) bound(s *Space) (a, b int, holds bool) {
	a, okA := s.Find(t.A)
	b, okB := s.Find(t.B)
	if !okA || !okB || a == b {
		return a, b, false
	}
	p, q := &s.bodies[a], &s.bodies[b]
	return a, b, turns(p) && turns(q) && (p.Flags|q.Flags)&entity.Carried == 0 && q.Pos.Sub(p.Pos).Near(mostTie)
}

// mostTie is the greatest distance of tied bodies, in tiles; a tie beyond it has no effect.
const mostTie fixed.Q = 16 * fixed.One

// includeTied marks bodies tied to a participant.
func (t *Turner) includeTied(s *Space) {
	for k := range s.Ties {
		a, b, holds := s.Ties[k].bound(s)
		if !holds {
			continue
		}
		switch inA, inB := t.marked(int32(a)), t.marked(int32(b)); {
		case inA && !inB:
			t.mark(int32(b))
		case inB && !inA:
			t.mark(int32(a))
		}
	}
}

// uniteTied makes one group of the clusters of tied bodies.
func (t *Turner) uniteTied(s *Space) {
	b := &t.board
	at := func(i int) (run int32, ok bool) {
		c := cellOf(s.bodies[i].Pos)
		if !b.has(c) {
			return 0, false
		}
		return b.run(b.at(c)), true
	}
	for k := range s.Ties {
		if i, j, holds := s.Ties[k].bound(s); holds {
			x, okX := at(i)
			if y, okY := at(j); okX && okY {
				b.groups.unite(x, y)
			}
		}
	}
}

// bind makes joints of the ties between bodies of the part, in their order. It asks for both among those that
// were put in.
func (p *part) bind(s *Space, w *rigid.World) {
	for k := range s.Ties {
		t := &s.Ties[k]
		a, okA := w.Find(t.A)
		b, okB := w.Find(t.B)
		if !okA || !okB || a == b {
			continue
		}
		if _, _, holds := t.bound(s); holds {
			w.Bind(rigid.Joint{Number: uint32(k + 1), Tie: rigid.Rope, A: t.A, B: t.B, Length: t.Length})
		}
	}
}
