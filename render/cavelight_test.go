package render

import (
	"image"
	"testing"

	"manyhold/game/tile"
	"manyhold/game/weather"
)

// TestCavesAreDark: at noon a passage through cliffs is dark in both lights, a lamp makes it bright, and the
// open rock before it is as light as usual.
func TestCavesAreDark(t *testing.T) {
	for _, light := range []string{"simple", "full"} {
		r := newRenderer(t, light)
		p := newPainted(1, tile.Rock)
		for x := int32(-20); x < 2; x++ {
			for y := int32(-12); y < 12; y++ {
				if y < -1 || y > 1 {
					p.block(x, y, tile.Cliff, 0)
				}
			}
		}
		s := &Scene{World: p}
		r.SetWeather(&weather.Sky{}, 0)
		r.SetHour(12.9)
		r.Camera().Jump(toVec(0.5, 0.5))
		bright := func(x float64) float64 {
			m := shoot(t, r, s, 1280, 720, 9)
			sx, sy := r.Camera().ToScreen(toVec(x, 0.6))
			return grey(m, image.Rect(int(sx)-20, int(sy)-16, int(sx)+20, int(sy)+16))
		}
		in, out := bright(-6), bright(7)
		p.block(-7, 0, tile.Lamp, 0)
		lit := bright(-5)
		if in > out/2 || lit < in*1.6 {
			t.Errorf("light %s: brightness %.0f in the cave, %.0f by a lamp there, %.0f outside", light, in, lit, out)
		}
	}
}
