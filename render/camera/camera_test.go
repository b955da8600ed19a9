package camera

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/fixed"
)

func TestCameraRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(true, false)
		c.Resize(rapid.IntRange(320, 3840).Draw(t, "w"), rapid.IntRange(200, 2160).Draw(t, "h"))
		c.SetZoom(rapid.SampledFrom([]int{12, 15, 20}).Draw(t, "zoom"))
		c.Jump(fixed.Vec{X: fixed.Q(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "x")), Y: fixed.Q(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "y"))})
		x, y := rapid.Float64Range(0, 3840).Draw(t, "sx"), rapid.Float64Range(0, 2160).Draw(t, "sy")
		gx, gy := c.ToScreen(c.ToWorld(x, y))
		if math.Abs(gx-x) > 0.01 || math.Abs(gy-y) > 0.01 {
			t.Fatalf("(%g, %g) comes back as (%g, %g)", x, y, gx, gy)
		}
	})
}

func TestCameraScaleAndZoom(t *testing.T) {
	c := New(false, true)
	for _, w := range []struct{ height, zoom, scale int }{{720, 15, 3}, {1080, 15, 5}, {720, 12, 4}, {720, 20, 2}, {480, 15, 2}, {100, 20, 1}} {
		c.Resize(w.height*16/9, w.height)
		c.SetZoom(w.zoom)
		if got := c.Scale(); got != w.scale {
			t.Errorf("height %d, zoom %d: scale %d, want %d", w.height, w.zoom, got, w.scale)
		}
	}
	c.SetZoom(14)
	if c.Zoom() != 15 {
		t.Errorf("zoom 14 became %d, want 15", c.Zoom())
	}
	c.ZoomBy(1)
	c.ZoomBy(1)
	if c.Zoom() != 20 {
		t.Errorf("zoomed out to %d, want 20", c.Zoom())
	}
}

func TestCameraFollowsIn120Milliseconds(t *testing.T) {
	c := New(true, false)
	c.Jump(ToVec(0, 0))
	c.Follow(ToVec(2, 0))
	for range 7 { // 117 ms
		c.Update()
	}
	if x := ToFloat(c.Centre().X); x < 2*0.55 || x > 2*0.7 {
		t.Errorf("after 117 ms it is at %.2f of 2 tiles", x)
	}
	c.Follow(ToVec(100, 0))
	if x := ToFloat(c.Centre().X); x != 100 {
		t.Errorf("a journey leaves it at %.2f", x)
	}
}
