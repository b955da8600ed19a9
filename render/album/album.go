// Package album is a part of the atlas for pictures that come while the game runs: those that makers draw. It
// has a fixed number of places. When all are taken, the picture that was not drawn for longest gives its
// place up; it comes back when it is drawn again.
package album

import (
	"image"

	"manyhold/render/atlas"
)

const (
	// Width is the width of the album in pixels. It lies to the right of the frames of figures.
	Width = 512
	// Side is the most pixels of a picture, both ways.
	Side = 64
	// columns and Places are how many pictures have a place.
	columns = Width / Side
	Places  = columns * (atlas.Side / Side)
	// perFrame is how many pictures are sent to the graphics card in a frame at most.
	perFrame = 2
)

// Art is a picture of at most Side × Side pixels. It does not change.
type Art struct{ Image *image.RGBA }

// Album is the places. Its zero value is empty.
type Album struct {
	places [Places]place
	of     map[*Art]int
	frame  uint64
	sent   int // in this frame
}

type place struct {
	art  *Art
	last uint64 // frame in which it was drawn
}

// Begin begins a frame.
func (a *Album) Begin() { a.frame, a.sent = a.frame+1, 0 }

// Place returns where a picture is in the atlas, with its foot in the middle of its lower edge. send brings a
// new one there. ok is false when it has to wait for a later frame.
func (a *Album) Place(art *Art, send func(at image.Rectangle, art *image.RGBA)) (r atlas.Rect, ok bool) {
	n, there := a.of[art]
	if !there {
		if n = a.oldest(); a.sent == perFrame || a.places[n].art != nil && a.places[n].last == a.frame {
			return r, false
		}
		if a.of == nil {
			a.of = map[*Art]int{}
		}
		delete(a.of, a.places[n].art)
		a.of[art], a.places[n].art = n, art
		a.sent++
		x, y := corner(n)
		b := art.Image.Rect
		send(image.Rect(x, y, x+b.Dx(), y+b.Dy()), art.Image)
	}
	a.places[n].last = a.frame
	x, y := corner(n)
	b := art.Image.Rect
	return atlas.Rect{X: int16(x), Y: int16(y), W: int16(b.Dx()), H: int16(b.Dy()), AX: int16(b.Dx() / 2), AY: int16(b.Dy() - 1)}, true
}

// oldest returns the place whose picture was not drawn for longest.
func (a *Album) oldest() (best int) {
	for n := range a.places {
		if a.places[n].last < a.places[best].last {
			best = n
		}
	}
	return best
}

// corner returns the upper left corner of a place.
func corner(n int) (x, y int) {
	return atlas.Side + atlas.SheetsW + n%columns*Side, n / columns * Side
}
