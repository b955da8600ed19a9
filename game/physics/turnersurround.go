package physics

import (
	"math/bits"
	"slices"

	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// surrounding holds the results of surround, and its scratch.
type surrounding struct {
	marks []uint64 // a bit for each body that takes part, all clear between ticks
	rim   []int32  // bodies at rest that take part because an awake one is near
	brink []cell   // where they are

	from  []int32      // the bodies whose surroundings are searched
	reach fixed.Q      // and how far
	state entity.Flags // Resting if they are at rest
	ring  field        // their cells and those round them
}

// marked reports whether a body takes part.
func (t *Turner) marked(i int32) bool { return t.marks[i>>6]>>(i&63)&1 != 0 }

// mark lets a body at rest take part.
func (t *Turner) mark(i int32) {
	t.marks[i>>6] |= 1 << (i & 63)
	t.rim = append(t.rim, i)
}

// surround adds to the list the resting bodies near those on it, those near them, and the bodies tied to any.
// They are a set, inserted in the order of the table, so the order of discovery does not matter.
func (t *Turner) surround() {
	s := t.space
	for words := (len(s.bodies) + 63) / 64; len(t.marks) < words; {
		t.marks = append(t.marks, 0)
	}
	t.rim = t.rim[:0]
	for _, i := range t.list {
		t.marks[i>>6] |= 1 << (i & 63)
	}
	t.include(t.list, t.spots, near, 0)
	t.includeArms(near, 0)
	t.includeTied(s)
	if len(t.rim) > 0 {
		t.place()
		t.include(t.rim, t.brink, beside, entity.Resting) // those that are there now
		t.includeArms(beside, entity.Resting)
		slices.Sort(t.rim)
		t.place()
		t.insert()
	}
	clear(t.marks)
}

// manyAtRest is the number of resting bodies per searched body from which many small queries cost less than
// one scan of all at rest.
const manyAtRest = 16

// include marks the resting bodies within d of those of a list, which are all in one state. Either every body
// of the list queries its neighbours, or, where not many more are at rest, each resting body in a cell near
// theirs queries for them.
func (t *Turner) include(list []int32, spots []cell, d fixed.Q, state entity.Flags) {
	s := t.space
	t.from, t.reach, t.state = list, d, state
	if len(list) > 0 && len(s.bodies)-len(s.awake) < manyAtRest*len(list) && t.ring.cover(spots) {
		t.stretch((len(s.bodies) + 63) / 64)
		t.do(len(t.hands), t.work.answer)
	} else {
		t.stretch(len(list))
		t.do(len(t.hands), t.work.ask)
	}
	for _, h := range t.hands {
		for _, j := range h.around {
			if !t.marked(j) {
				t.mark(j)
			}
		}
	}
}

// ask lists the resting bodies near those of a stretch of the list.
func (h *hand) ask(t *Turner) {
	s := t.space
	h.around = h.around[:0]
	for _, i := range t.from[h.first:h.end] {
		if s.bodies[i].Kind.Pinned() {
			continue // see includeArms
		}
		h.lot = s.within(h.lot[:0], s.bodies[i].Pos, t.reach)
		for _, j := range h.lot {
			if o := &s.bodies[j]; o.Flags&entity.Resting != 0 && !t.marked(j) && takesPart(o) {
				h.around = append(h.around, j)
			}
		}
	}
}

// answer lists the resting bodies of a stretch of the table that are near any body of the list.
func (h *hand) answer(t *Turner) {
	s := t.space
	h.around = h.around[:0]
	for k := h.first; k < h.end; k++ {
		others := ^t.marks[k]
		if rest := len(s.bodies) - k<<6; rest < 64 {
			others &= 1<<rest - 1
		}
		for ; others != 0; others &= others - 1 {
			i := int32(k<<6 | bits.TrailingZeros64(others))
			if !t.ring.has(s.cells[i]) {
				continue
			}
			if o := &s.bodies[i]; o.Flags&entity.Resting != 0 && takesPart(o) && t.meets(o.Pos) {
				h.around = append(h.around, i)
			}
		}
	}
}

// meets reports whether any body of the list is near a place.
func (t *Turner) meets(p fixed.Vec) bool {
	s, d := t.space, t.reach
	lo, hi := cellOf(fixed.Vec{X: p.X - d, Y: p.Y - d}), cellOf(fixed.Vec{X: p.X + d, Y: p.Y + d})
	for y := lo.y; y <= hi.y; y++ {
		for x := lo.x; x <= hi.x; x++ {
			at, j := s.hash.at(x, y), int32(0)
			for k := range s.hash.count[at] {
				if j = s.hash.after(at, k, j); !t.marked(j) {
					continue
				}
				if o := &s.bodies[j]; o.Flags&entity.Resting == t.state && !o.Kind.Pinned() && (o.Pos.X-p.X).Abs() <= d && (o.Pos.Y-p.Y).Abs() <= d {
					return true
				}
			}
		}
	}
	return false
}

// place lists where those of the rim are.
func (t *Turner) place() {
	t.brink = t.brink[:0]
	for _, i := range t.rim {
		t.brink = append(t.brink, spot(&t.space.bodies[i]))
	}
}

// insert puts the rim into the list, from the end.
func (t *Turner) insert() {
	n, r := len(t.list), len(t.rim)
	t.list, t.spots = slices.Grow(t.list, r)[:n+r], slices.Grow(t.spots, r)[:n+r]
	for r > 0 {
		if n > 0 && t.list[n-1] > t.rim[r-1] {
			n--
			t.list[n+r], t.spots[n+r] = t.list[n], t.spots[n]
			continue
		}
		r--
		t.list[n+r], t.spots[n+r] = t.rim[r], t.brink[r]
	}
}
