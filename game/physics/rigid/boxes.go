package rigid

// turned is a vector seen from a body's own axes, and back.
func (m *mover) turned(x, y int32) (int32, int32) {
	return int32((int64(x)*int64(m.cos) + int64(y)*int64(m.sin) + one/2) >> 16),
		int32((int64(y)*int64(m.cos) - int64(x)*int64(m.sin) + one/2) >> 16)
}

func (m *mover) untwisted(x, y int32) (int32, int32) {
	return int32((int64(x)*int64(m.cos) - int64(y)*int64(m.sin) + one/2) >> 16),
		int32((int64(x)*int64(m.sin) + int64(y)*int64(m.cos) + one/2) >> 16)
}

func magnitude(v int32) int32 { return max(v, -v) }

// pile makes grips of two boxes, a first in the table: along the axis of least overlap (separating axes), of
// the side that is met the two points of the other's nearest side, clipped to it.
func (w *World) pile(k, j, margin int32) {
	a, b := &w.movers[k], &w.movers[j]
	fa, fb := &w.frames[a.kind&kindMask], &w.frames[b.kind&kindMask]
	hax, hay, hbx, hby := int32(fa.HalfX), int32(fa.HalfY), int32(fb.HalfX), int32(fb.HalfY)
	dax, day := a.turned(b.x-a.x, b.y-a.y)
	dbx, dby := b.turned(b.x-a.x, b.y-a.y)
	cos, sin := a.turned(b.cos, b.sin)
	c, s := magnitude(cos), magnitude(sin)
	best, axis := magnitude(dax)-hax-mul(c, hbx)-mul(s, hby), 0
	// Another axis must be better by this much: otherwise the chosen one would change from step to step.
	const hold = slop / 4
	for k, apart := range [4]int32{1: magnitude(day) - hay - mul(s, hbx) - mul(c, hby),
		2: magnitude(dbx) - hbx - mul(c, hax) - mul(s, hay), 3: magnitude(dby) - hby - mul(s, hax) - mul(c, hay)} {
		if k > 0 && apart > best+hold {
			best, axis = apart, k
		}
	}
	switch {
	case best > margin:
	case axis < 2:
		w.clip(k, j, axis, dax, day, hax, hay, hbx, hby, cos, sin, margin, false)
	default:
		w.clip(j, k, axis-2, -dbx, -dby, hbx, hby, hax, hay, cos, -sin, margin, true)
	}
}

// clip makes the grips of two boxes on an axis of r; in r's axes the other box is at (ox, oy) and turned by
// (cos, sin). They are of r and o, or of o and r if swapped.
func (w *World) clip(r, o int32, axis int, ox, oy, hrx, hry, hox, hoy, cos, sin, margin int32, swapped bool) {
	if axis == 1 { // a quarter turn makes it the first axis
		ox, oy, hrx, hry = oy, -ox, hry, hrx
		cos, sin = sin, -cos
	}
	sign := int32(1)
	if ox < 0 { // and half a turn its right side
		ox, oy, cos, sin, sign = -ox, -oy, -cos, -sin, -1
	}
	// The side of the other that looks most against us, (−1, 0): its middle and half its length, in our axes.
	mx, my, lx, ly := -mul(cos, hox), -mul(sin, hox), -mul(sin, hoy), mul(cos, hoy)
	edge := uint32(0)
	if cos < 0 {
		mx, my, edge = -mx, -my, 1
	}
	if magnitude(sin) > magnitude(cos) {
		mx, my, lx, ly, edge = mul(sin, hoy), -mul(cos, hoy), mul(cos, hox), mul(sin, hox), 2
		if sin > 0 {
			mx, my, edge = -mx, -my, 3
		}
	}
	if ly < 0 {
		lx, ly = -lx, -ly
	}
	mx, my = mx+ox, my+oy
	R := &w.movers[r]
	nx, ny := sign*R.cos, sign*R.sin
	if axis == 1 {
		nx, ny = -sign*R.sin, sign*R.cos
	}
	O := &w.movers[o]
	gapX, gapY := O.x-R.x, O.y-R.y
	for end := range int32(2) {
		py := clamp(my+(2*end-1)*ly, hry)
		if ly == 0 || magnitude(py-my) > ly {
			continue // beside it
		}
		px := mx + int32(int64(lx)*int64(py-my)/int64(ly))
		apart := px - hrx
		if apart > margin {
			continue
		}
		px -= apart / 2
		// Out of the axes in which n is (1, 0).
		x := int32((int64(px)*int64(nx) - int64(py)*int64(ny)) >> 16)
		y := int32((int64(px)*int64(ny) + int64(py)*int64(nx)) >> 16)
		feature := uint32(axis)<<4 | uint32(sign+1)<<4 | uint32(end) | edge<<8
		if swapped {
			w.hold(o, r, &fleck{-nx, -ny, x - gapX, y - gapY, x, y, apart, feature | 1<<7})
		} else {
			w.hold(r, o, &fleck{nx, ny, x, y, x - gapX, y - gapY, apart, feature})
		}
	}
}

// knock makes the grip of a disc and a box; first says whether the disc is the first of the two in the table.
func (w *World) knock(disc, box, margin int32, first bool) {
	d, b := &w.movers[disc], &w.movers[box]
	f := &w.frames[b.kind&kindMask]
	hx, hy := int32(f.HalfX), int32(f.HalfY)
	qx, qy := b.turned(d.x-b.x, d.y-b.y)
	px, py := clamp(qx, hx), clamp(qy, hy)
	nx, ny, apart := int32(one), int32(0), int32(0)
	if px != qx || py != qy {
		nx, ny, apart = direction(qx-px, qy-py)
	} else if ex, ey := hx-magnitude(qx), hy-magnitude(qy); ex < ey {
		// its middle is inside: out by the nearest side
		px, apart = hx, -ex
		if qx < 0 {
			px, nx = -hx, -one
		}
	} else {
		nx, ny, py, apart = 0, one, hy, -ey
		if qy < 0 {
			py, ny = -hy, -one
		}
	}
	if apart -= d.reach; apart > margin {
		return
	}
	nx, ny = b.untwisted(nx, ny)
	bx, by := b.untwisted(px, py)
	dx, dy := -mul(nx, d.reach), -mul(ny, d.reach)
	if first {
		w.hold(disc, box, &fleck{-nx, -ny, dx, dy, bx, by, apart, 1})
	} else {
		w.hold(box, disc, &fleck{nx, ny, bx, by, dx, dy, apart, 1})
	}
}

// bump makes the grip of two discs in the long way.
func (w *World) bump(k, j, margin int32) {
	a, b := &w.movers[k], &w.movers[j]
	nx, ny, length := direction(b.x-a.x, b.y-a.y)
	if apart := length - a.reach - b.reach; apart <= margin {
		w.hold(k, j, &fleck{nx, ny, mul(nx, a.reach), mul(ny, a.reach), -mul(nx, b.reach), -mul(ny, b.reach), apart, 1})
	}
}
