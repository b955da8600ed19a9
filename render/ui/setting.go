package ui

import (
	"math"
	"strconv"

	"manyhold/input"
)

// toggle lays out a setting that is on or off.
func (c *Settings) toggle(u *Context, r rect, id uint32, s *Setting) {
	focused, chosen := u.take(place{id: id, r: r, hold: true})
	u.face(r, focused, s.Why != "")
	on := s.Value == "true"
	u.knob(r, on)
	u.text(rect{r.x + 36, r.y, r.w - 44, r.h}, shown(u, s, s.Value), style{col: textColour})
	if u.turned(focused) != 0 {
		chosen = true
	}
	if u.answer(chosen, s.Why) {
		c.change(u, s.Key, strconv.FormatBool(!on))
	}
}

// slider lays out a number between two bounds.
func (c *Settings) slider(u *Context, r rect, id uint32, s *Setting) {
	focused, _ := u.take(place{id: id, r: r, hold: true})
	u.face(r, focused, s.Why != "")
	v, _ := strconv.ParseFloat(s.Value, 64)
	span := max(s.Max-s.Min, 1e-9)
	bar := rect{r.x + 8, r.y + 8, r.w - 80, 8}
	u.bar(bar, (v-s.Min)/span, false)
	u.p.fill(rect{bar.x + int((v-s.Min)/span*float64(bar.w-4)+0.5), bar.y - 3, 4, 14}, textColour)
	u.text(rect{r.x + r.w - 68, r.y, 60, r.h}, shown(u, s, s.Value), style{col: textColour, align: right})
	step := s.Step
	if step <= 0 {
		step = 1
	}
	to := v + float64(u.turned(focused))*step
	if !u.drawing && u.hot == id && u.in.ButtonHeld(input.MouseLeft) && u.cx <= bar.x+bar.w+4 {
		to = s.Min + span*float64(u.cx-bar.x)/float64(bar.w)
	}
	to = stepped(s, to)
	if to == stepped(s, v) || u.drawing {
		return
	}
	if s.Why != "" {
		u.sound(SoundNo)
		return
	}
	u.sound(SoundHover)
	c.change(u, s.Key, number(to))
}

// stepped returns v on the nearest step of s within its bounds.
func stepped(s *Setting, v float64) float64 {
	if s.Step > 0 {
		v = s.Min + math.Round((v-s.Min)/s.Step)*s.Step
	}
	return min(max(v, s.Min), s.Max)
}

// number returns v in as few digits as tell it, at most three after the point.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
}

// choice lays out one of several.
func (c *Settings) choice(u *Context, r rect, id uint32, s *Setting) {
	focused, chosen := u.take(place{id: id, r: r, hold: true})
	u.face(r, focused, s.Why != "")
	u.arrows(r, shown(u, s, s.Value))
	turn := u.turned(focused)
	if chosen {
		turn = 1
		if u.hot == id && u.cx < r.x+r.w/3 {
			turn = -1
		}
	}
	if turn == 0 || len(s.Choices) == 0 || !u.answer(true, s.Why) {
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

// textSetting lays out a text box whose text is set when Enter is pressed or the focus leaves it.
func (c *Settings) text(u *Context, r rect, id uint32, s *Setting) {
	if s.Why != "" {
		u.button(r, id, s.Value, s.Why)
		return
	}
	if u.focus != id {
		if c.edited == s.Key && !u.drawing {
			c.keepText(u, s)
			c.edited = ""
		}
		var shown field
		shown.limit = maxSettingText
		shown.set(s.Value)
		u.box(r, id, &shown, u.say("settings.nothing"))
		return
	}
	if c.edited != s.Key && !u.drawing {
		c.edited = s.Key
		c.box = newField(maxSettingText)
		if s.Max > 0 {
			c.box.limit = int(s.Max)
		}
		c.box.set(s.Value)
	}
	if _, entered := u.box(r, id, &c.box, u.say("settings.nothing")); entered {
		c.keepText(u, s)
	}
}

func (c *Settings) keepText(u *Context, s *Setting) {
	if text := c.box.trimmed(); text != s.Value {
		c.change(u, s.Key, text)
		u.sound(SoundOK)
	}
}
