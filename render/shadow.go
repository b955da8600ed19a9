package render

import (
	"math"

	"manyhold/render/atlas"
	"manyhold/render/daylight"
	"manyhold/render/draw"
)

// With full light, each thing throws its own picture on the ground, slanting away from the sun: a tree the
// shadow of a tree, a walker that of a walker. The shadows go to the green of the height mask, where
// overlapping ones are no darker than one. Walls throw theirs in the shader, by the mask's red.

const (
	// roofMark is the blue of the height mask under a roof; crowns have all of it.
	roofMark = 0.4
	// silhouette makes all colours of the palette full green: their least green value is 11 of 255.
	silhouette = 255.0 / 11
	// shadowReach is how far beside the view things are searched that throw shadows into it at dusk, in
	// tiles.
	shadowReach = 5
	// longestCast is how many times its height the shadow of a thing is long at dawn and dusk.
	longestCast = 2.6
)

// cast is the shadow of one pixel of height, in pixels: where the sun is not, none.
type cast struct {
	x, y float32
	on   bool
}

// castNow returns how shadows fall now.
func (r *stage) castNow() cast {
	if !r.full || r.sky.Shade <= 0.01 {
		return cast{}
	}
	k := r.sky.SunX / daylight.LongestShadow // -1 at dawn to 1 at dusk
	return cast{float32(k * longestCast), float32(0.28 + 0.16*math.Abs(k)), true}
}

// throw adds the shadow of a picture with its foot at (x, y) of the view, a height above it.
func (r *stage) throw(p atlas.Rect, x, y, height float32, mirrored bool) {
	c := &r.cast
	if !c.on || p.Empty() {
		return
	}
	// of the picture's edges over the ground
	up, down := float32(p.AY)+height, float32(p.AY)-float32(p.H)+height
	left, right := -float32(p.AX), float32(p.W)-float32(p.AX)
	if mirrored {
		left, right = -left, -right
	}
	tx, ty := x+c.x*up, y+c.y*up
	bx, by := x+c.x*down, y+c.y*down
	t := draw.Tint{R: 0, G: silhouette, B: 0, A: 1}
	r.mask.Four(p, [8]float32{tx + left, ty, tx + right, ty, bx + left, by, bx + right, by}, t, t, t, t)
}
