package render

import (
	"image"
	"math"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// lightness returns a picture at one value per picture pixel, freed of its slow changes.
func lightness(m *image.RGBA, scale int) (v []float64, w, h int) {
	w, h = m.Rect.Dx()/scale, m.Rect.Dy()/scale
	v = make([]float64, w*h)
	for y := range h {
		for x := range w {
			c := m.RGBAAt(x*scale+scale/2, y*scale+scale/2)
			v[y*w+x] = 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B)
		}
	}
	const around = 6 // pixels
	sums := make([]float64, (w+1)*(h+1))
	for y := range h {
		for x := range w {
			sums[(y+1)*(w+1)+x+1] = v[y*w+x] + sums[y*(w+1)+x+1] + sums[(y+1)*(w+1)+x] - sums[y*(w+1)+x]
		}
	}
	for y := range h {
		for x := range w {
			x0, x1, y0, y1 := max(0, x-around), min(w, x+around+1), max(0, y-around), min(h, y+around+1)
			sum := sums[y1*(w+1)+x1] - sums[y0*(w+1)+x1] - sums[y1*(w+1)+x0] + sums[y0*(w+1)+x0]
			v[y*w+x] -= sum / float64((x1-x0)*(y1-y0))
		}
	}
	return v, w, h
}

// TestNoVisibleRepeat: on a wide plain of each ground no run of tiles comes again within eight tiles to any
// side.
func TestNoVisibleRepeat(t *testing.T) {
	r := newRenderer(t, "simple")
	r.SetHour(12.9)
	r.SetWeather(&weather.Sky{}, 0)
	for _, g := range []tile.Ground{tile.Grass, tile.Moss, tile.Sand, tile.Dirt, tile.Rock, tile.Snow} {
		r.Forget()
		r.Camera().Jump(toVec(0.5, 0.5))
		m := shoot(t, r, &Scene{World: newPainted(1, g)}, 1280, 720, 9)
		v, w, h := lightness(m, r.Camera().Scale())
		worst, wx, wy := 0.0, 0, 0
		for dy := 0; dy <= 8; dy++ {
			for dx := -8; dx <= 8; dx++ {
				if dy == 0 && dx <= 0 {
					continue
				}
				if k := correlation(v, w, h, dx*TilePixels, dy*TilePixels); k > worst {
					worst, wx, wy = k, dx, dy
				}
			}
		}
		if worst > 0.45 {
			t.Errorf("%v looks like itself %d tiles to the east and %d to the south: %.2f", g, wx, wy, worst)
		}
	}
}

// correlation is how much a picture looks like itself moved by (dx, dy), -1 to 1.
func correlation(v []float64, w, h, dx, dy int) float64 {
	ab, aa, bb := 0.0, 0.0, 0.0
	for y := 0; y+dy < h; y++ {
		for x := max(0, -dx); x < min(w, w-dx); x++ {
			a, b := v[y*w+x], v[(y+dy)*w+x+dx]
			ab += a * b
			aa += a * a
			bb += b * b
		}
	}
	return ab / math.Sqrt(aa*bb+1e-9)
}

// TestFigureIsClearInGrey: in grey, by day, at dusk, in a storm and at night, a figure on any ground has an
// outline far darker than the ground, and parts far from the outline.
func TestFigureIsClearInGrey(t *testing.T) {
	r := newRenderer(t, "full")
	for _, c := range []struct {
		name string
		hour float64
		sky  weather.Sky
		dark float64 // how much darker than the ground the outline is at least, of 255
	}{{"noon", 12.9, weather.Sky{}, 50}, {"dusk", 19.2, weather.Sky{}, 28}, {"storm", 14, skies["storm"], 16}, {"night", 0, weather.Sky{}, 12}} {
		for _, g := range []tile.Ground{tile.Grass, tile.Moss, tile.Sand, tile.Dirt, tile.Rock, tile.Snow, tile.WoodFloor} {
			p := newPainted(1, g)
			s := &Scene{World: p}
			p.person(s, 0.5, 0.5, 64, entity.Look{Skin: 3, Hair: 1, HairColour: 8, Shirt: 4, Trousers: 3})
			r.SetHour(c.hour)
			r.SetWeather(&c.sky, 0)
			r.Forget()
			r.Camera().Jump(toVec(0.5, 0.5))
			m := shoot(t, r, s, 640, 360, 6)
			x, y := r.Camera().ToScreen(toVec(0.5, 0))
			k := r.Camera().Scale()
			body := image.Rect(int(x)-7*k, int(y)-9*k, int(x)+7*k, int(y)+9*k)
			ground := (grey(m, body.Sub(image.Pt(26*k, 0))) + grey(m, body.Add(image.Pt(26*k, 0)))) / 2
			least, most := 255.0, 0.0
			for py := body.Min.Y; py < body.Max.Y; py += k {
				for px := body.Min.X; px < body.Max.X; px += k {
					v := grey(m, image.Rect(px, py, px+k, py+k))
					least, most = min(least, v), max(most, v)
				}
			}
			if ground-least < c.dark || most-least < 1.2*c.dark {
				t.Errorf("%s on %v: the ground is %.0f, the figure from %.0f to %.0f", c.name, g, ground, least, most)
			}
		}
	}
}
