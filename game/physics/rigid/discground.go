package rigid

// bank finds the contacts of mover k with solid ground.
func (w *World) bank(k int32) {
	m := &w.movers[k]
	if m.kind&(isSensor|isLoose) != 0 {
		return
	}
	var solid Solidity
	if w.land.source != nil {
		solid = w.round[m.at].solid
	} else {
		solid = w.land.around(m.x>>16, m.y>>16)
	}
	if solid == 0 {
		m.kind |= isOpen
	}
	switch {
	case solid == 0 && m.reach+w.margin(m, nil) <= one: // it reaches no further than the tiles beside its own
	case w.frames[m.kind&kindMask].Form == Disc:
		w.shore(k, solid)
	default:
		w.bed(k, solid)
	}
}

// shore finds the contacts of a disc: the four sides of its tile, and the corners between two open ones.
// solid are the tiles around. It looks one tile far, the reach of a step; faster bodies are swept.
func (w *World) shore(k int32, solid Solidity) {
	m := &w.movers[k]
	most := m.reach + w.margin(m, nil)
	fx, fy := m.x&(one-1), m.y&(one-1)
	if solid.has(0, 0) {
		w.rise(k, solid, fx, fy)
		return
	}
	west, east := solid.has(-1, 0), solid.has(1, 0)
	north, south := solid.has(0, -1), solid.has(0, 1)
	if west && fx < most {
		w.against(k, -one, 0, fx-m.reach, 1)
	}
	if east && one-fx < most {
		w.against(k, one, 0, one-fx-m.reach, 2)
	}
	if north && fy < most {
		w.against(k, 0, -one, fy-m.reach, 3)
	}
	if south && one-fy < most {
		w.against(k, 0, one, one-fy-m.reach, 4)
	}
	if !north && !west && solid.has(-1, -1) {
		w.corner(k, -fx, -fy, most, 5)
	}
	if !north && !east && solid.has(1, -1) {
		w.corner(k, one-fx, -fy, most, 6)
	}
	if !south && !west && solid.has(-1, 1) {
		w.corner(k, -fx, one-fy, most, 7)
	}
	if !south && !east && solid.has(1, 1) {
		w.corner(k, one-fx, one-fy, most, 8)
	}
}

// corner adds the contact of a disc with the corner of a tile that is (x, y) from its middle.
func (w *World) corner(k, x, y, most int32, feature uint32) {
	if max(x, -x) >= most || max(y, -y) >= most {
		return
	}
	nx, ny, length := direction(x, y)
	if length < most {
		w.against(k, nx, ny, length-w.movers[k].reach, feature)
	}
}

// rise moves a disc with its middle in solid ground (ground was placed there) to the nearest open side;
// without an open side it stays.
func (w *World) rise(k int32, solid Solidity, fx, fy int32) {
	reach := w.movers[k].reach
	best, nx, ny := int32(2*one), int32(0), int32(0)
	for _, side := range [4]struct{ x, y, far int32 }{{-1, 0, fx}, {1, 0, one - fx}, {0, -1, fy}, {0, 1, one - fy}} {
		if side.far < best && !solid.has(side.x, side.y) {
			best, nx, ny = side.far, side.x*one, side.y*one
		}
	}
	if best <= one {
		w.against(k, -nx, -ny, -best-reach, 9)
	}
}

// against makes a contact of a disc with solid ground, n pointing into the ground.
func (w *World) against(k, nx, ny, apart int32, feature uint32) {
	s := &w.scratch
	if w.upward || s.movers[k].kind&isDisc == 0 {
		reach := s.movers[k].reach
		w.hold(k, s.free, &fleck{nx: nx, ny: ny, ax: mul(nx, reach), ay: mul(ny, reach), apart: apart, feature: feature})
		return
	}
	a := &s.movers[k]
	along := int32((int64(a.vx)*int64(nx) + int64(a.vy)*int64(ny)) >> 16)
	gap := w.room(apart)
	if along < gap {
		return
	}
	f := &w.frames[a.kind&kindMask]
	if len(s.walls) == cap(s.walls) {
		s.walls = append(s.walls, hit{})
	} else {
		s.walls = s.walls[:len(s.walls)+1]
	}
	s.walls[len(s.walls)-1] = hit{a: k, b: -1, nx: nx, ny: ny, gap: gap, shareA: one, flingA: f.fling, rimA: a.reach,
		grip: 3 * int32(f.Friction), bounce: int32(f.Restitution), approach: along}
}
