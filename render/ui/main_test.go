package ui

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// testGame runs the whole test binary inside the first Update, so that images can be drawn and read.
type testGame struct {
	m    *testing.M
	code int
}

func (g *testGame) Update() error { g.code = g.m.Run(); return ebiten.Termination }

func (*testGame) Draw(*ebiten.Image) {}

func (*testGame) Layout(int, int) (int, int) { return 320, 180 }

var (
	haveGPU bool
	dump    = flag.String("dump", "", "directory to write a PNG of every screen to")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		fmt.Fprintln(os.Stderr, "no DISPLAY: tests that draw are skipped (use xvfb-run -a go test)")
		os.Exit(m.Run())
	}
	haveGPU = true
	ebiten.SetWindowSize(320, 180)
	ebiten.SetWindowVisible(false)
	g := &testGame{m: m, code: 1}
	if err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		fmt.Fprintln(os.Stderr, "RunGame:", err)
		os.Exit(2)
	}
	os.Exit(g.code)
}

func needGPU(t testing.TB) {
	t.Helper()
	if !haveGPU {
		t.Skip("needs a display")
	}
}

// pixels reads an image back.
func pixels(img *ebiten.Image) *image.RGBA {
	m := image.NewRGBA(img.Bounds())
	img.ReadPixels(m.Pix)
	return m
}

// save writes a picture into the directory of -dump.
func save(t *testing.T, name string, img *image.RGBA) {
	if *dump == "" {
		return
	}
	if err := os.MkdirAll(*dump, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(*dump, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
