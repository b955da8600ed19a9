package draw

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// sendRows is how many rows of an image are sent at a time: the library keeps its buffers.
const sendRows = 64

// SendNow copies src to the same place of dst and waits until each part has come there, so that its buffer
// serves the next. It needs a running game.
func SendNow(dst *ebiten.Image, src *image.RGBA) {
	for y := src.Rect.Min.Y; y < src.Rect.Max.Y; y += sendRows {
		b := image.Rect(src.Rect.Min.X, y, src.Rect.Max.X, min(y+sendRows, src.Rect.Max.Y))
		part := src.SubImage(b).(*image.RGBA)
		dst.SubImage(b).(*ebiten.Image).WritePixels(part.Pix[:b.Dy()*src.Stride])
		Settle()
	}
}

// Settle waits until all drawing so far is carried out: the library never frees the memory of its largest
// queue. It needs a running game.
func Settle() {
	// Anything that is read makes it do so; of the screen that would be a copy of the whole.
	probe := ebiten.NewImageWithOptions(image.Rect(0, 0, 1, 1), &ebiten.NewImageOptions{Unmanaged: true})
	probe.Clear()
	probe.At(0, 0)
	probe.Deallocate()
}
