package physics

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// columns returns the first and the last column (or row) that a box touches: the box is half-open, so one
// that ends on a line does not touch the column that begins there.
func columns(at, half fixed.Q) (first, last int32) {
	return int32((at - half) >> fixed.Bits), int32((at + half - 1) >> fixed.Bits)
}

// bars reports whether a cell keeps a body out that is at its height.
func bars(b *entity.Body, c Cell) bool {
	if c.Height != 0 && fixed.S(c.Height)*heightUnit > b.Z {
		return true
	}
	return b.Z == 0 && c.Ground == tile.DeepWater && !forms[b.Kind].floats && b.Flags&entity.Riding == 0
}

// moveX moves a body by dx, up to the first solid tile, and reports whether it met one. Only the column
// that its leading edge enters is looked at, so that a body which a wall has grown around can leave it.
func (s *Space) moveX(b *entity.Body, land Land, dx fixed.Q) (hit bool) {
	if dx == 0 {
		return false
	}
	half := forms[b.Kind].half
	edge, lead := b.Pos.X-half.X, int32(0)
	if dx > 0 {
		edge = b.Pos.X + half.X - 1
	}
	if lead = int32((edge + dx) >> fixed.Bits); lead != int32(edge>>fixed.Bits) {
		y0, y1 := columns(b.Pos.Y, half.Y)
		for y := y0; y <= y1; y++ {
			if bars(b, land.Cell(lead, y)) {
				if dx > 0 {
					b.Pos.X = fixed.Q(lead)<<fixed.Bits - half.X
				} else {
					b.Pos.X = fixed.Q(lead+1)<<fixed.Bits + half.X
				}
				return true
			}
		}
	}
	b.Pos.X += dx
	return false
}

// moveY is moveX along the other axis.
func (s *Space) moveY(b *entity.Body, land Land, dy fixed.Q) (hit bool) {
	if dy == 0 {
		return false
	}
	half := forms[b.Kind].half
	edge, lead := b.Pos.Y-half.Y, int32(0)
	if dy > 0 {
		edge = b.Pos.Y + half.Y - 1
	}
	if lead = int32((edge + dy) >> fixed.Bits); lead != int32(edge>>fixed.Bits) {
		x0, x1 := columns(b.Pos.X, half.X)
		for x := x0; x <= x1; x++ {
			if bars(b, land.Cell(x, lead)) {
				if dy > 0 {
					b.Pos.Y = fixed.Q(lead)<<fixed.Bits - half.Y
				} else {
					b.Pos.Y = fixed.Q(lead+1)<<fixed.Bits + half.Y
				}
				return true
			}
		}
	}
	b.Pos.Y += dy
	return false
}

// slip lets a walker that walks straight into a corner slide round it, if it misses it by no more
// than Slip: it moves sideways at the speed at which it walks, and keeps that speed.
func (s *Space) slip(b *entity.Body, land Land, hitX, hitY bool) {
	half := forms[b.Kind].half
	const straight = fixed.One / 4 // tiles per second across that still count as straight
	switch {
	case hitX && !hitY && b.Vel.Y.Abs() < straight:
		lead, _ := columns(b.Pos.X-1, half.X)
		if b.Vel.X > 0 {
			_, lead = columns(b.Pos.X+1, half.X)
		}
		if d := s.wayRound(b, b.Pos.Y, half.Y, func(y int32) Cell { return land.Cell(lead, y) }); d != 0 {
			s.moveY(b, land, limit(d, perTick(b.Vel.X)))
		}
	case hitY && !hitX && b.Vel.X.Abs() < straight:
		lead, _ := columns(b.Pos.Y-1, half.Y)
		if b.Vel.Y > 0 {
			_, lead = columns(b.Pos.Y+1, half.Y)
		}
		if d := s.wayRound(b, b.Pos.X, half.X, func(x int32) Cell { return land.Cell(x, lead) }); d != 0 {
			s.moveX(b, land, limit(d, perTick(b.Vel.Y)))
		}
	}
}

// wayRound returns how far sideways the way is free, 0 if it is further than Slip. row looks at the line
// of tiles ahead.
func (s *Space) wayRound(b *entity.Body, at, half fixed.Q, row func(int32) Cell) fixed.Q {
	first, last := columns(at, half)
	if first == last { // wholly before one tile: past its nearer end, if the next tile is free
		back := at + half - fixed.Q(first)<<fixed.Bits
		on := fixed.Q(first+1)<<fixed.Bits - (at - half)
		if back <= on && back <= Slip && !bars(b, row(first-1)) {
			return -back
		}
		if on <= Slip && !bars(b, row(last+1)) {
			return on
		}
		return 0
	}
	barsFirst, barsLast := bars(b, row(first)), bars(b, row(last))
	switch {
	case last != first+1 || barsFirst == barsLast:
		return 0
	case barsFirst:
		if d := fixed.Q(last)<<fixed.Bits - (at - half); d <= Slip {
			return d
		}
	default:
		if d := at + half - fixed.Q(last)<<fixed.Bits; d <= Slip {
			return -d
		}
	}
	return 0
}

// limit returns d shortened to the magnitude of most.
func limit(d, most fixed.Q) fixed.Q {
	most = most.Abs()
	return min(max(d, -most), most)
}

// Free reports whether a body of kind k fits at p on the ground, as far as tiles are concerned.
func Free(land Land, k entity.Kind, p fixed.Vec) bool {
	b := entity.Body{Kind: k}
	half := forms[k].half
	x0, x1 := columns(p.X, half.X)
	y0, y1 := columns(p.Y, half.Y)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if bars(&b, land.Cell(x, y)) {
				return false
			}
		}
	}
	return true
}

// On reports whether the foot box of a body touches the tile; of an arm, its beam (see Swept).
func On(b *entity.Body, t grid.Tile) bool {
	if b.Kind.Pinned() {
		return armOn(b, t)
	}
	half := forms[b.Kind].half
	x0, x1 := columns(b.Pos.X, half.X)
	y0, y1 := columns(b.Pos.Y, half.Y)
	return t.X >= x0 && t.X <= x1 && t.Y >= y0 && t.Y <= y1
}

// Hurl gives a body a velocity and lifts it off the ground: for throws, kicks and spills.
func (s *Space) Hurl(i int, vel fixed.SVec, z, vz fixed.S) {
	b := &s.bodies[i]
	b.Vel, b.VZ = vel.Clamp(MaxSpeed), vz
	b.Z = max(b.Z, z)
	s.Wake(i)
}
