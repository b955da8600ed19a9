package menu

import (
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// LawWords are the names of the laws, and their meanings.
var LawWords = [world.LawCount]struct{ Name, Help string }{
	world.Blocking:  {"law.blocking", "law.blocking_help"},
	world.Strife:    {"law.strife", "law.strife_help"},
	world.Mercy:     {"law.mercy", "law.mercy_help"},
	world.Homestead: {"law.homestead", "law.homestead_help"},
	world.Avatars:   {"law.avatars", "law.avatars_help"},
	world.Peaceful:  {"law.peaceful", "law.peaceful_help"},
	world.Keep:      {"law.keep", "law.keep_help"},
}

// Page is the state of the world page between ticks. Changes of settings are collected and saved together: an
// entry of the charter is for ever, and their number is bounded.
type Page struct {
	form    Settings
	section int
	from    int // first line shown
	pending []pendingChange
	asked   uint32 // the button that one more press chooses
	askedT  uint64
}

// pendingChange is a new value of a setting. It is shown until the world has taken it.
type pendingChange struct {
	model.Change
	saved uint64 // tick when it was sent; 0: it is not yet
}

const (
	pageWidth, pageNav  = 576, 108
	pageLine            = 28 // height of a setting
	pageRow             = 36 // height of a row of two lines, and the space below it
	pageAct             = 64 // width of a button of a row at least
	pageLabel           = 84 // width of the label of a text
	pageFace            = 72 // height of the world's picture and description
	pageGrow            = 4  // logical pixels of a dot of the picture
	savedTicks          = 300
	pageFoot, pageWords = kit.ButtonHeight, 2*kit.LineHeight + 2
)

// pageValues are the widths of values by kind.
var pageValues = [...]int{model.Toggle: 92, model.Range: 136, model.Choice: 136}

func (w *Page) init() {
	w.form.init()
	w.form.commit = w.change
}

// Open opens the page at its first section.
func (w *Page) Open(u *kit.Context) {
	w.section, w.from, w.pending, w.askedT = 0, 0, w.pending[:0], 0
	w.form.edited = ""
	u.Open(w)
	u.Prefer = kit.Ident("page.section", 0)
}

// Show lays out the sections at the left, and the content of the chosen one.
func (w *Page) Show(u *kit.Context) {
	u.Veil()
	m := &u.Model.Page
	panel := u.Centred(pageWidth, 424)
	if h := min(424, u.H-16); panel.H < h { // its sections need the strip above it
		panel.Y, panel.H = (u.H-h)/2&^3, h
	}
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, m.Title)
	if len(m.Sections) == 0 { // the charter is not known yet
		u.Text(r, u.Say("page.waiting"), kit.Style{Col: kit.DimColour, Align: kit.Centre})
		if u.Backed() {
			u.Close()
		}
		return
	}
	w.section = min(w.section, len(m.Sections)-1)
	w.settle(u)
	w.turn(u)
	nav := kit.R(r.X, r.Y, pageNav, r.H)
	body := kit.R(r.X+pageNav+12, r.Y, r.W-pageNav-12, r.H-pageFoot-pageWords-12)
	w.sections(u, nav)
	u.P.Fill(kit.R(body.X-7, r.Y, 1, r.H), kit.BorderColour)
	w.content(u, body, &m.Sections[w.section])
	words := kit.R(body.X, body.Y+body.H+4, body.W, pageWords)
	u.P.Fill(kit.R(words.X, words.Y, words.W, 1), kit.BorderColour)
	foot := kit.R(body.X, words.Y+words.H+8, body.W, pageFoot)
	back := w.foot(u, foot)
	u.HelpLine(kit.R(words.X, words.Y+4, words.W, words.H))
	if back {
		w.leave(u)
	}
}

// sections lays out the names of the sections.
func (w *Page) sections(u *kit.Context, r kit.Rect) {
	step := min(pageLine, r.H/len(u.Model.Page.Sections))
	for i := range u.Model.Page.Sections {
		at := kit.R(r.X, r.Y+i*step, r.W, step-4)
		if u.Button(at, kit.Ident("page.section", i), u.Model.Page.Sections[i].Name, "") {
			w.show(u, i)
		}
		if i == w.section {
			u.P.Fill(kit.R(at.X+at.W-1, at.Y+2, 2, at.H-4), kit.FocusColour)
		}
	}
}

// show turns to a section.
func (w *Page) show(u *kit.Context, i int) {
	w.keep(u)
	n := len(u.Model.Page.Sections)
	w.section, w.from, w.askedT = (i+n)%n, 0, 0
}

// keep takes over the text of a box that was edited.
func (w *Page) keep(u *kit.Context) {
	for i := range u.Model.Page.Sections[w.section].Settings {
		if s := &u.Model.Page.Sections[w.section].Settings[i]; w.form.edited != "" && s.Key == w.form.edited {
			shown := w.overlaid(s)
			w.form.keepText(u, &shown)
		}
	}
	w.form.edited = ""
}

// turn lets the keys of pages turn to the next section and back.
func (w *Page) turn(u *kit.Context) {
	step := 0
	switch {
	case u.Drawing || u.Keyboard.TookPad:
	case u.In.ButtonPressed(input.KeyPageDown), u.In.ButtonPressed(input.PadR1):
		step = 1
	case u.In.ButtonPressed(input.KeyPageUp), u.In.ButtonPressed(input.PadL1):
		step = -1
	}
	if step != 0 {
		w.show(u, w.section+step)
		u.SetFocus(kit.Ident("page.section", w.section))
	}
}

// content lays out a section: the world's face, a note, settings and rows, as many as fit.
func (w *Page) content(u *kit.Context, r kit.Rect, s *model.PageSection) {
	if s.First {
		w.face(u, r.Cut(pageFace))
		r.Cut(8)
	}
	if s.Note != "" {
		u.Paragraph(r.Cut(u.Height(s.Note, r.W, false)+6), s.Note, kit.Style{Col: kit.DimColour})
	}
	n := len(s.Settings) + len(s.Rows)
	room := w.room(r.H, s)
	w.scroll(u, n, room, r, s)
	for i := w.from; i < min(n, w.from+room); i++ {
		if i < len(s.Settings) {
			shown := w.overlaid(&s.Settings[i])
			w.form.setting(u, r.Cut(pageLine), i, &shown)
			continue
		}
		at := r.Cut(pageRow)
		at.H -= 4
		w.row(u, at, i-len(s.Settings), &s.Rows[i-len(s.Settings)])
	}
	kit.More(u, kit.R(r.X, r.Y+2, r.W, 8), w.from+room < n)
}

// room returns how many lines fit from the first shown on.
func (w *Page) room(height int, s *model.PageSection) (n int) {
	for i := w.from; i < len(s.Settings)+len(s.Rows); i++ {
		step := pageRow
		if i < len(s.Settings) {
			step = pageLine
		}
		if height -= step; height < 0 {
			break
		}
		n++
	}
	return max(1, n)
}

// lineOf returns the line to which a widget belongs, -1 if it is none of a line.
func (w *Page) lineOf(id uint32, s *model.PageSection) int {
	for i := range s.Settings {
		if id == kit.Ident("setting", i) || id == kit.Ident("reset", i) {
			return i
		}
	}
	for i := range s.Rows {
		for k := range max(1, len(s.Rows[i].Acts)) {
			if id == rowIdent(i, k) {
				return len(s.Settings) + i
			}
		}
	}
	return -1
}

// scroll keeps the line of the focus in view.
func (w *Page) scroll(u *kit.Context, n, room int, r kit.Rect, s *model.PageSection) {
	if u.Drawing {
		return
	}
	if u.In.WheelY != 0 && r.Contains(u.CursorX, u.CursorY) {
		w.from -= int(u.In.WheelY)
	} else if i := w.lineOf(u.Focused, s); i >= 0 {
		down, up := u.In.Repeat(input.Down) || u.In.Edit(input.CursorDown) && u.Editing, u.In.Repeat(input.Up) || u.In.Edit(input.CursorUp) && u.Editing
		tab := u.In.Edit(input.Tab) && !u.In.Shift
		switch {
		case (down || tab) && i >= w.from+room-1 && i+1 < n:
			w.from = i + 2 - room
		case up && i <= w.from && i > 0:
			w.from = i - 1
		case i < w.from:
			w.from = i
		}
	}
	w.from = max(0, min(w.from, n-room))
}

// face draws the world's picture, and beside it its title, founder and description.
func (w *Page) face(u *kit.Context, r kit.Rect) {
	m := &u.Model.Page
	side := model.PictureSide*pageGrow + 4
	kit.DrawPicture(u, kit.R(r.X, r.Y, side, side), m.Picture, m.Title)
	x := r.X + side + 10
	u.Text(kit.R(x, r.Y, r.X+r.W-x, 16), m.Title, kit.Style{Col: kit.PaleColour})
	u.Text(kit.R(x, r.Y+16, r.X+r.W-x, 16), u.Say2("page.founded", "name", m.Founder, "rank", m.Rank), kit.Style{Col: kit.DimColour})
	about, col := m.About, kit.TextColour
	if about == "" {
		about, col = u.Say("page.no_description"), kit.DimColour
	}
	u.Paragraph(kit.R(x, r.Y+34, r.X+r.W-x, 2*kit.LineHeight), about, kit.Style{Col: col})
}

// rowIdent is the identity of a button of a row, or of the row itself if it has none.
func rowIdent(row, act int) uint32 { return kit.Ident("page.row", row*16+act) }

// row lays out a line of a list with its buttons.
func (w *Page) row(u *kit.Context, r kit.Rect, i int, row *model.PageRow) {
	wide := pageAct
	for k := range row.Acts {
		wide = max(wide, u.Measure(row.Acts[k].Label, false)+16)
	}
	acts := kit.R(r.X+r.W-len(row.Acts)*wide, r.Y+4, len(row.Acts)*wide, kit.ButtonHeight)
	focused := false
	if len(row.Acts) == 0 {
		focused, _ = u.Take(kit.Widget{ID: rowIdent(i, 0), R: r})
		if focused {
			u.P.Fill(kit.R(r.X, r.Y, 2, r.H), kit.FocusColour)
			u.Help = row.Detail
		}
	}
	x := r.X
	if len(row.Acts) == 0 {
		x += 6
	}
	if row.Look != nil {
		kit.DrawHead(u, x, r.Y+8, &model.Person{Name: row.Name, Look: *row.Look})
		x += 22
	}
	name := kit.TextColour
	if focused {
		name = kit.PaleColour
	}
	width := acts.X - x - 4
	if row.Detail == "" {
		u.Text(kit.R(x, r.Y, width, r.H), row.Name, kit.Style{Col: name})
	} else {
		u.Text(kit.R(x, r.Y, width, 16), row.Name, kit.Style{Col: name})
		u.Text(kit.R(x, r.Y+16, width, 16), row.Detail, kit.Style{Col: kit.DimColour})
	}
	for k := range row.Acts {
		w.act(u, kit.R(acts.X+k*wide+4, acts.Y, wide-4, acts.H), rowIdent(i, k), &row.Acts[k])
	}
}

// act lays out a button of a row. The present state is marked; choosing it again changes nothing.
func (w *Page) act(u *kit.Context, r kit.Rect, id uint32, a *model.PageAct) {
	label := a.Label
	sure := w.askedT > 0 && w.asked == id && u.Now-w.askedT < sureTicks
	if sure {
		label = u.Say("players.sure")
	}
	chosen := u.Button(r, id, label, a.Why)
	if a.On {
		u.P.Fill(kit.R(r.X+4, r.Y+r.H, r.W-8, 2), kit.FocusColour)
	}
	if u.Focused == id && u.Help == "" {
		u.Help = a.Help
	}
	switch {
	case !chosen || a.On:
	case a.Sure && !sure:
		w.asked, w.askedT = id, u.Now
	default:
		w.askedT = 0
		u.Do(a.Do)
	}
}

// foot lays out the buttons below, and reports whether the player wants out.
func (w *Page) foot(u *kit.Context, r kit.Rect) (back bool) {
	third := (r.W - 16) / 3 &^ 3
	why := ""
	if w.Unsaved() == 0 && !w.typing(u) {
		why = u.Say("page.unchanged")
	}
	if u.Button(kit.R(r.X, r.Y, third, r.H), kit.Ident("page.save", 0), u.Say("page.save"), why) {
		w.save(u)
	}
	if u.Button(kit.R(r.X+third+8, r.Y, third, r.H), kit.Ident("page.undo", 0), u.Say("page.undo"), why) {
		w.pending, w.form.edited = w.pending[:0], ""
	}
	id := kit.Ident("page.back", 0)
	back = u.Button(kit.R(r.X+r.W-third, r.Y, third, r.H), id, u.Say("menu.back"), "")
	if w.askedT > 0 && w.asked == id && u.Now-w.askedT < sureTicks {
		u.Help = u.Say("page.unsaved")
	}
	return back || u.Backed()
}

// leave closes the page; with unsaved changes at the second press.
func (w *Page) leave(u *kit.Context) {
	id := kit.Ident("page.back", 0)
	w.keep(u)
	if w.Unsaved() > 0 && (w.askedT == 0 || w.asked != id || u.Now-w.askedT >= sureTicks) {
		w.asked, w.askedT = id, u.Now
		return
	}
	u.Close()
}
