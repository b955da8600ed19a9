package chart

import (
	"math"

	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file draws land that nobody has seen: paper, with the coast near known land by hearsay. And it draws
// the beams of lighthouses.

// The colours of the paper: land and sea by hearsay, land without hearsay, and the ink.
var (
	paperLand  = pack(kit.Rgb(0x8B5A44))
	paperSea   = pack(kit.Rgb(0x5D3A3A))
	paperBlank = pack(kit.Rgb(0x3A2430))
	paperInk   = pack(kit.Rgb(0x2C2748))
)

// sketch is the hearsay about a region and the squares around it, in sixteenths: how much of it is land, and
// how much is told at all.
type sketch struct {
	land, told [model.Hints + 2][model.Hints + 2]uint8
}

// sketchAround asks for the hearsay about a region and around it.
func sketchAround(m *model.Map, r grid.Region) *sketch {
	s := new(sketch)
	if m.Hint == nil {
		return s
	}
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			land, told := m.Hint(grid.Region{X: r.X + dx, Y: r.Y + dy})
			if told == 0 {
				continue
			}
			for y := range int32(model.Hints) {
				for x := range int32(model.Hints) {
					at, row := x+1+dx*model.Hints, y+1+dy*model.Hints
					if at < 0 || row < 0 || at >= model.Hints+2 || row >= model.Hints+2 {
						continue
					}
					bit := y*model.Hints + x
					if told>>bit&1 != 0 {
						s.told[row][at] = 16
						s.land[row][at] = 16 * uint8(land>>bit&1)
					}
				}
			}
		}
	}
	return s
}

// between returns a value between the middles of the four nearest squares, of 4096, for a dot of a region
// whose squares have side dots.
func between(of *[model.Hints + 2][model.Hints + 2]uint8, dx, dy, side int) int {
	cx, cy, fx, fy := corner(dx, dy, side, model.Hints)
	at := func(x, y int) int { return int(of[y][x]) }
	return blend(fx, fy, at(cx, cy), at(cx+1, cy), at(cx, cy+1), at(cx+1, cy+1))
}

// dot returns the colour of a dot of the paper.
func (s *sketch) dot(v *view, dx, dy, x, y int) dots {
	side := max(int(float64(model.HintSide)*v.scale()), 1)
	told := between(&s.told, dx, dy, side)
	h := hash(int32(x), int32(y))
	grain := func(d dots) dots {
		switch h & 31 {
		case 0:
			return scaled(d, 18)
		case 1, 2:
			return scaled(d, 15)
		}
		return d
	}
	if told < 1600+int(hash(int32(x>>2), int32(y>>2))&1023) {
		if (x+y)&31 == 0 && h&3 != 0 {
			return scaled(paperBlank, 14)
		}
		return grain(paperBlank)
	}
	wave := int(hash(int32(x>>1), int32(y>>1))&511) - 256
	land := between(&s.land, dx, dy, side)*4096/told + wave
	switch {
	case land > 2250:
		if land < 2750 && (x-y)&3 == 0 { // hatched along the coast
			return scaled(paperLand, 13)
		}
		return grain(paperLand)
	case land > 1850:
		return paperInk
	case y&7 == 3 && hash(int32(x>>3), int32(y>>3))&3 == 0 && x&7 < 5: // a wave
		return scaled(paperSea, 20)
	}
	return grain(paperSea)
}

const (
	// beamDots is how far apart the dots of a beam are, in logical pixels, and beamTicks how long it takes to
	// go round, in ticks.
	beamDots, beamTicks = 3, 600
	// leastBeam is the least length of a beam, in logical pixels.
	leastBeam = 12
)

// drawBeams draws the beams of the lighthouses that burn, as far as their light reaches, and on the farthest
// zooms their glow.
func (m *Map) drawBeams(u *kit.Context) {
	if m.hidden[lightGroup] || m.view.zoom > 0 {
		return
	}
	far := max(float64(lights.ReachTiles)*m.view.scale()*float64(m.grow)*0.6, leastBeam)
	turn := float64(u.Now%beamTicks) / beamTicks * 2 * math.Pi
	if u.Model.Window.ReducedMotion {
		turn = 0.6
	}
	for k := range u.Model.Map.Signs {
		s := &u.Model.Map.Signs[k]
		if s.Kind != model.LitSign {
			continue
		}
		x, y := m.place(s.Tile)
		if x < -int(far) || y < -int(far) || x > u.W+int(far) || y > u.H+int(far) {
			continue
		}
		for n := 3; n >= 1; n-- {
			r := int(far) * n / 8
			for row := -r; row <= r; row += 2 { // a round glow, in stripes
				half := int(math.Sqrt(float64(r*r - row*row)))
				u.P.Fill(kit.R(x-half, y-4+row, 2*half, 2), kit.Fade(kit.FocusColour, 26))
			}
		}
		angle := turn + float64(s.Number)
		for _, to := range [...]float64{angle, angle + math.Pi} {
			sin, cos := math.Sincos(to)
			for d := 8.0; d < far; d += beamDots {
				w := 1 + int(d*3/far)
				u.P.Fill(kit.R(x+int(cos*d)-w/2, y-4+int(sin*d)-w/2, w, w), kit.Fade(kit.PaleColour, uint8(90+150*(1-d/far))))
			}
		}
	}
}
