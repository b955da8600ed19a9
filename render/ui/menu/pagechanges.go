package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// save sends the changes.
func (w *Page) save(u *kit.Context) {
	w.keep(u)
	var all []model.Change
	for i := range w.pending {
		if p := &w.pending[i]; p.saved == 0 {
			all, p.saved = append(all, p.Change), u.Now
		}
	}
	u.Do(model.SaveWorld{Changes: all})
}

// typing reports whether the text of a box differs from the setting that it edits.
func (w *Page) typing(u *kit.Context) bool {
	if w.form.edited == "" {
		return false
	}
	s := w.settingOf(u, w.form.edited)
	return s != nil && w.form.box.Trimmed() != s.Value
}

// Unsaved returns how many changes wait for being saved.
func (w *Page) Unsaved() (n int) {
	for i := range w.pending {
		if w.pending[i].saved == 0 {
			n++
		}
	}
	return n
}

// change notes a new value of a setting.
func (w *Page) change(_ *kit.Context, key, value string) {
	for i := range w.pending {
		if w.pending[i].Key == key {
			w.pending[i] = pendingChange{Change: model.Change{Key: key, Value: value}}
			return
		}
	}
	w.pending = append(w.pending, pendingChange{Change: model.Change{Key: key, Value: value}})
}

// settle drops changes that the world has, and those that it has not taken for a while.
func (w *Page) settle(u *kit.Context) {
	if u.Drawing {
		return
	}
	kept := w.pending[:0]
	for _, p := range w.pending {
		if s := w.settingOf(u, p.Key); s != nil && s.Value != p.Value && (p.saved == 0 || u.Now-p.saved < savedTicks) {
			kept = append(kept, p)
		}
	}
	w.pending = kept
}

// settingOf returns a setting of the page, or nil.
func (w *Page) settingOf(u *kit.Context, key string) *model.Setting {
	for i := range u.Model.Page.Sections {
		list := u.Model.Page.Sections[i].Settings
		for k := range list {
			if list[k].Key == key {
				return &list[k]
			}
		}
	}
	return nil
}

// overlaid returns a setting with its pending value. The way back is that of the world.
func (w *Page) overlaid(s *model.Setting) model.Setting {
	shown := *s
	shown.Default = s.Value
	for i := range w.pending {
		if w.pending[i].Key == s.Key {
			shown.Value = w.pending[i].Value
		}
	}
	return shown
}
