package render

import (
	"image"
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// grey is the mean brightness of a rectangle of a picture, 0 to 255.
func grey(m *image.RGBA, b image.Rectangle) float64 {
	sum := 0.0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := m.RGBAAt(x, y)
			sum += 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B)
		}
	}
	return sum / float64(b.Dx()*b.Dy())
}

// differing counts the pixels that differ between two pictures of one size.
func differing(a, b *image.RGBA) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		if a.Pix[i] != b.Pix[i] || a.Pix[i+1] != b.Pix[i+1] || a.Pix[i+2] != b.Pix[i+2] {
			n++
		}
	}
	return n
}

var skies = map[string]weather.Sky{
	"rain":  {Rain: weather.Full, Wind: 60},
	"storm": {Rain: weather.Full, Storm: weather.Full, Wind: 220},
	"fog":   {Fog: weather.Full, Wind: 40},
}

// TestWeatherIsSeen: every weather changes the picture of a meadow; snow falls on snow country; under a roof
// there is no rain; a storm is dark, its lightning bright, and not when flashes are off.
func TestWeatherIsSeen(t *testing.T) {
	const w, h = 640, 360
	at := func(g tile.Ground, sky weather.Sky, flash uint8, flashes bool) (*image.RGBA, *Renderer) {
		r := newRenderer(t, "full")
		s := &Scene{World: newPainted(1, g)}
		r.SetHour(12)
		r.SetFlashes(flashes)
		r.SetWeather(&sky, flash)
		r.Camera().Jump(toVec(0.5, 0.5))
		return shoot(t, r, s, w, h, 12), r
	}
	all := image.Rect(0, 0, w, h)
	clear, _ := at(tile.Grass, weather.Sky{}, 0, true)
	for name, sky := range skies {
		m, r := at(tile.Grass, sky, 0, true)
		write(t, m, "weather_"+name)
		if n := differing(clear, m); n < w*h/20 {
			t.Errorf("%s: only %d pixels differ from a clear sky", name, n)
		}
		if n := r.Stats().DrawCalls; n > MaxDrawCalls {
			t.Errorf("%s: %d draw calls, want at most %d", name, n, MaxDrawCalls)
		}
	}
	storm, _ := at(tile.Grass, skies["storm"], 0, true)
	flash, _ := at(tile.Grass, skies["storm"], weather.Full, true)
	off, _ := at(tile.Grass, skies["storm"], weather.Full, false)
	a, b, c := grey(clear, all), grey(storm, all), grey(flash, all)
	if b > 0.75*a || c < 1.3*b {
		t.Errorf("brightness %.0f clear, %.0f in a storm, %.0f in its lightning", a, b, c)
	}
	if d := grey(off, all); d > b+1 {
		t.Errorf("flashes are off, and lightning makes %.0f of %.0f", d, b)
	}
	snow, _ := at(tile.Snow, weather.Sky{Rain: weather.Full}, 0, true)
	bare, _ := at(tile.Snow, weather.Sky{}, 0, true)
	if n := differing(snow, bare); n < 300 {
		t.Errorf("snow falls on %d pixels", n)
	}
	// Indoors the light changes, but nothing falls: except for the light, two ticks of rain look alike.
	r := newRenderer(t, "simple")
	s := &Scene{World: newPainted(1, tile.WoodFloor)}
	sky := skies["rain"]
	r.SetHour(12)
	r.SetWeather(&sky, 0)
	first := shoot(t, r, s, w, h, 9)
	if n := differing(first, shoot(t, r, s, w, h, 3)); n != 0 {
		t.Errorf("it rains through the roof: %d pixels", n)
	}
}

// TestWeatherFollowsTheWorld: without being set, the weather shown follows the rule for seed, tick and place.
func TestWeatherFollowsTheWorld(t *testing.T) {
	r := newRenderer(t, "full")
	s := &Scene{World: newPainted(1, tile.Grass), Seed: 5}
	r.Camera().Jump(toVec(700.5, -40.5))
	for s.Tick = 20000; s.Tick < 200000; s.Tick += 9999 {
		r.UpdateScene(s)
		if got, want := r.Weather(), weather.At(5, s.Tick, grid.Tile{X: 700, Y: -41}); got != want {
			t.Fatalf("tick %d: %+v, want %+v", s.Tick, got, want)
		}
	}
}

// TestLongShadows: at dusk a tree darkens the meadow some tiles to its east, at dawn to its west, and at noon
// on neither side.
func TestLongShadows(t *testing.T) {
	const w, h = 1280, 720
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	r.SetWeather(&weather.Sky{}, 0)
	r.Camera().Jump(toVec(0.5, 0.5))
	for _, c := range []struct {
		hour       float64
		east, west bool
	}{{18.4, true, false}, {7, false, true}, {12.9, false, false}} {
		r.SetHour(c.hour)
		p.block(0, 0, tile.NoBlock, 0)
		bare := shoot(t, r, s, w, h, 6)
		p.block(0, 0, tile.Oak, 0)
		m := shoot(t, r, s, w, h, 6)
		shaded := func(dx float64) float64 {
			x, y := r.Camera().ToScreen(toVec(0.5+dx, 1.25))
			b := image.Rect(int(x)-40, int(y)-12, int(x)+40, int(y)+30)
			return grey(m, b) / grey(bare, b)
		}
		if e, w := shaded(3), shaded(-3); (e < 0.93) != c.east || (w < 0.93) != c.west {
			t.Errorf("hour %g: %.2f of the light in the east, %.2f in the west; shadows wanted there: %v, %v", c.hour, e, w, c.east, c.west)
		}
	}
}
