package hud

import (
	"manyhold/game/item"
	"manyhold/game/tune"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// noteSide is the side of a key of the row of notes, noteStep how much higher each next note is drawn.
const noteSide, noteStep = 24, 2

// Strums reports whether the player has an instrument in hand.
func Strums(u *kit.Context) bool {
	me := u.Model.Game.Me
	return me != nil && int(me.Slot) < len(me.Inventory) && me.Inventory[me.Slot].Count > 0 && me.Inventory[me.Slot].Kind.Info().Use == item.Strum
}

// notes lays out the five notes of the instrument in hand, to be clicked, with the keys that play them:
// beside the hotbar, or over it in a narrow window.
func notes(u *kit.Context, bar kit.Rect, live bool) {
	if !Strums(u) {
		return
	}
	first := NoteAt(u, bar, 0)
	back := kit.R(first.X-4, first.Y-4, tune.Notes*noteSide+8, noteSide+8)
	u.Solid(back)
	u.Panel(back)
	for i := range tune.Notes {
		r := NoteAt(u, bar, i)
		over := live && r.Contains(u.CursorX, u.CursorY)
		NoteKey(u, r, i, over)
		if over && !u.Drawing && u.In.ButtonPressed(input.MouseLeft) {
			u.Do(model.PlayNote{Note: uint8(i + 1)})
		}
	}
}

// NoteAt returns where the row has a note.
func NoteAt(u *kit.Context, bar kit.Rect, i int) kit.Rect {
	const width = tune.Notes * noteSide
	x, y := bar.X+bar.W+12, bar.Y+(bar.H-noteSide)/2
	if x+width+8 > u.W {
		x, y = (u.W-width)/2, bar.Y-noteSide-32
	}
	return kit.R(x+i*noteSide, y, noteSide, noteSide)
}

// NoteKey draws one of the five notes, higher ones higher, and the key that plays it.
func NoteKey(u *kit.Context, r kit.Rect, i int, lit bool) {
	u.Face(r, lit, false)
	col := kit.DimColour
	if lit {
		col = kit.PaleColour
	}
	x, y := r.X+r.W/2+2, r.Y+r.H-8-i*noteStep
	u.P.Fill(kit.R(x, y, 4, 3), kit.FocusColour)
	u.P.Fill(kit.R(x+3, y-7, 1, 8), kit.FocusColour)
	kit.DrawKeyName(u, r, u.In.Name(input.Slot1+input.Action(i)), col)
}
