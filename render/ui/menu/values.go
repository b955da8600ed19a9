package menu

import (
	"image/color"
	"math"
	"strconv"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// toggle lays out a setting that is on or off.
func (c *Settings) toggle(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	focused, chosen := u.Take(kit.Widget{ID: id, R: r, Hold: true})
	u.Face(r, focused, s.Why != "")
	on := s.Value == "true"
	u.Knob(r, on)
	u.Text(kit.R(r.X+36, r.Y, r.W-44, r.H), shown(u, s, s.Value), kit.Style{Col: valueColour(s)})
	if u.Turned(focused) != 0 {
		chosen = true
	}
	if u.Answer(chosen, s.Why) {
		c.change(u, s.Key, strconv.FormatBool(!on))
	}
}

// valueColour is the colour of a value: dim if it cannot be changed.
func valueColour(s *model.Setting) color.RGBA {
	if s.Why != "" {
		return kit.DimColour
	}
	return kit.TextColour
}

// slider lays out a number between two bounds.
func (c *Settings) slider(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	focused, _ := u.Take(kit.Widget{ID: id, R: r, Hold: true})
	u.Face(r, focused, s.Why != "")
	v, _ := strconv.ParseFloat(s.Value, 64)
	span := max(s.Max-s.Min, 1e-9)
	bar := kit.R(r.X+8, r.Y+8, r.W-80, 8)
	u.Bar(bar, (v-s.Min)/span, false)
	u.P.Fill(kit.R(bar.X+int((v-s.Min)/span*float64(bar.W-4)+0.5), bar.Y-3, 4, 14), kit.TextColour)
	u.Text(kit.R(r.X+r.W-68, r.Y, 60, r.H), shown(u, s, s.Value), kit.Style{Col: kit.TextColour, Align: kit.Right})
	step := s.Step
	if step <= 0 {
		step = 1
	}
	to := v + float64(u.Turned(focused))*step
	if !u.Drawing && u.Hot == id && u.In.ButtonHeld(input.MouseLeft) && u.CursorX <= bar.X+bar.W+4 {
		to = s.Min + span*float64(u.CursorX-bar.X)/float64(bar.W)
	}
	to = Stepped(s, to)
	if to == Stepped(s, v) || u.Drawing {
		return
	}
	if s.Why != "" {
		u.Sound(kit.SoundNo)
		return
	}
	u.Sound(kit.SoundHover)
	c.change(u, s.Key, Number(to))
}

// Stepped returns v on the nearest step of s within its bounds.
func Stepped(s *model.Setting, v float64) float64 {
	if s.Step > 0 {
		v = s.Min + math.Round((v-s.Min)/s.Step)*s.Step
	}
	return min(max(v, s.Min), s.Max)
}

// Number returns v in as few digits as tell it, at most three after the point.
func Number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
}

// choice lays out one of several.
func (c *Settings) choice(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	focused, chosen := u.Take(kit.Widget{ID: id, R: r, Hold: true})
	u.Face(r, focused, s.Why != "")
	if s.Why == "" {
		u.Arrows(r, shown(u, s, s.Value))
	} else {
		u.Text(r.Inset(4), shown(u, s, s.Value), kit.Style{Col: kit.DimColour, Align: kit.Centre})
	}
	turn := u.Turned(focused)
	if chosen {
		turn = 1
		if u.Hot == id && u.CursorX < r.X+r.W/3 {
			turn = -1
		}
	}
	if turn == 0 || len(s.Choices) == 0 || !u.Answer(true, s.Why) {
		return
	}
	at := 0
	for i, c := range s.Choices {
		if c == s.Value {
			at = i
		}
	}
	n := len(s.Choices)
	c.change(u, s.Key, s.Choices[(at+turn+n)%n])
}

// text lays out a text box; its text is set when Enter is pressed or the focus leaves it.
func (c *Settings) text(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	if s.Why != "" {
		u.Button(r, id, s.Value, s.Why)
		return
	}
	if u.Focused != id {
		if c.edited == s.Key && !u.Drawing {
			c.keepText(u, s)
			c.edited = ""
		}
		var shown kit.Field
		shown.Limit = maxSettingText
		shown.Set(s.Value)
		u.Box(r, id, &shown, u.Say("settings.nothing"))
		return
	}
	if c.edited != s.Key && !u.Drawing {
		c.edited = s.Key
		c.box = kit.NewField(maxSettingText)
		if s.Max > 0 {
			c.box.Limit = int(s.Max)
		}
		c.box.Set(s.Value)
	}
	if _, entered := u.Box(r, id, &c.box, u.Say("settings.nothing")); entered {
		c.keepText(u, s)
	}
}

func (c *Settings) keepText(u *kit.Context, s *model.Setting) {
	if text := c.box.Trimmed(); text != s.Value {
		c.change(u, s.Key, text)
		u.Sound(kit.SoundOK)
	}
}
