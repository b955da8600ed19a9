package ui

import "manyhold/input"

// place is a thing of a screen that can have the focus.
type place struct {
	id   uint32
	r    rect
	edit bool // a text box: letters are its own
	hold bool // left and right change it instead of leading away
}

// ident returns the identity of a widget: the hash of its key and number (FNV-1a).
func ident(key string, i int) uint32 {
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

// take enters a widget into the screen's order and reports whether it has the focus, and whether it was
// chosen in this tick, by the mouse, the keyboard or the pad alike.
func (u *Context) take(it place) (focused, chosen bool) {
	u.items = append(u.items, it)
	u.p.trace.item(it.id, it.r)
	if u.drawing {
		return u.focus == it.id, false
	}
	if it.r.contains(u.cx, u.cy) {
		u.hot = it.id
		clicked := u.in.ButtonPressed(input.MouseLeft)
		if clicked || u.in.CursorMoved && !u.editing {
			u.setFocus(it.id)
		}
		if clicked {
			return true, !it.edit
		}
	}
	if u.focus != it.id {
		return false, false
	}
	return true, !it.edit && u.confirmed()
}

// setFocus moves the focus, with a sound if that is news.
func (u *Context) setFocus(id uint32) {
	if u.focus != id {
		u.focus = id
		u.sound(SoundHover)
	}
}

// confirmed reports whether the focused widget was chosen by a key. A text box lets only Enter and the
// pad do so.
func (u *Context) confirmed() bool {
	if u.editing {
		return false
	}
	return u.in.Pressed(input.Confirm)
}

// backed reports whether the player wants out of the screen.
func (u *Context) backed() bool {
	if u.drawing {
		return false
	}
	if u.editing {
		return u.in.Edit(input.Cancel) || u.in.ButtonPressed(input.PadB) && !u.keyboard.tookPad
	}
	return u.in.Pressed(input.Back)
}

// steer moves the focus by the keys of this tick, after all items of the screen are known.
func (u *Context) steer() {
	at := -1
	for i, it := range u.items {
		if it.id == u.focus {
			at = i
		}
	}
	if at < 0 {
		if len(u.items) > 0 {
			u.focus = u.items[u.first()].id
		}
		return
	}
	it := u.items[at]
	dx, dy, turn := u.directions(it)
	switch {
	case turn != 0:
		n := len(u.items)
		u.setFocus(u.items[(at+turn+n)%n].id)
	case dx != 0 || dy != 0:
		if to := u.nearest(at, dx, dy); to != at {
			u.setFocus(u.items[to].id)
		}
	}
}

// isEditing reports whether the next tick's letters belong to a text box.
func (u *Context) isEditing() bool {
	for _, it := range u.items {
		if it.id == u.focus {
			return it.edit
		}
	}
	return u.writing
}

// first returns the index of the item that a screen opens with.
func (u *Context) first() int {
	for i, it := range u.items {
		if it.id == u.prefer {
			return i
		}
	}
	return 0
}

// directions returns where the keys of this tick lead: a step in the plane, or one in the order.
func (u *Context) directions(it place) (dx, dy, turn int) {
	in := u.in
	pressed := func(a input.Action, e input.Edit, pad input.Button) bool {
		if it.edit {
			return in.Edit(e) || in.ButtonPressed(pad) && !u.keyboard.tookPad
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
	case it.hold || it.edit:
	case in.Repeat(input.Left):
		dx = -1
	case in.Repeat(input.Right):
		dx = 1
	}
	return dx, dy, turn
}

// asideWeight is how much farther a pixel aside is than one ahead, for a step of the focus.
const asideWeight = 8

// nearest returns the item to which a step from item at leads: the nearest in that direction, one
// straight ahead before one aside; if there is none, the farthest on the other side.
func (u *Context) nearest(at, dx, dy int) int {
	from := u.items[at].r
	best, least := at, 1<<30
	back, most := at, 0
	for i, it := range u.items {
		if i == at {
			continue
		}
		ahead, aside := gaps(from, it.r, dx, dy)
		if ahead >= 0 {
			if d := ahead + asideWeight*aside; d < least {
				best, least = i, d
			}
			continue
		}
		if behind, aside := gaps(from, it.r, -dx, -dy); behind >= 0 && aside == 0 && behind+1 > most {
			back, most = i, behind+1
		}
	}
	if best != at {
		return best
	}
	return back
}

// gaps returns how far r lies ahead of from in a direction (negative: it does not) and how far aside.
func gaps(from, r rect, dx, dy int) (ahead, aside int) {
	if dy != 0 {
		from, r = rect{from.y, from.x, from.h, from.w}, rect{r.y, r.x, r.h, r.w}
		dx = dy
	}
	if dx > 0 {
		ahead = r.x - (from.x + from.w)
	} else {
		ahead = from.x - (r.x + r.w)
	}
	aside = max(0, r.y-(from.y+from.h)+1, from.y-(r.y+r.h)+1)
	return ahead, aside
}
