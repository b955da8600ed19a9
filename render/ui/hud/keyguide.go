package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// guideKeys are the keys that a newcomer would not guess.
var guideKeys = [...]struct {
	action input.Action
	say    string
}{{input.Inventory, "guide.bag"}, {input.Map, "action.map"}, {input.Build, "guide.build"}, {input.Emote, "action.emote"}}

const guideRow = 16

// keyGuide lays out the keys of inventory, map, build tools and emotes at the foot of the window, beside the
// hotbar, in a player's first minutes.
func keyGuide(u *kit.Context) {
	if !u.Model.HUD.Guide || !u.P.On || len(u.In.TouchButtons()) > 0 {
		return
	}
	room := (u.W-kit.HotbarW)/2 - 16 // at the left of the hotbar
	column := room / 2
	for i, k := range guideKeys {
		name := u.In.Name(k.action)
		if name == "" {
			continue
		}
		x, y := 8+i%2*column, u.H-8-2*guideRow+i/2*guideRow
		kw := max(14, u.Measure(name, false)+6)
		if kw > column-8 {
			continue
		}
		u.P.Panel(kit.R(x, y+1, kw, guideRow-2), kit.PanelColour, kit.BorderColour, kit.PanelColour)
		u.Text(kit.R(x, y, kw, guideRow), name, kit.Style{Col: kit.FocusColour, Align: kit.Centre})
		if w := column - kw - 8; u.Measure(u.Say(k.say), false) <= w {
			u.Text(kit.R(x+kw+4, y, w+2, guideRow), u.Say(k.say), kit.Style{Col: kit.TextColour, Outline: true})
		}
	}
}
