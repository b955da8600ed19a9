package things

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// props lays out the properties that are seen: the words at the left, the widget at the right.
func (s *Inspector) props(u *kit.Context, area kit.Rect, m *model.Thing, rows int) {
	why := reason(u, m.Fixed)
	for k := s.from; k < len(m.Props) && k < s.from+rows; k++ {
		p := &m.Props[k]
		r := kit.R(area.X, area.Y+(k-s.from)*kit.RowHeight, area.W, kit.ButtonHeight)
		label := p.Label
		if label == "" {
			label = p.Key
		}
		f := field{u, s, m, p, kit.R(r.X+160, r.Y, r.W-160, r.H), kit.Ident("thing.prop", k), why}
		if p.Field == blueprint.Button {
			if u.Button(f.r, f.id, label, why) {
				s.set(u, m.ID, p.Key, blueprint.Value{})
			}
			continue
		}
		u.Text(kit.R(r.X, r.Y, 152, r.H), label, kit.Style{Col: kit.TextColour})
		f.show()
	}
	kit.More(u, kit.R(area.X, area.Y+area.H, area.W, 0), s.from+rows < len(m.Props))
}

// field is a widget of a property.
type field struct {
	u   *kit.Context
	s   *Inspector
	m   *model.Thing
	p   *model.Property
	r   kit.Rect
	id  uint32
	why string
}

func (f *field) show() {
	switch f.p.Field {
	case blueprint.Number, blueprint.Range:
		f.number()
	case blueprint.Toggle:
		f.toggle()
	case blueprint.Choice:
		f.choice(f.p.Options)
	case blueprint.File:
		f.choice(append([]string{""}, f.p.Files...))
	case blueprint.Colour:
		f.colour()
	default:
		f.text()
	}
}

func (f *field) set(v blueprint.Value) { f.s.set(f.u, f.m.ID, f.p.Key, v) }

// colourOf is the colour of a value: dim if it cannot be changed.
func (f *field) colourOf() color.RGBA {
	if f.why != "" {
		return kit.DimColour
	}
	return kit.TextColour
}

// take enters the widget; it reports by how much it was turned, and says why it cannot be changed.
func (f *field) take() (focused, chosen bool, turn int) {
	focused, chosen = f.u.Take(kit.Widget{ID: f.id, R: f.r, Hold: true})
	f.u.Face(f.r, focused, f.why != "")
	if focused && f.why != "" {
		f.u.Help = f.why
	}
	return focused, chosen, f.u.Turned(focused)
}

func (f *field) toggle() {
	_, chosen, turn := f.take()
	on := f.p.Value.Number != 0
	f.u.Knob(f.r, on)
	key := "thing.off"
	if on {
		key = "thing.on"
	}
	f.u.Text(kit.R(f.r.X+36, f.r.Y, f.r.W-44, f.r.H), f.u.Say(key), kit.Style{Col: f.colourOf()})
	if !f.u.Answer(chosen || turn != 0, f.why) {
		return
	}
	if on {
		f.set(blueprint.Value{})
	} else {
		f.set(blueprint.Value{Number: fixed.One})
	}
}

// choice lays out one of several texts; an empty one is none.
func (f *field) choice(list []string) {
	_, chosen, turn := f.take()
	words := f.p.Value.Text
	if words == "" {
		words = f.u.Say("thing.nothing")
	}
	f.u.Arrows(f.r, words)
	if turn = f.turned(chosen, turn); turn == 0 || !f.u.Answer(true, f.why) {
		return
	}
	n := len(list)
	f.set(blueprint.Value{Text: list[((slices.Index(list, f.p.Value.Text)+turn)%n+n)%n]})
}

// turned is by how much a widget with arrows was turned: a click goes on, and one on its left third goes
// back.
func (f *field) turned(chosen bool, turn int) int {
	switch {
	case chosen && f.u.Hot == f.id && f.u.CursorX < f.r.X+f.r.W/3:
		return -1
	case chosen:
		return 1
	}
	return turn
}

// colour lays out a colour of the palette; the first one is clear.
func (f *field) colour() {
	_, chosen, turn := f.take()
	at := int(f.p.Value.Number / fixed.One)
	f.u.Arrows(f.r, "")
	well := kit.R(f.r.X+24, f.r.Y+5, f.r.W-48, f.r.H-10)
	f.u.P.Fill(well, kit.InkColour)
	if c := palette.Index(at); c != palette.Clear && c < palette.Count {
		f.u.P.Fill(well.Inset(1), c.RGBA())
	} else {
		f.u.BrokenLine(well.X+2, well.Y+well.H/2, well.W-4, 1, false, kit.DashedLine, kit.DimColour)
	}
	if turn = f.turned(chosen, turn); turn == 0 || !f.u.Answer(true, f.why) {
		return
	}
	n := blueprint.Colours
	f.set(blueprint.Value{Number: fixed.Q((at+turn+n)%n) * fixed.One})
}

// number lays out a number between two bounds. Left and right step through it; dragged, it follows the
// cursor, and is set when the button comes up.
func (f *field) number() {
	u, p, d := f.u, f.p, &f.s.drag
	_, _, turn := f.take()
	v := p.Value.Number
	dragging := d.key == p.Key
	if dragging {
		v = d.to.Number
	}
	span := max(p.Max-p.Min, 1)
	bar := kit.R(f.r.X+8, f.r.Y+8, f.r.W-84, 8)
	part := float64(v-p.Min) / float64(span)
	u.Bar(bar, part, false)
	u.P.Fill(kit.R(bar.X+int(part*float64(bar.W-4)+0.5), bar.Y-3, 4, 14), f.colourOf())
	u.Text(kit.R(f.r.X+f.r.W-72, f.r.Y, 64, f.r.H), number(v), kit.Style{Col: f.colourOf(), Align: kit.Right})
	switch {
	case u.Drawing:
	case dragging && !u.In.ButtonHeld(input.MouseLeft):
		d.key = ""
		if v != p.Value.Number {
			f.set(blueprint.Value{Number: v})
			u.Sound(kit.SoundOK)
		}
	case u.In.ButtonPressed(input.MouseLeft) && u.Hot == f.id && f.why != "":
		u.Sound(kit.SoundNo)
	case dragging, u.In.ButtonPressed(input.MouseLeft) && u.Hot == f.id && bar.Contains(u.CursorX, bar.Y):
		d.key, d.to = p.Key, blueprint.Value{Number: stepped(p, p.Min+fixed.Q(int64(span)*int64(u.CursorX-bar.X)/int64(bar.W)))}
	case turn != 0:
		if to := stepped(p, v+fixed.Q(turn)*step(p)); to != v && u.Answer(true, f.why) {
			f.set(blueprint.Value{Number: to})
		}
	}
}

// step is how far left and right change a number: its own step, else a hundredth of its range.
func step(p *model.Property) fixed.Q {
	if p.Step > 0 {
		return p.Step
	}
	return max((p.Max-p.Min)/100, 1)
}

// stepped returns the value of a number that is nearest to v.
func stepped(p *model.Property, v fixed.Q) fixed.Q {
	v = min(max(v, p.Min), p.Max)
	if p.Step > 0 {
		v = p.Min + (v-p.Min+p.Step/2)/p.Step*p.Step
	}
	return min(v, p.Max)
}

// number writes a number with at most three digits after the point.
func number(v fixed.Q) string {
	s := strconv.FormatFloat(float64(v)/fixed.One, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// text lays out a text box, whose text is set when Enter is pressed or the focus leaves it. In one of several
// lines \n stands for the end of a line.
func (f *field) text() {
	u, s, p := f.u, f.s, f.p
	shown := p.Value.Text
	if p.Field == blueprint.Lines {
		shown = strings.ReplaceAll(shown, "\n", `\n`)
	}
	if f.why != "" {
		u.Button(f.r, f.id, shown, f.why)
		return
	}
	if u.Focused != f.id {
		if s.edited == p.Key && !u.Drawing {
			f.keep(shown)
			s.edited = ""
		}
		still := kit.NewField(blueprint.MaxText)
		still.Set(shown)
		u.Box(f.r, f.id, &still, u.Say("thing.nothing"))
		return
	}
	if s.edited != p.Key && !u.Drawing {
		s.edited, s.box = p.Key, kit.NewField(blueprint.MaxText)
		s.box.Set(shown)
	}
	if p.Field == blueprint.Lines {
		u.Help = u.Say("thing.lines_help")
	}
	if _, entered := u.Box(f.r, f.id, &s.box, u.Say("thing.nothing")); entered {
		f.keep(shown)
	}
}

// keep sets the text of the box if it is another one.
func (f *field) keep(shown string) {
	text := f.s.box.Trimmed()
	if text == shown {
		return
	}
	if f.p.Field == blueprint.Lines {
		text = strings.ReplaceAll(text, `\n`, "\n")
	}
	f.set(blueprint.Value{Text: text})
	f.u.Sound(kit.SoundOK)
}
