package kit

import (
	"manyhold/input"
)

// Widget is a thing of a screen that can have the focus.
type Widget struct {
	ID   uint32
	R    Rect
	edit bool // a text box: letters are its own
	Hold bool // left and right change it instead of leading away
}

// Ident returns the identity of a widget: the hash of its key and number (FNV-1a).
func Ident(key string, i int) uint32 {
	h := uint32(2166136261)
	for j := range len(key) {
		h = (h ^ uint32(key[j])) * 16777619
	}
	for range 4 {
		h = (h ^ uint32(i&0xFF)) * 16777619
		i >>= 8
	}
	return max(h, 1)
}

// Take enters a widget into the screen's order and reports whether it has the focus, and whether it was
// chosen in this tick, by the mouse, the keyboard or the pad alike.
func (u *Context) Take(it Widget) (focused, chosen bool) {
	u.Items = append(u.Items, it)
	u.P.Trace.item(it.ID, it.R)
	if u.Drawing {
		return u.Focused == it.ID, false
	}
	if it.R.Contains(u.CursorX, u.CursorY) {
		u.Hot = it.ID
		clicked := u.In.ButtonPressed(input.MouseLeft)
		if clicked || u.In.CursorMoved && !u.Editing {
			u.SetFocus(it.ID)
		}
		if clicked {
			return true, !it.edit
		}
	}
	if u.Focused != it.ID {
		return false, false
	}
	return true, !it.edit && u.confirmed()
}

// BeginEdit makes the widget that was entered last a text box: from the next tick on, letters are its own.
// touched says that a finger chose it, which may be lifted by now.
func (u *Context) BeginEdit(touched bool) {
	u.Items[len(u.Items)-1].edit = true
	if u.Keyboard.OpenFor(u); touched {
		u.Keyboard = Keyboard{Open: true, Row: 1}
	}
}

// SetFocus moves the focus, with a sound if that is news.
func (u *Context) SetFocus(id uint32) {
	if u.Focused != id {
		u.Focused = id
		u.Sound(SoundHover)
	}
}

// confirmed reports whether the focused widget was chosen by a key. A text box lets only Enter and the
// pad do so.
func (u *Context) confirmed() bool {
	if u.Editing {
		return false
	}
	return u.In.Pressed(input.Confirm)
}

// Backed reports whether the player wants out of the screen.
func (u *Context) Backed() bool {
	if u.Drawing {
		return false
	}
	if u.Editing {
		return u.In.Edit(input.Cancel) || u.In.ButtonPressed(input.PadB) && !u.Keyboard.TookPad
	}
	return u.In.Pressed(input.Back)
}

// Steer moves the focus by the keys of this tick, after all items of the screen are known.
func (u *Context) Steer() {
	if u.Stay {
		u.Stay = false
		return
	}
	at := -1
	for i, it := range u.Items {
		if it.ID == u.Focused {
			at = i
		}
	}
	if at < 0 {
		if len(u.Items) > 0 {
			u.Focused = u.Items[u.first()].ID
		}
		return
	}
	it := u.Items[at]
	dx, dy, turn := u.directions(it)
	switch {
	case turn != 0:
		n := len(u.Items)
		u.SetFocus(u.Items[(at+turn+n)%n].ID)
	case dx != 0 || dy != 0:
		if to := u.nearest(at, dx, dy); to != at {
			u.SetFocus(u.Items[to].ID)
		}
	}
}

// IsEditing reports whether the next tick's letters belong to a text box.
func (u *Context) IsEditing() bool {
	for _, it := range u.Items {
		if it.ID == u.Focused {
			return it.edit
		}
	}
	return u.Writing
}

// first returns the index of the item that a screen opens with.
func (u *Context) first() int {
	for i, it := range u.Items {
		if it.ID == u.Prefer {
			return i
		}
	}
	return 0
}

// directions returns where the keys of this tick lead: a step in the plane, or one in the order.
func (u *Context) directions(it Widget) (dx, dy, turn int) {
	in := u.In
	pressed := func(a input.Action, e input.Edit, pad input.Button) bool {
		if it.edit {
			return in.Edit(e) || in.ButtonPressed(pad) && !u.Keyboard.TookPad
		}
		return in.Repeat(a)
	}
	switch {
	case in.Edit(input.Tab) && in.Shift:
		turn = -1
	case in.Edit(input.Tab):
		turn = 1
	case pressed(input.Up, input.CursorUp, input.PadUp):
		dy = -1
	case pressed(input.Down, input.CursorDown, input.PadDown):
		dy = 1
	case it.Hold || it.edit:
	case in.Repeat(input.Left):
		dx = -1
	case in.Repeat(input.Right):
		dx = 1
	}
	return dx, dy, turn
}

// Ways returns where the keys of this tick lead from the focused widget: a step in the plane, or one in the
// order. Screens that scroll ask before they lay out.
func (u *Context) Ways() (dx, dy, turn int) { return u.directions(Widget{edit: u.Editing}) }

// asideWeight is how much farther a pixel aside is than one ahead, for a step of the focus.
const asideWeight = 8

// nearest returns the item to which a step from item at leads: the nearest in that direction, one
// straight ahead before one aside; if there is none, the farthest on the other side.
func (u *Context) nearest(at, dx, dy int) int {
	from := u.Items[at].R
	best, least := at, 1<<30
	back, most := at, 0
	for i, it := range u.Items {
		if i == at {
			continue
		}
		ahead, aside := gaps(from, it.R, dx, dy)
		if ahead >= 0 {
			if d := ahead + asideWeight*aside; d < least {
				best, least = i, d
			}
			continue
		}
		if behind, aside := gaps(from, it.R, -dx, -dy); behind >= 0 && aside == 0 && behind+1 > most {
			back, most = i, behind+1
		}
	}
	if best != at {
		return best
	}
	return back
}

// gaps returns how far r lies ahead of from in a direction (negative: it does not) and how far aside.
func gaps(from, r Rect, dx, dy int) (ahead, aside int) {
	if dy != 0 {
		from, r = Rect{from.Y, from.X, from.H, from.W}, Rect{r.Y, r.X, r.H, r.W}
		dx = dy
	}
	if dx > 0 {
		ahead = r.X - (from.X + from.W)
	} else {
		ahead = from.X - (r.X + r.W)
	}
	aside = max(0, r.Y-(from.Y+from.H)+1, from.Y-(r.Y+r.H)+1)
	return ahead, aside
}
