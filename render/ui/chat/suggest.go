package chat

import (
	"manyhold/input"
	"manyhold/input/slash"
	"manyhold/render/ui/kit"
)

// suggestions are how the line in the box can go on, and which of them is chosen.
type suggestions struct {
	of   string // the line
	made slash.Completion
	at   int // the chosen option
}

// suggestedMost is how many suggestions are shown at once.
const suggestedMost = 7

// suggest brings the suggestions up to date. There are none unless the cursor is at the end of a slash
// command.
func (c *Chat) suggest(u *kit.Context) {
	line := c.Box.String()
	if c.Box.At < len(c.Box.Text) || len(line) == 0 || line[0] != '/' {
		c.ways = suggestions{}
		return
	}
	if c.ways.of != line || u.Now%60 == 0 { // players come and go
		made := slashView(u).Complete(line)
		at := 0
		if c.ways.of == line && c.ways.at < len(made.Options) {
			at = c.ways.at
		}
		c.ways = suggestions{of: line, made: made, at: at}
	}
}

// lines is how many lines the suggestions take.
func (w *suggestions) lines() (n int) {
	switch {
	case w.made.Command != nil:
		n = 2
	case len(w.made.Options) > 0:
		n = 1
	}
	return n + min(len(w.made.Options), suggestedMost)
}

// choose answers the keys of the suggestions, and reports whether they were for it.
func (c *Chat) choose(u *kit.Context) bool {
	w := &c.ways
	n := len(w.made.Options)
	if n == 0 {
		return false
	}
	step, whole := 0, c.recall == 0
	switch {
	case u.In.Edit(input.Tab) && !u.In.Shift, u.In.ButtonPressed(input.PadR2):
		c.accept(u, w.at)
		return true
	case u.In.Edit(input.CursorUp) && whole, u.In.Edit(input.Tab):
		step = -1
	case u.In.Edit(input.CursorDown) && whole, u.In.ButtonPressed(input.PadL2):
		step = 1
	}
	if step != 0 {
		w.at = (w.at + step + n) % n
		u.Sound(kit.SoundHover)
	}
	return step != 0
}

// accept puts a suggestion into the box.
func (c *Chat) accept(u *kit.Context, i int) {
	c.Box.Set(c.ways.made.Options[i].Line)
	c.recall = 0
	u.Sound(kit.SoundType)
}

// showSuggestions lays out the usage of the command, and the ways in which the line can go on, above the box.
func (c *Chat) showSuggestions(u *kit.Context, r kit.Rect) {
	w := &c.ways
	if k := w.made.Command; k != nil {
		c.usageLine(u, r.Cut(kit.LineHeight), k)
		u.Text(r.Cut(kit.LineHeight), meaning(u, k), kit.Style{Col: kit.DimColour})
	} else if w.at < len(w.made.Options) {
		u.Text(r.Cut(kit.LineHeight), meaning(u, w.made.Options[w.at].Command), kit.Style{Col: kit.DimColour})
	}
	from := max(0, min(w.at-suggestedMost/2, len(w.made.Options)-suggestedMost))
	for i := from; i < min(len(w.made.Options), from+suggestedMost); i++ {
		o := &w.made.Options[i]
		row := r.Cut(kit.LineHeight)
		over := row.Contains(u.CursorX, u.CursorY)
		if i == w.at {
			u.P.Fill(kit.R(row.X-4, row.Y, row.W+8, row.H), kit.RaisedColour)
			u.P.Fill(kit.R(row.X-4, row.Y, 2, row.H), kit.FocusColour)
		}
		col := kit.TextColour
		if i == w.at || over {
			col = kit.FocusColour
		}
		words := o.Word
		if o.Command != nil {
			words = usage(u.Words, o.Command)
		}
		u.Text(row, words, kit.Style{Col: col})
		if !u.Drawing && over && u.In.ButtonPressed(input.MouseLeft) {
			c.accept(u, i)
			return
		}
	}
}

// usageLine writes how a command is used; the argument at the cursor is lit.
func (c *Chat) usageLine(u *kit.Context, r kit.Rect, k *slash.Command) {
	x := u.Text(r, "/"+k.Name, kit.Style{Col: kit.PaleColour}) + 6
	for i := range k.Args {
		col := kit.DimColour
		if i == c.ways.made.Arg {
			col = kit.FocusColour
		}
		x += u.Text(kit.R(r.X+x, r.Y, r.W-x, r.H), k.Args[i].Usage(argument(u.Words)), kit.Style{Col: col}) + 6
	}
}
