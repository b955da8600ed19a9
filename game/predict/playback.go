package predict

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
)

const (
	// frames is how many confirmed states are kept to draw between.
	frames = 6
	// leastDepth and mostDepth bound the jitter buffer, in turns.
	leastDepth, mostDepth = 1, 3
	// depthCalm is how long the buffer must not have run dry before it is made smaller, in Advances.
	depthCalm = 15 * game.TicksPerSecond
	// playSlew is the greatest deviation of the playback's rate: 4 %.
	playSlew = fixed.One * 4 / 100
)

// frame is where the bodies were in a confirmed state.
type frame struct {
	tick   game.Tick
	bodies []entity.Body
}

// playback draws the bodies that are not predicted, at a time behind the last confirmed tick.
type playback struct {
	ring  [frames]frame // the newest last, in ascending tick
	n     int
	now   fixed.Q // in ticks
	slew  fixed.Q
	depth game.Tick // turns
	turn  game.Tick // ticks that the last confirmed state brought
	calm  int64
	dry   bool
}

// confirm takes in a confirmed state.
func (p *playback) confirm(state *island.Island) {
	tick := state.Clock
	if p.n > 0 && tick <= p.ring[p.n-1].tick {
		p.n = 0 // a fail-over took turns back
	}
	if p.n > 0 {
		p.turn = min(tick-p.ring[p.n-1].tick, game.MaxTicksPerTurn)
	} else {
		p.turn = game.TicksPerTurn
	}
	if p.n == frames {
		oldest := p.ring[0]
		copy(p.ring[:], p.ring[1:])
		p.ring[frames-1], p.n = oldest, frames-1
	}
	f := &p.ring[p.n]
	f.tick, f.bodies = tick, append(f.bodies[:0], state.Space.Bodies()...)
	p.n++
	if p.depth == 0 {
		p.depth = leastDepth
	}
	target := fixed.Q(tick-min(p.depth*p.turn, tick)) << fixed.Bits
	off := target - p.now
	switch {
	case p.n == 1 || off.Abs() > 4*game.MaxTicksPerTurn*fixed.One:
		p.now, p.slew = target, 0
	default:
		p.slew = min(max(off/32, -playSlew), playSlew)
	}
	p.dry = false
}

// advance adds one local tick, up to the newest state.
func (p *playback) advance() {
	if p.n == 0 {
		return
	}
	p.now += fixed.One + p.slew
	p.calm++
	newest := fixed.Q(p.ring[p.n-1].tick) << fixed.Bits
	if p.now > newest {
		// A tick beyond may just be the turn that is due in this very moment.
		if p.now > newest+fixed.One && !p.dry {
			p.dry, p.calm = true, 0
			p.depth = min(p.depth+1, mostDepth)
		}
		p.now = min(p.now, newest+fixed.One)
	}
	if p.calm >= depthCalm && p.depth > leastDepth {
		p.depth--
		p.calm = 0
	}
}

// at returns where a body is at the present time of playback; ok is false if it was in no state.
func (p *playback) at(id game.EntityID) (pos fixed.Vec, z fixed.S, ok bool) {
	k := p.n - 1
	for k > 0 && fixed.Q(p.ring[k-1].tick)<<fixed.Bits >= p.now {
		k--
	}
	if k < 0 {
		return fixed.Vec{}, 0, false
	}
	b := find(p.ring[k].bodies, id)
	if b == nil {
		if b = find(p.ring[p.n-1].bodies, id); b == nil {
			return fixed.Vec{}, 0, false
		}
		return b.Pos, b.Z, true
	}
	if k == 0 {
		return b.Pos, b.Z, true
	}
	a := find(p.ring[k-1].bodies, id)
	if a == nil || !b.Pos.Sub(a.Pos).Near(SnapDistance) {
		return b.Pos, b.Z, true // new, or teleported: no path between
	}
	from, to := fixed.Q(p.ring[k-1].tick)<<fixed.Bits, fixed.Q(p.ring[k].tick)<<fixed.Bits
	t := min(max((p.now-from).Div(to-from), 0), fixed.One).S()
	return a.Pos.Lerp(b.Pos, t), a.Z + (b.Z - a.Z).Mul(t), true
}

// find returns a body of a table in ascending ID, nil if it is not there.
func find(list []entity.Body, id game.EntityID) *entity.Body {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := (lo + hi) / 2
		if list[mid].ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(list) && list[lo].ID == id {
		return &list[lo]
	}
	return nil
}
