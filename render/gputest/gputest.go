// Package gputest runs tests that draw. Ebitengine makes images, compiles shaders and reads pixels only while
// a game runs, so that Main runs all tests of a package inside the first Update of one.
package gputest

import (
	"fmt"
	"image"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// game runs the whole test binary inside the first Update.
type game struct {
	m    *testing.M
	code int
}

func (g *game) Update() error            { g.code = g.m.Run(); return ebiten.Termination }
func (*game) Draw(*ebiten.Image)         {}
func (*game) Layout(int, int) (int, int) { return 320, 180 }

var have bool

// Main runs the tests of m and ends the process. Without a display, drawing tests skip themselves.
func Main(m *testing.M) {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		fmt.Fprintln(os.Stderr, "no DISPLAY: tests that draw are skipped (use xvfb-run -a go test)")
		os.Exit(m.Run())
	}
	have = true
	ebiten.SetWindowSize(320, 180)
	ebiten.SetWindowVisible(false)
	g := &game{m: m, code: 1}
	if err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		fmt.Fprintln(os.Stderr, "RunGame:", err)
		os.Exit(2)
	}
	os.Exit(g.code)
}

// Have reports whether pictures can be drawn.
func Have() bool { return have }

// Need skips a test where pictures cannot be drawn.
func Need(t testing.TB) {
	t.Helper()
	if !have {
		t.Skip("needs a display")
	}
}

// Few reports whether a test shall draw few frames, because software draws them; MANYHOLD_FIGURES has it draw
// as many as a figure needs.
func Few() bool { return testing.Short() || os.Getenv("MANYHOLD_FIGURES") == "" }

// Pixels reads an image back.
func Pixels(i *ebiten.Image) *image.RGBA {
	m := image.NewRGBA(i.Bounds())
	i.ReadPixels(m.Pix)
	return m
}
