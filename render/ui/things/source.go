package things

import (
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// source is the state of the screen of a thing's scripts between ticks. Its text is read, and not changed.
type source struct {
	of    *Inspector
	half  int // 0: the host half, 1: the view half
	from  int
	lines []sourceLine
	text  string // of which lines were made
	width int    // in which
}

// sourceLine is a line on the screen: a line of the text, or the rest of one that is too long.
type sourceLine struct {
	n    int // counted from 1; 0: it continues the one above
	text string
}

const (
	gutter   = 32 // pixels for the numbers of lines
	tabWidth = "    "
)

// halfFiles are the files of the two halves in a maker's folder.
var halfFiles = [2]string{"main.star", "view.star"}

// open opens the screen with the half that there is, at the line of the last fault.
func (s *source) open(u *kit.Context) {
	m := &u.Model.Things.Thing
	s.half, s.from, s.text = 0, 0, ""
	if m.Source[0] == "" {
		s.half = 1
	}
	u.Open(s)
	s.lay(m.Source[s.half], s.area(u).W-gutter)
	if m.Fault.Count == 0 && m.View.Line > 0 && m.Source[1] != "" { // only the view half is wrong
		s.half = 1
		s.lay(m.Source[s.half], s.area(u).W-gutter)
	}
	if faulty := faultyLine(m, s.half); faulty > 0 {
		for k := range s.lines {
			if s.lines[k].n == faulty {
				s.from = max(0, k-4)
			}
		}
	}
}

// faultyLine returns the line of the last fault of a half, 0 if there is none.
func faultyLine(m *model.Thing, half int) int {
	switch {
	case half == 1:
		return m.View.Line
	case m.Fault.Count > 0:
		return m.Fault.Line
	}
	return 0
}

// panel is where the screen is, area the part with the text.
func (*source) panel(u *kit.Context) kit.Rect { return u.Centred(u.W-48, u.Tallest()) }

func (s *source) area(u *kit.Context) kit.Rect {
	r := s.panel(u).Inset(kit.Padding)
	return kit.R(r.X, r.Y+24, r.W, (r.H-24-8-kit.ButtonHeight)/kit.LineHeight*kit.LineHeight)
}

// lay breaks a text into lines of a width, unless that was done before.
func (s *source) lay(text string, width int) {
	if text == s.text && width == s.width {
		return
	}
	s.text, s.width, s.lines = text, width, s.lines[:0]
	for n, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r"), "\t", tabWidth)
		number, from, w := n+1, 0, 0
		for at, r := range line {
			c := kit.Width(string(r))
			if w+c > width {
				s.lines = append(s.lines, sourceLine{number, line[from:at]})
				number, from, w = 0, at, 0
			}
			w += c
		}
		s.lines = append(s.lines, sourceLine{number, line[from:]})
	}
}

// Show lays out a half of the source, the line of the last fault marked.
func (s *source) Show(u *kit.Context) {
	m := &u.Model.Things.Thing
	u.Veil()
	panel, area := s.panel(u), s.area(u)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, m.Name+" · "+halfFiles[s.half])
	s.lay(m.Source[s.half], area.W-gutter)
	room := area.H / kit.LineHeight
	kit.ScrollPlain(u, &s.from, len(s.lines), room, area)
	if !u.Drawing {
		switch {
		case u.In.Repeat(input.NextPage) && !u.In.Edit(input.Tab):
			s.from += room - 1
		case u.In.Repeat(input.PrevPage):
			s.from -= room - 1
		}
		s.from = max(0, min(s.from, len(s.lines)-room))
	}
	u.P.Fill(area, kit.WellColour)
	faulty := false
	for k := s.from; k < len(s.lines) && k < s.from+room; k++ {
		l := &s.lines[k]
		at := kit.R(area.X, area.Y+(k-s.from)*kit.LineHeight, area.W, kit.LineHeight)
		if l.n > 0 {
			faulty = l.n == faultyLine(m, s.half)
			u.Text(kit.R(at.X, at.Y, gutter-8, at.H), kit.Itoa(l.n), kit.Style{Col: kit.DimColour, Align: kit.Right})
		}
		col := kit.TextColour
		if faulty {
			u.P.Fill(kit.R(at.X, at.Y, 2, at.H), kit.HurtColour)
			col = kit.BadColour
		}
		u.Text(kit.R(at.X+gutter, at.Y, at.W-gutter, at.H), l.text, kit.Style{Col: col})
	}
	kit.More(u, kit.R(area.X, area.Y+area.H, area.W, 0), s.from+room < len(s.lines))
	s.buttons(u, kit.R(r.X, area.Y+area.H+8, r.W, kit.ButtonHeight), m)
}

func (s *source) buttons(u *kit.Context, r kit.Rect, m *model.Thing) {
	w := (r.W - 12) / 4
	at := func(n int) kit.Rect { return kit.R(r.X+n*(w+4), r.Y, w, r.H) }
	for k, file := range halfFiles {
		why := ""
		if m.Source[k] == "" {
			why = u.Say("thing.no_source")
		}
		if u.Button(at(k), kit.Ident("source.half", k), file, why) {
			s.half, s.from = k, 0
		}
		if s.half == k {
			u.P.Fill(kit.R(at(k).X+4, r.Y+r.H, w-8, 2), kit.FocusColour)
		}
	}
	why := ""
	if !u.Model.Share.CanCopy {
		why = u.Say("thing.no_clipboard")
	}
	if u.Button(at(2), kit.Ident("source.copy", 0), u.Say("thing.copy"), why) {
		u.Do(model.CopyText{Text: m.Source[s.half]})
		u.Toast(u.Say("thing.copied"))
	}
	if u.Button(at(3), kit.Ident("source.back", 0), u.Say("menu.back"), "") || u.Backed() || m.ID == 0 && !u.Drawing {
		u.Close()
	}
}
