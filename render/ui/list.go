package ui

import "manyhold/input"

// scrollPlain lets keys and wheel move a list whose rows take no focus.
func scrollPlain(u *Context, from *int, n, room int, r rect) {
	if u.drawing {
		return
	}
	switch {
	case u.in.Repeat(input.Down):
		*from++
	case u.in.Repeat(input.Up):
		*from--
	case r.contains(u.cx, u.cy):
		*from -= int(u.in.WheelY)
	}
	*from = max(0, min(*from, n-room))
}

// listening draws a light that wanders while worlds are listened for.
func listening(u *Context, r rect) {
	n := max(1, r.w/8)
	at := int(u.now/6) % n
	for i := range n {
		col := borderColour
		if i == at || (i+1)%n == at {
			col = focusColour
		}
		u.p.fill(rect{r.x + i*8, r.y, 4, 4}, col)
	}
}

// more marks that a list goes on below r.
func more(u *Context, r rect, goesOn bool) {
	if !goesOn {
		return
	}
	for i := range 4 { // a triangle that points down
		u.p.fill(rect{r.x + r.w/2 - 4 + i, r.y - 2 + i, 8 - 2*i, 1}, focusColour)
	}
}

// scrollList keeps the focused one of n rows of a list in view, room of which are shown, and lets the
// wheel move the list. Rows are known by their key and number; at its edge the list goes on by one row.
func scrollList(u *Context, from *int, n, room int, key string, r rect) {
	if u.drawing {
		return
	}
	if u.in.WheelY != 0 && r.contains(u.cx, u.cy) {
		*from -= int(u.in.WheelY)
	} else {
		for i := range n {
			if ident(key, i) != u.focus {
				continue
			}
			down, up := u.in.Repeat(input.Down), u.in.Repeat(input.Up)
			if i >= *from+room-1 && down && i+1 < n {
				*from = i + 2 - room
			}
			if i <= *from && up && i > 0 {
				*from = i - 1
			}
			if u.in.Edit(input.Tab) && i == *from+room-1 && i+1 < n {
				*from = i + 2 - room
			}
		}
	}
	*from = max(0, min(*from, n-room))
}
