// Package emblem makes a world's picture, which is 16 by 16 dots, of an image or of the tiles around a
// player. The colours are those of the palette; a picture has at most sixteen of them (see net/charter).
package emblem

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/png" // the one format that is read
	"io"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/net/charter"
	"manyhold/render/palette"
)

const (
	side = charter.PictureSide
	// maxPixels bounds the image that is read: a larger one needs too much memory.
	maxPixels = 8192 * 8192
)

// Read makes a picture of a PNG file. Its errors are for people.
func Read(r io.ReadSeeker) (*charter.Picture, error) {
	size, kind, err := image.DecodeConfig(r)
	if err != nil || kind != "png" {
		return nil, errors.New("not a PNG picture")
	}
	if size.Width*size.Height > maxPixels || size.Width < side || size.Height < side {
		return nil, fmt.Errorf("the picture has %d × %d pixels; at least %d × %d and at most 8192 × 8192 are read", size.Width, size.Height, side, side)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	m, _, err := image.Decode(r)
	if err != nil {
		return nil, fmt.Errorf("cannot read the PNG picture: %w", err)
	}
	return Of(m), nil
}

// Of makes a picture of the largest square in the middle of an image: each dot is the average of its pixels.
func Of(m image.Image) *charter.Picture {
	b := m.Bounds()
	n := min(b.Dx(), b.Dy())
	x0, y0 := b.Min.X+(b.Dx()-n)/2, b.Min.Y+(b.Dy()-n)/2
	return reduced(func(x, y int) color.RGBA {
		var sum [3]uint64
		count := uint64(0)
		for py := y0 + y*n/side; py < y0+(y+1)*n/side; py++ {
			for px := x0 + x*n/side; px < x0+(x+1)*n/side; px++ {
				r, g, b, _ := m.At(px, py).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+uint64(r>>8), sum[1]+uint64(g>>8), sum[2]+uint64(b>>8)
				count++
			}
		}
		count = max(count, 1)
		return color.RGBA{uint8(sum[0] / count), uint8(sum[1] / count), uint8(sum[2] / count), 255}
	})
}

// Around makes a picture of the tiles around a place: a dot for each tile, as seen from above. Solid blocks
// throw a shadow to the south. shown is the colour of a tile on the map, and unknown tiles are dark.
func Around(at grid.Tile, tileAt func(grid.Tile) (tile.Ground, tile.Block, uint8, bool), shown func(tile.Ground, tile.Block) color.RGBA) *charter.Picture {
	return reduced(func(x, y int) color.RGBA {
		t := at.Add(int32(x-side/2), int32(y-side/2))
		g, b, _, ok := tileAt(t)
		if !ok {
			return palette.Ink0.RGBA()
		}
		c := shown(g, b)
		i, known := palette.Of(c)
		if !known {
			return c
		}
		_, north, _, _ := tileAt(t.Add(0, -1))
		switch {
		case !b.Info().Solid && north.Info().Solid:
			i = i.Step(-1)
		case b == tile.NoBlock && (t.X*7+t.Y*13)%11 == 0: // so that a meadow is not one plain
			i = i.Step(1)
		}
		return i.RGBA()
	})
}

// reduced makes a picture of colours: first the nearest of the palette, then the commonest sixteen of these.
func reduced(of func(x, y int) color.RGBA) *charter.Picture {
	var want [side * side]color.RGBA
	count := map[uint8]int{}
	p := new(charter.Picture)
	for i := range p {
		want[i] = of(i%side, i/side)
		p[i] = nearest(want[i], func(uint8) bool { return true })
		count[p[i]]++
	}
	kept := map[uint8]bool{}
	for len(kept) < min(len(count), charter.PictureColours) {
		best := uint8(0)
		for c := range uint8(palette.Count - 1) {
			if !kept[c] && (count[c] > count[best] || kept[best]) {
				best = c
			}
		}
		kept[best] = true
	}
	for i := range p {
		if !kept[p[i]] {
			p[i] = nearest(want[i], func(c uint8) bool { return kept[c] })
		}
	}
	return p
}

// nearest is the number of the colour that is nearest to c among those allowed.
func nearest(c color.RGBA, allowed func(uint8) bool) (best uint8) {
	least := 1 << 30
	for n := range uint8(palette.Count - 1) {
		o := Colour(n)
		dr, dg, db := int(c.R)-int(o.R), int(c.G)-int(o.G), int(c.B)-int(o.B)
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < least && allowed(n) { // the eye sees green best
			best, least = n, d
		}
	}
	return best
}

// Colour is a colour of a picture.
func Colour(n uint8) color.RGBA { return (palette.Index(n) + 1).RGBA() }
