package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// ShowDialog lays out the question that stands in place of the title.
func ShowDialog(u *kit.Context) {
	d := &u.Model.Title.Dialog
	const width = 400
	tall := u.Height(d.Text, width-2*kit.Padding, false) + 12
	panel := u.Centred(width, 24+tall+kit.ButtonHeight+2*kit.Padding)
	panel.Y = underLogo(u, panel.H)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, d.Head)
	u.Paragraph(r.Cut(tall), d.Text, kit.Style{Col: kit.TextColour})
	row := r.Cut(kit.ButtonHeight)
	half := (row.W - 8) / 2 &^ 3
	if d.Agree != "" && u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("dialog.agree", 0), d.Agree, "") {
		u.Do(model.Agree{})
	}
	if u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("dialog.quit", 0), u.Say("pause.close"), "") || u.Backed() {
		u.Do(model.Quit{})
	}
}
