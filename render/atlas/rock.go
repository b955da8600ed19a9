package atlas

import (
	"math"

	. "manyhold/render/palette"
)

// Rock is no masonry: its free corners are round, and where two of its edges meet from the south the angle
// between them is filled, so that a slope of steps reads as a slope.

const (
	// cornerRadius is that of a free corner of rock, in pixels.
	cornerRadius = 6
	// FilletSide is the side of the filling of an angle.
	FilletSide = 7
)

// roundCorner cuts the corner of an outer quarter. The south side is seen from the front: there the face of a
// round corner stands further back, which is higher in the picture.
func roundCorner(p *Picture, south, east bool) {
	r := wallRamps[RockWall]
	was := p.Copy()
	for c := range cornerRadius { // columns from the free side inwards
		x := c
		if east {
			x = p.W - 1 - c
		}
		d := float64(cornerRadius) - (float64(c) + 0.5)
		cut := int(math.Round(cornerRadius - math.Sqrt(cornerRadius*cornerRadius-d*d)))
		for y := range p.H {
			if south {
				p.SetA(x, y, was.At(x, y+cut), was.alphaAt(x, y+cut))
				continue
			}
			switch {
			case y < cut:
				p.Set(x, y, Clear)
			case y == cut:
				p.Set(x, y, r.rim)
			}
		}
		if south && cut > 0 {
			p.Set(x, p.H-1-cut, Ink0)
		}
	}
}

// alphaAt is the opacity at (x, y); outside it is 0.
func (p *Picture) alphaAt(x, y int) uint8 {
	if x < 0 || y < 0 || x >= p.W || y >= p.H {
		return 0
	}
	return p.Alpha[y*p.W+x]
}

// fillet draws the filling of the angle between rock to the south and rock to the east, or to the west.
func fillet(east bool) *Picture {
	r := wallRamps[RockWall]
	p := NewPicture(FilletSide, FilletSide)
	for y := range FilletSide {
		for x := range FilletSide {
			dx, dy := x, FilletSide-1-y // from the rock
			if east {
				dx = FilletSide - 1 - x
			}
			// A round hollow: outside of a circle around the far corner.
			a, b := float64(FilletSide)-float64(dx)-0.5, float64(FilletSide)-float64(dy)-0.5
			switch k := math.Hypot(a, b); {
			case k > FilletSide+0.6:
				p.Set(x, y, topColour(RockWall, x, y, 1))
			case k > FilletSide-0.5:
				p.Set(x, y, r.rim)
			}
		}
	}
	return p
}
