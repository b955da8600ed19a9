package things

import (
	"slices"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	passageWidth = 340
	// deaf is for how many ticks a new question takes no answer: the player may just be pressing something.
	deaf = 45
)

// Passage is the screen that asks whether the player wants to travel to the world that a thing offers. Only
// this answer leads anywhere: no script can give it.
type Passage struct{ of model.Passage }

// Ask opens the screen, unless another screen is open: the player is busy, and can go to the thing again. It
// reports whether it did.
func (p *Passage) Ask(u *kit.Context, of model.Passage) bool {
	if len(u.Stack) > 0 {
		return false
	}
	p.of = of
	u.Open(p)
	return true
}

// Show lays out what is known of the world, and the answers. The first one is to stay.
func (p *Passage) Show(u *kit.Context) {
	u.Veil()
	w := min(passageWidth, u.W-16)
	name := p.of.Name
	if name == "" {
		name = u.Say("passage.nameless")
	}
	about := slices.Concat(u.Wrap(u.Say1("passage.by", "thing", p.of.By), w-2*kit.Padding-56), u.Wrap(u.Say("passage.how"), w-2*kit.Padding-56))
	tall := max(len(about)*kit.LineHeight, 52)
	panel := u.Centred(w, 2*kit.Padding+24+tall+8+3*(kit.ButtonHeight+4))
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say1("passage.title", "world", name))
	top := r.Cut(tall)
	kit.DrawPicture(u, kit.R(top.X, top.Y, 48, 48), p.of.Picture, name)
	for k, l := range about {
		u.Text(kit.R(top.X+56, top.Y+k*kit.LineHeight, top.W-56, kit.LineHeight), l, kit.Style{Col: kit.DimColour})
	}
	r.Cut(8)
	button := func(key string) bool {
		row := r.Cut(kit.ButtonHeight)
		r.Cut(4)
		return u.Button(row, kit.Ident(key, 0), u.Say(key), "")
	}
	switch {
	case (button("passage.stay") || u.Backed()) && u.Now-u.Since >= deaf:
		u.Close()
	case button("passage.travel") && u.Now-u.Since >= deaf:
		u.Close()
		u.Do(model.TakePassage{Thing: p.of.Thing})
	case button("passage.never") && u.Now-u.Since >= deaf:
		u.Close()
		u.Do(model.BarPassage{Thing: p.of.Thing})
	}
}
