package ui

// journalWidth is the width of the journal's panel.
const journalWidth = 400

// journalRow is a line of the journal as it is laid out.
type journalRow struct {
	text  string
	title bool
}

// showJournal lays out what happened to the world, all of it, the newest first.
func (j *Journal) Show(u *Context) {
	u.veil()
	w := min(journalWidth, u.w-16)
	rows := journalRows(u, w-2*padding-12)
	room := min(max(len(rows), 2), (u.h-120)/lineHeight)
	panel := u.centred(w, 24+room*lineHeight+20+buttonHeight+2*padding)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("journal.title"))
	list := r.cut(room * lineHeight)
	scrollPlain(u, &j.from, len(rows), room, list)
	if len(rows) == 0 {
		u.paragraph(list, u.say("journal.none"), style{col: dimColour})
	}
	for i := j.from; i < min(len(rows), j.from+room); i++ {
		line := list.cut(lineHeight)
		if rows[i].title {
			u.text(line, rows[i].text, style{col: focusColour})
			continue
		}
		line.x, line.w = line.x+12, line.w-12
		u.text(line, rows[i].text, style{col: textColour})
	}
	more(u, rect{r.x, r.y, r.w, 12}, j.from+room < len(rows))
	r.cut(16)
	row := r.cut(buttonHeight)
	if u.button(rect{row.x + row.w/4, row.y, row.w / 2, row.h}, ident("journal.back", 0), u.say("menu.back"), "") || u.backed() {
		u.close()
	}
}

// journalRows breaks the journal into lines of a width.
func journalRows(u *Context, w int) (rows []journalRow) {
	for i, e := range u.m.Journal {
		if i > 0 {
			rows = append(rows, journalRow{})
		}
		rows = append(rows, journalRow{e.Title, true})
		for _, l := range e.Lines {
			for _, part := range u.wrap(l, w) {
				rows = append(rows, journalRow{part, false})
			}
		}
	}
	return rows
}

// Open shows the journal from its newest entry on.
func (j *Journal) Open(u *Context) {
	j.from = 0
	u.open(j)
}
