package hud

import (
	"manyhold/render/ui/kit"
)

// plateMost is the greatest width of a plate, in units of the interface.
const plateMost = 260

// plate draws the text of the lighthouse that the player looks at.
func plate(u *kit.Context) {
	p := &u.Model.HUD.Plate
	if p.Title == "" || u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	x, y, seen := u.OnScreen(p.At)
	if !seen {
		return
	}
	lines := u.Wrap(p.Text, plateMost-2*kit.Padding)
	w := u.Measure(p.Title, false)
	for _, l := range lines {
		w = max(w, u.Measure(l, false))
	}
	w = min(w, plateMost-2*kit.Padding) + 2*kit.Padding
	h := (len(lines)+1)*kit.LineHeight + kit.Padding
	r := kit.R(min(max(x-w/2, 4), u.W-w-4), min(max(y-h, 4), u.H-h-72), w, h)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.PanelColour)
	r.Y += kit.Padding / 2
	u.Text(kit.R(r.X, r.Y, r.W, kit.LineHeight), p.Title, kit.Style{Col: kit.FocusColour, Align: kit.Centre})
	for n, l := range lines {
		u.Text(kit.R(r.X, r.Y+(n+1)*kit.LineHeight, r.W, kit.LineHeight), l, kit.Style{Col: kit.TextColour, Align: kit.Centre})
	}
}
