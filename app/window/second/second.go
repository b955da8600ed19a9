// Package second is what a second start of the game on a data directory does: it calls the window that is
// open already. Where there is none, because a node runs in the background, a small window says so, and opens
// a window on that node.
package second

import (
	"context"
	"fmt"
	"image/color"
	"log/slog"
	"os"
	"os/exec"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/control"
	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/app/summon"
	"manyhold/app/window/language"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/input/window"
	"manyhold/render/atlas"
	"manyhold/render/ui"
	"manyhold/render/ui/model"
)

const (
	// answerTime is how long the window has to answer: a busy one looks four times a second.
	answerTime = 3 * time.Second
	// width and height are those of the small window.
	width, height = 960, 540
)

// Start does what a second start does; why is the reason for which the directory could not be used. endpoint
// is that of ebiten's guest mode, "" for a real window.
func Start(ctx context.Context, f options.Play, why error, endpoint string, log *slog.Logger) error {
	dir, err := settings.FindData(f.Data)
	if err != nil {
		return err
	}
	if summon.Call(ctx, dir, answerTime) {
		log.Info("Manyhold runs already: its window was called", "data", dir)
		return nil
	}
	d, err := newDialog(f, dir)
	if err != nil {
		return why
	}
	ebiten.SetWindowTitle("Manyhold")
	ebiten.SetWindowSize(width, height)
	if err := ebiten.RunGameWithOptions(d, &ebiten.RunGameOptions{VMGuestEndpoint: endpoint}); err != nil || !d.agreed {
		return why
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the program: %w", err)
	}
	return exec.Command(program, "play", "--attach", "--data", dir).Start() // it outlives this process
}

// dialog is the small window.
type dialog struct {
	source   input.Source
	bindings *input.Bindings
	in       input.State
	ui       *ui.UI
	model    model.Model
	w, h     int
	agreed   bool
	over     bool
}

// newDialog makes the small window, in the language of the settings of a data directory.
func newDialog(f options.Play, dir string) (*dialog, error) {
	f.Windowed = true
	conf, err := settings.LoadSettings(&f, dir)
	if err != nil {
		return nil, err
	}
	words, err := language.Words(dir, conf.Settings.Player.Language)
	if words == nil {
		return nil, err
	}
	d := &dialog{source: window.New(), ui: ui.New(unpainted{}, words), w: width, h: height}
	if d.bindings, err = input.NewBindings(conf.Settings.Keys); err != nil {
		return nil, err
	}
	d.model.Title.Dialog = model.Dialog{Head: words.Get("second.title"), Text: words.Get("second.text")}
	if _, err := control.Find(dir); err == nil {
		d.model.Title.Dialog.Agree = words.Get("second.agree")
	}
	return d, nil
}

// Layout takes the window as it is.
func (d *dialog) Layout(w, h int) (int, int) {
	d.w, d.h = max(w, 1), max(h, 1)
	return d.w, d.h
}

// Update answers the player.
func (d *dialog) Update() error {
	if d.over {
		return ebiten.Termination
	}
	d.bindings.Read(d.source, &d.in)
	d.model.Window.Width, d.model.Window.Height = d.w, d.h
	for _, a := range d.ui.Update(&d.in, &d.model).Actions {
		switch a.(type) {
		case model.Agree:
			d.agreed, d.over = true, true
		case model.Quit:
			d.over = true
		}
	}
	return nil
}

// Draw draws the question.
func (d *dialog) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0x1B, 0x18, 0x30, 255})
	d.model.Window.Width, d.model.Window.Height = d.w, d.h
	d.ui.Draw(screen, &d.model)
}

// unpainted is an art without pictures: the question needs none.
type unpainted struct{}

func (unpainted) Icon(item.Kind) *ebiten.Image                 { return nil }
func (unpainted) Face(entity.Look) *ebiten.Image               { return nil }
func (unpainted) Figure(atlas.Dress, int, int) *ebiten.Image   { return nil }
func (unpainted) MapColour(tile.Ground, tile.Block) color.RGBA { return color.RGBA{} }
