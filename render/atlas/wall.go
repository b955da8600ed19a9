package atlas

import (
	"manyhold/game/tile"
	. "manyhold/render/palette"
)

// Wall is a material of high solid tiles.
type Wall uint8

// The walls.
const (
	RockWall Wall = iota
	PlankWall
	BrickWall
	OldWall
	GlassWall
	VaultWall
	WallCount
)

// WallOf returns the wall that a block is drawn as; ores are a vein over rock.
func WallOf(b tile.Block) (w Wall, ok bool) {
	switch b {
	case tile.Cliff, tile.CoalOre, tile.CopperOre, tile.CrystalOre, tile.EmberOre:
		return RockWall, true
	case tile.WoodWall:
		return PlankWall, true
	case tile.StoneWall:
		return BrickWall, true
	case tile.RuinWall:
		return OldWall, true
	case tile.VaultWall:
		return VaultWall, true
	case tile.Glass:
		return GlassWall, true
	}
	return 0, false
}

// Joins says whether walls join to a block: every wall, doors and gates.
func Joins(b tile.Block) bool {
	_, ok := WallOf(b)
	return ok || b == tile.Door || b == tile.Gate
}

// Shape is how a quarter of a wall ends towards its two neighbours and the corner between them.
type Shape uint8

// The shapes of a quarter.
const (
	Outer      Shape = iota // no neighbour joins
	Horizontal              // the one beside joins, the one above or below does not
	Vertical                // the one above or below joins, the one beside does not
	Inner                   // both join, the corner between them does not
	Middle                  // all join
	ShapeCount
)

// ShapeOf returns the shape for the neighbours that join: above or below, beside, and between.
func ShapeOf(vertical, beside, corner bool) Shape {
	switch {
	case vertical && beside && corner:
		return Middle
	case vertical && beside:
		return Inner
	case vertical:
		return Vertical
	case beside:
		return Horizontal
	}
	return Outer
}

const (
	// Quarters are numbered north-west, north-east, south-west, south-east.
	Quarters = 4
	// WallVariants is the number of pictures of each quarter.
	WallVariants = 4
	// quarterSide is half a tile.
	quarterSide = Tile / 2
	// topBelow is how many rows of the top lie below the raised edge's half when a face follows.
	topBelow = 2
)

type wallRamp struct{ top, topDark, rim, face, faceDark, faceLight Index }

var wallRamps = [WallCount]wallRamp{
	RockWall:  {Stone0, Ink3, Stone2, Ink3, Ink2, Stone0},
	PlankWall: {Earth3, Earth2, Earth4, Earth2, Earth1, Earth3},
	BrickWall: {Stone2, Stone1, Stone3, Stone1, Stone0, Stone2},
	OldWall:   {Stone1, Stone0, Stone2, Stone0, Ink3, Stone1},
	VaultWall: {Ink3, Ink2, Stone1, Ink3, Ink1, Stone0},
	GlassWall: {Water4, Water3, Stone3, Water3, Water2, Water4},
}

// wallQuarter draws a quarter. Northern ones are 8×8; southern ones are 8×16: 8 rows of top, or with an
// open south two rows of top and a face of fourteen.
func wallQuarter(w Wall, q int, s Shape, variant int) *Picture {
	south, east := q >= 2, q%2 == 1
	h := quarterSide
	open := south && (s == Outer || s == Horizontal)
	if open {
		h = 2 * quarterSide
	}
	p := NewPicture(quarterSide, h)
	x0, y0 := 0, 0
	if east {
		x0 = quarterSide
	}
	if south {
		y0 = quarterSide
	}
	for y := 0; y < h; y++ {
		for x := 0; x < quarterSide; x++ {
			tx, ty := x0+x, y0+y
			if open && y >= topBelow {
				p.Set(x, y, faceColour(w, tx, y-topBelow, variant))
			} else {
				p.Set(x, y, topColour(w, tx, ty, variant))
			}
		}
	}
	wallEdges(p, w, q, s, open)
	if w == RockWall && s == Outer {
		roundCorner(p, south, east)
	}
	if w == GlassWall {
		for i := range p.Alpha {
			if p.Alpha[i] > 0 && p.Pix[i] != Ink0 && p.Pix[i] != wallRamps[w].rim {
				p.Alpha[i] = 150
			}
		}
	}
	return p
}

// wallEdges draws rim light to the north and west, shade to the east, and ink at the foot.
func wallEdges(p *Picture, w Wall, q int, s Shape, open bool) {
	r := wallRamps[w]
	south, east := q >= 2, q%2 == 1
	side := s == Outer || s == Vertical
	edge := 0
	if east {
		edge = quarterSide - 1
	}
	if !south && (s == Outer || s == Horizontal) {
		p.Rect(0, 0, quarterSide, 1, r.rim)
	}
	if side {
		c := r.rim
		if east {
			c = r.topDark
		}
		for y := 0; y < p.H; y++ {
			if open && y >= topBelow {
				c = r.faceDark
			}
			p.Set(edge, y, c)
		}
	}
	if open {
		p.Rect(0, topBelow-1, quarterSide, 1, r.topDark.Step(0))
		p.Rect(0, topBelow, quarterSide, 1, r.faceLight)
		p.Rect(0, p.H-1, quarterSide, 1, Ink0)
	}
	if s == Outer && w != PlankWall && w != BrickWall { // round the corner
		y := 0
		if south {
			y = p.H - 1
		}
		p.Set(edge, y, Clear)
	}
	if s == Inner {
		y := 0
		if south {
			y = quarterSide - 1
		}
		p.Set(edge, y, r.rim)
	}
}

// topColour is the grain of a wall's top at (x, y) of its tile.
func topColour(w Wall, x, y, variant int) Index {
	r := wallRamps[w]
	n := Value(float64(x)/3, float64(y)/3, uint32(w)*9+uint32(variant))
	switch w {
	case PlankWall:
		if y%5 == 4 || (x == 3+variant*3 && y%5 < 4 && y/5%2 == variant%2) {
			return r.topDark
		}
		return r.top
	case BrickWall:
		if n < 0.2 {
			return r.topDark
		}
		return r.top
	case GlassWall:
		if (x+y)%16 < 3 {
			return Stone3
		}
		return r.top
	}
	switch {
	case n < 0.3:
		return r.topDark
	case n > 0.83 && w == OldWall:
		return Green2
	case n > 0.85:
		return r.top.Step(1)
	}
	return r.top
}

// faceColour is the grain of a wall's face, y counted from its upper edge.
func faceColour(w Wall, x, y, variant int) Index {
	r := wallRamps[w]
	switch w {
	case PlankWall:
		if x%4 == 3 {
			return r.faceDark
		}
		if y > 9 {
			return r.face.Step(-1)
		}
		if unit(x/4, y/3+variant*5, 33) < 0.14 {
			return r.faceLight
		}
		return r.face
	case BrickWall, OldWall, VaultWall:
		row := y / 4
		if y%4 == 3 || (x+row%2*4)%8 == 7 {
			return r.faceDark
		}
		k := unit((x+row%2*4)/8, row+variant*7, uint32(w)+60)
		if w == OldWall && k < 0.25 {
			return Green1
		}
		if k > 0.7 {
			return r.faceLight
		}
		return r.face
	case GlassWall:
		if (x+y)%11 < 2 {
			return Stone3
		}
		return r.face
	}
	n := Value(float64(x)/2.2, float64(y)/5, uint32(variant)+70)*0.7 + unit(x, y, uint32(variant)+71)*0.3
	switch {
	case n < 0.34 || y > 11:
		return r.faceDark
	case n > 0.66:
		return r.faceLight
	}
	return r.face
}
