package physics

import "manyhold/game/entity"

// choice holds a hand's results for its stretch of the common lists. Its part of each list lies where its
// stretch does, until the stretches are joined.
type choice struct {
	first, end  int     // the stretch
	kept, found int     // how many are awake, and how many of them take part
	loose, held []int32 // as those of Turner
	around      []int32 // bodies at rest that are found to take part; maybe more than once
	lot         []int32 // scratch of ask
}

// choose lists the bodies that take part in the first part of the tick, and those that move in the second.
// Each hand goes through a stretch of the awake bodies, and its results are appended to those of the earlier
// stretches, so that all lists are in the order of the table for any number of hands.
func (t *Turner) choose() {
	s := t.space
	if s.stale {
		s.tidy()
	}
	t.list, t.spots = sized(t.list, len(s.awake)), sized(t.spots, len(s.awake))
	t.stretch(len(s.awake))
	t.do(len(t.hands), t.work.scan)
	t.loose, t.held = t.loose[:0], t.held[:0]
	kept, found := 0, 0
	for _, h := range t.hands {
		if kept != h.first {
			copy(s.awake[kept:], s.awake[h.first:h.first+h.kept])
		}
		if found != h.first {
			copy(t.list[found:], t.list[h.first:h.first+h.found])
			copy(t.spots[found:], t.spots[h.first:h.first+h.found])
		}
		kept, found = kept+h.kept, found+h.found
		t.loose, t.held = append(t.loose, h.loose...), append(t.held, h.held...)
	}
	s.awake, t.list, t.spots = s.awake[:kept], t.list[:found], t.spots[:found]
	if kept < len(s.bodies) {
		t.surround()
	}
	for _, i := range t.list {
		if s.bodies[i].Kind != entity.Player {
			return
		}
	}
	t.list, t.spots = t.list[:0], t.spots[:0] // only walkers, which do not collide with each other
}

// stretch gives each hand its part of n things.
func (t *Turner) stretch(n int) {
	for k, h := range t.hands {
		h.first, h.end = n*k/len(t.hands), n*(k+1)/len(t.hands)
	}
}

// scan goes through a stretch of those awake.
func (h *hand) scan(t *Turner) {
	s := t.space
	awake, list, spots := s.awake[h.first:h.end], t.list[h.first:h.end], t.spots[h.first:h.end]
	h.loose, h.held = h.loose[:0], h.held[:0]
	kept, found := 0, 0
	for _, i := range awake {
		b := &s.bodies[i]
		if b.Flags&entity.Resting != 0 {
			continue
		}
		awake[kept] = i
		kept++
		if b.Flags&entity.Carried != 0 {
			h.held = append(h.held, i)
			continue
		}
		if !turns(b) {
			h.loose = append(h.loose, i)
		}
		if takesPart(b) {
			list[found], spots[found] = i, spot(b)
			found++
		}
	}
	h.kept, h.found = kept, found
}

// sized returns a slice of n, reusing the old one if it is long enough; its content is undefined.
func sized[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]T, n, n+n/2+16)
}
