package effect

import (
	"github.com/hajimehoshi/ebiten/v2"
)

// canvas is an off-screen picture for effects on a whole frame. Its zero value is ready.
type canvas struct{ image *ebiten.Image }

// like returns the canvas in the size of a picture; its content is undefined.
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
