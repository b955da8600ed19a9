package menu

import (
	"slices"
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// keyLabels returns the labels of the buttons of a Keys setting, "W or Up".
func keyLabels(u *kit.Context, value string) string {
	names := strings.Fields(value)
	for i, name := range names {
		if b, ok := input.ParseButton(name); ok {
			names[i] = kit.ButtonName(u.Words, b)
		}
	}
	return strings.Join(names, " · ")
}

// keys lays out the keys of an action: choosing it waits for a new one.
func (c *Settings) keys(u *kit.Context, r kit.Rect, id uint32, s *model.Setting) {
	focused, chosen := u.Take(kit.Widget{ID: id, R: r})
	u.Face(r, focused, s.Why != "")
	words, col := shown(u, s, s.Value), kit.TextColour
	clash := conflict(u, s)
	if clash != "" {
		col = kit.BadColour
		words = "! " + words
	}
	if c.binding == s.Key {
		words, col = u.Say("settings.waiting"), kit.FocusColour
	}
	u.Text(kit.R(r.X+6, r.Y, r.W-12, r.H), words, kit.Style{Col: col, Align: kit.Centre})
	if focused && c.binding == "" {
		switch {
		case clash != "":
			u.Help = u.Say2("settings.conflict", "key", keyLabels(u, clash), "other", sharer(u, s, clash))
		case s.Help == "":
			u.Help = u.Say1(u.ByDevice("settings.keys_how", "settings.keys_how_keys", "settings.keys_how_pad"), "key", u.In.Name(input.Confirm))
		}
	}
	if c.binding == "" && u.Answer(chosen, s.Why) {
		c.binding, c.adding = s.Key, u.In.Shift
		u.Since = u.Now
	}
}

// BindTicks is how long the screen waits for a key: a player with only a pad has no Escape to cancel.
const BindTicks = 300

// bind waits for the setting's new key. Escape or five seconds cancel, Backspace removes all keys; if Shift
// was held when the setting was chosen, the key is added.
func (c *Settings) bind(u *kit.Context) {
	if u.Drawing || u.Now == u.Since {
		return
	}
	b := u.In.Fresh()
	if u.Now-u.Since > BindTicks {
		b = input.KeyEscape
	}
	if b == input.NoButton || b == input.KeyShiftLeft || b == input.KeyShiftRight {
		return
	}
	s := SettingOf(u, c.binding)
	c.binding = ""
	switch {
	case s == nil || b == input.KeyEscape:
		u.Sound(kit.SoundClose)
		return
	case b == input.KeyBackspace:
		c.change(u, s.Key, "")
	default:
		c.change(u, s.Key, withKey(s.Value, b.String(), c.adding))
	}
	u.Sound(kit.SoundOK)
}

// withKey returns the keys of a setting with name as its first one, or as one more.
func withKey(value, name string, adding bool) string {
	have := strings.Fields(value)
	have = slices.DeleteFunc(have, func(h string) bool { return h == name })
	if adding {
		have = append(have, name)
		if len(have) > input.MaxButtons {
			have = have[1:]
		}
	} else if len(have) == 0 {
		have = []string{name}
	} else {
		b, _ := input.ParseButton(name)
		have[0] = name
		// a pad's button takes the place of a pad's, a key that of a key
		for i, h := range strings.Fields(value) {
			if old, ok := input.ParseButton(h); ok && (old.Device() == input.Pad) == (b.Device() == input.Pad) {
				have = slices.DeleteFunc(strings.Fields(value), func(h string) bool { return h == name })
				have[min(i, len(have)-1)] = name
				break
			}
		}
	}
	return strings.Join(have, " ")
}

func SettingOf(u *kit.Context, key string) *model.Setting {
	for i := range u.Model.Settings {
		if u.Model.Settings[i].Key == key {
			return &u.Model.Settings[i]
		}
	}
	return nil
}

// actionOf returns the action that a Keys setting binds: the last part of its key.
func actionOf(s *model.Setting) input.Action {
	a, _ := input.ParseAction(s.Key[strings.LastIndexByte(s.Key, '.')+1:])
	return a
}

// conflict returns the first button of s that something else has in the same place; empty if none.
func conflict(u *kit.Context, s *model.Setting) string {
	for i := range u.Model.Settings {
		o := &u.Model.Settings[i]
		if o.Kind != model.Keys || o.Key == s.Key || !meet(actionOf(s), actionOf(o)) {
			continue
		}
		for name := range strings.FieldsSeq(s.Value) {
			if hasWord(o.Value, name) {
				return name
			}
		}
	}
	return ""
}

// sharer returns the label of the other setting that has a button.
func sharer(u *kit.Context, s *model.Setting, name string) string {
	for i := range u.Model.Settings {
		o := &u.Model.Settings[i]
		if o.Kind == model.Keys && o.Key != s.Key && meet(actionOf(s), actionOf(o)) && hasWord(o.Value, name) {
			return o.Label
		}
	}
	return ""
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// meet reports whether two actions can be meant at the same moment.
func meet(a, b input.Action) bool {
	ca, cb := a.Context(), b.Context()
	return ca == cb || ca == input.Everywhere || cb == input.Everywhere
}
