package render

import (
	"manyhold/game/estate"
	"manyhold/game/fixed"
	"manyhold/game/physics"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

const (
	// arcStep is the time between two dots of the way of a throw, in seconds, and arcMost how many there are
	// at most.
	arcStep, arcMost = 0.035, 40
	// arcGrow is how much the dots move along from frame to frame, in steps a second.
	arcGrow = 6.0
)

// arc is the way that a throw would take: from a place, at a speed and with a lift in tiles per second.
type arc struct {
	from fixed.Vec
	v    fixed.SVec
	lift fixed.S
	on   bool
}

// falling is the height and the speed of a thing in the air, in pixels and seconds.
type falling struct{ z, v, t float64 }

// after returns the height at a time, which is not before the last one, under a gravity in multiples of the
// plain one.
func (f *falling) after(t float64, pull fixed.S) float64 {
	g, d := float64(physics.Gravity.Mul(pull))/fixed.One*TilePixels, t-f.t
	f.z, f.v, f.t = f.z+f.v*d-g*d*d/2, f.v-g*d, t
	return f.z
}

// SetArc shows the path of a throw from a place, until ClearArc: v is the speed over the ground and lift the
// vertical speed, in tiles per second.
func (r *Renderer) SetArc(from fixed.Vec, v fixed.SVec, lift fixed.S) {
	r.requests.arc = arc{from, v, lift, true}
}

// ClearArc hides the path of SetArc.
func (r *Renderer) ClearArc() { r.requests.arc.on = false }

// drawArc adds the dots of the way through the air, and a ring where it comes down.
func (q *requests) drawArc(r *stage, lands *estate.Estates) {
	a := &q.arc
	if !a.on {
		return
	}
	x0, y0 := toFloat(a.from.X)*TilePixels-float64(r.ox), toFloat(a.from.Y)*TilePixels-float64(r.oy)
	vx, vy := float64(a.v.X)/fixed.One*TilePixels, float64(a.v.Y)/fixed.One*TilePixels
	fall := falling{z: float64(physics.CarryHeight) / fixed.One * TilePixels, v: float64(a.lift) / fixed.One * TilePixels}
	dot := r.dot(palette.Fire4)
	shift := r.seconds*arcGrow - float64(int(r.seconds*arcGrow))
	for n := range arcMost {
		t := (float64(n) + shift) * arcStep
		at := a.from.Add(fixed.Vec{X: fixed.Q(float64(a.v.X) * t), Y: fixed.Q(float64(a.v.Y) * t)})
		z := fall.after(t, lands.Pull(int32(at.X>>fixed.Bits), int32(at.Y>>fixed.Bits)))
		x, y := float32(x0+vx*t), float32(y0+vy*t)
		if z <= 0 {
			r.list.Add(draw.OnGround, y, draw.Sprite{Rect: r.atlas.Shapes.Ring, X: x, Y: y, ScaleX: 0.7, ScaleY: 0.7, Tint: draw.Fade(0.8)})
			return
		}
		r.list.Add(draw.Above, y, draw.Sprite{Rect: dot, X: x, Y: y - float32(z), ScaleX: 0.5, ScaleY: 0.5, Tint: draw.Fade(0.9 - 0.5*float32(n)/arcMost)})
	}
}
