package physics

import (
	"math/bits"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

// Tie keeps the middles of two bodies at most Length apart, in tiles, as long as both lie on the ground.
type Tie struct {
	A, B   game.EntityID
	Length fixed.S
}

// Space is a table of bodies in ascending order of ID, with its derived data: the spatial hash and the list
// of awake bodies. Indices into the table hold until Insert or Remove. It is not safe for concurrent use.
type Space struct {
	// Ties are the ropes between bodies, in ascending order of A, at most one for each A. The owner of the
	// Space sets them before a tick; both bodies exist.
	Ties []Tie

	// Events are the events of Step; the owner empties it.
	Events []event.Event

	bodies []entity.Body
	// of bodies: a search looks at a few of these words, not at bodies that lie far from each other
	ids    []game.EntityID
	awake  []int32 // indices of the bodies that are not resting; in order after tidy
	stale  bool    // awake is not in order
	arms   []int32 // indices of the pinned bodies, in order
	hash   hash
	cells  []cell                // of each body, as the hash has it
	counts [entity.KindCount]int // of the bodies of each kind
	near   []int32               // scratch of Around
	marks  []uint64              // scratch of tidy: a bit for each body, all clear
	mirror *Space                // scratch of Touch
}

// Bodies returns the table, in ascending order of ID. The caller must not change IDs and flags, and
// must call Moved after changing a Pos.
func (s *Space) Bodies() []entity.Body { return s.bodies }

// Find returns the index of a body.
func (s *Space) Find(id game.EntityID) (int, bool) {
	lo, hi := 0, len(s.ids)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.ids[mid] < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(s.ids) && s.ids[lo] == id
}

// Insert adds a body and returns its index. The ID must be new.
func (s *Space) Insert(b entity.Body) int {
	i, found := s.Find(b.ID)
	if found {
		panic("physics: two bodies of one ID")
	}
	s.bodies = slices.Insert(s.bodies, i, b)
	s.Rebuild()
	return i
}

// Remove takes the body at index i out.
func (s *Space) Remove(i int) {
	s.bodies = slices.Delete(s.bodies, i, i+1)
	s.Rebuild()
}

// RemoveAll removes the bodies for which gone is true.
func (s *Space) RemoveAll(gone func(b *entity.Body) bool) {
	kept := s.bodies[:0]
	for i := range s.bodies {
		if !gone(&s.bodies[i]) {
			kept = append(kept, s.bodies[i])
		}
	}
	s.bodies = kept
	s.Rebuild()
}

// Reset makes the space hold no body, keeping its memory.
func (s *Space) Reset() {
	s.bodies, s.Events = s.bodies[:0], s.Events[:0]
	s.Rebuild()
}

// Append adds a body with an ID greater than all others', leaving derived data alone: Rebuild must follow.
// Copies and decoders use it.
func (s *Space) Append(b entity.Body) { s.bodies, s.ids = append(s.bodies, b), append(s.ids, b.ID) }

// Order puts the table in ascending order of ID after Append of bodies in any order, each ID once, and
// rebuilds the derived data.
func (s *Space) Order() {
	slices.SortStableFunc(s.bodies, func(a, b entity.Body) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	s.Rebuild()
}

// Count returns how many bodies of a kind there are.
func (s *Space) Count(k entity.Kind) int { return s.counts[k] }

// Rebuild derives the spatial hash, the list of those awake and the counts from the table.
func (s *Space) Rebuild() {
	s.counts = [entity.KindCount]int{}
	s.hash.reset(len(s.bodies))
	s.ids, s.awake, s.arms, s.cells = s.ids[:0], s.awake[:0], s.arms[:0], s.cells[:0]
	for i := range s.bodies {
		s.ids = append(s.ids, s.bodies[i].ID)
		c := cellOf(s.bodies[i].Pos)
		s.hash.add(int32(i), c)
		s.cells = append(s.cells, c)
		s.counts[s.bodies[i].Kind]++
		if s.bodies[i].Flags&entity.Resting == 0 {
			s.awake = append(s.awake, int32(i))
		}
		if s.bodies[i].Kind.Pinned() {
			s.arms = append(s.arms, int32(i))
		}
	}
	s.stale = false
	for words := (len(s.bodies) + 63) / 64; len(s.marks) < words; {
		s.marks = append(s.marks, 0)
	}
}

// Awake returns how many bodies are not resting.
func (s *Space) Awake() int { return len(s.awake) }

// Wake makes a body move again that was resting.
func (s *Space) Wake(i int) {
	b := &s.bodies[i]
	if b.Flags&entity.Resting == 0 || b.Flags&entity.Mounted != 0 {
		return
	}
	b.Flags &^= entity.Resting
	b.Calm = 0
	s.awake = append(s.awake, int32(i))
	s.stale = true
}

// WakeNear wakes the bodies within d of p: the ground there has changed.
func (s *Space) WakeNear(p fixed.Vec, d fixed.Q) {
	for _, j := range s.Around(p, d) {
		s.Wake(int(j))
	}
}

// Moved tells the space that the Pos of a body was changed.
func (s *Space) Moved(i int, from fixed.Vec) {
	if cellOf(from) == cellOf(s.bodies[i].Pos) {
		return
	}
	s.rehash(int32(i))
}

// rehash puts a body into the cell where it is.
func (s *Space) rehash(i int32) {
	to := cellOf(s.bodies[i].Pos)
	s.hash.move(i, s.cells[i], to)
	s.cells[i] = to
}

// AroundMost is the greatest distance of Around, in tiles.
const AroundMost fixed.Q = 2 * fixed.One

// Around returns the indices of the bodies within d of p in x and in y, in ascending order. The slice
// is valid until the next call. d is at most AroundMost.
func (s *Space) Around(p fixed.Vec, d fixed.Q) []int32 {
	s.near = s.within(s.near[:0], p, d)
	ascend(s.near)
	return s.near
}

// within appends the result of Around to dst, in no order; several may call it at once.
func (s *Space) within(dst []int32, p fixed.Vec, d fixed.Q) []int32 {
	lo, hi := cellOf(fixed.Vec{X: p.X - d, Y: p.Y - d}), cellOf(fixed.Vec{X: p.X + d, Y: p.Y + d})
	left, top, span := p.X-d, p.Y-d, uint64(2*d)
	all := s.hash.chains(dst, lo, hi)
	near := all[:len(dst)]
	for _, j := range all[len(dst):] {
		q := &s.bodies[j].Pos
		if uint64(q.X-left) <= span && uint64(q.Y-top) <= span {
			near = append(near, j)
		}
	}
	return near
}

// ascend sorts distinct indices by insertion: the lists are short.
func ascend(list []int32) {
	for a := 1; a < len(list); a++ {
		for c := a; c > 0 && list[c] < list[c-1]; c-- {
			list[c], list[c-1] = list[c-1], list[c]
		}
	}
}

// tidy leaves out of awake those that rest, and puts it in order, each body once.
func (s *Space) tidy() {
	kept := s.awake[:0]
	for _, i := range s.awake {
		if s.bodies[i].Flags&entity.Resting == 0 {
			kept = append(kept, i)
		}
	}
	s.awake = kept
	if !s.stale {
		return
	}
	s.stale = false
	for _, i := range kept {
		s.marks[i>>6] |= 1 << (i & 63)
	}
	s.awake = s.awake[:0]
	for k, word := range s.marks {
		for ; word != 0; word &= word - 1 {
			s.awake = append(s.awake, int32(k<<6|bits.TrailingZeros64(word)))
		}
		s.marks[k] = 0
	}
}
