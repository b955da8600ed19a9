package sheet

import (
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
)

const (
	pickerColumns = 11
	pickerCell    = 24
)

// picker is the screen with all colours, over the panel.
type picker struct {
	s *Sheet
	n uint32 // the slot
}

func (p *picker) open(u *kit.Context, s *Sheet, n *slot) {
	*p = picker{s, n.id}
	u.Open(p)
	u.Prefer = kit.Ident("panel.colour", int(n.Colour))
}

// Show lays out the colours.
func (p *picker) Show(u *kit.Context) {
	var n *slot
	for k := range p.s.slots {
		if p.s.slots[k].id == p.n {
			n = &p.s.slots[k]
		}
	}
	if n == nil { // the script took it away
		u.CloseUnlessDrawing()
		return
	}
	p.s.lay(u)
	beside := p.s.place(u)
	p.s.still(u, beside)
	rows := (int(palette.Count) + pickerColumns - 1) / pickerColumns
	r := u.Centred(pickerColumns*pickerCell+2*kit.Padding, rows*pickerCell+2*kit.Padding+28+kit.RowHeight)
	r.X = max(8, min(r.X, beside.X-r.W-8))
	u.Panel(r)
	in := r.Inset(kit.Padding)
	u.Heading(&in, n.Label)
	in.Cut(4)
	for k := range int(palette.Count) {
		c := kit.R(in.X+k%pickerColumns*pickerCell, in.Y+k/pickerColumns*pickerCell, pickerCell-2, pickerCell-2)
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("panel.colour", k), R: c})
		u.Face(c, focused, false)
		swatch(u, c.Inset(4), uint8(k))
		if k == int(n.Colour) {
			u.P.Fill(kit.R(c.X+4, c.Y+c.H-2, c.W-8, 2), kit.FocusColour)
		}
		if u.Answer(chosen, "") {
			n.Colour = uint8(k)
			p.s.answer(u, n)
			u.Close()
			return
		}
	}
	in.Cut(rows*pickerCell + 4)
	if u.Button(kit.R(in.X+in.W-100, in.Y, 100, kit.ButtonHeight), kit.Ident("panel.colour.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}
