package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// mostHands is how many hands share the work of a crowd: each has a number for every part. It exceeds the
// number of cores, so that a late hand delays the others little, and is a power of two, so that hands have
// equal shares.
const mostHands = 16

// hand chooses the participants among a stretch of awake bodies, deals a stretch of the list to the parts,
// steps some parts one after the other, and brings the results of its stretch back. It goes through the table
// of bodies in order, and writes to each part in the order of memory: going part by part would jump through a
// table larger than the cache. While hands work, possibly at once, each changes only its own bodies and
// parts; results for the whole Space are written when all are done.
type hand struct {
	choice
	world  *rigid.World
	starts []int32 // by part: how many of the stretch there are, and then where they begin in it
	at     []int32 // and where the next is
	moved  []int32 // those that changed their cell
	woken  []int32 // those that rest no more, but for the flag
	apart  []shove // those that are not moved here, but parted from others
	creaks []int32 // arms that begin to turn
}

// shove is how far a body has to be moved against the tiles.
type shove struct {
	i int32
	d fixed.Vec
}

// prepare makes room in the parts.
func (t *Turner) prepare(land Lands) {
	for len(t.parts) < t.count {
		t.parts = append(t.parts, new(part))
	}
	parts := t.parts[:t.count]
	for _, p := range parts {
		p.low, p.high, p.size = t.low, t.high, 0
	}
	if t.scattered {
		t.frame(parts)
	}
	for _, h := range t.hands {
		for k, n := range h.starts {
			h.starts[k] = parts[k].size
			parts[k].size += n
		}
	}
	t.teach()
	t.lists, t.bodies = sized(t.lists, len(t.list)), sized(t.bodies, len(t.list))
	at := int32(0)
	for k, p := range parts {
		p.list, p.bodies = t.lists[at:at+p.size], t.bodies[at:at+p.size]
		at += p.size
		p.begin(land.Lane(k))
	}
}

// frame gives each part the box in which its bodies are.
func (t *Turner) frame(parts []*part) {
	for _, p := range parts {
		p.low, p.high = t.high, t.low
	}
	for n, c := range t.spots {
		p := parts[t.of[n]]
		p.low.x, p.low.y, p.high.x, p.high.y = min(p.low.x, c.x), min(p.low.y, c.y), max(p.high.x, c.x), max(p.high.y, c.y)
	}
}

// deal puts the bodies into their parts.
func (h *hand) deal(t *Turner) {
	s := t.space
	h.at = append(h.at[:0], h.starts...)
	for n := h.first; n < h.end; n++ {
		i, k := t.list[n], t.of[n]
		t.parts[k].put(h.at[k], i, &s.bodies[i], &t.made)
		h.at[k]++
	}
}

// step steps its parts in one reused world, so that its memory stays in the cache.
func (h *hand) step(t *Turner) {
	at := 0
	for _, p := range t.parts[:t.count] {
		if at >= h.first && at < h.end {
			p.step(t.space, h.world)
		}
		at += int(p.size)
	}
}

// settle writes the results of its stretch back into the table.
func (h *hand) settle(t *Turner) {
	s := t.space
	h.moved, h.woken, h.apart, h.creaks = h.moved[:0], h.woken[:0], h.apart[:0], h.creaks[:0]
	copy(h.at, h.starts)
	for n := h.first; n < h.end; n++ {
		i, k := t.list[n], t.of[n]
		h.bring(s, i, t.parts[k], h.at[k])
		h.at[k]++
	}
}

// bring writes back the result of one body.
func (h *hand) bring(s *Space, i int32, p *part, at int32) {
	b, r := &s.bodies[i], &p.bodies[at]
	from, to := b.Pos, fixed.Vec{X: p.origin.X + r.X.Q(), Y: p.origin.Y + r.Y.Q()}
	v := fixed.SVec{X: r.VX, Y: r.VY}
	resting := b.Flags&entity.Resting != 0
	if !turns(b) {
		if v != b.Vel && resting {
			h.woken = append(h.woken, i)
		}
		b.Vel = v
		if to != from {
			h.apart = append(h.apart, shove{i, to.Sub(from)})
		}
		return
	}
	if b.Kind.Pinned() {
		if bringArm(b, r, to) {
			h.creaks = append(h.creaks, i)
		}
		to = from
	} else {
		b.Pos, b.Vel, b.Angle, b.Spin, b.Calm = to, v, r.Angle, r.Spin, r.Calm
	}
	switch {
	case r.Sleeping && !resting:
		b.Flags |= entity.Resting
	case !r.Sleeping && resting:
		h.woken = append(h.woken, i)
	}
	if cellOf(from) != cellOf(to) {
		h.moved = append(h.moved, i)
	}
}

// tell writes the results for the whole into the Space.
func (h *hand) tell(s *Space, land Land, now game.Tick) {
	for _, i := range h.moved {
		s.rehash(i)
	}
	for _, i := range h.woken {
		calm := s.bodies[i].Calm
		s.Wake(int(i))
		s.bodies[i].Calm = calm
	}
	for _, a := range h.apart {
		s.shift(int(a.i), a.d, land)
	}
	for _, i := range h.creaks {
		b := &s.bodies[i]
		s.happened(event.Creaked, b, now, b.Spin.Abs().Mul(2*beams[b.Kind].half))
	}
}
