package effect

import (
	"image"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/gputest"
)

// TestTear: without loss the picture is unchanged; with 30 % of the messages lost it is visibly torn, more
// than with 5 %, and changes over time.
func TestTear(t *testing.T) {
	gputest.Need(t)
	draw := func(dst *ebiten.Image) {
		for x := range 16 {
			dst.SubImage(image.Rect(x*20, 0, x*20+20, 180)).(*ebiten.Image).Fill(color.RGBA{uint8(16 * x), uint8(255 - 16*x), uint8(x % 2 * 200), 255})
		}
	}
	dst := ebiten.NewImage(320, 180)
	defer dst.Deallocate()
	var tear Tear
	frame := func(loss float64, tick uint64) *image.RGBA {
		tear.Draw(dst, tear.Strength(loss), tick, draw)
		m := image.NewRGBA(dst.Bounds())
		dst.ReadPixels(m.Pix)
		return m
	}
	differ := func(a, b *image.RGBA) (n int) {
		for i := 0; i < len(a.Pix); i += 4 {
			if a.Pix[i] != b.Pix[i] || a.Pix[i+1] != b.Pix[i+1] || a.Pix[i+2] != b.Pix[i+2] {
				n++
			}
		}
		return n
	}
	whole := frame(0, 7)
	few, many := 0, 0
	for moment := range uint64(20) {
		few += differ(whole, frame(0.05, moment*tearTicks))
		many += differ(whole, frame(0.3, moment*tearTicks))
	}
	all := 20 * 320 * 180
	if few == 0 || many < 2*few || many < all/20 {
		t.Errorf("with 5 %% lost %.2f %% of the pixels are torn, with 30 %% %.2f %%", 100*float64(few)/float64(all), 100*float64(many)/float64(all))
	}
	if differ(frame(0.3, 0), frame(0.3, 10*tearTicks)) == 0 {
		t.Error("the strips stand still")
	}
	if n := differ(whole, frame(0.004, 3)); n != 0 || tear.whole.image != nil {
		t.Errorf("without loss worth telling %d pixels are torn", n)
	}
}
