package effect

import (
	"image"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/gputest"
)

// TestFaded: a faded picture has almost no colour, and lighter parts stay lighter.
func TestFaded(t *testing.T) {
	gputest.Need(t)
	dst := ebiten.NewImage(32, 16)
	defer dst.Deallocate()
	var f Faded
	f.Draw(dst, func(dst *ebiten.Image) {
		dst.Fill(color.RGBA{200, 40, 20, 255})
		dst.SubImage(image.Rect(0, 0, 16, 16)).(*ebiten.Image).Fill(color.RGBA{120, 230, 250, 255})
	})
	m := gputest.Pixels(dst)
	for _, x := range []int{8, 24} {
		c := m.RGBAAt(x, 8)
		if most, least := max(c.R, c.G, c.B), min(c.R, c.G, c.B); most-least > 20 || c.A != 255 {
			t.Errorf("%v has colour", c)
		}
	}
	if a, b := m.RGBAAt(8, 8), m.RGBAAt(24, 8); a.G < b.G+40 {
		t.Errorf("the lighter half is %v, the darker %v", a, b)
	}
	if f.Forget(); f.whole.image != nil {
		t.Error("its memory is kept")
	}
}
