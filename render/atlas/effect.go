package atlas

import (
	"math"

	. "manyhold/render/palette"
)

// HaloSide is the side of the halo in pixels.
const HaloSide = 64

// halo draws a soft round light in steps, to be tinted and added.
func halo() *Picture {
	p := NewPicture(HaloSide, HaloSide)
	for y := 0; y < HaloSide; y++ {
		for x := 0; x < HaloSide; x++ {
			d := math.Hypot(float64(x)+0.5-HaloSide/2, float64(y)+0.5-HaloSide/2) / (HaloSide / 2)
			if d >= 1 {
				continue
			}
			a := (1 - d) * (1 - d)
			dither := (float64((x+2*y)%4)/4 - 0.375) / 14
			a = math.Floor((a+dither)*14+0.5) / 14
			p.SetA(x, y, Stone3, uint8(clamp01(a)*255))
		}
	}
	return p
}

// blob draws a soft shadow on the ground.
func blob(w, h int) *Picture {
	p := NewPicture(w, h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dx := (float64(x) + 0.5 - float64(w)/2) / (float64(w) / 2)
			dy := (float64(y) + 0.5 - float64(h)/2) / (float64(h) / 2)
			switch d := dx*dx + dy*dy; {
			case d <= 0.55:
				p.SetA(x, y, Ink0, 110)
			case d <= 1:
				p.SetA(x, y, Ink0, 62)
			}
		}
	}
	return p
}

// contact draws the shadow that a wall throws on the ground beside it: towards the south or the east.
func contact(south bool) *Picture {
	p := NewPicture(Tile, Tile)
	for y := 0; y < Tile; y++ {
		for x := 0; x < Tile; x++ {
			d := x
			if south {
				d = y
			}
			if d < 5 {
				p.SetA(x, y, Ink0, [5]uint8{120, 90, 64, 40, 20}[d])
			}
		}
	}
	return p
}

// bracket draws the four corners that mark a tile.
func bracket(c Index) *Picture {
	p := NewPicture(Tile+2, Tile+2)
	for _, x := range []int{0, Tile + 1} {
		for _, y := range []int{0, Tile + 1} {
			for n := range 5 {
				dx, dy := n, n
				if x > 0 {
					dx = -n
				}
				if y > 0 {
					dy = -n
				}
				p.Set(x+dx, y, c)
				p.Set(x, y+dy, c)
			}
		}
	}
	return p
}

// digMark draws the corners of a tile that can be dug, with a pick below.
func digMark() *Picture {
	p := NewPicture(Tile+2, Tile+2)
	for _, x := range []int{0, Tile + 1} {
		for _, y := range []int{0, Tile + 1} {
			dx, dy := 1, 1
			if x > 0 {
				dx = -1
			}
			if y > 0 {
				dy = -1
			}
			for n := range 3 {
				p.Set(x+n*dx, y, Stone3)
				p.Set(x, y+n*dy, Stone3)
			}
		}
	}
	for y, line := range []string{" 1111 ", "1   22", "    21", "   2 1", "  2  1", " 2   ", "2"} {
		for x, c := range line {
			if c != ' ' {
				p.Set(Tile-6+x, Tile-7+y, map[rune]Index{'1': Stone3, '2': Earth3}[c])
			}
		}
	}
	return p
}

// scanlines draws every other line in the colour of agreement.
func scanlines() *Picture {
	p := NewPicture(Tile, Tile+WallRise)
	for y := 0; y < p.H; y += 2 {
		for x := 0; x < p.W; x++ {
			p.SetA(x, y, Agree, 110)
		}
	}
	return p
}

// hatch draws a dashed frame around a tile and stripes across it, for outlines: the pattern differs from a
// hologram's, for players who cannot tell the colours apart.
func hatch() *Picture {
	p := NewPicture(Tile, Tile)
	for y := range Tile {
		for x := range Tile {
			edge := x == 0 || y == 0 || x == Tile-1 || y == Tile-1
			switch {
			case edge && (x+y)/3%2 == 0:
				p.SetA(x, y, Fire3, 230)
			case !edge && (x+y)%5 == 0:
				p.SetA(x, y, Fire3, 90)
			}
		}
	}
	return p
}

// ring draws an ellipse of one pixel: where something went into the water.
func ring(r int) *Picture {
	p := NewPicture(2*r+2, r+2)
	p.Ellipse(float64(r)+1, float64(r)/2+1, float64(r), float64(r)/2, Water4)
	hole := NewPicture(p.W, p.H)
	hole.Ellipse(float64(r)+1, float64(r)/2+1, float64(r)-1.2, float64(r)/2-0.9, Ink0)
	for i := range hole.Alpha {
		if hole.Alpha[i] > 0 {
			p.Alpha[i] = 0
		}
	}
	return p
}

// star draws the spark of a bounce.
func star() *Picture {
	p := NewPicture(7, 7)
	for n := range 7 {
		p.Set(n, 3, Fire3)
		p.Set(3, n, Fire3)
	}
	p.Rect(2, 2, 3, 3, Fire4)
	return p
}

// bubble draws an emote's balloon around a sign of 7×7.
func bubble(sign *Picture) *Picture {
	p := NewPicture(15, 17)
	p.Rect(2, 1, 11, 12, Stone3)
	p.Rect(1, 2, 13, 10, Stone3)
	p.Rect(5, 13, 3, 1, Stone3)
	p.Set(5, 14, Stone3)
	p.Outline(Ink0)
	p.Draw(sign, 4, 3)
	return p
}

// streak draws a falling drop of rain as a line, h pixels long, brightest at its head.
func streak(h int) *Picture {
	p := NewPicture(1, h)
	for y := range h {
		p.SetA(0, y, Water4, uint8(60+160*y/(h-1)))
	}
	return p
}

const fogW, fogH = 176, 72

// fogBank draws a bank of fog: torn at its rim and soft, to be laid over others of its kind.
func fogBank() *Picture {
	p := NewPicture(fogW, fogH)
	for y := range fogH {
		for x := range fogW {
			dx, dy := (float64(x)+0.5)/fogW*2-1, (float64(y)+0.5)/fogH*2-1
			n := Value(float64(x)/22, float64(y)/11, 81)*0.65 + Value(float64(x)/9, float64(y)/5, 82)*0.35
			a := clamp01((1 - dx*dx - dy*dy) * (0.35 + 1.1*n))
			a = math.Floor(a*10+float64((x+2*y)%4)/4) / 10 // in steps, dithered
			p.SetA(x, y, Stone3, uint8(clamp01(a)*190))
		}
	}
	return p
}
