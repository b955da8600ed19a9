package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/gloom"
	"manyhold/game/tile"
	"manyhold/game/wear"
	"manyhold/render/dusk"
	"manyhold/render/flair"
	"manyhold/render/light"
	"manyhold/render/palette"
)

const (
	// lampTicks is how often the lamp light is spread: twenty times a second.
	lampTicks = 3
	// lampMargin is how far outside the view sources are looked for, in tiles: the farthest that one reaches.
	lampMargin = 12
	// cellPixels is the side of a cell of light in picture pixels.
	cellPixels = TilePixels / light.PerTile
	// personRadius and personStrength are the little light that everybody carries, in the night.
	personRadius, personStrength = 4.0, 0.8
	// roofShade is how much of the sky's light a roof blocks; at night it makes no difference.
	roofShade = 0.45
	// lampShare is the weight of lamp light relative to the sky's in simple light.
	lampShare = 1.25
	// flickerShare is how much a flame flickers.
	flickerShare = 0.08
)

// lamps is the lamp light of the view: a grid of cells spread on the processor and an image of it.
type lamps struct {
	grid   light.Grid
	pixels []byte
	image  *ebiten.Image
	w, h   int     // cells of the image
	sky    []uint8 // how much of the sky each tile of the view and one around it sees
	murk   dusk.Murk
	x, y   int32
}

// spread spreads the light of all sources near the view and sends it to the image. In simple light the
// sky's is in it already.
func (l *lamps) spread(r *stage, s *Scene, view rectangle) {
	x0, y0 := view.x0-lampMargin, view.y0-lampMargin
	w, h := int(view.x1-view.x0+2*lampMargin), int(view.y1-view.y0+2*lampMargin)
	l.grid.Resize(w*light.PerTile, h*light.PerTile)
	for y := range h {
		for x := range w {
			_, b, state := r.ground.tile(x0+int32(x), y0+int32(y))
			if b != tile.NoBlock {
				l.enter(r, b, state, x, y)
			}
		}
	}
	l.bodies(r, s, x0, y0)
	l.people(r, s, x0, y0)
	l.grid.Spread()
	l.upload(r, s, view)
}

// enter adds to the grid how the block at tile (x, y) blocks light and how much it gives.
func (l *lamps) enter(r *stage, b tile.Block, state uint8, x, y int) {
	grid := &l.grid
	cx, cy := x*light.PerTile, y*light.PerTile
	if m := matterOf(b, state); m != light.Air {
		for n := range light.PerTile * light.PerTile {
			grid.SetMatter(cx+n%light.PerTile, cy+n/light.PerTile, m)
		}
	}
	g, radius, ok := glowOf(b, state)
	if !ok {
		return
	}
	k := 1.0
	if g.flicker {
		k += flickerShare * math.Sin(r.seconds*9+float64(x*5+y*3)) * math.Sin(r.seconds*5.3+float64(y))
	}
	c := g.colour.RGBA()
	for n := range light.PerTile * light.PerTile {
		grid.Source(cx+n%light.PerTile, cy+n/light.PerTile, c.R, c.G, c.B, radius, k)
	}
}

// bodies enters the light of makers' balls and boxes, which is that of their blocks.
func (l *lamps) bodies(r *stage, s *Scene, x0, y0 int32) {
	if len(r.gadgets.lights) == 0 {
		return
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if g, radius, ok := glowOf(tile.Gadget, tile.GadgetState(true, r.gadgets.lights[b.ID])); ok {
			c := g.colour.RGBA()
			cx, cy := int(math.Floor((toFloat(b.Pos.X)-float64(x0))*light.PerTile)), int(math.Floor((toFloat(b.Pos.Y)-float64(y0))*light.PerTile))
			l.grid.Source(cx, cy, c.R, c.G, c.B, radius, 1)
		}
	}
}

// people gives everybody a little light in the night, and those that hold a torch much, also by day.
func (l *lamps) people(r *stage, s *Scene, x0, y0 int32) {
	c := palette.Fire4.RGBA()
	l.murk.Beams = l.murk.Beams[:0]
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind == entity.Ember {
			l.murk.Beams = append(l.murk.Beams, gloom.Beam{At: b.Pos, Reach: gloom.EmberReach})
			e := palette.Fire2.RGBA()
			cx, cy := int(math.Floor((toFloat(b.Pos.X)-float64(x0))*light.PerTile)), int(math.Floor((toFloat(b.Pos.Y)-float64(y0))*light.PerTile))
			l.grid.Source(cx, cy, e.R, e.G, e.B, emberRadius, max(r.sky.Night, 0.5))
		}
		if b.Kind == entity.Player && b.Flags&entity.Asleep == 0 {
			cx := int(math.Floor((toFloat(b.Pos.X) - float64(x0)) * light.PerTile))
			cy := int(math.Floor((toFloat(b.Pos.Y) - float64(y0)) * light.PerTile))
			p := player(s, b.Seat)
			if lit, shines := flair.Lit(p); shines {
				l.murk.Beams = append(l.murk.Beams, gloom.Beam{At: b.Pos, Reach: gloom.TorchReach})
				f := lit.RGBA()
				flame := dusk.Flicker(b.ID, r.seconds)
				if !wear.Shines(p) {
					flame = s.flame(b, r.seconds)
				}
				l.grid.Source(cx, cy, f.R, f.G, f.B, dusk.TorchRadius, flame*max(r.sky.Night, 0.6))
			} else if r.sky.Night > 0 {
				l.grid.Source(cx, cy, c.R, c.G, c.B, personRadius, personStrength*r.sky.Night)
			}
		}
	}
}

// flame is how strong a torch in the hand of a body burns, at a time in seconds.
func (s *Scene) flame(b *Body, seconds float64) float64 {
	return dusk.Flame(b.ID, seconds, dark.TorchLeft(s.Torches, b.ID))
}

// upload curves the light of the cells in view and sends it; for simple light together with the sky.
func (l *lamps) upload(r *stage, s *Scene, view rectangle) {
	// One cell more on every side: the image is enlarged smoothly, and is empty beyond its edge.
	w, h := int(view.x1-view.x0)*light.PerTile+2, int(view.y1-view.y0)*light.PerTile+2
	if l.image == nil || l.w != w || l.h != h {
		if l.image != nil {
			l.image.Deallocate()
		}
		l.image, l.w, l.h = ebiten.NewImage(w, h), w, h
		l.pixels = make([]byte, w*h*4)
	}
	l.x, l.y = view.x0, view.y0
	sky := [3]float64{r.sky.R, r.sky.G, r.sky.B}
	l.openSky(r, s, view)
	const margin = lampMargin*light.PerTile - 1
	for y := range h {
		var under tile.Ground
		for x := range w {
			c := l.grid.At(x+margin, y+margin)
			if tx, ty := tileOfCell(x), tileOfCell(y); !r.full && (x == 0 || tx != tileOfCell(x-1)) {
				under, _, _ = r.ground.tile(view.x0+tx, view.y0+ty)
			}
			o := (y*w + x) * 4
			open := l.skyAt(x, y, int(view.x1-view.x0)+2)
			for k := range c {
				v := float64(c[k]) / light.One
				v *= math.Sqrt(v) // falls off softly
				if !r.full {
					ambient := sky[k] * (1 - caveShade*(1-float64(open)/255))
					if roofed(under) {
						ambient *= 1 - roofShade
					}
					v = min(1, ambient+v*lampShare)
				}
				l.pixels[o+k] = uint8(v * 255)
			}
			l.pixels[o+3] = open
		}
	}
	l.image.WritePixels(l.pixels)
}

// tileOfCell is the tile of a cell of the light's image along an axis, counted from the first of the view.
func tileOfCell(c int) int32 { return int32((c+1)/light.PerTile) - 1 }

// viewTiles returns the tiles of which a view of w×h picture pixels at (ox, oy) shows any part, and perhaps a
// column and a row more: their number is constant while the view moves, so that buffers of that size are
// kept.
func viewTiles(ox, oy int64, w, h int) rectangle {
	const bits = 4 // log2 of TilePixels
	x, y := int32(ox>>bits), int32(oy>>bits)
	return rectangle{x, y, x + (int32(w)+2*TilePixels-2)>>bits, y + (int32(h)+2*TilePixels-2)>>bits}
}
