package ui

import (
	"slices"
	"strings"

	"manyhold/input"
)

// keyLabels returns what the buttons of a Keys setting are called, "W or Up".
func keyLabels(u *Context, value string) string {
	names := strings.Fields(value)
	for i, name := range names {
		if b, ok := input.ParseButton(name); ok {
			names[i] = ButtonName(u.words, b)
		}
	}
	return strings.Join(names, " · ")
}

// ButtonName returns what a button is called in a language.
func ButtonName(w *Words, b input.Button) string {
	if key := "button." + strings.ToLower(b.String()); w.Has(key) {
		return w.Get(key)
	}
	return b.Label()
}

// keysSetting lays out the keys of an action: choosing it waits for a new one.
func (c *Settings) keys(u *Context, r rect, id uint32, s *Setting) {
	focused, chosen := u.take(place{id: id, r: r})
	u.face(r, focused, s.Why != "")
	words, col := shown(u, s, s.Value), textColour
	clash := conflict(u, s)
	if clash != "" {
		col = badColour
		words = "! " + words
	}
	if c.binding == s.Key {
		words, col = u.say("settings.waiting"), focusColour
	}
	u.text(rect{r.x + 6, r.y, r.w - 12, r.h}, words, style{col: col, align: centre})
	if focused && c.binding == "" {
		switch {
		case clash != "":
			u.help = u.say2("settings.conflict", "key", keyLabels(u, clash), "other", sharer(u, s, clash))
		case s.Help == "":
			u.help = u.say("settings.keys_how")
		}
	}
	if c.binding == "" && u.answer(chosen, s.Why) {
		c.binding, c.adding = s.Key, u.in.Shift
		u.since = u.now
	}
}

// bindTicks is how long a key is waited for: who has only a pad has no Escape to leave it as it was.
const bindTicks = 300

// bind waits for the key that the setting is to have. Escape, and five seconds, leave it as it was, Backspace takes all
// keys away; with Shift held as it was chosen, the key is added.
func (c *Settings) bind(u *Context) {
	if u.drawing || u.now == u.since {
		return
	}
	b := u.in.Fresh()
	if u.now-u.since > bindTicks {
		b = input.KeyEscape
	}
	if b == input.NoButton || b == input.KeyShiftLeft || b == input.KeyShiftRight {
		return
	}
	s := settingOf(u, c.binding)
	c.binding = ""
	switch {
	case s == nil || b == input.KeyEscape:
		u.sound(SoundClose)
		return
	case b == input.KeyBackspace:
		c.change(u, s.Key, "")
	default:
		c.change(u, s.Key, withKey(s.Value, b.String(), c.adding))
	}
	u.sound(SoundOK)
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
		for i, h := range strings.Fields(value) { // a pad's button takes the place of a pad's, a key that of a key
			if old, ok := input.ParseButton(h); ok && old.Device() == b.Device() {
				have = slices.DeleteFunc(strings.Fields(value), func(h string) bool { return h == name })
				have[min(i, len(have)-1)] = name
				break
			}
		}
	}
	return strings.Join(have, " ")
}

func settingOf(u *Context, key string) *Setting {
	for i := range u.m.Settings {
		if u.m.Settings[i].Key == key {
			return &u.m.Settings[i]
		}
	}
	return nil
}

// actionOf returns the action that a Keys setting binds: the last part of its key.
func actionOf(s *Setting) input.Action {
	a, _ := input.ParseAction(s.Key[strings.LastIndexByte(s.Key, '.')+1:])
	return a
}

// conflict returns the first button of s that something else has in the same place; empty if none.
func conflict(u *Context, s *Setting) string {
	for i := range u.m.Settings {
		o := &u.m.Settings[i]
		if o.Kind != Keys || o.Key == s.Key || !meet(actionOf(s), actionOf(o)) {
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
func sharer(u *Context, s *Setting, name string) string {
	for i := range u.m.Settings {
		o := &u.m.Settings[i]
		if o.Kind == Keys && o.Key != s.Key && meet(actionOf(s), actionOf(o)) && hasWord(o.Value, name) {
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
