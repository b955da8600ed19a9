package match

import (
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Board is the match board: the matches of the world, and the results of those that are over.
type Board struct {
	screens *Screens
	from    int
	results bool // these are shown
	asked   uint64
	record  Record // the result that is looked at
}

// askEvery is how often an open board asks for the list, in ticks.
const askEvery = 30

// Open opens the board.
func (b *Board) Open(u *kit.Context) {
	b.from, b.results, b.asked = 0, false, 0
	u.Open(b)
}

// Show lays out the list.
func (b *Board) Show(u *kit.Context) {
	m := &u.Model.Game.Matches
	body, help, foot := panel(u, u.Say("match.board"))
	b.ask(u)
	b.tabs(u, body.Cut(kit.RowHeight+4))
	if b.results {
		b.showResults(u, body)
	} else {
		b.showRows(u, body)
	}
	why := ""
	if !m.Able {
		why = u.Say("match.not_here")
	}
	chosen := footButtons(u, foot, "board.foot", footButton{u.Say("match.create"), why}, footButton{u.Say("menu.back"), ""})
	if u.Help == "" && m.Waiting != "" {
		u.Help = m.Waiting
	}
	u.HelpLine(help)
	switch {
	case chosen == 0:
		b.screens.Create.Open(u)
	case chosen == 1 || u.Backed():
		u.Close()
	}
}

// ask keeps the list up to date.
func (b *Board) ask(u *kit.Context) {
	if u.Drawing || b.asked > 0 && u.Now < b.asked+askEvery {
		return
	}
	b.asked = u.Now
	u.Do(model.LookAtMatches{})
}

// tabs lays out the two lists to choose from.
func (b *Board) tabs(u *kit.Context, r kit.Rect) {
	m := &u.Model.Game.Matches
	for k, say := range [...]string{u.Say1("match.tab_open", "n", kit.Itoa(len(m.Rows))), u.Say1("match.tab_results", "n", kit.Itoa(len(m.Results)))} {
		at := kit.R(r.X+k*140, r.Y, 132, kit.ButtonHeight)
		if u.Button(at, kit.Ident("board.tab", k), say, "") {
			b.results, b.from = k == 1, 0
		}
		if (k == 1) == b.results {
			u.P.Fill(kit.R(at.X+4, at.Y+at.H, at.W-8, 2), kit.FocusColour)
		}
	}
	if u.Drawing {
		return
	}
	if u.In.ButtonPressed(input.KeyPageDown) || u.In.ButtonPressed(input.PadR1) || u.In.ButtonPressed(input.KeyPageUp) || u.In.ButtonPressed(input.PadL1) {
		b.results, b.from = !b.results, 0
	}
}

// showRows lays out the matches.
func (b *Board) showRows(u *kit.Context, r kit.Rect) {
	rows := u.Model.Game.Matches.Rows
	if len(rows) == 0 {
		u.Paragraph(kit.R(r.X, r.Y+8, r.W, r.H), u.Say("match.none"), kit.Style{Col: kit.DimColour})
		return
	}
	b.list(u, r, rowHeight, len(rows), "match", func(at kit.Rect, i int) { b.row(u, at, i, &rows[i]) })
}

// list lays out those of n rows that there is room for.
func (b *Board) list(u *kit.Context, r kit.Rect, height, n int, name string, row func(at kit.Rect, i int)) {
	room := max(1, r.H/height)
	kit.ScrollList(u, &b.from, n, room, name, r)
	for i := b.from; i < min(n, b.from+room); i++ {
		at := r.Cut(height)
		at.H -= 4
		row(at, i)
	}
	kit.More(u, kit.R(r.X, r.Y+2, r.W, 8), b.from+room < n)
}

// row lays out a match.
func (b *Board) row(u *kit.Context, r kit.Rect, i int, m *model.MatchRow) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("match", i), R: r})
	u.Face(r, focused, false)
	name := kit.TextColour
	if focused {
		r.Y--
		name = kit.PaleColour
	}
	picture(u, kit.R(r.X+2, r.Y+2, iconSide, iconSide), m.Picture, m.Engine)
	top := kit.R(r.X+iconSide+10, r.Y+2, r.W-iconSide-16, 16)
	if m.Here {
		top = tag(u, top, u.Say("match.here"), kit.FocusColour)
	}
	if m.Strict {
		top = tag(u, top, u.Say("match.strict"), kit.SkyColour)
	}
	u.Text(top, m.Title, kit.Style{Col: name})
	low := kit.R(r.X+iconSide+10, r.Y+18, r.W-iconSide-18, 16)
	seats := u.Say2("match.seats", "taken", kit.Itoa(m.Taken), "seats", kit.Itoa(m.Seats))
	if m.Viewers > 0 {
		seats += " · " + u.Count("match.watching", m.Viewers)
	}
	w := u.Measure(seats, false)
	u.Text(kit.R(low.X+low.W-w, low.Y, w, 16), seats, kit.Style{Col: kit.TextColour})
	words := m.Engine + " · " + childWords(u, m.Phase, m.Child)
	u.Text(kit.R(low.X, low.Y, low.W-w-8, 16), words, kit.Style{Col: kit.DimColour})
	if u.Answer(chosen, "") {
		u.Do(model.LookAtMatch{ID: m.ID})
		b.screens.Room.Open(u, m.ID)
	}
}

// showResults lays out the results of matches that are over.
func (b *Board) showResults(u *kit.Context, r kit.Rect) {
	list := u.Model.Game.Matches.Results
	if len(list) == 0 {
		u.Paragraph(kit.R(r.X, r.Y+8, r.W, r.H), u.Say("match.no_results"), kit.Style{Col: kit.DimColour})
		return
	}
	b.list(u, r, resultHeight, len(list), "result", func(at kit.Rect, i int) { b.result(u, at, i, &list[i]) })
}

// resultHeight is the height of a result in the list, with the space below it.
const resultHeight = 58

// result lays out a result: the match and its day, the lines of the result, who played where, and how many
// have signed it.
func (b *Board) result(u *kit.Context, r kit.Rect, i int, m *model.MatchResult) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("result", i), R: r})
	u.Face(r, focused, false)
	if focused {
		r.Y--
		u.Help = strings.Join(append([]string{signedWords(u, m)}, m.Notes...), " · ")
	}
	in := kit.R(r.X+8, r.Y+2, r.W-16, 16)
	signed := u.Say2("match.signed", "n", kit.Itoa(len(m.Signed)), "of", kit.Itoa(m.Of))
	in = tag(u, in, signed, signedColour(m))
	w := u.Measure(m.When, false)
	u.Text(kit.R(in.X+in.W-w, in.Y, w, 16), m.When, kit.Style{Col: kit.DimColour})
	u.Text(kit.R(in.X, in.Y, in.W-w-8, 16), m.Title+" · "+m.Engine, kit.Style{Col: kit.TextColour})
	u.Text(kit.R(r.X+8, r.Y+18, r.W-16, 16), together(m.Lines, ": "), kit.Style{Col: kit.PaleColour})
	low := kit.R(r.X+8, r.Y+34, r.W-16, 16)
	if len(m.Notes) > 0 {
		note := m.Notes[0]
		if more := len(m.Notes) - 1; more > 0 {
			note += " " + u.Say1("match.notes_more", "n", kit.Itoa(more))
		}
		w := min(u.Measure(note, false), low.W*2/3)
		u.Text(kit.R(low.X+low.W-w, low.Y, w, 16), note, kit.Style{Col: kit.FocusColour})
		low.W -= w + 8
	}
	u.Text(low, together(m.Players, " "), kit.Style{Col: kit.DimColour})
	if u.Answer(chosen, "") {
		b.record.of = *m
		u.Open(&b.record)
	}
}

// together writes lines as one.
func together(lines []model.MatchLine, between string) string {
	words := ""
	for k, l := range lines {
		if k > 0 {
			words += " · "
		}
		words += l.Name + between + l.Value
	}
	return words
}
