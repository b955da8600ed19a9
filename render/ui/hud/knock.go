package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// The keys that answer a player who knocks. They mean nothing else while nobody knocks.
const (
	letInKey  = input.KeyY
	refuseKey = input.KeyN
	banKey    = input.KeyDelete
)

// showKnock asks a keeper about the player that has knocked first, at y, and returns the y of the next thing.
func showKnock(u *kit.Context, y int) int {
	all := u.Model.Door.Knocks
	if len(all) == 0 {
		return y
	}
	ask := u.Words.Fill("entrance.asks", "name", all[0].Name)
	keys := u.Say1("entrance.let", "key", letInKey.Label()) + "   " + u.Say1("entrance.refuse", "key", refuseKey.Label()) + "   " + u.Say1("entrance.ban", "key", banKey.Label())
	if len(all) > 1 {
		keys += "   " + u.Say1("entrance.more", "n", kit.Itoa(len(all)-1))
	}
	w := min(u.Notices.LaneWidth(u), max(u.Measure(ask, false), u.Measure(keys, false))+2*kit.Padding)
	inner := w - 2*kit.Padding
	tall := u.Height(ask, inner, false)
	r := kit.R(u.Notices.LaneCentre(u)-w/2, y, w, 10+tall+u.Height(keys, inner, false))
	u.Solid(r)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.Paragraph(kit.R(r.X+kit.Padding, r.Y+4, inner, tall), ask, kit.Style{Col: kit.PaleColour})
	u.Paragraph(kit.R(r.X+kit.Padding, r.Y+6+tall, inner, r.H-tall-8), keys, kit.Style{Col: kit.TextColour})
	return y + r.H + 4
}

// KnockKeys answers the keys by which a keeper answers a player who knocks. It reports whether one was
// pressed.
func KnockKeys(u *kit.Context) bool {
	all := u.Model.Door.Knocks
	if len(all) == 0 {
		return false
	}
	for key, answer := range map[input.Button]model.KnockAnswer{letInKey: model.LetIn, refuseKey: model.RefuseKnock, banKey: model.BanKnocker} {
		if u.In.ButtonPressed(key) {
			u.Do(model.AnswerKnock{Key: all[0].Key, Answer: answer})
			return true
		}
	}
	return false
}
