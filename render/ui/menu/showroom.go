package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Showroom is the state of the showroom between ticks.
type Showroom struct {
	from   int
	Chosen uint32 // the last opened row
	Opened bool   // a scene is open; leaving it returns to the list
}

// showroomWidth is the width of the list, where there is room.
const showroomWidth = 560

// Show lays out the scenes of the showroom: the worlds of the tests.
func (t *Showroom) Show(u *kit.Context) {
	n := len(u.Model.Title.Showroom)
	room := max(2, min(n, (u.Tallest()-2*kit.Padding-24-40-kit.RowHeight)/offerRow))
	panel := u.Centred(showroomWidth, 2*kit.Padding+24+40+room*offerRow+kit.RowHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("showroom.title"))
	u.Paragraph(r.Cut(40), u.Say("showroom.how"), kit.Style{Col: kit.DimColour})
	list := r.Cut(room * offerRow)
	kit.ScrollList(u, &t.from, n, room, "scene", list)
	for i := t.from; i < min(n, t.from+room); i++ {
		c := list.Cut(offerRow)
		c.H -= 4
		t.row(u, c, i, &u.Model.Title.Showroom[i])
	}
	kit.More(u, r, t.from+room < n)
	row := r.Cut(kit.RowHeight)
	row.H = kit.ButtonHeight
	back := u.Button(kit.R(row.X+row.W/4, row.Y+4, row.W/2, row.H), kit.Ident("showroom.back", 0), u.Say("menu.back"), "")
	if back || u.Backed() {
		u.Close()
	}
}

// row lays out one scene that can be opened.
func (t *Showroom) row(u *kit.Context, r kit.Rect, i int, o *model.SceneOffer) {
	id := kit.Ident("scene", i)
	focused, chosen := u.Take(kit.Widget{ID: id, R: r})
	u.Face(r, focused, false)
	name := kit.TextColour
	if focused {
		r.Y--
		name = kit.PaleColour
	}
	kw := u.Measure(o.Kind, false) + 8
	u.Text(kit.R(r.X+8, r.Y+1, r.W-16-kw, 16), o.Name, kit.Style{Col: name})
	u.Text(kit.R(r.X+r.W-kw-4, r.Y+1, kw-4, 16), o.Kind, kit.Style{Col: kit.FocusColour, Align: kit.Right})
	u.Text(kit.R(r.X+8, r.Y+16, r.W-16, 16), o.About, kit.Style{Col: kit.DimColour})
	if u.Answer(chosen, "") {
		t.Chosen, t.Opened = id, true
		u.Do(model.OpenScene{ID: o.ID})
	}
}
