package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// touchKey are the words on the buttons for fingers.
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
func touchButtons(u *kit.Context) {
	if !u.P.On {
		return
	}
	for _, b := range u.In.TouchButtons() {
		side := int(b.Side) / u.Scale
		r := kit.R(int(b.X)/u.Scale-side/2, int(b.Y)/u.Scale-side/2, side, side)
		border, col := kit.BorderColour, kit.TextColour
		if b.Pressed {
			border, col = kit.FocusColour, kit.PaleColour
		}
		u.P.Panel(r, kit.PanelColour, border, border)
		u.Text(r.Inset(1), u.Say(touchKey(b.Action)), kit.Style{Col: col, Align: kit.Centre})
	}
}
