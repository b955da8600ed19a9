package render

import (
	"math"

	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

const (
	// beamTurn is how long the beams of a lighthouse take to go round, in seconds, and beamLength how far
	// they reach, in pixels; beamWide is half their angle, in radians.
	beamTurn, beamLength, beamWide = 9.0, 230.0, 0.13
	// beamFlat is how much they are foreshortened: they sweep over the ground, which is seen from above at a
	// slant.
	beamFlat = 0.7
	// beamStrength is how bright they are in the deep of the night.
	beamStrength = 0.55
	// emberHalo is the size of the halo of embers, and emberRadius how far they light the night, in tiles.
	emberHalo, emberRadius = 0.55, 6.0
)

// embers is the picture of embers now.
func (r *stage) embers() atlas.Rect { return r.atlas.Bodies.Embers[int(r.seconds*6)&1] }

// beam adds the two beams of a burning lighthouse with its lantern at (fx, fy) of the view. They are
// invisible by day. With reduced motion they do not rotate.
func (th *things) beam(r *stage, fx, fy float32, x, y int32) {
	k := float32(r.sky.Night) * beamStrength
	if k <= 0 {
		return
	}
	turn := float64(atlas.Hash(x, y, 37)&255) / 256
	if !r.options.ReducedMotion {
		turn += r.seconds / beamTurn
	}
	c := palette.Fire4.RGBA()
	bright := draw.Tint{R: float32(c.R) / 255 * k, G: float32(c.G) / 255 * k, B: float32(c.B) / 255 * k, A: 1}
	square := r.atlas.Shapes.Square
	for side := range 2 {
		a := 2*math.Pi*turn + math.Pi*float64(side)
		end := func(d float64) (float32, float32) {
			return fx + float32(math.Cos(a+d)*beamLength), fy + float32(math.Sin(a+d)*beamLength*beamFlat)
		}
		lx, ly := end(-beamWide)
		rx, ry := end(beamWide)
		mx, my := end(0)
		// Two wedges that are bright in the middle and fade outwards and to the sides.
		r.glow.Four(square, [8]float32{fx, fy, mx, my, fx, fy, lx, ly}, bright, draw.Tint{A: 1}, bright, draw.Tint{A: 1})
		r.glow.Four(square, [8]float32{fx, fy, mx, my, fx, fy, rx, ry}, bright, draw.Tint{A: 1}, bright, draw.Tint{A: 1})
	}
}
