package rigid

import "manyhold/game/fixed"

// hit is a contact in the short form: of two discs, or of a disc and solid ground (b is −1), seen from above.
// It has no memory between steps. Changes are of the relative speed, which is shared by mass, so that masses
// need no multiplication.
type hit struct {
	a, b   int32
	nx, ny int32 // from a to b
	// speed at which they may still close, in tiles per second; below zero: depth to be undone
	gap        int32
	shareA     int32 // of a change of speed, Q16; b has the rest
	flingA     int32 // change of spin of each for a change of speed along the rims, Q16
	flingB     int32
	rimA, rimB int32 // radii
	pushed     int32 // change of speed so far, along n
	rubbed     int32 // and across
	// three times the friction: a disc that is free to turn has a third of its mass at its rim
	grip     int32
	bounce   int32 // restitution
	approach int32 // speed of approach before anything was solved, in tiles per second
}

// discs makes hits of mover k with the discs of near that touch it, or almost do, and returns the other
// bodies. Bodies that come near within the step are ignored: two discs may end a step in each other and are
// parted then, as in the engines that this one is compared with.
func (w *World) discs(k int32, near []int32) []int32 {
	s := &w.scratch
	m := &s.movers[k]
	rest := near[:0]
	for _, j := range near {
		o := &s.movers[j]
		if o.kind&isDisc == 0 {
			rest = append(rest, j)
			continue
		}
		dx, dy := int64(o.x-m.x), int64(o.y-m.y)
		if far := int64(m.reach+o.reach) + lookahead; dx*dx+dy*dy < far*far {
			w.touch(k, j, int32(dx), int32(dy))
		}
	}
	return rest
}

// touch makes a hit of two discs with middles (dx, dy) apart.
func (w *World) touch(k, j, dx, dy int32) {
	s := &w.scratch
	a, b := &s.movers[k], &s.movers[j]
	fa, fb := &w.frames[a.kind&kindMask], &w.frames[b.kind&kindMask]
	if !agree(fa, fb) {
		return
	}
	if len(s.hits) == cap(s.hits) {
		s.hits = append(s.hits, hit{})
	} else {
		s.hits = s.hits[:len(s.hits)+1]
	}
	h := &s.hits[len(s.hits)-1]
	h.a, h.b = k, j
	var length int32
	h.nx, h.ny, length = direction(dx, dy)
	h.gap = w.room(length - a.reach - b.reach)
	h.shareA = one / 2
	if a.im != b.im {
		h.shareA = int32(int64(a.im) * one / int64(a.im+b.im))
	}
	h.flingA, h.flingB, h.rimA, h.rimB = fa.fling, fb.fling, a.reach, b.reach
	h.pushed, h.rubbed = 0, 0
	h.grip, h.bounce = rubbing(fa, fb)*3, max(int32(fa.Restitution), int32(fb.Restitution))
	h.approach = -int32((int64(b.vx-a.vx)*int64(h.nx) + int64(b.vy-a.vy)*int64(h.ny)) >> 16)
}

// agree reports whether two kinds meet.
func agree(a, b *frame) bool { return a.layer&b.meets != 0 && b.layer&a.meets != 0 }

// room is how fast two may still close that are so far apart, below zero how deep they are in each other.
func (w *World) room(apart int32) int32 {
	if apart < 0 {
		return apart
	}
	return int32(min(int64(apart)*w.span.rate, 1<<30))
}

// rubbing is the friction of two kinds: the root of the product.
func rubbing(a, b *frame) int32 {
	if a.Friction == b.Friction {
		return int32(a.Friction)
	}
	return int32(fixed.Sqrt(a.Friction.Q().Mul(b.Friction.Q())))
}

// solveWalls is solveHits for hits against solid ground.
func solveWalls(movers []mover, walls []hit) {
	for k := range walls {
		h := &walls[k]
		a := &movers[h.a]
		nx, ny := int64(h.nx), int64(h.ny)
		vx, vy := int64(a.vx), int64(a.vy)
		along := -int32((vx*nx + vy*ny + one/2) >> 16)
		push := max(h.pushed-along-max(h.gap, 0), 0)
		change := push - h.pushed
		h.pushed = push
		across := int32((vx*ny-vy*nx+one/2)>>16) - mul(a.w, h.rimA)
		most := mul(push, h.grip)
		rub := min(max(h.rubbed-across, -most), most)
		turn := rub - h.rubbed
		h.rubbed = rub
		if change|turn == 0 {
			continue
		}
		third := int64(turn) * 21845 >> 16
		a.vx -= int32((nx*int64(change) - ny*third + one/2) >> 16)
		a.vy -= int32((ny*int64(change) + nx*third + one/2) >> 16)
		a.w -= mul(turn, h.flingA)
	}
}

// part moves the two bodies of each hit apart if they overlap more than the slop: by a part of the overlap,
// without giving them speed.
func part(movers []mover, hits []hit) {
	for k := range hits {
		h := &hits[k]
		if h.gap >= -slop {
			continue
		}
		away := (-h.gap - slop) * 2 / 5 << 8
		a := &movers[h.a]
		if h.b < 0 {
			a.dx, a.dy = a.dx-mul(h.nx, away), a.dy-mul(h.ny, away)
			continue
		}
		b := &movers[h.b]
		ax, bx := mul(h.nx, mul(away, h.shareA)), mul(h.nx, mul(away, one-h.shareA))
		ay, by := mul(h.ny, mul(away, h.shareA)), mul(h.ny, mul(away, one-h.shareA))
		a.dx, a.dy, b.dx, b.dy = a.dx-ax, a.dy-ay, b.dx+bx, b.dy+by
	}
}

// reboundHits gives back the part of the approach speed that restitution returns.
func (w *World) reboundHits(hits []hit) {
	movers := w.movers
	for k := range hits {
		h := &hits[k]
		if h.approach < leastBounce || h.pushed == 0 {
			continue
		}
		a := &movers[h.a]
		if h.approach >= loud {
			w.heard(h.a, h.b, a.x+mul(h.nx, a.reach), a.y+mul(h.ny, a.reach), h.approach)
		}
		if h.b < 0 {
			along := -int32((int64(a.vx)*int64(h.nx) + int64(a.vy)*int64(h.ny) + one/2) >> 16)
			if change := mul(h.approach, h.bounce) - along; change > 0 {
				a.vx, a.vy = a.vx-mul(h.nx, change), a.vy-mul(h.ny, change)
			}
			continue
		}
		b := &movers[h.b]
		along := int32((int64(b.vx-a.vx)*int64(h.nx) + int64(b.vy-a.vy)*int64(h.ny) + one/2) >> 16)
		if change := mul(h.approach, h.bounce) - along; change > 0 {
			h.give(a, b, change, 0)
		}
	}
}

// leastBounce is the speed of approach below which nothing bounces, in tiles per second, so that bodies come
// to rest.
const leastBounce = one / 4

// solveHits goes once through hits in their order: bodies that approach too fast are stopped, and sliding
// rims are slowed as far as friction goes.
func solveHits(movers []mover, hits []hit) {
	for k := range hits {
		h := &hits[k]
		a, b := &movers[h.a], &movers[h.b]
		nx, ny := int64(h.nx), int64(h.ny)
		vx, vy := int64(b.vx-a.vx), int64(b.vy-a.vy)
		along := int32((vx*nx + vy*ny + one/2) >> 16)
		push := max(h.pushed-along-max(h.gap, 0), 0)
		change := push - h.pushed
		h.pushed = push
		across := int32((vy*nx-vx*ny+one/2)>>16) - mul(a.w, h.rimA) - mul(b.w, h.rimB)
		most := mul(push, h.grip)
		rub := min(max(h.rubbed-across, -most), most)
		turn := rub - h.rubbed
		h.rubbed = rub
		if change == 0 && turn == 0 {
			continue
		}
		h.give(a, b, change, turn)
	}
}

// give changes the velocities of the two by a change of the speed between them along n, and of that of their
// rims.
func (h *hit) give(a, b *mover, change, turn int32) {
	third := int64(turn) * 21845 >> 16
	x := int64(h.nx)*int64(change) - int64(h.ny)*third
	y := int64(h.ny)*int64(change) + int64(h.nx)*third
	share := int64(h.shareA)
	ax, ay := int32((x>>8*share+1<<23)>>24), int32((y>>8*share+1<<23)>>24)
	a.vx -= ax
	a.vy -= ay
	b.vx += int32((x+one/2)>>16) - ax
	b.vy += int32((y+one/2)>>16) - ay
	a.w -= int32((int64(turn) * share >> 16 * int64(h.flingA)) >> 16)
	b.w -= int32((int64(turn) * (one - share) >> 16 * int64(h.flingB)) >> 16)
}
