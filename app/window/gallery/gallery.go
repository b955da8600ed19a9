// Package gallery gives the window the pictures of makers' things that are assets: it has those near the
// player fetched, decodes one at a time beside the frames, and says how far the others are.
package gallery

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"manyhold/app/shelf"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/net/asset"
	"manyhold/render"
	"manyhold/render/album"
)

const (
	// near is from how far away a picture is fetched, in tiles: somewhat more than a window shows.
	near = 48
	// again is after how many frames an asset is asked for once more: somebody else may have given it up.
	again = 120
	// most is how many pictures are kept, 16 KiB each. Above that, one that was not shown for longest goes.
	most = 256
)

// Gallery is the pictures of a world. It belongs to the window's goroutine.
type Gallery struct {
	store    shelf.Reader // nil: there is none, and the rough shapes stay
	pieces   map[blueprint.Asset]*piece
	frame    uint64
	decoding bool
	decoded  chan result
}

// piece is what is known of a picture.
type piece struct {
	art   *album.Art
	bad   bool   // it cannot be decoded
	asked uint64 // frame in which it was asked for; 0: never
	worn  bool   // only players wear it, and no thing shows it
	shown uint64
}

// result is what came of reading a picture; art is nil where that failed.
type result struct {
	is  blueprint.Asset
	art *album.Art
	bad bool // it can never be shown
}

// New returns the gallery of a store; nil: there is none.
func New(s shelf.Reader) *Gallery {
	return &Gallery{store: s, pieces: map[blueprint.Asset]*piece{}, decoded: make(chan result, 1)}
}

// Show completes the things of a scene before a frame, for a player at a tile.
func (g *Gallery) Show(list []render.Gadget, here grid.Tile) {
	g.frame++
	select {
	case r := <-g.decoded:
		g.decoding = false
		if p := g.pieces[r.is]; p != nil {
			p.art, p.bad = r.art, r.bad
		}
	default:
	}
	if g.store == nil {
		return
	}
	for k := range list {
		if x := &list[k]; x.Sprite != (blueprint.Asset{}) {
			g.show(x, max(x.Tile.X-here.X, here.X-x.Tile.X, x.Tile.Y-here.Y, here.Y-x.Tile.Y) <= near)
		}
	}
}

// Find returns the picture of an asset that is near the player; nil: it is not here yet, or none.
func (g *Gallery) Find(is blueprint.Asset) *album.Art {
	if g.store == nil || is == (blueprint.Asset{}) {
		return nil
	}
	x := render.Gadget{Sprite: is}
	g.show(&x, true)
	return x.Art
}

func (g *Gallery) show(x *render.Gadget, close bool) {
	p, name := g.pieces[x.Sprite], asset.Name(x.Sprite)
	if p == nil {
		if !close {
			return
		}
		p = g.add(x.Sprite)
	}
	p.shown, p.worn = g.frame, false
	switch {
	case p.art != nil:
		x.Art = p.art
		return
	case p.bad || !close:
		return
	case g.fetch(x.Sprite, p):
		x.Percent = 100
	default:
		if f, ok := g.store.Progress(name); ok {
			x.Percent = uint8(f.Percent())
		}
	}
	x.Waits = true
	if d, ok := g.store.Descriptor(name); ok && d.Kind.IsPicture() {
		w, _ := fitted(d.Width, d.Height)
		x.W = uint8(w)
	}
}

// add makes room for a picture.
func (g *Gallery) add(is blueprint.Asset) *piece {
	if len(g.pieces) >= most {
		var oldest blueprint.Asset
		at := g.frame + 1
		for a, p := range g.pieces { // any order: of several as old, one goes
			if p.shown < at {
				oldest, at = a, p.shown
			}
		}
		delete(g.pieces, oldest)
	}
	p := &piece{}
	g.pieces[is] = p
	return p
}

// fitted returns the size in which a picture is drawn: its own, reduced to album.Side.
func fitted(w, h int) (int, int) {
	longest := max(w, h)
	if longest <= album.Side {
		return w, h
	}
	return max(1, w*album.Side/longest), max(1, h*album.Side/longest)
}

// read decodes a picture, whose bytes were verified. One that cannot be read now is asked for again.
func read(s shelf.Reader, is blueprint.Asset) result {
	data, ok := s.Get(asset.Name(is))
	if !ok {
		return result{is: is}
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil || m.Bounds().Empty() {
		return result{is: is, bad: true}
	}
	return result{is: is, art: reduced(m)}
}

// reduced fits an image: each pixel is the average of its part.
func reduced(m image.Image) *album.Art {
	b := m.Bounds()
	w, h := fitted(b.Dx(), b.Dy())
	art := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			part := image.Rect(b.Min.X+x*b.Dx()/w, b.Min.Y+y*b.Dy()/h, b.Min.X+(x+1)*b.Dx()/w, b.Min.Y+(y+1)*b.Dy()/h)
			art.SetRGBA(x, y, average(m, part))
		}
	}
	return &album.Art{Image: art}
}

// average is the mean colour of a part of an image.
func average(m image.Image, part image.Rectangle) color.RGBA {
	var red, green, blue, alpha, n uint32
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, a := m.At(x, y).RGBA()
			red, green, blue, alpha, n = red+r>>8, green+g>>8, blue+b>>8, alpha+a>>8, n+1
		}
	}
	return color.RGBA{uint8(red / n), uint8(green / n), uint8(blue / n), uint8(alpha / n)}
}
