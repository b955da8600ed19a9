package render

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// testGame runs the whole test binary inside the first Update, so that NewImage, DrawImage, shaders and
// ReadPixels work in every test.
type testGame struct {
	m    *testing.M
	code int
}

func (g *testGame) Update() error            { g.code = g.m.Run(); return ebiten.Termination }
func (*testGame) Draw(*ebiten.Image)         {}
func (*testGame) Layout(int, int) (int, int) { return 320, 180 }

var haveGPU bool

// figures makes TestFigures measure for long.
var figures = flag.Bool("figures", false, "measure for seconds instead of a moment")

// window measures a real window instead of running the tests.
var window = flag.Bool("window", false, "measure frames per second in a window of 1280×720, run no test")

// dump is a directory for pictures to look at.
var dump = flag.String("dump", "", "directory to write pictures to")

func TestMain(m *testing.M) {
	flag.Parse()
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		fmt.Fprintln(os.Stderr, "no DISPLAY: rendering tests are skipped (use xvfb-run -a go test)")
		os.Exit(m.Run())
	}
	if *window {
		if err := measureWindow(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
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
