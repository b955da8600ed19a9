package engine

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics"
)

// form is how queries see a kind of body: a ball is round, all else is its foot box.
func form(k entity.Kind) shape {
	return shape{half: physics.HalfBox(k), round: k == entity.Ball}
}

// widest is more than half the side of any foot box, in tiles.
const widest fixed.Q = fixed.One / 2

// stretch is how much of a ray is looked round at once, in tiles: with the widest body it is within physics.AroundMost.
const stretch fixed.Q = 2 * fixed.One

// Raycast implements Engine. It asks the spatial hash along the ray, and no further than to what it met.
func (p *Plain) Raycast(from, to fixed.Vec, layers uint16) (hit Struck, ok bool) {
	r, ok := newRay(from, to)
	if !ok || p.at(int32(from.X>>fixed.Bits), int32(from.Y>>fixed.Bits)) < 0 {
		return hit, false
	}
	best := r.length + 1
	if far, out, met := p.ground(&r); met {
		best, hit = far, Struck{0, r.at(far), out}
	}
	for begin := fixed.Q(0); begin < min(best, r.length+1); begin += stretch {
		// Who is met in this stretch has its middle no further from it than the widest body is wide.
		for _, i := range p.space.Around(r.at(begin+stretch/2), stretch/2+widest) {
			b := &p.space.Bodies()[i]
			if !among(p.Layers[b.Kind], layers) {
				continue
			}
			far, out, met := r.meets(b.Pos, form(b.Kind))
			if met && (far < best || far == best && hit.ID > b.ID) {
				best, hit = far, Struck{b.ID, r.at(far), out}
			}
		}
	}
	return hit, best <= r.length
}

// ground follows a ray through the tiles, from side to side as package rigid does, to the first that is solid; one in
// which it begins does not count.
func (p *Plain) ground(r *ray) (far fixed.Q, out fixed.SVec, met bool) {
	x, y := int32(r.from.X>>fixed.Bits), int32(r.from.Y>>fixed.Bits)
	end := r.at(r.length)
	wide, high := r.way.X.Abs(), r.way.Y.Abs()
	for steps := (end.X>>fixed.Bits - fixed.Q(x)).Abs() + (end.Y>>fixed.Bits - fixed.Q(y)).Abs(); steps > 0; steps-- {
		// How far the next side of each sort is along its axis: compared as fractions of the ray, without division.
		sideX, stepX := fixed.FromInt(int(x)+1)-r.from.X, int32(1)
		if r.way.X < 0 {
			sideX, stepX = r.from.X-fixed.FromInt(int(x)), -1
		}
		sideY, stepY := fixed.FromInt(int(y)+1)-r.from.Y, int32(1)
		if r.way.Y < 0 {
			sideY, stepY = r.from.Y-fixed.FromInt(int(y)), -1
		}
		if high == 0 || wide != 0 && sideX*high < sideY*wide {
			x += stepX
			far, out = sideX*r.length/wide, fixed.SVec{X: fixed.S(-stepX) * fixed.One}
		} else {
			y += stepY
			far, out = sideY*r.length/high, fixed.SVec{Y: fixed.S(-stepY) * fixed.One}
		}
		if p.Cell(x, y).Height != 0 {
			return min(far, r.length), out, true
		}
	}
	return 0, out, false
}

// OverlapBox implements Engine.
func (p *Plain) OverlapBox(list []game.EntityID, lo, hi fixed.Vec, layers uint16) []game.EntityID {
	if lo.X > hi.X || lo.Y > hi.Y {
		return list
	}
	asked := box{lo, hi}
	mid, half := fixed.Vec{X: lo.X + (hi.X-lo.X)/2, Y: lo.Y + (hi.Y-lo.Y)/2}, max(hi.X-lo.X, hi.Y-lo.Y)/2+1
	if half+widest > physics.AroundMost {
		for k := range p.space.Bodies() {
			b := &p.space.Bodies()[k]
			if among(p.Layers[b.Kind], layers) && asked.holds(b.Pos, form(b.Kind)) {
				list = append(list, b.ID)
			}
		}
		return list
	}
	for _, i := range p.space.Around(mid, half+widest) {
		b := &p.space.Bodies()[i]
		if among(p.Layers[b.Kind], layers) && asked.holds(b.Pos, form(b.Kind)) {
			list = append(list, b.ID)
		}
	}
	return list
}

// OverlapCircle implements Engine.
func (p *Plain) OverlapCircle(list []game.EntityID, mid fixed.Vec, radius fixed.Q, layers uint16) []game.EntityID {
	if radius < 0 {
		return list
	}
	radius = min(radius, MostRay)
	around := fixed.Vec{X: radius, Y: radius}
	// Those of the box round it, of which the ones in its corners are left out again.
	begin, kept := len(list), len(list)
	list = p.OverlapBox(list, mid.Sub(around), mid.Add(around), layers)
	for _, id := range list[begin:] {
		i, _ := p.space.Find(id)
		if b := &p.space.Bodies()[i]; form(b.Kind).touches(b.Pos, mid, radius) {
			list[kept] = id
			kept++
		}
	}
	return list[:kept]
}
