package rigid

import "manyhold/game/fixed"

const (
	// calmSpeed and calmSpin are how slow a body is that may fall asleep.
	calmSpeed = one / 16
	calmSpin  = one / 8
	// wakeSpeed is the speed of approach from which an awake body wakes the one it touches.
	wakeSpeed = one / 8
)

// dormitory finds sleeping bodies by place, so that a step need not scan them: a list of bodies for each tile
// of a map that repeats itself to all sides.
type dormitory struct {
	head [dormSide * dormSide]int32 // by tile: the first body in it and one, zero if there is none
	next []int32                    // by body: the next of its tile
	beds []int32                    // the tiles with a non-zero head
}

// dormSide is after how many tiles the map of those asleep repeats itself.
const dormSide = 64

func dormAt(x, y int32) int32 { return y&(dormSide-1)*dormSide + x&(dormSide-1) }

func (d *dormitory) clear() {
	for _, at := range d.beds {
		d.head[at] = 0
	}
	d.beds = d.beds[:0]
}

// add adds body i. The last body added to a tile comes first.
func (d *dormitory) add(i int32, b *Body) {
	for int(i) >= len(d.next) {
		d.next = append(d.next, 0)
	}
	at := dormAt(int32(b.X>>16), int32(b.Y>>16))
	if d.head[at] == 0 {
		d.beds = append(d.beds, at)
	}
	d.next[i], d.head[at] = d.head[at], i+1
}

// slumber appends to list those asleep in the tiles that a box touches.
func (w *World) slumber(list []int32, x0, y0, x1, y1 int32) []int32 {
	d := &w.sleeper
	if len(d.beds) == 0 {
		return list
	}
	for y := y0 >> 16; y <= y1>>16; y++ {
		for x := x0 >> 16; x <= x1>>16; x++ {
			for i := d.head[dormAt(x, y)]; i != 0; i = d.next[i-1] {
				if b := &w.bodies[i-1]; int32(b.X>>16) == x && int32(b.Y>>16) == y {
					list = append(list, i-1)
				}
			}
		}
	}
	return list
}

// wake wakes a body, and all sleeping ones connected to it by contacts: a body woken alone would find the
// others as hard as walls.
func (w *World) wake(i int32) {
	b := &w.bodies[i]
	b.Calm = 0
	if !b.Sleeping {
		return
	}
	w.tidy()
	b.Sleeping, w.stale = false, true
	w.noted(Woke, b.ID, 0, b.X, b.Y, 0)
	queue := append(w.groups[:0], i)
	for k := 0; k < len(queue); k++ {
		b := &w.bodies[queue[k]]
		reach := w.frames[b.Kind].reach
		far := reach + w.widest + slop
		from := len(queue)
		queue = w.slumber(queue, int32(b.X)-far, int32(b.Y)-far, int32(b.X)+far, int32(b.Y)+far)
		kept := queue[:from]
		for _, j := range queue[from:] {
			o := &w.bodies[j]
			near := int64(reach + w.frames[o.Kind].reach + slop)
			if dx, dy := int64(o.X-b.X), int64(o.Y-b.Y); o.Sleeping && dx*dx+dy*dy <= near*near {
				o.Sleeping, o.Calm = false, 0
				w.noted(Woke, o.ID, 0, o.X, o.Y, 0)
				kept = append(kept, j)
			}
		}
		queue = kept
	}
	w.groups = queue[:0]
}

// wakeWithin wakes the bodies that may reach into a box.
func (w *World) wakeWithin(x0, y0, x1, y1 int32) {
	w.tidy()
	far := w.widest
	w.cells = w.slumber(w.cells[:0], x0-far, y0-far, x1+far, y1+far)
	for _, i := range w.cells {
		w.wake(i)
	}
}

// wakeAround wakes the bodies that may touch body i, which is about to change.
func (w *World) wakeAround(i int) {
	b := &w.bodies[i]
	far := w.frames[b.Kind].reach + slop
	w.wakeWithin(int32(b.X)-far, int32(b.Y)-far, int32(b.X)+far, int32(b.Y)+far)
}

// sleepers pairs mover k with the sleeping bodies near it, which take part as immovable movers.
func (w *World) sleepers(k, far int32) {
	s := &w.scratch
	m := s.movers[k]
	s.cells = w.slumber(s.cells[:0], m.x-far, m.y-far, m.x+far, m.y+far)
	ascend(s.cells)
	for _, i := range s.cells {
		j := s.slots[i]
		if j < 0 {
			j = int32(len(s.movers))
			s.slots[i], s.listed = j, append(s.listed, i)
			s.movers = append(s.movers, mover{})
			o := &s.movers[j]
			w.bodies[i].fill(o, i, w.frames)
			o.im, o.ii, o.kind = 0, 0, o.kind|isAsleep
		}
		if o := &s.movers[j]; m.kind&isDisc != 0 && o.kind&isDisc != 0 && !w.upward {
			s.near = append(s.near[:0], j)
			w.discs(k, s.near)
			s.near = s.near[:cap(s.near)]
		} else {
			w.pair(k, j)
		}
	}
}

// ascend sorts a short list by insertion.
func ascend(list []int32) {
	for a := 1; a < len(list); a++ {
		for c := a; c > 0 && list[c] < list[c-1]; c-- {
			list[c], list[c-1] = list[c-1], list[c]
		}
	}
}

// rouse wakes sleeping bodies that an awake one hits, and reports whether it did: contacts must be found anew
// then.
func (w *World) rouse() bool {
	s := &w.scratch
	if len(w.sleeper.beds) == 0 {
		return false
	}
	woken := false
	rouse := func(a, b, approach int32) {
		if b < 0 || approach < wakeSpeed {
			return
		}
		for _, k := range [2]int32{a, b} {
			if m := &s.movers[k]; m.kind&isAsleep != 0 {
				w.wake(m.at)
				woken = true
			}
		}
	}
	for k := range s.hits {
		rouse(s.hits[k].a, s.hits[k].b, s.hits[k].approach)
	}
	for _, layer := range s.grips {
		for k := range layer {
			rouse(layer[k].a, layer[k].b, layer[k].approach)
		}
	}
	if woken {
		w.tidy()
	}
	return woken
}

// lull counts how long awake bodies have been calm. Touching bodies fall asleep together, when the last of
// them has been calm for half a second.
func (w *World) lull() {
	s := &w.scratch
	limit := uint8(s.span.rate / 2)
	ready := false
	for _, i := range w.awake {
		b := &w.bodies[i]
		if w.frames[b.Kind].Loose {
			continue
		}
		if max(b.VX, -b.VX, b.VY, -b.VY) > calmSpeed || max(b.Spin, -b.Spin) > calmSpin {
			b.Calm = 0
		} else if b.Calm < limit {
			b.Calm++
		}
		ready = ready || b.Calm >= limit
	}
	if !ready {
		return
	}
	w.group()
	// A group is as calm as its least calm member: its count is kept at its first mover.
	movers := s.movers[:s.free]
	for k := range movers {
		movers[k].calm = int32(limit)
	}
	for k := range movers {
		first := &movers[s.leader(int32(k))]
		first.calm = min(first.calm, int32(w.bodies[movers[k].at].Calm))
	}
	for k := range movers {
		if movers[s.leader(int32(k))].calm < int32(limit) || movers[k].kind&isLoose != 0 {
			continue
		}
		b := &w.bodies[movers[k].at]
		b.Sleeping, b.VX, b.VY, b.Spin = true, 0, 0, 0
		w.stale = true
		w.noted(Slept, b.ID, 0, b.X, b.Y, fixed.S(0))
	}
}

// group unites movers that touch or are joined, into sets that their first mover leads.
func (w *World) group() {
	s := &w.scratch
	s.groups = s.groups[:0]
	for k := range s.free {
		s.groups = append(s.groups, k)
	}
	for k := range s.hits {
		s.unite(s.hits[k].a, s.hits[k].b)
	}
	for _, layer := range s.grips {
		for k := range layer {
			if layer[k].most > 0 {
				s.unite(layer[k].a, layer[k].b)
			}
		}
	}
	for k := range s.bonds {
		s.unite(s.bonds[k].a, s.bonds[k].b)
	}
}

// unite makes one set of those of two movers, unless one of them is not awake or loose.
func (s *scratch) unite(a, b int32) {
	if a < 0 || b < 0 || a >= s.free || b >= s.free || (s.movers[a].kind|s.movers[b].kind)&isLoose != 0 {
		return
	}
	a, b = s.leader(a), s.leader(b)
	s.groups[max(a, b)] = min(a, b)
}

// leader is the first of the set of a mover.
func (s *scratch) leader(k int32) int32 {
	for s.groups[k] != k {
		s.groups[k] = s.groups[s.groups[k]]
		k = s.groups[k]
	}
	return k
}
