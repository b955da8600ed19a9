package menu

import (
	"strings"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Notice is the screen of the notice board: the lighthouses, players who need help, the challenges of the
// week, and everyone who has lived in the world.
type Notice struct{}

const (
	noticeWidth = 456
	// challengeHeight is the height of a challenge, and mostNeeds how many players who need help are listed.
	challengeHeight, mostNeeds = 32, 2
	// mostCares is how many lighthouses to tend are listed, and namesHeight the height of the names.
	mostCares, namesHeight = 2, 34
	noticeGap              = 5
)

// Show lays out the board.
func (n *Notice) Show(u *kit.Context) {
	u.Veil()
	b := &u.Model.HUD.Board
	h := 24 + 2*kit.Padding + (1+max(1, min(len(b.Care), mostCares)))*kit.LineHeight + noticeGap + (1+max(1, min(len(b.Needs), mostNeeds)))*kit.LineHeight + noticeGap +
		kit.LineHeight + len(b.Challenges)*challengeHeight + noticeGap + kit.LineHeight + namesHeight + noticeGap + kit.ButtonHeight
	panel := u.Centred(min(noticeWidth, u.W-16), h)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("board.title"))
	n.lights(u, &r, b)
	r.Cut(noticeGap)
	n.needs(u, &r, b)
	r.Cut(noticeGap)
	n.challenges(u, &r, b)
	r.Cut(noticeGap)
	u.Text(r.Cut(kit.LineHeight), u.Say("board.people"), kit.Style{Col: kit.FocusColour})
	u.Paragraph(r.Cut(namesHeight), names(u, b.People, r.W), kit.Style{Col: kit.TextColour})
	r.Cut(noticeGap)
	if u.Button(r.Cut(kit.ButtonHeight), kit.Ident("board.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// lights lays out nine lamps, those that burn lit, and below them what is to be done.
func (n *Notice) lights(u *kit.Context, r *kit.Rect, b *model.Board) {
	row := r.Cut(kit.LineHeight)
	u.Text(row, u.Words.Fill("board.lights", "n", kit.Itoa(b.Lights)), kit.Style{Col: kit.FocusColour})
	for k := range 9 {
		at := kit.R(row.X+row.W-9*18+k*18, row.Y+2, 14, 11)
		fill, border := kit.WellColour, kit.BorderColour
		if k < b.Lights {
			fill, border = kit.FocusColour, kit.PaleColour
		}
		u.P.Panel(at, fill, border, fill)
	}
	line := func(words string, col kit.Style) { u.Text(r.Cut(kit.LineHeight), words, col) }
	switch {
	case len(b.Care) > 0:
		for _, l := range b.Care[:min(len(b.Care), mostCares)] {
			key := "board.flickers"
			if l.Dim {
				key = "board.dim"
			}
			line(u.Words.Fill(key, "place", l.Name), kit.Style{Col: kit.PaleColour})
		}
	case b.Whole:
		line(u.Say("board.whole"), kit.Style{Col: kit.GoodColour})
	default:
		line(u.Words.Fill("board.next", "place", b.Next.Name, "n", kit.Itoa(b.Next.Tiles), "way", kit.Way(u, b.Next.Eighth)), kit.Style{Col: kit.TextColour})
	}
}

// needs lays out the players who need help.
func (n *Notice) needs(u *kit.Context, r *kit.Rect, b *model.Board) {
	u.Text(r.Cut(kit.LineHeight), u.Say("board.help"), kit.Style{Col: kit.FocusColour})
	if len(b.Needs) == 0 {
		u.Text(r.Cut(kit.LineHeight), u.Say("board.nobody"), kit.Style{Col: kit.DimColour})
	}
	for k := range b.Needs[:min(len(b.Needs), mostNeeds)] {
		x := &b.Needs[k]
		key, col := "board.remains", kit.TextColour
		if x.Out {
			key, col = "board.out", kit.BadColour
		}
		u.Text(r.Cut(kit.LineHeight), u.Words.Fill(key, "name", x.Name, "n", kit.Itoa(x.Tiles), "way", kit.Way(u, x.Eighth)), kit.Style{Col: col})
	}
}

// challenges lays out the challenges of the week: each with its prize, and a bar.
func (n *Notice) challenges(u *kit.Context, r *kit.Rect, b *model.Board) {
	head := r.Cut(kit.LineHeight)
	u.Text(head, u.Say("board.week"), kit.Style{Col: kit.FocusColour})
	left := u.Words.Fill("board.left", "n", kit.Itoa(b.DaysLeft))
	if b.DaysLeft == 1 {
		left = u.Say("board.left_one")
	}
	u.Text(head, left, kit.Style{Col: kit.DimColour, Align: kit.Right})
	for k := range b.Challenges {
		c := &b.Challenges[k]
		row := r.Cut(challengeHeight)
		slot := kit.R(row.X, row.Y+2, kit.SlotSide, kit.SlotSide)
		kit.DrawSlot(u, slot, c.Prize, c.Got)
		body := kit.R(row.X+kit.SlotSide+8, row.Y, row.W-kit.SlotSide-8, kit.LineHeight)
		col, bar, done := kit.TextColour, kit.FocusColour, c.Goal > 0 && c.Done >= c.Goal
		prize := u.Words.Fill("board.prize", "item", u.Say(kit.ItemKey(c.Prize.Kind)))
		switch {
		case c.Got:
			prize, bar = u.Say("board.got"), kit.GoodColour
		case done && c.Late:
			prize, bar = u.Say("board.late"), kit.GoodColour
		case done:
			prize, bar = u.Words.Fill("board.met", "item", u.Say(kit.ItemKey(c.Prize.Kind))), kit.GoodColour
		}
		u.Text(body, u.Words.Fill("challenge."+c.Name, "n", kit.Itoa(c.Goal)), kit.Style{Col: col})
		u.Text(body, prize, kit.Style{Col: kit.DimColour, Align: kit.Right})
		track := kit.R(body.X, row.Y+kit.LineHeight+2, body.W-88, 8)
		u.P.Panel(track, kit.WellColour, kit.BorderColour, kit.WellColour)
		if c.Goal > 0 {
			u.P.Fill(kit.R(track.X+2, track.Y+2, (track.W-4)*min(c.Done, c.Goal)/c.Goal, track.H-4), bar)
		}
		u.Text(kit.R(track.X+track.W, track.Y-4, body.W-track.W, 16), u.Words.Fill("board.progress", "n", kit.Itoa(c.Done), "all", kit.Itoa(c.Goal)), kit.Style{Col: kit.DimColour, Align: kit.Right})
	}
}

// names joins as many names as fit into two lines, and says how many are left out.
func names(u *kit.Context, list []string, width int) string {
	most := 2*width - 120
	words := strings.Builder{}
	for k, name := range list {
		if k > 0 {
			words.WriteString(", ")
		}
		if k > 0 && u.Measure(words.String()+name, false) > most {
			return strings.TrimSuffix(words.String(), ", ") + " " + u.Words.Fill("board.more", "n", kit.Itoa(len(list)-k))
		}
		words.WriteString(name)
	}
	return words.String()
}
