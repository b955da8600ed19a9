package things

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// list is a list of widgets in rows, of which some are seen. They are known by their key and number.
type list struct {
	key           string
	n             int
	columns, room int // widgets in a row, and rows that are seen
}

// scroll keeps the focused widget of a list in view, from being the first row that is seen. A key that leads
// over the edge scrolls by one row. The wheel scrolls, and takes the focus with it.
func scroll(u *kit.Context, from *int, l list, area kit.Rect) {
	if u.Drawing {
		return
	}
	all := (l.n + l.columns - 1) / l.columns
	wheel := 0
	if area.Contains(u.CursorX, u.CursorY) {
		wheel = int(u.In.WheelY)
	}
	*from = max(0, min(*from-wheel, all-l.room))
	for k := range l.n {
		if kit.Ident(l.key, k) != u.Focused {
			continue
		}
		row := k / l.columns
		seen := max(*from, min(row, *from+l.room-1))
		switch last := min(l.n, (*from+l.room)*l.columns) - 1; {
		case wheel != 0 && seen != row:
			u.Focused = kit.Ident(l.key, min(seen*l.columns+k%l.columns, l.n-1))
		case row < *from || row == *from && row > 0 && u.In.Repeat(input.Up), k == *from*l.columns && row > 0 && u.In.Edit(input.Tab) && u.In.Shift:
			*from = max(0, min(row, *from-1))
		case row > *from+l.room-1:
			*from = row + 1 - l.room
		case row == *from+l.room-1 && row+1 < all && u.In.Repeat(input.Down), k == last && row+1 < all && u.In.Edit(input.Tab) && !u.In.Shift:
			*from++
		}
		return
	}
}
