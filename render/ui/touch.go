package ui

import "manyhold/input"

// touchKeys are the words on the buttons for fingers.
func touchKey(a input.Action) string {
	switch a {
	case input.Dig:
		return "touch.dig"
	case input.Place:
		return "touch.place"
	case input.Use:
		return "touch.use"
	case input.Throw:
		return "touch.throw"
	case input.PickUp:
		return "touch.pick_up"
	case input.Menu:
		return "touch.menu"
	case input.Chat:
		return "touch.talk"
	}
	return "touch.bag"
}

// touchButtons draws the buttons for fingers, over the world and under everything that is read.
func touchButtons(u *Context) {
	if !u.p.on {
		return
	}
	for _, b := range u.in.TouchButtons() {
		side := int(b.Side) / u.s
		r := rect{int(b.X)/u.s - side/2, int(b.Y)/u.s - side/2, side, side}
		border, col := borderColour, textColour
		if b.Pressed {
			border, col = focusColour, paleColour
		}
		u.p.panel(r, panelColour, border, border)
		u.text(r.inset(1), u.say(touchKey(b.Action)), style{col: col, align: centre})
	}
}
