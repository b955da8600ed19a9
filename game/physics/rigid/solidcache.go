package rigid

// plot caches the solidity of the 5×5 tiles round one, for callers that ask for many of them: for a box, the
// tiles beside those of its corners. It falls back on the land for larger bodies, and at the edge of an area.
type plot struct {
	land *land
	x, y int32  // of the tile in the north-west
	bits uint32 // by row of five
	wide bool   // the land itself is asked
}

// spread is where the rows of a Solidity are in a plot with the same middle.
func spread(a Solidity) uint32 { return uint32(a&7)<<6 | uint32(a>>3&7)<<11 | uint32(a>>6&7)<<16 }

// lay looks at the ground round a mover as far as ex and ey from its middle, and reports whether any of it is
// solid. solid are the tiles round its own.
func (p *plot) lay(l *land, m *mover, solid Solidity, ex, ey int32) bool {
	x, y := m.x>>16, m.y>>16
	west, east, north, south := (m.x-ex-1)>>16, (m.x+ex)>>16, (m.y-ey-1)>>16, (m.y+ey)>>16
	p.land, p.x, p.y = l, x-2, y-2
	near := min(west-x, north-y) >= -1 && max(east-x, south-y) <= 1
	p.wide = x < 2 || y < 2 || x >= l.width-2 || y >= l.height-2 || !near && (min(west-x, north-y) < -2 || max(east-x, south-y) > 2)
	if p.wide {
		return true
	}
	p.bits = spread(solid)
	if !near {
		p.bits |= spread(l.around(x-1, y-1))>>6 | spread(l.around(x+1, y-1))>>4 | spread(l.around(x-1, y+1))<<4 | spread(l.around(x+1, y+1))<<6
	}
	row := uint32(1)<<(east-west+1) - 1
	reached := uint32(0)
	for at := north; at <= south; at++ {
		reached |= row << ((at-p.y)*5 + west - p.x)
	}
	return p.bits&reached != 0
}

// barred reports whether a cached tile is solid. Its answer for other tiles is undefined and unused: the
// caller asks for the tiles beside a corner, and uses those within its reach, and those that lead back to the
// middle.
func (p *plot) barred(x, y int32) bool {
	if p.wide {
		return p.land.barred(x, y)
	}
	return p.bits>>uint(x-p.x+5*(y-p.y))&1 != 0
}
