package menu

import (
	"manyhold/render/ui/kit"
)

// journalWidth is the width of the journal's panel.
const journalWidth = 400

// journalRow is a line of the journal as it is laid out.
type journalRow struct {
	text  string
	title bool
}

// Show lays out the world's whole history, the newest first.
func (j *Journal) Show(u *kit.Context) {
	u.Veil()
	w := min(journalWidth, u.W-16)
	rows := journalRows(u, w-2*kit.Padding-12)
	room := min(max(len(rows), 2), (u.H-120)/kit.LineHeight)
	panel := u.Centred(w, 24+room*kit.LineHeight+20+kit.ButtonHeight+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("journal.title"))
	list := r.Cut(room * kit.LineHeight)
	kit.ScrollPlain(u, &j.from, len(rows), room, list)
	if len(rows) == 0 {
		u.Paragraph(list, u.Say("journal.none"), kit.Style{Col: kit.DimColour})
	}
	for i := j.from; i < min(len(rows), j.from+room); i++ {
		line := list.Cut(kit.LineHeight)
		if rows[i].title {
			u.Text(line, rows[i].text, kit.Style{Col: kit.FocusColour})
			continue
		}
		line.X, line.W = line.X+12, line.W-12
		u.Text(line, rows[i].text, kit.Style{Col: kit.TextColour})
	}
	kit.More(u, kit.R(r.X, r.Y, r.W, 12), j.from+room < len(rows))
	r.Cut(16)
	row := r.Cut(kit.ButtonHeight)
	if u.Button(kit.R(row.X+row.W/4, row.Y, row.W/2, row.H), kit.Ident("journal.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// journalRows breaks the journal into lines of a width.
func journalRows(u *kit.Context, w int) (rows []journalRow) {
	for i, e := range u.Model.Journal {
		if i > 0 {
			rows = append(rows, journalRow{})
		}
		rows = append(rows, journalRow{e.Title, true})
		for _, l := range e.Lines {
			for _, part := range u.Wrap(l, w) {
				rows = append(rows, journalRow{part, false})
			}
		}
	}
	return rows
}

// Open shows the journal from its newest entry on.
func (j *Journal) Open(u *kit.Context) {
	j.from = 0
	u.Open(j)
}
