package rigid

// land is the surfaces of the tiles of an area, with a margin of one tile of solid ground all round, so that
// a body inside may look one tile further without a check.
type land struct {
	width, height int32   // of the area excluding its margin, in tiles
	stride        int32   // width and margins
	surface       []uint8 // by row of stride, margin included
	near          []uint8 // as many: the solidity at a tile and next to it, nearSolid and so on
	solid         [MostSurfaces]bool
	special       [MostSurfaces]bool // acts on bodies over it
	digest        uint64             // of surface, kept when one changes
	source        Ground             // where the surfaces are, if they are not here
}

// Ground tells the surfaces of an area that are kept elsewhere.
type Ground interface {
	// Surface returns the number of the surface of a tile. It is asked for tiles a little outside the area,
	// too.
	Surface(x, y int32) uint8
	// Around returns the same, and which of the tiles round it are solid; see Solidity.
	Around(x, y int32) (surface uint8, solid Solidity)
}

// Solidity says which tiles of 3×3 are solid: bit 0 is the one in the north-west, bit 1 the one in the north,
// and so on row by row.
type Solidity uint16

// has reports whether the tile at an offset of −1 to 1 from the middle is solid.
func (a Solidity) has(x, y int32) bool { return a>>(4+x+3*y)&1 != 0 }

// around returns which of the tiles round one are solid.
func (l *land) around(x, y int32) (a Solidity) {
	if l.source != nil {
		_, a = l.source.Around(x, y)
		return a
	}
	at := l.at(x, y)
	if l.near[at]&nearSolid == 0 {
		return 0
	}
	for row := range int32(3) {
		for k, near := range l.near[at+(row-1)*l.stride-1:][:3] {
			a |= Solidity(near>>1&1) << (int(row)*3 + k)
		}
	}
	return a
}

// surfaceAt returns the surface of a tile of the area.
func (l *land) surfaceAt(x, y int32) uint8 {
	if l.source != nil {
		return l.source.Surface(x, y)
	}
	return l.surface[l.at(x, y)]
}

// The bits of land.near.
const (
	nearSolid   = 1 << iota // the tile or one of the eight round it is solid
	hereSolid               // the tile is
	hereSpecial             // the tile acts on bodies over it
)

func (l *land) reset(surfaces []Surface, width, height int32) {
	l.width, l.height, l.stride = width, height, width+2
	l.surface = make([]uint8, l.stride*(height+2))
	l.near = make([]uint8, len(l.surface))
	for k, s := range surfaces {
		l.solid[k] = s.Solid
		l.special[k] = s != Surface{} && !s.Solid
	}
	l.derive()
}

// at is the index of a tile, which may be in the margin.
func (l *land) at(x, y int32) int32 { return (y+1)*l.stride + x + 1 }

// inside reports whether a tile is in the area.
func (l *land) inside(x, y int32) bool {
	return uint32(x) < uint32(l.width) && uint32(y) < uint32(l.height)
}

// barred reports whether a tile is solid; outside the area all are.
func (l *land) barred(x, y int32) bool {
	return !l.inside(x, y) || l.solid[l.surfaceAt(x, y)]
}

// derive computes near and digest of all tiles.
func (l *land) derive() {
	l.digest = 0
	for y := range l.height {
		for x := range l.width {
			at := l.at(x, y)
			l.digest += tileDigest(at, l.surface[at])
		}
	}
	for y := int32(-1); y <= l.height; y++ {
		for x := int32(-1); x <= l.width; x++ {
			l.look(x, y)
		}
	}
}

// look computes near of a tile.
func (l *land) look(x, y int32) {
	bits := uint8(0)
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if l.barred(x+dx, y+dy) {
				bits |= nearSolid
			}
		}
	}
	if l.barred(x, y) {
		bits |= hereSolid
	} else if l.special[l.surface[l.at(x, y)]] {
		bits |= hereSpecial
	}
	l.near[l.at(x, y)] = bits
}

// set changes the surface of a tile of the area.
func (l *land) set(x, y int32, surface uint8) {
	at := l.at(x, y)
	l.digest += tileDigest(at, surface) - tileDigest(at, l.surface[at])
	l.surface[at] = surface
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			l.look(min(max(x+dx, -1), l.width), min(max(y+dy, -1), l.height))
		}
	}
}

// tileDigest is a tile's contribution to the digest of the land: zero for plain ground.
func tileDigest(at int32, surface uint8) uint64 {
	if surface == 0 {
		return 0
	}
	x := uint64(at)<<8 | uint64(surface)
	x *= 0x9e3779b97f4a7c15
	return (x ^ x>>29) * 0xbf58476d1ce4e5b9
}

// Tile returns the surface of a tile; ok is false outside the area.
func (w *World) Tile(x, y int) (surface uint8, ok bool) {
	if !w.land.inside(int32(x), int32(y)) {
		return 0, false
	}
	return w.land.surface[w.land.at(int32(x), int32(y))], true
}

// SetTile changes the surface of a tile, which must be in the area, and wakes the bodies on it or beside it.
func (w *World) SetTile(x, y int, surface uint8) {
	if !w.land.inside(int32(x), int32(y)) || int(surface) >= len(w.rules.Surfaces) {
		panic("rigid: no such tile or surface")
	}
	w.land.set(int32(x), int32(y), surface)
	const tile = 1 << 16
	w.wakeWithin(int32(x)*tile-tile, int32(y)*tile-tile, int32(x)*tile+2*tile, int32(y)*tile+2*tile)
}

// Surfaces returns how many kinds of tiles there are.
func (w *World) Surfaces() int { return len(w.rules.Surfaces) }
