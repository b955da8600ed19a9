package engine

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// MostRay is how far a ray goes in x and in y, in tiles: one to a place further away ends there. It is as long as the
// longest area, and the products of two distances of a ray fit an int64.
const MostRay fixed.Q = rigid.MostSide * fixed.One

// Struck is what a ray met first.
type Struck struct {
	ID  game.EntityID // zero: the ground
	Pos fixed.Vec     // where, in tiles, of the whole world
	Out fixed.SVec    // the way out of it, of length One
}

// ray is the way from a place; it has a length.
type ray struct {
	from, way fixed.Vec
	length    fixed.Q
}

// newRay returns the ray from a place to another, cut at MostRay; ok is false if they are the same.
func newRay(from, to fixed.Vec) (r ray, ok bool) {
	d := to.Sub(from)
	for max(d.X.Abs(), d.Y.Abs()) >= 1<<37 { // the product with MostRay is to fit
		d.X, d.Y = d.X>>1, d.Y>>1
	}
	if m := max(d.X.Abs(), d.Y.Abs()); m > MostRay {
		d = fixed.Vec{X: d.X * MostRay / m, Y: d.Y * MostRay / m}
	}
	return ray{from: from, way: d, length: d.Len()}, d != fixed.Vec{}
}

// at is the place at a distance along the ray.
func (r *ray) at(far fixed.Q) fixed.Vec {
	return fixed.Vec{X: r.from.X + r.way.X*far/r.length, Y: r.from.Y + r.way.Y*far/r.length}
}

// shape is the form of a body that does not rotate: a box of half sides half, or a disc of radius half.X.
type shape struct {
	half  fixed.Vec
	round bool
}

// meets returns how far along the ray it enters a shape round mid, and the way out; a ray that begins in it does not.
func (r *ray) meets(mid fixed.Vec, s shape) (far fixed.Q, out fixed.SVec, ok bool) {
	if s.round {
		s.half.Y = s.half.X
	}
	p := r.from.Sub(mid)
	if p.X.Abs() > r.way.X.Abs()+s.half.X || p.Y.Abs() > r.way.Y.Abs()+s.half.Y {
		return 0, out, false
	}
	if s.round {
		return r.meetsDisc(p, s.half.X)
	}
	enter, leave := fixed.Q(-1), r.length
	for axis, v := range [2]struct{ p, way, half fixed.Q }{{p.X, r.way.X, s.half.X}, {p.Y, r.way.Y, s.half.Y}} {
		if v.way == 0 {
			if v.p.Abs() > v.half {
				return 0, out, false
			}
			continue
		}
		side := fixed.Q(1)
		if v.way > 0 {
			side = -1
		}
		if in := (side*v.half - v.p) * r.length / v.way; in > enter {
			enter = in
			out = fixed.SVec{X: fixed.S(side) * fixed.One}
			if axis == 1 {
				out = fixed.SVec{Y: fixed.S(side) * fixed.One}
			}
		}
		leave = min(leave, (-side*v.half-v.p)*r.length/v.way)
	}
	return enter, out, enter >= 0 && enter <= leave
}

// meetsDisc is that for a disc, p being the way from its middle to where the ray begins.
func (r *ray) meetsDisc(p fixed.Vec, radius fixed.Q) (far fixed.Q, out fixed.SVec, ok bool) {
	toward := p.X*r.way.X + p.Y*r.way.Y
	beside := (p.X*r.way.Y - p.Y*r.way.X).Abs() / r.length
	if toward >= 0 || beside > radius || p.X*p.X+p.Y*p.Y < radius*radius {
		return 0, out, false
	}
	half := fixed.Sqrt((radius-beside)*(radius+beside)) >> (fixed.Bits / 2) // Sqrt is of Q48.16
	far = max(-toward/r.length-half, 0)
	if far > r.length {
		return 0, out, false
	}
	return far, p.Add(fixed.Vec{X: r.way.X * far / r.length, Y: r.way.Y * far / r.length}).S().Unit(), true
}

// box is what a query asks about: all from its north-west corner lo to its south-east corner hi.
type box struct{ lo, hi fixed.Vec }

// to is the way to a place from that of the box which is nearest to it.
func (b box) to(p fixed.Vec) fixed.Vec {
	return p.Sub(fixed.Vec{X: min(max(p.X, b.lo.X), b.hi.X), Y: min(max(p.Y, b.lo.Y), b.hi.Y)})
}

// holds reports whether a shape round mid has a place in common with the box.
func (b box) holds(mid fixed.Vec, s shape) bool {
	d := b.to(mid)
	if s.round {
		return d.Near(s.half.X)
	}
	return d.X.Abs() <= s.half.X && d.Y.Abs() <= s.half.Y
}

// touches reports whether a shape round mid has a place in common with a disc round at.
func (s shape) touches(mid, at fixed.Vec, radius fixed.Q) bool {
	if s.round {
		return at.Sub(mid).Near(radius + s.half.X)
	}
	return box{mid.Sub(s.half), mid.Add(s.half)}.to(at).Near(radius)
}

// among reports whether what is on layer is asked for by a mask.
func among(layer, mask uint16) bool { return mask == 0 || layer&mask != 0 }
