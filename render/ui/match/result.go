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
	words := u.Words.Fill("match.signed_by", "n", kit.Itoa(len(m.Signed)), "of", kit.Itoa(m.Of), "names", strings.Join(m.Signed, ", "))
	return strings.Join(append([]string{words}, m.Notes...), " · ")
}

// resultLines writes a result and its signatures.
func resultLines(u *kit.Context, r kit.Rect, m *model.MatchResult) {
	u.Text(r.Cut(22), u.Say("match.result"), kit.Style{Col: kit.FocusColour})
	foot := u.Height(signedWords(u, m), r.W-16, false) + 4
	lines := kit.R(r.X, r.Y, r.W, r.H-foot-6)
	for k := range m.Lines {
		l := &m.Lines[k]
		if lines.H < 18 {
			break
		}
		at := lines.Cut(20)
		col, name := kit.TextColour, min(u.Measure(l.Name, false), at.W/2)
		if k == 0 {
			col = kit.PaleColour
		}
		u.Text(kit.R(at.X, at.Y, name, 16), l.Name, kit.Style{Col: kit.DimColour})
		u.Text(kit.R(at.X+name+8, at.Y, at.W-name-8, 16), l.Value, kit.Style{Col: col, Align: kit.Right})
		u.P.Fill(kit.R(at.X, at.Y+17, at.W, 1), kit.Fade(kit.BorderColour, 120))
	}
	at := kit.R(r.X, r.Y+r.H-foot, r.W, foot)
	check(u, at.X, at.Y+3, signedColour(m))
	u.Paragraph(kit.R(at.X+16, at.Y, at.W-16, at.H), signedWords(u, m), kit.Style{Col: signedColour(m)})
}
