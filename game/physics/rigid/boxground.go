package rigid

// bed finds the contacts of a box with solid ground: its corners against the open sides of tiles, and the
// corners of tiles that stick out against its sides. A floor of many tiles thus acts as one, and no body is
// caught by the seams. solid are the tiles around.
func (w *World) bed(k int32, solid Solidity) {
	m := &w.movers[k]
	f := &w.frames[m.kind&kindMask]
	hx, hy := int32(f.HalfX), int32(f.HalfY)
	margin := w.margin(m, nil)
	ux, uy := mul(m.cos, hx), mul(m.sin, hx) // the middle of its right side, and of its lower one
	vx, vy := -mul(m.sin, hy), mul(m.cos, hy)
	ex, ey := magnitude(ux)+magnitude(vx)+margin, magnitude(uy)+magnitude(vy)+margin
	if !w.plot.lay(&w.land, m, solid, ex, ey) {
		return
	}
	for c, p := range [4]spot{{-ux - vx, -uy - vy}, {ux - vx, uy - vy}, {ux + vx, uy + vy}, {vx - ux, vy - uy}} {
		w.foot(k, p, margin, uint32(c)<<4)
	}
	for y := (m.y - ey + one - 1) >> 16; y <= (m.y+ey)>>16; y++ {
		for x := (m.x - ex + one - 1) >> 16; x <= (m.x+ex)>>16; x++ {
			w.spike(k, x, y, hx, hy, margin)
		}
	}
}

// margin is how far apart two movers may be that will touch within the step; o is nil for ground.
func (w *World) margin(m, o *mover) int32 {
	fast := max(m.vx, -m.vx, m.vy, -m.vy)
	if o != nil {
		fast += max(o.vx, -o.vx, o.vy, -o.vy)
	}
	return min(max(int32(int64(fast)*w.span.whole*3>>33), 2*slop), foresight)
}

// sides are the four ways out of a tile, each beside its opposite.
var sides = [4]spot{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// foot makes the grips of the corner of a box at p from its middle.
func (w *World) foot(k int32, p spot, margin int32, feature uint32) {
	m := &w.movers[k]
	px, py := m.x+p.x, m.y+p.y
	x, y := px>>16, py>>16
	fx, fy := px&(one-1), py&(one-1)
	inside := w.plot.barred(x, y)
	best, out := int32(one+1), -1
	for side, far := range [4]int32{fx, one - fx, fy, one - fy} {
		d := sides[side]
		switch {
		case w.plot.barred(x+d.x, y+d.y) == inside:
		case inside: // out the nearest way that does not lead deeper into the box
			if far < best && p.x*d.x+p.y*d.y < 0 {
				best, out = far, side
			}
		case far <= margin:
			w.stand(k, p, side, far, feature)
		}
	}
	if out >= 0 {
		w.stand(k, p, out^1, -best, feature)
	}
}

// stand adds a grip of a corner of a box with the ground on one side of it.
func (w *World) stand(k int32, p spot, side int, apart int32, feature uint32) {
	d := sides[side]
	w.hold(k, w.free, &fleck{nx: d.x * one, ny: d.y * one, ax: p.x, ay: p.y, apart: apart, feature: feature | uint32(side)})
}

// spike makes the grip of a box with the corner at the north-west of tile (x, y), if it sticks out of the
// ground.
func (w *World) spike(k, x, y, hx, hy, margin int32) {
	dx, dy, n := int32(0), int32(0), 0
	for c := range int32(4) {
		if w.plot.barred(x-c&1, y-c>>1) {
			dx, dy, n = 1-2*(c&1), 1-c&2, n+1
		}
	}
	if n != 1 {
		return
	}
	m := &w.movers[k]
	px, py := x<<16-m.x, y<<16-m.y
	qx, qy := m.turned(px, py)
	outX, outY := magnitude(qx)-hx, magnitude(qy)-hy
	if max(outX, outY) > margin || min(outX, outY) >= 0 {
		return
	}
	nx, ny, side := m.cos, m.sin, uint32(0)
	if outX < outY {
		nx, ny, qx, side = -m.sin, m.cos, qy, 2
	}
	if qx < 0 {
		nx, ny, side = -nx, -ny, side+1
	}
	const tilt = one / 64 // a body that lies flat on a ledge is not exactly flat
	if nx*dx < -tilt || ny*dy < -tilt {
		return
	}
	feature := 1<<8 | side | uint32(x)<<9 ^ uint32(y)<<20
	w.hold(k, w.free, &fleck{nx: nx, ny: ny, ax: px, ay: py, apart: max(outX, outY), feature: feature})
}
