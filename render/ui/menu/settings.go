package menu

import (
	"slices"
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Settings is the state of the settings screen between ticks.
type Settings struct {
	Group   int // index of the shown group
	Scroll  int
	box     kit.Field
	edited  string // key of the Text setting that the box belongs to
	binding string // key of the Keys setting that waits for a key; empty: none
	adding  bool   // the key is added to those it has
	Groups  []string
	menus   *Menus
	changed uint64 // when a setting of the picture was changed
	// commit takes a new value in place of the session; nil: the settings are the session's
	commit func(u *kit.Context, key, value string)
}

func (c *Settings) init() { c.box = kit.NewField(maxSettingText) }

const (
	// maxSettingText is the longest text of a setting, in bytes, where it names no shorter one.
	maxSettingText = 256
	settingRow     = 28
	ValueWidth     = 176
	ResetWidth     = 20
	// previewTicks is how long the settings turn transparent after a change of the picture, and previewAlpha
	// their opacity then.
	previewTicks, previewAlpha = 75, 0.4
)

func (c *Settings) Open(u *kit.Context) {
	c.Group, c.Scroll, c.binding, c.edited = 0, 0, "", ""
	u.Open(c)
}

// Show lays out the settings of one group, made from Model.Settings.
func (c *Settings) Show(u *kit.Context) {
	if c.changed > 0 && u.Now-c.changed < previewTicks {
		u.P.Alpha = previewAlpha // the world is seen through it, as it looks with the setting
	} else {
		u.Veil()
	}
	c.fillGroups(u)
	panel := u.Centred(560, u.Tallest())
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	c.turnGroup(u)
	c.tabs(u, r.Cut(32))
	foot := kit.R(r.X, r.Y+r.H-kit.ButtonHeight, r.W, kit.ButtonHeight)
	help := kit.R(r.X, foot.Y-2*kit.LineHeight-12, r.W, 2*kit.LineHeight+2)
	list := kit.R(r.X, r.Y, r.W, help.Y-r.Y-8)
	c.list(u, list)
	u.P.Fill(kit.R(r.X, help.Y-4, r.W, 1), kit.BorderColour)
	if c.binding != "" {
		u.Help = u.Say("settings.press")
	}
	u.HelpLine(help)
	back := u.Button(kit.R(foot.X+foot.W-120, foot.Y, 120, foot.H), kit.Ident("settings.back", 0), u.Say("menu.back"), "")
	u.Text(kit.R(foot.X, foot.Y, foot.W-128, foot.H), u.Say("settings.applied"), kit.Style{Col: kit.DimColour})
	if c.binding != "" {
		c.bind(u)
		return
	}
	if back || u.Backed() {
		u.Close()
	}
}

// tabs lays out the groups of settings.
func (c *Settings) tabs(u *kit.Context, r kit.Rect) {
	if len(c.Groups) == 0 {
		return
	}
	words := 0
	for _, g := range c.Groups {
		words += u.Measure(groupName(u, g), false)
	}
	more := min(48, (r.W+4-words)/len(c.Groups)) // beside the words of each, the gap included
	x := r.X
	for i, g := range c.Groups {
		t := kit.R(x, r.Y, u.Measure(groupName(u, g), false)+more-4, kit.ButtonHeight)
		x += t.W + 4
		if u.Button(t, kit.Ident("tab", i), groupName(u, g), "") && c.binding == "" {
			c.showGroup(u, i)
		}
		if i == c.Group {
			u.P.Fill(kit.R(t.X+4, t.Y+t.H, t.W-8, 2), kit.FocusColour)
		}
	}
}

// groupName returns the words for a group; one that the table lacks is shown as it is.
func groupName(u *kit.Context, g string) string {
	key := "group." + g
	if w := u.Say(key); w != key {
		return w
	}
	return g
}

func (c *Settings) showGroup(u *kit.Context, i int) {
	n := len(c.Groups)
	if s := SettingOf(u, c.edited); s != nil && c.edited != "" { // the text of a box is kept
		c.keepText(u, s)
	}
	c.Group, c.Scroll, c.edited = (i+n)%n, 0, ""
}

// showKeys shows the tab of the keys, from the first key on.
func (c *Settings) showKeys(u *kit.Context) {
	c.fillGroups(u)
	for i := range u.Model.Settings {
		if s := &u.Model.Settings[i]; s.Kind == model.Keys {
			c.Group = slices.Index(c.Groups, s.Group)
			for j := i; j > 0 && u.Model.Settings[j-1].Group == s.Group; j-- {
				c.Scroll++
			}
			u.Prefer = kit.Ident("setting", c.Scroll)
			return
		}
	}
}

// keyed reports whether the shown group has keys.
func (c *Settings) keyed(u *kit.Context) bool {
	return c.commit == nil && slices.ContainsFunc(u.Model.Settings, func(s model.Setting) bool {
		return s.Kind == model.Keys && c.Group < len(c.Groups) && s.Group == c.Groups[c.Group]
	})
}

// fillGroups lists the groups of the settings.
func (c *Settings) fillGroups(u *kit.Context) {
	c.Groups = c.Groups[:0]
	for i := range u.Model.Settings {
		if g := u.Model.Settings[i].Group; len(c.Groups) == 0 || c.Groups[len(c.Groups)-1] != g {
			c.Groups = append(c.Groups, g)
		}
	}
}

// turnGroup lets the keys of pages turn to the next group and back.
func (c *Settings) turnGroup(u *kit.Context) {
	switch {
	case u.Drawing || c.binding != "" || u.Keyboard.TookPad || len(c.Groups) == 0:
	case u.In.ButtonPressed(input.KeyPageDown), u.In.ButtonPressed(input.PadR1):
		c.showGroup(u, c.Group+1)
		u.SetFocus(kit.Ident("tab", c.Group))
	case u.In.ButtonPressed(input.KeyPageUp), u.In.ButtonPressed(input.PadL1):
		c.showGroup(u, c.Group-1)
		u.SetFocus(kit.Ident("tab", c.Group))
	}
}

// list lays out the settings of the chosen group.
func (c *Settings) list(u *kit.Context, r kit.Rect) {
	if c.Group >= len(c.Groups) {
		return
	}
	first, n := -1, 0
	for i := range u.Model.Settings {
		if u.Model.Settings[i].Group == c.Groups[c.Group] {
			if first < 0 {
				first = i
			}
			n++
		}
	}
	room := max(1, r.H/settingRow)
	kit.ScrollList(u, &c.Scroll, n, room, "setting", r)
	for i := c.Scroll; i < min(n, c.Scroll+room); i++ {
		c.setting(u, r.Cut(settingRow), i, &u.Model.Settings[first+i])
	}
	kit.More(u, kit.R(r.X, r.Y+4, r.W, 12), c.Scroll+room < n)
}

// ScaleKey is the setting of the interface's scale; a window uses the largest scale that fits.
const ScaleKey = "video.ui_scale"

// setting lays out one line: label, value, and a way back to the default.
func (c *Settings) setting(u *kit.Context, r kit.Rect, i int, s *model.Setting) {
	r.H -= 4
	wide := ValueWidth
	switch {
	case c.keyed(u): // several keys are named; what stands above them is as wide
		wide = max(wide, r.W/2)
	case c.commit == nil:
	case s.Kind == model.Text:
		wide = r.W - ResetWidth - 12 - pageLabel
	default:
		wide = pageValues[s.Kind]
	}
	value := kit.R(r.X+r.W-ResetWidth-4-wide, r.Y, wide, r.H)
	label := kit.R(r.X, r.Y, r.W-ResetWidth-wide-12, r.H)
	id := kit.Ident("setting", i)
	focused := u.Focused == id
	col := kit.TextColour
	if focused {
		col = kit.FocusColour
	}
	u.Text(label, s.Label, kit.Style{Col: col})
	switch s.Kind {
	case model.Toggle:
		c.toggle(u, value, id, s)
	case model.Range:
		c.slider(u, value, id, s)
	case model.Choice:
		c.choice(u, value, id, s)
	case model.Text:
		c.text(u, value, id, s)
	case model.Keys:
		c.keys(u, value, id, s)
	case model.Wardrobe:
		if u.Button(value, id, u.Say("wardrobe.open"), s.Why) {
			c.menus.Wardrobe.Open(u)
		}
	}
	if focused && u.Help == "" {
		u.Help = s.Help
		if s.Key == ScaleKey && u.Model.Window.Scale > u.Scale {
			u.Help = u.Say1("settings.scale", "n", kit.Itoa(u.Scale))
		}
		if s.Why != "" {
			u.Help = s.Why
		}
	}
	c.reset(u, kit.R(r.X+r.W-ResetWidth, r.Y, ResetWidth, r.H), kit.Ident("reset", i), s)
}

// reset lays out the button that brings the default back; it is there only when there is a difference.
func (c *Settings) reset(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	if s.Value == s.Default || s.Why != "" {
		return
	}
	focused, chosen := u.Take(kit.Widget{ID: id, R: r})
	u.Face(r, focused, false)
	u.Text(r, "↺", kit.Style{Col: kit.TextColour, Align: kit.Centre})
	if focused {
		u.Help = u.Say1("settings.reset", "value", shown(u, s, s.Default))
	}
	if u.Answer(chosen, "") {
		c.edited = ""
		if c.commit != nil {
			c.commit(u, s.Key, s.Default)
			return
		}
		u.Do(model.ResetSetting{Key: s.Key})
	}
}

// shown returns a value of a setting as it is read.
func shown(u *kit.Context, s *model.Setting, value string) string {
	switch {
	case s.Kind == model.Toggle && value == "true":
		return u.Say("settings.on")
	case s.Kind == model.Toggle:
		return u.Say("settings.off")
	case value == "":
		return u.Say("settings.nothing")
	case s.Zero != "" && value == "0":
		return s.Zero
	case s.Kind == model.Keys:
		return keyLabels(u, value)
	case slices.Contains(s.Choices, value) && len(s.Names) == len(s.Choices):
		return s.Names[slices.Index(s.Choices, value)]
	case s.Kind == model.Choice && u.Words.Has("choice."+value):
		return u.Say("choice." + value)
	case s.Kind == model.Choice && u.Words.Has("language."+value):
		return u.Say("language." + value)
	case s.Unit != "":
		return value + " " + s.Unit
	}
	return value
}

// change sets a setting. The world is seen through the screen for a moment after one of the picture was
// changed.
func (c *Settings) change(u *kit.Context, key, value string) {
	if c.commit != nil {
		c.commit(u, key, value)
		return
	}
	u.Do(model.SetSetting{Key: key, Value: value})
	if strings.HasPrefix(key, "video.") {
		c.changed = u.Now
	}
}

// Form lays out settings on a screen of another package. Their values are changed by a function.
type Form struct{ lines *Settings }

// FormRow is the height of a setting of a form.
const FormRow = settingRow

// NewForm returns a form that calls commit for each new value.
func NewForm(commit func(u *kit.Context, key, value string)) Form {
	s := &Settings{commit: commit}
	s.init()
	return Form{s}
}

// Row lays out a setting, the i-th of its screen: its widgets are Ident("setting", i) and Ident("reset", i).
func (f Form) Row(u *kit.Context, r kit.Rect, i int, s *model.Setting) { f.lines.setting(u, r, i, s) }
