package ui

import (
	"strings"

	"manyhold/input"
)

// Settings is what the settings screen remembers between ticks.
type Settings struct {
	group   int // index of the shown group
	scroll  int
	box     field
	edited  string // key of the Text setting that the box belongs to
	binding string // key of the Keys setting that waits for a key; empty: none
	adding  bool   // the key is added to those it has
	groups  []string
	menus   *Menus
	changed uint64 // when a setting of the picture was changed
}

func (c *Settings) init() { c.box = newField(maxSettingText) }

const (
	// maxSettingText is the longest text of a setting, in bytes, where it names no shorter one.
	maxSettingText = 256
	settingRow     = 28
	valueWidth     = 176
	resetWidth     = 20
	// previewTicks is how long the world is seen through the settings after one of the picture was changed, and
	// previewAlpha what is left of them then.
	previewTicks, previewAlpha = 75, 0.4
)

func (c *Settings) Open(u *Context) {
	c.group, c.scroll, c.binding, c.edited = 0, 0, "", ""
	u.open(c)
}

// showSettings lays out the settings of one group, made from Model.Settings.
func (c *Settings) Show(u *Context) {
	if c.changed > 0 && u.now-c.changed < previewTicks {
		u.p.alpha = previewAlpha // the world is seen through it, as it looks with the setting
	} else {
		u.veil()
	}
	c.groups = c.groups[:0]
	for i := range u.m.Settings {
		if g := u.m.Settings[i].Group; len(c.groups) == 0 || c.groups[len(c.groups)-1] != g {
			c.groups = append(c.groups, g)
		}
	}
	panel := u.centred(min(560, u.w-16), u.h-24)
	u.panel(panel)
	r := panel.inset(padding)
	c.turnGroup(u)
	c.tabs(u, r.cut(32))
	foot := rect{r.x, r.y + r.h - buttonHeight, r.w, buttonHeight}
	help := rect{r.x, foot.y - 2*lineHeight - 12, r.w, 2*lineHeight + 2}
	list := rect{r.x, r.y, r.w, help.y - r.y - 8}
	c.list(u, list)
	u.p.fill(rect{r.x, help.y - 4, r.w, 1}, borderColour)
	if c.binding != "" {
		u.help = u.say("settings.press")
	}
	u.helpLine(help)
	back := u.button(rect{foot.x + foot.w - 120, foot.y, 120, foot.h}, ident("settings.back", 0), u.say("menu.back"), "")
	u.text(rect{foot.x, foot.y, foot.w - 128, foot.h}, u.say("settings.kept"), style{col: dimColour})
	if c.binding != "" {
		c.bind(u)
		return
	}
	if back || u.backed() {
		u.close()
	}
}

// tabs lays out the groups, from which one is chosen.
func (c *Settings) tabs(u *Context, r rect) {
	if len(c.groups) == 0 {
		return
	}
	w := min(104, (r.w+4)/len(c.groups)) &^ 3
	for i, g := range c.groups {
		t := rect{r.x + i*w, r.y, w - 4, buttonHeight}
		if u.button(t, ident("tab", i), groupName(u, g), "") && c.binding == "" {
			c.showGroup(u, i)
		}
		if i == c.group {
			u.p.fill(rect{t.x + 4, t.y + t.h, t.w - 8, 2}, focusColour)
		}
	}
}

// groupName returns the words for a group; one that the table lacks is shown as it is.
func groupName(u *Context, g string) string {
	key := "group." + g
	if w := u.say(key); w != key {
		return w
	}
	return g
}

func (c *Settings) showGroup(u *Context, i int) {
	n := len(c.groups)
	if s := settingOf(u, c.edited); s != nil && c.edited != "" { // what was written in a box is kept
		c.keepText(u, s)
	}
	c.group, c.scroll, c.edited = (i+n)%n, 0, ""
}

// turnGroup lets the keys of pages turn to the next group and back.
func (c *Settings) turnGroup(u *Context) {
	switch {
	case u.drawing || c.binding != "" || u.keyboard.tookPad || len(c.groups) == 0:
	case u.in.ButtonPressed(input.KeyPageDown), u.in.ButtonPressed(input.PadR1):
		c.showGroup(u, c.group+1)
		u.setFocus(ident("tab", c.group))
	case u.in.ButtonPressed(input.KeyPageUp), u.in.ButtonPressed(input.PadL1):
		c.showGroup(u, c.group-1)
		u.setFocus(ident("tab", c.group))
	}
}

// settingList lays out the settings of the chosen group.
func (c *Settings) list(u *Context, r rect) {
	if c.group >= len(c.groups) {
		return
	}
	first, n := -1, 0
	for i := range u.m.Settings {
		if u.m.Settings[i].Group == c.groups[c.group] {
			if first < 0 {
				first = i
			}
			n++
		}
	}
	room := max(1, r.h/settingRow)
	scrollList(u, &c.scroll, n, room, "setting", r)
	for i := c.scroll; i < min(n, c.scroll+room); i++ {
		c.setting(u, r.cut(settingRow), i, &u.m.Settings[first+i])
	}
	more(u, rect{r.x, r.y + 4, r.w, 12}, c.scroll+room < n)
}

// scaleKey is the setting of the interface's scale, of which a window takes no more than fits.
const scaleKey = "video.ui_scale"

// setting lays out one line: label, value, and a way back to the default.
func (c *Settings) setting(u *Context, r rect, i int, s *Setting) {
	r.h -= 4
	wide := valueWidth
	if s.Kind == Keys { // several are named
		wide = max(wide, r.w/2)
	}
	value := rect{r.x + r.w - resetWidth - 4 - wide, r.y, wide, r.h}
	label := rect{r.x, r.y, r.w - resetWidth - wide - 12, r.h}
	id := ident("setting", i)
	focused := u.focus == id
	col := textColour
	if focused {
		col = focusColour
	}
	u.text(label, s.Label, style{col: col})
	switch s.Kind {
	case Toggle:
		c.toggle(u, value, id, s)
	case Range:
		c.slider(u, value, id, s)
	case Choice:
		c.choice(u, value, id, s)
	case Text:
		c.text(u, value, id, s)
	case Keys:
		c.keys(u, value, id, s)
	case Wardrobe:
		if u.button(value, id, u.say("wardrobe.open"), s.Why) {
			c.menus.wardrobe.Open(u)
		}
	}
	if focused && u.help == "" {
		u.help = s.Help
		if s.Key == scaleKey && u.m.Scale > u.s {
			u.help = u.say1("settings.scale", "n", itoa(u.s))
		}
		if s.Why != "" {
			u.help = s.Why
		}
	}
	c.reset(u, rect{r.x + r.w - resetWidth, r.y, resetWidth, r.h}, ident("reset", i), s)
}

// reset lays out the button that brings the default back; it is there only when there is a difference.
func (c *Settings) reset(u *Context, r rect, id uint32, s *Setting) {
	if s.Value == s.Default || s.Why != "" {
		return
	}
	focused, chosen := u.take(place{id: id, r: r})
	u.face(r, focused, false)
	u.text(r, "↺", style{col: textColour, align: centre})
	if focused {
		u.help = u.say1("settings.reset", "value", shown(u, s, s.Default))
	}
	if u.answer(chosen, "") {
		c.edited = ""
		u.do(ResetSetting{Key: s.Key})
	}
}

// shown returns a value of a setting as it is read.
func shown(u *Context, s *Setting, value string) string {
	switch {
	case s.Kind == Toggle && value == "true":
		return u.say("settings.on")
	case s.Kind == Toggle:
		return u.say("settings.off")
	case value == "":
		return u.say("settings.nothing")
	case s.Zero != "" && value == "0":
		return s.Zero
	case s.Kind == Keys:
		return keyLabels(u, value)
	case s.Kind == Choice && u.words.Has("choice."+value):
		return u.say("choice." + value)
	case s.Kind == Choice && u.words.Has("language."+value):
		return u.say("language." + value)
	case s.Unit != "":
		return value + " " + s.Unit
	}
	return value
}

// change sets a setting. The world is seen through the screen for a moment after one of the picture was changed.
func (c *Settings) change(u *Context, key, value string) {
	u.do(SetSetting{Key: key, Value: value})
	if strings.HasPrefix(key, "video.") {
		c.changed = u.now
	}
}
