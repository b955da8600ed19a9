package menu

import (
	"math"

	"manyhold/game/tune"
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// wheelX and wheelY are the half axes on which the feelings stand around the middle of the wheel, and
	// spoke the size of one.
	wheelX, wheelY = 92, 62
	spokeW, spokeH = 60, 36
)

// Show lays out the wheel around the player. With an instrument in hand it has the five notes first, and the
// key that opens it turns to the feelings.
func (e *Emotes) Show(u *kit.Context) {
	if hud.Strums(u) && !e.feel {
		e.notes(u)
		return
	}
	e.feelings(u)
}

// notes lays out the five notes of the instrument in hand. The wheel stays open while they are played.
func (e *Emotes) notes(u *kit.Context) {
	cx, cy := hub(u, "emote.notes")
	for i := range tune.Notes {
		x, y := around(i, tune.Notes, cx, cy)
		c := kit.R(x-spokeH/2, y-spokeH/2, spokeH, spokeH)
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("note", i), R: c})
		u.Solid(c)
		hud.NoteKey(u, c, i, focused)
		if chosen || !u.Drawing && u.Now > u.Since && u.In.Pressed(input.Slot1+input.Action(i)) {
			u.Do(model.PlayNote{Note: uint8(i + 1)})
		}
	}
	switch {
	case u.Backed():
		u.Close()
	case u.Again(input.Emote):
		e.feel = true
	}
}

// hub lays out the middle of the wheel, with its title, and returns where it is.
func hub(u *kit.Context, title string) (cx, cy int) {
	cx, cy = u.W/2, min(u.H/2, u.H-kit.SlotSide-40-wheelY-spokeH/2)
	r := kit.R(cx-48, cy-12, 96, 24)
	u.Panel(r)
	u.Text(r, u.Say(title), kit.Style{Col: kit.FocusColour, Align: kit.Centre})
	return cx, cy
}

// around returns the place of one of n spokes, the first at the top and on with the clock.
func around(i, n, cx, cy int) (x, y int) {
	a := 2 * math.Pi * float64(i) / float64(n)
	return cx + int(math.Round(wheelX*math.Sin(a))), cy - int(math.Round(wheelY*math.Cos(a)))
}

// feelings lays out the wheel of feelings: each also has the number of its place.
func (e *Emotes) feelings(u *kit.Context) {
	cx, cy := hub(u, "emote.title")
	for i, name := range model.EmoteNames {
		if spoke(u, i, name, cx, cy) {
			u.Do(model.SendEmote{Which: uint8(i + 1)})
			e.close(u)
			return
		}
	}
	if u.Backed() || u.Again(input.Emote) {
		e.close(u)
	}
}

// close closes the wheel; the next time it has the notes again.
func (e *Emotes) close(u *kit.Context) {
	e.feel = false
	u.Close()
}

// spoke lays out one feeling of the wheel, the first at its top and on with the clock, and reports whether it
// was picked.
func spoke(u *kit.Context, i int, name string, cx, cy int) bool {
	x, y := around(i, model.EmoteCount, cx, cy)
	c := kit.R(x-spokeW/2, y-spokeH/2, spokeW, spokeH)
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("emote", i), R: c})
	u.Solid(c)
	u.Face(c, focused, false)
	col := kit.TextColour
	if focused {
		c.Y--
		col = kit.PaleColour
	}
	u.P.Picture(c.X+(c.W-12)/2, c.Y+5, kit.EmoteCell(uint8(i+1)), 1, kit.White)
	u.Digits(c.X+4, c.Y+4, kit.Itoa(i+1), kit.DimColour, false)
	u.Text(kit.R(c.X, c.Y+18, c.W, 16), u.Say("emote."+name), kit.Style{Col: col, Align: kit.Centre})
	picked := chosen || !u.Drawing && u.Now > u.Since && u.In.Pressed(input.Slot1+input.Action(i))
	return u.Answer(picked, "")
}
