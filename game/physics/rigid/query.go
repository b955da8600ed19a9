package rigid

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

// Struck is the first thing met by a ray.
type Struck struct {
	ID     game.EntityID // zero: the ground
	X, Y   fixed.S       // where, from the origin
	NX, NY fixed.S       // the way out of it, of length One
	Part   fixed.S       // how far along the ray that is, 0 to One
}

// Raycast returns the first thing that a ray from (x0, y0) to (x1, y1) meets: solid ground, or a body on a
// layer of the mask (0: any) that is no sensor and does not contain the ray's start. Of two at the same place
// it is that with the lower ID, the ground first. It looks at every body: it costs some nanoseconds for each.
func (w *World) Raycast(x0, y0, x1, y1 fixed.S, layers uint16) (hit Struck, ok bool) {
	ax, ay, bx, by := int32(x0), int32(y0), int32(x1), int32(y1)
	best := int64(one + 1)
	if part, nx, ny, solid := w.land.cast(ax, ay, bx, by); solid {
		best, ok = int64(part), true
		hit.NX, hit.NY = fixed.S(nx), fixed.S(ny)
	}
	left, right, top, bottom := min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
	for i := range w.bodies {
		b := &w.bodies[i]
		f := &w.frames[b.Kind]
		if f.Sensor || layers != 0 && f.Layer&layers == 0 || int32(b.X)+f.reach < left || int32(b.X)-f.reach > right ||
			int32(b.Y)+f.reach < top || int32(b.Y)-f.reach > bottom {
			continue
		}
		var m mover
		b.fill(&m, int32(i), w.frames)
		if part, nx, ny, met := m.cast(f, ax, ay, bx, by); met && int64(part) < best {
			best, ok = int64(part), true
			hit.ID, hit.NX, hit.NY = b.ID, fixed.S(nx), fixed.S(ny)
		}
	}
	if ok {
		hit.Part = fixed.S(best)
		hit.X = x0 + fixed.S((int64(bx)-int64(ax))*best>>16)
		hit.Y = y0 + fixed.S((int64(by)-int64(ay))*best>>16)
	}
	return hit, ok
}

// cast follows a ray through the tiles, from side to side (Amanatides, Woo: "A Fast Voxel Traversal Algorithm
// for Ray Tracing", 1987), to the first that is solid; one in which it begins does not count.
func (l *land) cast(ax, ay, bx, by int32) (part, nx, ny int32, met bool) {
	dx, dy := int64(bx)-int64(ax), int64(by)-int64(ay)
	x, y := ax>>16, ay>>16
	for steps := magnitude(bx>>16-x) + magnitude(by>>16-y); steps > 0; steps-- {
		// Distances along the ray to the next side of each sort, compared as fractions to avoid division.
		sideX, stepX := int64(x+1)<<16-int64(ax), int32(1)
		if dx < 0 {
			sideX, stepX = int64(ax)-int64(x)<<16, -1
		}
		sideY, stepY := int64(y+1)<<16-int64(ay), int32(1)
		if dy < 0 {
			sideY, stepY = int64(ay)-int64(y)<<16, -1
		}
		if dy == 0 || dx != 0 && sideX*max(dy, -dy) < sideY*max(dx, -dx) {
			x += stepX
			part, nx, ny = int32(min(sideX<<16/max(dx, -dx), one)), -stepX*one, 0
		} else {
			y += stepY
			part, nx, ny = int32(min(sideY<<16/max(dy, -dy), one)), 0, -stepY*one
		}
		if l.barred(x, y) {
			return part, nx, ny, true
		}
	}
	return 0, 0, 0, false
}

// cast returns where a ray enters a body; a ray that begins in it does not.
func (m *mover) cast(f *frame, ax, ay, bx, by int32) (part, nx, ny int32, met bool) {
	px, py, dx, dy := ax-m.x, ay-m.y, bx-ax, by-ay
	if f.Form == Disc {
		return castDisc(int64(px), int64(py), int64(dx), int64(dy), int64(f.reach))
	}
	px, py = m.turned(px, py)
	dx, dy = m.turned(dx, dy)
	enter, leave := int64(-1), int64(one)
	for axis, v := range [2]struct{ p, d, half int64 }{{int64(px), int64(dx), int64(f.HalfX)}, {int64(py), int64(dy), int64(f.HalfY)}} {
		if v.d == 0 {
			if max(v.p, -v.p) > v.half {
				return 0, 0, 0, false
			}
			continue
		}
		side := int64(1)
		if v.d > 0 {
			side = -1
		}
		in, out := (side*v.half-v.p)<<16/v.d, (-side*v.half-v.p)<<16/v.d
		if in > enter {
			enter = in
			nx, ny = int32(side)*one, 0
			if axis == 1 {
				nx, ny = 0, int32(side)*one
			}
		}
		leave = min(leave, out)
	}
	if enter < 0 || enter > leave {
		return 0, 0, 0, false
	}
	nx, ny = m.untwisted(nx, ny)
	return int32(enter), nx, ny, true
}

// castDisc is that for a disc round (0, 0), the ray beginning at (px, py).
func castDisc(px, py, dx, dy, reach int64) (part, nx, ny int32, met bool) {
	// Divided until the products of four fit: the ray is at most 2⁹ tiles.
	shift := 0
	for max(px, -px, py, -py, dx, -dx, dy, -dy)>>shift >= 1<<15 {
		shift++
	}
	px, py, dx, dy, reach = px>>shift, py>>shift, dx>>shift, dy>>shift, reach>>shift
	toward, way, out := px*dx+py*dy, dx*dx+dy*dy, px*px+py*py-reach*reach
	inner := toward*toward - way*out
	if out < 0 || toward >= 0 || inner < 0 || way == 0 {
		return 0, 0, 0, false
	}
	at := -toward - int64(fixed.Sqrt(fixed.Q(inner)))>>8 // Sqrt is of Q48.16
	if at < 0 || at > way {
		return 0, 0, 0, false
	}
	part = int32(at << 16 / way)
	nx, ny, _ = direction(int32(px+dx*int64(part)>>16)<<shift, int32(py+dy*int64(part)>>16)<<shift)
	return part, nx, ny, true
}

// overlap reports whether two movers are in each other: two boxes by their axes, else by distance.
func (w *World) overlap(a, b *mover) bool {
	fa, fb := &w.frames[a.kind&kindMask], &w.frames[b.kind&kindMask]
	switch {
	case fa.Form == Box && fb.Form == Box:
		return apartAlong(a, b, fa, fb) < 0 && apartAlong(b, a, fb, fa) < 0
	case fa.Form == Box:
		a, b = b, a
		fallthrough
	case fb.Form == Box:
		box := &w.frames[b.kind&kindMask]
		qx, qy := b.turned(a.x-b.x, a.y-b.y)
		qx, qy = qx-clamp(qx, int32(box.HalfX)), qy-clamp(qy, int32(box.HalfY))
		return int64(qx)*int64(qx)+int64(qy)*int64(qy) < int64(a.reach)*int64(a.reach)
	default:
		dx, dy, far := int64(b.x-a.x), int64(b.y-a.y), int64(a.reach+b.reach)
		return dx*dx+dy*dy < far*far
	}
}

// apartAlong is how far two boxes are apart along that axis of the first along which they are furthest.
func apartAlong(a, b *mover, fa, fb *frame) int32 {
	dx, dy := a.turned(b.x-a.x, b.y-a.y)
	cos, sin := a.turned(b.cos, b.sin)
	c, s, hx, hy := magnitude(cos), magnitude(sin), int32(fb.HalfX), int32(fb.HalfY)
	return max(magnitude(dx)-int32(fa.HalfX)-mul(c, hx)-mul(s, hy), magnitude(dy)-int32(fa.HalfY)-mul(s, hx)-mul(c, hy))
}

// sweep returns where a mover on the way to (x, y) ends: before the first Fixed body on its way, and, if it
// goes far, before the first tile.
func (w *World) sweep(m *mover, x, y int32, far bool) (int32, int32) {
	best, nx, ny, met := int32(one+1), int32(0), int32(0), false
	if far {
		if part, tx, ty, hit := w.land.cast(m.x, m.y, x, y); hit {
			best, nx, ny, met = part, tx, ty, true
		}
	}
	for k := w.free + 1; k < int32(len(w.movers)); k++ {
		o := &w.movers[k]
		f := &w.frames[o.kind&kindMask]
		if o.kind&isFixed == 0 || f.Sensor || f.Carries || !agree(f, &w.frames[m.kind&kindMask]) {
			continue
		}
		if part, ox, oy, hit := o.cast(f, m.x, m.y, x, y); hit && part < best {
			best, nx, ny, met = part, ox, oy, true
		}
	}
	if !met {
		return x, y
	}
	// Back out of the wall by half its own size, unless something else is there.
	f := &w.frames[m.kind&kindMask]
	back := min(int32(f.HalfX), int32(f.HalfY))
	atX := m.x + int32((int64(x)-int64(m.x))*int64(best)>>16)
	atY := m.y + int32((int64(y)-int64(m.y))*int64(best)>>16)
	if bx, by := atX+mul(nx, back), atY+mul(ny, back); !w.land.barred(bx>>16, by>>16) {
		return bx, by
	}
	if bx, by := atX+nx>>6, atY+ny>>6; !w.land.barred(bx>>16, by>>16) {
		return bx, by
	}
	return m.x, m.y
}
