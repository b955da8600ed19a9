package effect

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/colorm"
)

const (
	// fadedColour and fadedLight are the parts of colour and light that a faded picture keeps.
	fadedColour, fadedLight = 0.06, 0.8
)

// Faded draws a picture without its colours, for a lost world. Its zero value is ready; the drawing goroutine
// owns it.
type Faded struct{ whole canvas }

// Draw lets draw draw the picture and brings it onto dst, grey.
func (f *Faded) Draw(dst *ebiten.Image, draw func(*ebiten.Image)) {
	whole := f.whole.like(dst)
	draw(whole)
	var m colorm.ColorM
	m.ChangeHSV(0, fadedColour, fadedLight)
	var o colorm.DrawImageOptions
	o.Blend = ebiten.BlendCopy
	colorm.DrawImage(dst, whole, m, &o)
}

// Forget gives back the memory that Draw needs, until it is needed again.
func (f *Faded) Forget() { f.whole.forget() }
