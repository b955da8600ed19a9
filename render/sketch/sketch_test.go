package sketch_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"manyhold/render/palette"
	"manyhold/render/sketch"
)

// TestSparks: however they are thrown, sparks are never too many, never out of reach of their thing, and all
// gone at last.
func TestSparks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := func(name string) float32 { return rapid.Float32Range(-1e6, 1e6).Draw(t, name) }
		s := sketch.NewSparks(rapid.Uint64().Draw(t, "seed"))
		room := 1_000
		for range rapid.IntRange(1, 30).Draw(t, "throws") {
			b := sketch.Burst{X: value("x"), Y: value("y"), Count: rapid.IntRange(-5, 500).Draw(t, "count"), Speed: value("speed"), Even: rapid.Float32Range(0, 1).Draw(t, "even"),
				Angle: value("angle"), Spread: value("spread"), Life: value("life"), Gravity: value("gravity"), Drag: rapid.Float32Range(0, 0.99).Draw(t, "drag"), From: palette.Fire1}
			before := len(s.List)
			left := s.Throw(&b, room)
			if made := len(s.List) - before; made > sketch.MaxBurst || room-left != made || left < 0 {
				t.Fatalf("%d sparks of a burst, room %d to %d", made, room, left)
			}
			room = left
			s.Spray(sketch.Spray{Burst: b, Rate: rapid.Float32Range(0, 1e4).Draw(t, "rate"), Left: value("seconds")})
			room = s.Step(1.0/60, room)
			for _, q := range s.List {
				if !(math.Abs(float64(q.X)) <= sketch.Reach*sketch.Tile && math.Abs(float64(q.Y)) <= sketch.Reach*sketch.Tile) || !(q.Left() > 0 && q.Left() <= 1) {
					t.Fatalf("%+v", q)
				}
			}
			if len(s.List) > sketch.MaxSparks {
				t.Fatalf("%d sparks", len(s.List))
			}
		}
		for range 2 * sketch.MaxLife * 60 {
			s.Step(1.0/60, 1000)
		}
		if !s.Idle() {
			t.Fatalf("%d sparks fly for ever", len(s.List))
		}
	})
}

// TestClip: every number is a place within reach.
func TestClip(t *testing.T) {
	for v, want := range map[float64]float32{0: 0, 1: 16, -1.5: -24, 1e300: 256, -1e300: -256, math.Inf(1): 256, math.Inf(-1): -256} {
		if got := sketch.Clip(v, sketch.Reach); got != want {
			t.Errorf("%v is clipped to %v", v, got)
		}
	}
	if got := sketch.Clip(math.NaN(), sketch.Reach); got != 0 {
		t.Errorf("no number is clipped to %v", got)
	}
}
