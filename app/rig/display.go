package rig

import (
	"fmt"
	"os"

	"github.com/hajimehoshi/ebiten/v2"
)

// Displayed runs the tests inside the first Update of a hidden window where there is a display, so that
// they can be the host of a game that draws (see guest); elsewhere it runs them plainly.
type Displayed struct {
	Tests func() int
	code  int
}

// HasDisplay says whether the tests run inside a window.
var HasDisplay bool

func (d *Displayed) Run() int {
	if os.Getenv("DISPLAY") == "" {
		fmt.Println("no DISPLAY: tests of the window skip (use xvfb-run -a go test)")
		return d.Tests()
	}
	HasDisplay = true
	ebiten.SetWindowVisible(false)
	if err := ebiten.RunGameWithOptions(d, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		fmt.Println("RunGame:", err)
		return 2
	}
	return d.code
}

// Update, Draw and Layout make Displayed an ebiten.Game of a single tick.
func (d *Displayed) Update() error            { d.code = d.Tests(); return ebiten.Termination }
func (*Displayed) Draw(*ebiten.Image)         {}
func (*Displayed) Layout(int, int) (int, int) { return 320, 180 }
