package render

import (
	"math"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// turnOf is the rotation of a body's picture, in radians. A crate looks the same after a quarter of a turn,
// so that it is drawn upright or leaning to one side, never on its head; a ball shows its full rotation.
// Upright things are not rotated at all, and keep their pixels.
func turnOf(b *entity.Body) float32 {
	const quarter = 1 << 30 // of an angle
	angle := int32(b.Angle)
	switch b.Kind {
	case entity.Crate, entity.GizmoBox:
		if angle = int32(b.Angle % quarter); angle > quarter/2 {
			angle -= quarter
		}
	case entity.Ball, entity.Gizmo:
	default:
		return 0
	}
	const straight = quarter / 90 // a degree
	if angle > -straight && angle < straight {
		return 0
	}
	return float32(float64(angle) * math.Pi / (2 * quarter))
}

// drawRopes draws those between bodies that are shown: knots on a line, which hangs a little where it is not
// drawn taut.
func drawRopes(r *stage, s *Scene) {
	for k := range s.Ropes {
		a, b := s.drawn(s.Ropes[k].A), s.drawn(s.Ropes[k].B)
		if a == nil || b == nil {
			continue
		}
		x0, y0 := r.middle(a)
		x1, y1 := r.middle(b)
		far := math.Hypot(float64(x1-x0), float64(y1-y0))
		slack := max(0, toFloat(s.Ropes[k].Length.Q())*TilePixels-far) / 2
		const step = 2 // pixels from knot to knot
		for n := range int(far/step) + 1 {
			t := float32(n) * step / float32(max(far, 1))
			sag := float32(math.Round(slack * math.Sin(math.Pi*float64(t)) / 2))
			x, y := x0+(x1-x0)*t, y0+(y1-y0)*t+sag
			r.list.Put(draw.AmongThings, r.atlas.Shapes.Dot[palette.Earth4], float32(math.Round(float64(x))), float32(math.Round(float64(y))), draw.Plain)
		}
	}
}

// drawn returns a body of the scene, nil if it is not in it.
func (s *Scene) drawn(id game.EntityID) *Body {
	for k := range s.Bodies {
		if s.Bodies[k].ID == id {
			return &s.Bodies[k]
		}
	}
	return nil
}

// middle is the middle of a body's foot box on the canvas, a little over the ground.
func (r *stage) middle(b *Body) (x, y float32) {
	const up = 3
	return float32(math.Round(toFloat(b.Pos.X)*TilePixels) - float64(r.ox)), float32(math.Round(toFloat(b.Pos.Y-b.Z.Q())*TilePixels)-float64(r.oy)) - up
}
