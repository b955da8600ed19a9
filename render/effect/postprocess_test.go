package effect

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/render/gputest"
)

// TestFinish: each finish changes the picture, corners are darker than the middle, lines go across, and
// nothing is moved; a shader that does not compile leaves the picture unchanged.
func TestFinish(t *testing.T) {
	gputest.Need(t)
	dst := ebiten.NewImage(320, 180)
	defer dst.Deallocate()
	seen := map[Finish][]byte{}
	var f Finisher
	picture := func(dst *ebiten.Image) {
		dst.Fill(color.RGBA{120, 120, 120, 255})
		dst.SubImage(image.Rect(0, 0, 160, 90)).(*ebiten.Image).Fill(color.RGBA{200, 200, 200, 255})
	}
	for how := range Finish(len(finishes)) {
		f.Draw(dst, how, picture)
		m := gputest.Pixels(dst)
		seen[how] = bytes.Clone(m.Pix)
		if corner, middle := m.RGBAAt(319, 179), m.RGBAAt(165, 95); how != Plain && corner.G+20 > middle.G || corner.A != 255 {
			t.Errorf("finish %d: %v in the corner, %v in the middle", how, corner, middle)
		}
		if left, right := m.RGBAAt(158, 80), m.RGBAAt(162, 80); left.G < right.G+40 {
			t.Errorf("finish %d: the edge has moved: %v beside %v", how, left, right)
		}
		if a, b := m.RGBAAt(240, 100), m.RGBAAt(240, 101); (how == CRT) != (a != b) {
			t.Errorf("finish %d: %v under %v", how, b, a)
		}
	}
	if bytes.Equal(seen[Plain], seen[Vignette]) || bytes.Equal(seen[Vignette], seen[CRT]) {
		t.Error("two finishes are the same")
	}
	f.Draw(dst, Plain, picture)
	if f.whole.image != nil {
		t.Error("memory is kept for nothing")
	}
	good := assets.FinishShader
	assets.FinishShader = []byte("package main\n\nfunc Fragment() {")
	defer func() { assets.FinishShader = good }()
	f = Finisher{}
	if f.Draw(dst, CRT, picture); !bytes.Equal(gputest.Pixels(dst).Pix, seen[Plain]) {
		t.Error("a broken shader spoils the picture")
	}
}
