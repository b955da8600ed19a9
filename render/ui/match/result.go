package match

import (
	"image/color"
	"strings"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// signedColour is that of a result that holds, or does not yet.
func signedColour(m *model.MatchResult) color.RGBA {
	if m.Held && m.Full {
		return kit.GoodColour
	}
	return kit.BadColour
}

// signedWords say who has signed a result.
func signedWords(u *kit.Context, m *model.MatchResult) string {
	if len(m.Signed) == 0 {
		return u.Say("match.unsigned")
	}
	return u.Words.Fill("match.signed_by", "n", kit.Itoa(len(m.Signed)), "of", kit.Itoa(m.Of), "names", strings.Join(m.Signed, ", "))
}

// lineHeight is the height of a line of a result, markRoom the width of the mark before its signatures, and
// resultHead the height of the heading.
const lineHeight, markRoom, resultHead = 20, 16, 22

// signaturesHeight returns the height of the signatures of a result, with the notes below them.
func signaturesHeight(u *kit.Context, w int, m *model.MatchResult) int {
	h := u.Height(signedWords(u, m), w-markRoom, false) + 4
	for _, note := range m.Notes {
		h += u.Height(note, w-markRoom, false) + 2
	}
	return h
}

// signatures write the names below a result, and then its notes: who objects, and who was sent away.
func signatures(u *kit.Context, at kit.Rect, m *model.MatchResult) {
	switch {
	case m.Held && m.Full:
		check(u, at.X, at.Y+3, signedColour(m))
	case len(m.Signed) > 0:
		u.Text(kit.R(at.X, at.Y, markRoom, 16), "!", kit.Style{Col: signedColour(m)})
	}
	at = kit.R(at.X+markRoom, at.Y, at.W-markRoom, at.H)
	words := signedWords(u, m)
	u.Paragraph(at.Cut(u.Height(words, at.W, false)+2), words, kit.Style{Col: signedColour(m)})
	for _, note := range m.Notes {
		u.Paragraph(at.Cut(u.Height(note, at.W, false)+2), note, kit.Style{Col: kit.FocusColour})
	}
}

// resultLines writes a result, who played where, and the signatures.
func resultLines(u *kit.Context, r kit.Rect, m *model.MatchResult) {
	foot := signaturesHeight(u, r.W, m)
	signatures(u, kit.R(r.X, r.Y+r.H-foot, r.W, foot), m)
	r.H -= foot + 6
	u.Text(r.Cut(resultHead), u.Say("match.result"), kit.Style{Col: kit.FocusColour})
	r = writeLines(u, r, m.Lines, true)
	if len(m.Players) > 0 && r.H >= resultHead+lineHeight {
		r.Cut(4)
		u.Text(r.Cut(resultHead), u.Say("match.players_of"), kit.Style{Col: kit.FocusColour})
		writeLines(u, r, m.Players, false)
	}
}

// writeLines writes lines of a result, as far as there is room, and returns the rest of the room. first: the
// first line is bright.
func writeLines(u *kit.Context, r kit.Rect, lines []model.MatchLine, first bool) kit.Rect {
	for k := range lines {
		l := &lines[k]
		if r.H < lineHeight-2 {
			break
		}
		at := r.Cut(lineHeight)
		col, name := kit.TextColour, min(u.Measure(l.Name, false), at.W/2)
		if k == 0 && first {
			col = kit.PaleColour
		}
		u.Text(kit.R(at.X, at.Y, name, 16), l.Name, kit.Style{Col: kit.DimColour})
		u.Text(kit.R(at.X+name+8, at.Y, at.W-name-8, 16), l.Value, kit.Style{Col: col, Align: kit.Right})
		u.P.Fill(kit.R(at.X, at.Y+17, at.W, 1), kit.Fade(kit.BorderColour, 120))
	}
	return r
}

// report lays out a result in the middle of the window, above buttons, and returns the one that was chosen,
// -1 for none.
func report(u *kit.Context, m *model.MatchResult, title, key string, buttons ...footButton) (chosen int) {
	const width, headHeight = 400, 24
	u.Veil()
	in := min(width, u.W-16) - 2*kit.Padding
	h := 2*kit.Padding + headHeight + resultHead + lineHeight*len(m.Lines) + signaturesHeight(u, in, m) + 24 + kit.ButtonHeight
	if len(m.Players) > 0 {
		h += 4 + resultHead + lineHeight*len(m.Players)
	}
	at := u.Centred(width, h)
	u.Panel(at)
	r := at.Inset(kit.Padding)
	w := u.Measure(m.When, false)
	u.Text(kit.R(r.X+r.W-w, r.Y, w, 16), m.When, kit.Style{Col: kit.DimColour})
	u.Heading(&r, title)
	foot := kit.R(r.X, r.Y+r.H-kit.ButtonHeight, r.W, kit.ButtonHeight)
	resultLines(u, kit.R(r.X, r.Y, r.W, r.H-kit.ButtonHeight-10), m)
	return footButtons(u, foot, key, buttons...)
}

// Record is the screen of a result of the board.
type Record struct{ of model.MatchResult }

// Show lays out the result.
func (r *Record) Show(u *kit.Context) {
	if report(u, &r.of, r.of.Title, "record", footButton{u.Say("menu.back"), ""}) == 0 || u.Backed() {
		u.Close()
	}
}
