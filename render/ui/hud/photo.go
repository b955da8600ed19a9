package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Photo is the state of the photo screen.
type Photo struct {
	Tags    *Tags
	names   bool // names are in the picture
	pending int  // frames until the interface is shown again
}

const (
	// photoStep is how far the camera goes in a tick, in thousandths of the height of the view.
	photoStep = 10
	// photoFrames is for how many frames everything is left out of the window when a picture is taken.
	photoFrames = 3
)

func (p *Photo) Open(u *kit.Context) {
	*p = Photo{Tags: p.Tags}
	u.Open(p)
}

// Taken reports that the picture is taken: the help for the keys is shown again.
func (p *Photo) Taken() { p.pending = 0 }

// Show lays out the taking of pictures: the world alone, and a line that says how, which is not in the
// picture.
func (p *Photo) Show(u *kit.Context) {
	if p.names {
		p.Tags.alone(u)
	}
	if !u.Drawing {
		p.pending = max(0, p.pending-1)
		if u.Now > u.Since+1 {
			p.keys(u)
		}
	}
	if p.pending == 0 {
		photoHelp(u)
	}
}

// photoHelp describes the keys.
func photoHelp(u *kit.Context) {
	in := u.In
	words := [...]string{
		u.Say1("photo.take", "key", in.Name(input.Confirm)), u.Say1("photo.names", "key", in.Name(input.NextPage)),
		u.Say(u.ByDevice("photo.move", "photo.move", "photo.move_pad")), u.Say2("photo.zoom", "key", in.Name(input.ZoomIn), "other", in.Name(input.ZoomOut)), u.Say1("photo.leave", "key", in.Name(input.Back)),
	}
	w := 0
	for _, s := range words {
		w = max(w, u.Measure(s, false))
	}
	r := kit.R(8, u.H-len(words)*16-16, w+16, len(words)*16+8)
	u.Panel(r)
	for i, s := range words {
		u.Text(kit.R(r.X+8, r.Y+4+i*16, w+2, 16), s, kit.Style{Col: kit.TextColour})
	}
}

// keys answers the keys while pictures are taken.
func (p *Photo) keys(u *kit.Context) {
	in, p := u.In, p
	axis := func(less, more input.Action) int {
		n := 0
		if in.Held(less) {
			n--
		}
		if in.Held(more) {
			n++
		}
		return n
	}
	if x, y := axis(input.Left, input.Right), axis(input.Up, input.Down); x != 0 || y != 0 {
		u.Do(model.PanPhoto{X: x * photoStep, Y: y * photoStep})
	}
	switch {
	case in.Pressed(input.ZoomIn):
		u.Do(model.ZoomPhoto{By: -1})
	case in.Pressed(input.ZoomOut):
		u.Do(model.ZoomPhoto{By: 1})
	case in.Pressed(input.Confirm) || in.ButtonPressed(input.MouseLeft):
		p.pending = photoFrames
		u.Sound(kit.SoundOK)
		u.Do(model.TakePhoto{})
	case in.Pressed(input.NextPage):
		p.names = !p.names
		u.Sound(kit.SoundHover)
	case u.Backed():
		u.Do(model.EndPhoto{})
		u.Close()
	}
}
