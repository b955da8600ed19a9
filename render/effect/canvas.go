package effect

import (
	"github.com/hajimehoshi/ebiten/v2"
)

// canvas is a picture beside the window's, for what is done to a whole picture before it is shown. Its zero
// value is ready.
type canvas struct{ image *ebiten.Image }

// like returns the canvas, of the size of a picture; what is on it is of no account.
func (c *canvas) like(dst *ebiten.Image) *ebiten.Image {
	if c.image == nil || c.image.Bounds() != dst.Bounds() {
		c.forget()
		c.image = ebiten.NewImageWithOptions(dst.Bounds(), &ebiten.NewImageOptions{Unmanaged: true})
	}
	return c.image
}

// forget gives back its memory, until it is needed again.
func (c *canvas) forget() {
	if c.image != nil {
		c.image.Deallocate()
		c.image = nil
	}
}
