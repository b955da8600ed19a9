package ui

import (
	"manyhold/input"
)

// Photo is what the screen for taking pictures remembers.
type Photo struct {
	tags    *Tags
	names   bool // names are in the picture
	pending int  // frames until what is over the world is shown again
}

const (
	// photoStep is how far the camera goes in a tick, in thousandths of the height of the view.
	photoStep = 10
	// photoFrames is for how many frames everything is left out of the window when a picture is taken.
	photoFrames = 3
)

func (p *Photo) Open(u *Context) {
	*p = Photo{tags: p.tags}
	u.open(p)
}

// Photographed says that the picture that was asked for is taken: what explains the keys is shown again.
func (p *Photo) taken() { p.pending = 0 }

// showPhoto lays out the taking of pictures: the world alone, and a line that says how, which is not in the picture.
func (p *Photo) Show(u *Context) {
	if p.names {
		p.tags.show(u)
	}
	if !u.drawing {
		p.pending = max(0, p.pending-1)
		if u.now > u.since+1 {
			p.keys(u)
		}
	}
	if p.pending == 0 {
		photoHelp(u)
	}
}

// photoHelp says which keys do what.
func photoHelp(u *Context) {
	in := u.in
	words := [...]string{
		u.say1("photo.take", "key", in.Name(input.Confirm)), u.say1("photo.names", "key", in.Name(input.NextPage)),
		u.say("photo.move"), u.say2("photo.zoom", "key", in.Name(input.ZoomIn), "other", in.Name(input.ZoomOut)), u.say1("photo.leave", "key", in.Name(input.Back)),
	}
	w := 0
	for _, s := range words {
		w = max(w, u.measure(s, false))
	}
	r := rect{8, u.h - len(words)*16 - 16, w + 16, len(words)*16 + 8}
	u.panel(r)
	for i, s := range words {
		u.text(rect{r.x + 8, r.y + 4 + i*16, w + 2, 16}, s, style{col: textColour})
	}
}

// photoKeys answers the keys while pictures are taken.
func (p *Photo) keys(u *Context) {
	in, p := u.in, p
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
		u.do(PanPhoto{X: x * photoStep, Y: y * photoStep})
	}
	switch {
	case in.Pressed(input.ZoomIn):
		u.do(ZoomPhoto{By: -1})
	case in.Pressed(input.ZoomOut):
		u.do(ZoomPhoto{By: 1})
	case in.Pressed(input.Confirm) || in.ButtonPressed(input.MouseLeft):
		p.pending = photoFrames
		u.sound(SoundOK)
		u.do(TakePhoto{})
	case in.Pressed(input.NextPage):
		p.names = !p.names
		u.sound(SoundHover)
	case u.backed():
		u.do(EndPhoto{})
		u.close()
	}
}
