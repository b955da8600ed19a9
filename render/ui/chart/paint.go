package chart

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file paints a view into an image of four bytes for each dot.

// fogDark is the ground of the fog of the small map, fogLine its pattern.
var (
	fogDark = pack(kit.Rgb(0x16132A))
	fogLine = pack(kit.Rgb(0x211D3D))
	fogStar = pack(kit.Rgb(0x453D66))
)

// rimDark is how dark the land is along what was not seen, in sixteenths.
const rimDark = 9

// detailed is the least zoom at which things are drawn on their tiles.
const detailed = 2

// canvas is a painted view.
type canvas struct {
	pix     []byte
	w, h    int
	pending bool // some regions were not painted yet
	paper   bool // land that was not seen is a drawing on paper, not fog
}

// paint paints a view. The picture is whole when pending is false afterwards.
func (c *canvas) paint(u *kit.Context, g *gallery, v *view) {
	if c.w != v.w || c.h != v.h {
		c.w, c.h, c.pix = v.w, v.h, make([]byte, v.w*v.h*4)
	}
	c.pending = false
	g.frame(u)
	a, b := v.tile(0, 0).Region(), v.tile(v.w-1, v.h-1).Region()
	for y := a.Y; y <= b.Y; y++ {
		for x := a.X; x <= b.X; x++ {
			c.region(u, g, v, grid.Region{X: x, Y: y})
		}
	}
}

// region paints the part of a region that is in the view.
func (c *canvas) region(u *kit.Context, g *gallery, v *view, r grid.Region) {
	x0, y0 := v.corner()
	side := int(float64(grid.RegionSide) * v.scale())
	left, top := int(r.X)*side-x0, int(r.Y)*side-y0
	a, b := max(left, 0), min(left+side, c.w)
	from, to := max(top, 0), min(top+side, c.h)
	seen := seenAround(&u.Model.Map, r)
	var p *picture
	if seen.any {
		if p = g.of(u, r, v.zoom >= 0); p == nil {
			c.pending = c.pending || g.built >= buildMost
		}
	}
	var told *sketch
	if c.paper && !(seen.any && seen.all) {
		told = sketchAround(&u.Model.Map, r)
	}
	if p == nil {
		for y := from; y < to; y++ {
			for x := a; x < b; x++ {
				c.set(x, y, c.unseen(told, v, x-left, y-top, x0+x, y0+y))
			}
		}
		return
	}
	var near *tile.Region
	if v.zoom >= detailed {
		near = u.Model.TilesOf(r)
	}
	cell := max(side/model.Cells, 1)
	for y := from; y < to; y++ {
		for x := a; x < b; x++ {
			dx, dy := x-left, y-top
			clear := 16
			if !seen.all {
				if clear = seen.clear(dx, dy, cell, x0+x, y0+y); clear == 0 {
					c.set(x, y, c.unseen(told, v, dx, dy, x0+x, y0+y))
					continue
				}
			}
			d := dotOf(u.Art, p, near, v.zoom, dx, dy)
			if clear < 16 {
				d = scaled(d, uint32(clear))
			}
			c.set(x, y, d)
		}
	}
}

// unseen is the colour of a dot of land that was not seen: (dx, dy) of its region, (x, y) of the world.
func (c *canvas) unseen(told *sketch, v *view, dx, dy, x, y int) dots {
	if told == nil {
		return fog(x, y)
	}
	return told.dot(v, dx, dy, x, y)
}

func (c *canvas) set(x, y int, d dots) {
	i := (y*c.w + x) * 4
	c.pix[i], c.pix[i+1], c.pix[i+2], c.pix[i+3] = uint8(d), uint8(d>>8), uint8(d>>16), 255
}

// dotOf returns the colour of a dot of a region; near is the region's tiles where things are drawn.
func dotOf(art kit.Art, p *picture, near *tile.Region, zoom, dx, dy int) dots {
	if zoom < 0 {
		list, side := p.level(-zoom)
		return list[dy*side+dx]
	}
	if near == nil {
		return p.fine[dy>>zoom<<grid.RegionBits|dx>>zoom]
	}
	return ornament(art, near, zoom, dx, dy)
}

// ornament draws ground with ragged borders, and what stands on a tile at a dot of it: a round crown, a wall
// with a front, a wave.
func ornament(art kit.Art, t *tile.Region, zoom, dx, dy int) dots {
	n := 1 << zoom
	tx, ty, x, y := dx>>zoom, dy>>zoom, dx&(n-1), dy&(n-1)
	k := ty<<grid.RegionBits | tx
	h := hash(int32(dx), int32(dy))
	d := groundDot(art, t, tx, ty, x, y, n, h)
	b := t.Block[k]
	if b == tile.NoBlock {
		return d
	}
	info, body := b.Info(), pack(art.MapColour(t.Ground[k], b))
	cx, cy := 2*x-n+1, 2*y-n+1
	out := cx*cx + cy*cy
	switch {
	case info.Height >= tall && !info.Opaque && info.Solid: // a tree, a boulder
		switch {
		case out > n*n+n/2:
			return scaled(d, 11)
		case cx+cy < -n/2 && out < n*n*3/4:
			return scaled(body, 19)
		case cx+cy > n/2:
			return scaled(body, 12)
		}
		return body
	case info.Height >= tall: // a wall
		above, below := neighbour(t, tx, ty-1), neighbour(t, tx, ty+1)
		switch {
		case !below && y >= n-max(n/4, 1):
			return scaled(body, 9)
		case !above && y == 0:
			return scaled(body, 20)
		case h&15 == 0:
			return scaled(body, 14)
		}
		return body
	case body != pack(art.MapColour(t.Ground[k], tile.NoBlock)): // something that stands there
		m := max(n/8, 1)
		corner := (x < 2*m || x >= n-2*m) && (y < 2*m || y >= n-2*m)
		if x >= m && y >= m && x < n-m && y < n-m && !corner {
			if y >= n-2*m {
				return scaled(body, 11)
			}
			return body
		}
		return scaled(d, 13)
	default: // something small
		if out <= n*n/4 && h&1 == 0 {
			return scaled(d, 20)
		}
	}
	return d
}

// neighbour reports whether something as high as a wall stands on a tile of the region; beyond it, it does.
func neighbour(t *tile.Region, x, y int) bool {
	if x < 0 || y < 0 || x >= grid.RegionSide || y >= grid.RegionSide {
		return true
	}
	b := t.Block[y<<grid.RegionBits|x].Info()
	return b.Height >= tall && (b.Opaque || !b.Solid)
}

// groundDot is the ground at a dot of a tile: along its border now and then that of the next tile, with a
// grain.
func groundDot(art kit.Art, t *tile.Region, tx, ty, x, y, n int, h uint32) dots {
	edge := max(n/4, 1)
	if h&3 != 0 {
		switch {
		case x < edge && tx > 0:
			tx -= int(h >> 4 & 1)
		case x >= n-edge && tx < grid.RegionSide-1:
			tx += int(h >> 4 & 1)
		}
		switch {
		case y < edge && ty > 0:
			ty -= int(h >> 5 & 1)
		case y >= n-edge && ty < grid.RegionSide-1:
			ty += int(h >> 5 & 1)
		}
	}
	g := t.Ground[ty<<grid.RegionBits|tx]
	d := pack(art.MapColour(g, tile.NoBlock))
	switch {
	case wet(g) && hash(int32(tx), int32(ty))&7 == 0 && y == n/2 && x >= n/4 && x < n-n/4:
		return scaled(d, 20)
	case wet(g):
		return d
	case h>>8&15 == 0:
		return scaled(d, 18)
	case h>>8&15 == 1:
		return scaled(d, 14)
	}
	return d
}

// fog is the colour of a dot of land that was not seen: fine lines and a few stars, fixed to the land.
func fog(x, y int) dots {
	switch {
	case hash(int32(x), int32(y))&1023 == 0:
		return fogStar
	case (x+y)&15 == 0 && (x-y)&3 == 0, (x-y)&31 == 0 && (x+y)&3 == 0:
		return fogLine
	}
	return fogDark
}

// seenCells are the cells of a region that were seen, with those around it.
type seenCells struct {
	bits     [model.Cells + 2][model.Cells + 2]bool
	any, all bool // some of the region was seen; all, and around it
}

// seenAround asks for the cells of a region and around it.
func seenAround(m *model.Map, r grid.Region) (s seenCells) {
	own := m.SeenOf(r)
	if s.any, s.all = own != 0, true; !s.any {
		return s
	}
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			mask := own
			if dx != 0 || dy != 0 {
				mask = m.SeenOf(grid.Region{X: r.X + dx, Y: r.Y + dy})
			}
			if mask == 1<<64-1 {
				fill(&s, dx, dy, mask)
				continue
			}
			if s.all = false; mask != 0 {
				fill(&s, dx, dy, mask)
			}
		}
	}
	return s
}

// fill takes the cells of a neighbour over that touch the region, or the region's own.
func fill(s *seenCells, dx, dy int32, mask uint64) {
	for y := range int32(model.Cells) {
		for x := range int32(model.Cells) {
			if at, row := x+1+dx*model.Cells, y+1+dy*model.Cells; at >= 0 && at < model.Cells+2 && row >= 0 && row < model.Cells+2 {
				s.bits[row][at] = mask>>(y*model.Cells+x)&1 != 0
			}
		}
	}
}

// corner returns the north-west one of the four squares whose middles are nearest to a dot of a region, and
// how far the dot is beyond its middle, in sixteenths. A square has side dots, most of them are in a row, and
// 0 is the one before the region.
func corner(dx, dy, side, most int) (cx, cy, fx, fy int) {
	px, py := (dx*2+1)*8/side+8, (dy*2+1)*8/side+8
	return min(px>>4, most), min(py>>4, most), px & 15, py & 15
}

// blend returns 256 times the value between those of four squares: north-west, north-east and so on.
func blend(fx, fy, nw, ne, sw, se int) int {
	return nw*(16-fx)*(16-fy) + ne*fx*(16-fy) + sw*(16-fx)*fy + se*fx*fy
}

// clear returns how bright a dot of the region is, in sixteenths; 0 is fog. The edge of what was seen is
// ragged and dark.
func (s *seenCells) clear(dx, dy, cell, x, y int) int {
	cx, cy, fx, fy := corner(dx, dy, cell, model.Cells)
	at := func(x, y int) int {
		if s.bits[y][x] {
			return 1
		}
		return 0
	}
	cover := blend(fx, fy, at(cx, cy), at(cx+1, cy), at(cx, cy+1), at(cx+1, cy+1)) // of 256
	ragged := int(hash(int32(x>>1), int32(y>>1)) & 63)
	switch {
	case cover < 96+ragged:
		return 0
	case cover < 150+ragged:
		return rimDark
	case cover < 200+ragged/2:
		return 13
	}
	return 16
}
