package rigid

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

// OverlapBox appends to list the bodies on a layer of the mask (0: any) that have a place in common with the
// box from (x0, y0) to (x1, y1), its border included, in ascending order of ID. Sensors are found as well. It
// looks at every body: it costs some nanoseconds for each.
func (w *World) OverlapBox(list []game.EntityID, x0, y0, x1, y1 fixed.S, layers uint16) []game.EntityID {
	if x0 > x1 || y0 > y1 {
		return list
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		f := &w.frames[b.Kind]
		if layers != 0 && f.Layer&layers == 0 {
			continue
		}
		dx, dy := int64(b.X)-int64(min(max(b.X, x0), x1)), int64(b.Y)-int64(min(max(b.Y, y0), y1))
		if within(dx, dy, int64(f.reach)) && (f.Form == Disc || b.crosses(w.frames, x0, y0, x1, y1)) {
			list = append(list, b.ID)
		}
	}
	return list
}

// OverlapCircle is that for the disc of a radius round (x, y), its rim included.
func (w *World) OverlapCircle(list []game.EntityID, x, y, radius fixed.S, layers uint16) []game.EntityID {
	if radius < 0 {
		return list
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		f := &w.frames[b.Kind]
		if layers != 0 && f.Layer&layers == 0 {
			continue
		}
		dx, dy := int64(x)-int64(b.X), int64(y)-int64(b.Y)
		if !within(dx, dy, int64(f.reach)+int64(radius)) {
			continue
		}
		if f.Form == Box {
			var m mover
			b.fill(&m, int32(i), w.frames)
			cos, sin := int64(m.cos), int64(m.sin)
			qx, qy := (dx*cos+dy*sin+one/2)>>16, (dy*cos-dx*sin+one/2)>>16
			hx, hy := int64(f.HalfX), int64(f.HalfY)
			if !within(qx-min(max(qx, -hx), hx), qy-min(max(qy, -hy), hy), int64(radius)) {
				continue
			}
		}
		list = append(list, b.ID)
	}
	return list
}

// within reports whether (x, y) is at most far long; far is less than 2¹⁴ tiles.
func within(x, y, far int64) bool {
	return max(x, -x) <= far && max(y, -y) <= far && x*x+y*y <= far*far
}

// crosses reports whether a box body overlaps a box along the axes: it does unless they are apart along an
// axis of either (separating axes). Distances are doubled, for the middle of the other; their projections are
// in units of 2⁻³³ tiles, so that nothing is rounded.
func (b *Body) crosses(frames []frame, x0, y0, x1, y1 fixed.S) bool {
	f := &frames[b.Kind]
	var m mover
	b.fill(&m, 0, frames)
	dx, dy := 2*int64(b.X)-int64(x0)-int64(x1), 2*int64(b.Y)-int64(y0)-int64(y1)
	wide, high := int64(x1)-int64(x0), int64(y1)-int64(y0)
	hx, hy := 2*int64(f.HalfX), 2*int64(f.HalfY)
	cos, sin := int64(m.cos), int64(m.sin)
	c, s := max(cos, -cos), max(sin, -sin)
	along, across := dx*cos+dy*sin, dy*cos-dx*sin
	return max(dx, -dx)<<16 <= wide<<16+c*hx+s*hy && max(dy, -dy)<<16 <= high<<16+s*hx+c*hy &&
		max(along, -along) <= hx<<16+c*wide+s*high && max(across, -across) <= hy<<16+s*wide+c*high
}
