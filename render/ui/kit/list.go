package kit

import (
	"manyhold/input"
)

// ScrollPlain scrolls a list of rows without focus by keys and wheel.
func ScrollPlain(u *Context, from *int, n, room int, r Rect) {
	if u.Drawing {
		return
	}
	switch {
	case u.In.Repeat(input.Down):
		*from++
	case u.In.Repeat(input.Up):
		*from--
	case r.Contains(u.CursorX, u.CursorY):
		*from -= int(u.In.WheelY)
	}
	*from = max(0, min(*from, n-room))
}

// Listening draws a light that wanders while worlds are listened for.
func Listening(u *Context, r Rect) {
	n := max(1, r.W/8)
	at := int(u.Now/6) % n
	for i := range n {
		col := BorderColour
		if i == at || (i+1)%n == at {
			col = FocusColour
		}
		u.P.Fill(Rect{r.X + i*8, r.Y, 4, 4}, col)
	}
}

// More marks that a list continues below r.
func More(u *Context, r Rect, goesOn bool) {
	if !goesOn {
		return
	}
	for i := range 4 { // a triangle that points down
		u.P.Fill(Rect{r.X + r.W/2 - 4 + i, r.Y - 2 + i, 8 - 2*i, 1}, FocusColour)
	}
}

// Less marks that a list begins above r.
func Less(u *Context, r Rect) {
	for i := range 4 { // a triangle that points up
		u.P.Fill(Rect{r.X + r.W/2 - 1 - i, r.Y - 2 + i, 2 + 2*i, 1}, FocusColour)
	}
}

// ScrollList keeps the focused one of n rows of a list in view, showing room of them, and scrolls the list by
// the wheel. Rows are known by their key and number; at its edge the list scrolls by one row.
func ScrollList(u *Context, from *int, n, room int, key string, r Rect) {
	if u.Drawing {
		return
	}
	if u.In.WheelY != 0 && r.Contains(u.CursorX, u.CursorY) {
		*from -= int(u.In.WheelY)
	} else {
		for i := range n {
			if Ident(key, i) != u.Focused {
				continue
			}
			down, up := u.In.Repeat(input.Down), u.In.Repeat(input.Up)
			if i >= *from+room-1 && down && i+1 < n {
				*from = i + 2 - room
			}
			if i <= *from && up && i > 0 {
				*from = i - 1
			}
			if u.In.Edit(input.Tab) && i == *from+room-1 && i+1 < n {
				*from = i + 2 - room
			}
		}
	}
	*from = max(0, min(*from, n-room))
}
