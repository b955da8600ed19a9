// Package collection is the screen of a player's journal: a tab for each kind of things to find, with their
// pictures, what is not found yet as silhouettes, and the history of the world.
package collection

import (
	"image/color"
	"slices"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// width and height are the most that the screen takes.
	width, height = 640, 400
	// tabsWidth is the width of the column of tabs, and tabHeight the height of one.
	tabsWidth, tabHeight = 148, 22
	// frameSide is how much larger a card is than its picture, and gap the room between two.
	frameSide, gap = 6, 4
	// detailHeight is the height of the text about the card in focus.
	detailHeight = 84
)

// Screen is the journal's screen.
type Screen struct {
	OpenMap func(*kit.Context)
	tab     int
	card    int    // in focus last, of the tab
	from    int    // the first line of the history
	had     uint32 // the focus of the last tick
	tabbed  bool   // it moved there by Tab, which walks through everything and opens nothing
}

// Open opens the journal at the tab that was open last.
func (s *Screen) Open(u *kit.Context) {
	s.card, s.from = firstFound(&u.Model.Journal, s.tab), 0
	u.Open(s)
	u.Prefer = kit.Ident("collection.tab", s.tab)
}

// Show lays out the journal.
func (s *Screen) Show(u *kit.Context) {
	u.Veil()
	c := &u.Model.Journal
	panel := u.Centred(width, height)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("journal.title"))
	tabs := len(c.Tabs) + 1 // the last is the history
	s.tab = min(s.tab, tabs-1)
	if !u.Drawing {
		if by := pages(u); by != 0 {
			s.turn(u, (s.tab+by+tabs)%tabs)
		}
	}
	left := kit.R(r.X, r.Y, tabsWidth, r.H)
	right := kit.R(r.X+tabsWidth+10, r.Y, r.W-tabsWidth-10, r.H)
	s.tabs(u, left)
	u.P.Fill(kit.R(right.X-6, right.Y, 1, right.H), kit.BorderColour)
	foot := kit.R(right.X, right.Y+right.H-kit.ButtonHeight, right.W, kit.ButtonHeight)
	right.H -= kit.ButtonHeight + 6
	if s.tab < len(c.Tabs) {
		s.cards(u, right, &c.Tabs[s.tab])
	} else {
		s.history(u, right)
	}
	half := foot.W/2 - 4
	if u.Button(kit.R(foot.X, foot.Y, half, foot.H), kit.Ident("collection.map", 0), u.Say("map.title"), "") {
		u.CloseAll()
		s.OpenMap(u)
		return
	}
	if u.Button(kit.R(foot.X+half+8, foot.Y, half, foot.H), kit.Ident("journal.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// pages returns by how many tabs the keys of this tick lead on.
func pages(u *kit.Context) int {
	switch {
	case u.In.Edit(input.Tab): // it walks through the buttons
		return 0
	case u.In.Repeat(input.NextPage):
		return 1
	case u.In.Repeat(input.PrevPage):
		return -1
	}
	return 0
}

// turn opens a tab.
func (s *Screen) turn(u *kit.Context, to int) {
	if to == s.tab {
		return
	}
	s.tab, s.card, s.from = to, firstFound(&u.Model.Journal, to), 0
	u.SetFocus(kit.Ident("collection.tab", to))
}

// firstFound returns the number of the first entry of a tab that was found, 0 if none was.
func firstFound(c *model.Collection, tab int) int {
	if tab < len(c.Tabs) {
		return max(0, slices.IndexFunc(c.Tabs[tab].Entries, func(e model.Entry) bool { return e.Found }))
	}
	return 0
}

// tabs lays out the column of tabs, and how much was found of all.
func (s *Screen) tabs(u *kit.Context, r kit.Rect) {
	c := &u.Model.Journal
	for n := range len(c.Tabs) + 1 {
		row := r.Cut(tabHeight)
		row.H -= 2
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("collection.tab", n), R: row})
		if chosen || focused && !u.Drawing && !u.In.CursorMoved && s.had != u.Focused && !s.tabbed {
			s.turn(u, n)
		}
		name, count, full := u.Say("collection.history"), "", false
		if n < len(c.Tabs) {
			t := &c.Tabs[n]
			name, count, full = t.Name, u.Say2("collection.count", "n", kit.Itoa(t.Have), "of", kit.Itoa(t.All)), t.Have == t.All
		}
		col, dim := kit.TextColour, kit.DimColour
		if n == s.tab {
			u.P.Fill(row, kit.RaisedColour)
			u.P.Fill(kit.R(row.X, row.Y, 2, row.H), kit.FocusColour)
			col = kit.PaleColour
		}
		if focused {
			u.P.Panel(row, kit.RaisedColour, kit.FocusColour, kit.RaisedColour)
		}
		if full {
			dim = kit.GoodColour
		}
		w := u.Measure(count, false)
		u.Text(kit.R(row.X+8, row.Y, row.W-w-16, row.H), name, kit.Style{Col: col})
		u.Text(kit.R(row.X+row.W-w-6, row.Y, w+2, row.H), count, kit.Style{Col: dim})
	}
	if !u.Drawing {
		s.had, s.tabbed = u.Focused, u.In.Edit(input.Tab)
	}
	foot := kit.R(r.X, r.Y+r.H-34, r.W, 34)
	if c.All == 0 || r.H < 40 {
		return
	}
	u.Text(kit.R(foot.X, foot.Y, foot.W, 16), u.Say("collection.all"), kit.Style{Col: kit.DimColour})
	u.Text(kit.R(foot.X, foot.Y, foot.W-4, 16), u.Say1("collection.percent", "n", kit.Itoa(100*c.Have/c.All)), kit.Style{Col: kit.FocusColour, Align: kit.Right})
	u.Bar(kit.R(foot.X, foot.Y+20, foot.W-2, 10), float64(c.Have)/float64(c.All), c.Have == c.All)
}

// backs are the grounds of the cards of a tab, by their turn.
var backs = [...]uint32{0x1E3B3A, 0x1E3B3A, 0x3A2430, 0x453D66, 0x16304F, 0x5D3A3A, 0x16304F}

// cards lays out the cards of a tab, and what there is to say about the one in focus.
func (s *Screen) cards(u *kit.Context, r kit.Rect, t *model.Tab) {
	room := r.H - detailHeight - gap
	grow, columns, pitch := 2, 0, 0
	for ; grow > 0; grow-- { // as large as all of them fit
		pitch = grow*kit.CardSide + frameSide + gap
		columns = max(1, (r.W+gap)/pitch)
		if (len(t.Entries)+columns-1)/columns*pitch-gap <= room {
			break
		}
	}
	grow = max(grow, 1)
	for n := range t.Entries {
		e := &t.Entries[n]
		at := kit.R(r.X+n%columns*pitch, r.Y+n/columns*pitch, pitch-gap, pitch-gap)
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("collection.card", n), R: at})
		if focused || chosen {
			s.card = n
		}
		s.show(u, at, e, focused || s.card == n, kit.Rgb(backs[s.tab%len(backs)]), grow)
	}
	if len(t.Entries) == 0 {
		return
	}
	s.card = min(s.card, len(t.Entries)-1)
	detail(u, kit.R(r.X, r.Y+r.H-detailHeight, r.W, detailHeight), &t.Entries[s.card])
}

// show draws a card: a picture, or the silhouette of what is not found yet.
func (s *Screen) show(u *kit.Context, r kit.Rect, e *model.Entry, focused bool, back color.RGBA, grow int) {
	border := kit.BorderColour
	if !e.Found {
		back = kit.RaisedColour
	}
	if focused {
		border = kit.FocusColour
	}
	u.P.Panel(r, back, border, border)
	picture(u, kit.R(r.X+3, r.Y+3, grow*kit.CardSide, grow*kit.CardSide), e.Subject, e.Found, grow)
}

// detail tells of an entry: its picture twice as large, its name, a sentence, and where it was found.
func detail(u *kit.Context, r kit.Rect, e *model.Entry) {
	u.P.Panel(r, kit.WellColour, kit.BorderColour, kit.WellColour)
	in := r.Inset(5)
	picture(u, kit.R(in.X, in.Y, 2*kit.CardSide, 2*kit.CardSide), e.Subject, e.Found, 2)
	in.X, in.W = in.X+2*kit.CardSide+8, in.W-2*kit.CardSide-8
	if !e.Found {
		u.Text(in.Cut(18), "???", kit.Style{Col: kit.DimColour})
		u.Paragraph(in, u.Say("collection.unknown"), kit.Style{Col: kit.DimColour})
		return
	}
	u.Text(in.Cut(18), e.Name, kit.Style{Col: kit.FocusColour})
	used := u.Paragraph(kit.R(in.X, in.Y, in.W, 2*kit.LineHeight), e.About, kit.Style{Col: kit.TextColour})
	if rest := in.H - used; e.Note != "" && rest >= kit.LineHeight {
		u.Paragraph(kit.R(in.X, in.Y+used, in.W, rest), e.Note, kit.Style{Col: kit.GoodColour, Small: true})
	}
}

// line is a line of the history as it is laid out.
type line struct {
	when, text string
	mark       bool // it begins a milestone
	title      bool
}

// history lays out the milestones of the world, and below them what was merged.
func (s *Screen) history(u *kit.Context, r kit.Rect) {
	const whenWidth = 92
	var lines []line
	for k := range u.Model.Journal.Milestones {
		m := &u.Model.Journal.Milestones[k]
		for n, part := range u.Wrap(m.Text, r.W-whenWidth-14) {
			l := line{text: part, mark: n == 0}
			if n == 0 {
				l.when = m.When
			}
			lines = append(lines, l)
		}
	}
	for _, e := range u.Model.Journal.News {
		lines = append(lines, line{}, line{text: e.Title, title: true})
		for _, t := range e.Lines {
			for _, part := range u.Wrap(t, r.W-14) {
				lines = append(lines, line{text: part})
			}
		}
	}
	if len(lines) == 0 {
		u.Paragraph(r, u.Say("journal.none"), kit.Style{Col: kit.DimColour})
		return
	}
	const pitch = kit.LineHeight + 2
	room := max((r.H-8)/pitch, 1)
	kit.ScrollPlain(u, &s.from, len(lines), room, r)
	for n, l := range lines[s.from:min(len(lines), s.from+room)] {
		row := kit.R(r.X, r.Y+n*pitch, r.W, pitch)
		switch {
		case l.title:
			u.Text(row, l.text, kit.Style{Col: kit.FocusColour})
			continue
		case l.mark:
			u.P.Fill(kit.R(row.X+1, row.Y+6, 5, 5), kit.FocusColour)
			u.P.Fill(kit.R(row.X+2, row.Y+7, 3, 3), kit.PaleColour)
			u.Text(kit.R(row.X+12, row.Y, whenWidth, row.H), l.when, kit.Style{Col: kit.DimColour})
		}
		x := 12
		if s.from+n < milestoneLines(lines) {
			x += whenWidth
		}
		u.Text(kit.R(row.X+x, row.Y, row.W-x, row.H), l.text, kit.Style{Col: kit.TextColour})
	}
	kit.More(u, kit.R(r.X, r.Y+r.H-4, r.W, 8), s.from+room < len(lines))
}

// milestoneLines returns how many lines there are before the first title.
func milestoneLines(lines []line) int {
	for n, l := range lines {
		if l.title {
			return n - 1
		}
	}
	return len(lines)
}
