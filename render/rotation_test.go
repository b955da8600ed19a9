package render

import (
	"math"
	"testing"

	"manyhold/game/entity"
	"manyhold/render/atlas"
	"manyhold/render/draw"
)

func TestTurnOf(t *testing.T) {
	const degree = (1 << 32) / 360.0
	for _, c := range []struct {
		kind entity.Kind
		turn float64 // in degrees
		want float64
	}{{entity.Crate, 0, 0}, {entity.Crate, 30, 30}, {entity.Crate, 60, -30}, {entity.Crate, 120, 30}, {entity.Crate, 350, -10}, {entity.Crate, 90.5, 0},
		{entity.Ball, 120, 120}, {entity.Ball, 300, -60}, {entity.Cart, 50, 0}, {entity.Player, 50, 0}} {
		b := entity.Body{Kind: c.kind, Angle: uint32(uint64(c.turn * degree))}
		if got := float64(turnOf(&b)) * 180 / math.Pi; math.Abs(got-c.want) > 0.01 {
			t.Errorf("a %s at %v degrees is drawn at %v, want %v", c.kind, c.turn, got, c.want)
		}
	}
}

// TestAboutMiddle: the middle of a rotated picture stays in place.
func TestAboutMiddle(t *testing.T) {
	p := atlas.Rect{W: 16, H: 20, AX: 8, AY: 19}
	for _, turn := range []float32{0, 0.3, -2, 3} {
		s := draw.Sprite{Rect: p, X: 100, Y: 50, Turn: turn}.AboutMiddle(p)
		sin, cos := draw.Sincos(turn)
		dx, dy := float32(0), float32(10-19)
		if x, y := s.X+dx*cos-dy*sin, s.Y+dx*sin+dy*cos; math.Abs(float64(x-100)) > 0.01 || math.Abs(float64(y-41)) > 0.01 {
			t.Errorf("turned by %v the middle is at %v %v", turn, x, y)
		}
	}
}
