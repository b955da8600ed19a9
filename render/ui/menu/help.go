package menu

import (
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
)

// Help is the card of all keys.
type Help struct{ settings *Settings }

// helpGroup is a heading and the lines below it.
type helpGroup struct {
	title   string
	actions []input.Action
}

// helpCard is the card, column by column.
var helpCard = [...][]helpGroup{
	{
		{"card.hands", []input.Action{input.Dig, input.Place, input.Use, input.PickUp, input.Throw, input.Kick, input.Drop, input.NextSlot, input.PrevSlot}},
		{"card.move", []input.Action{input.MoveUp, input.ZoomIn, input.ZoomOut}},
	},
	{
		{"card.together", []input.Action{input.Chat, input.Emote, input.Map, input.Inventory, input.Menu}},
		{"card.window", []input.Action{input.Help, input.Overlay, input.Network, input.Record, input.Fullscreen}},
	},
	{
		{"card.build", []input.Action{input.Build, input.Pick, input.Turn, input.UndoStep, input.Palette, input.Examine, input.Panel}},
	},
}

const (
	helpWidth = 620
	helpKeys  = 90 // of a column's keys
	helpLines = 15 // of the longest column
)

// Show lays out the card: what each key of the device in hand does.
func (h *Help) Show(u *kit.Context) {
	u.Veil()
	panel := u.Centred(min(helpWidth, u.W-16), 24+8+kit.ButtonHeight+2*kit.Padding+helpLines*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("card.title"))
	body := r.Cut(helpLines * kit.LineHeight)
	width := body.W / len(helpCard)
	for c, groups := range helpCard {
		column := kit.R(body.X+c*width, body.Y, width-12, body.H)
		for _, g := range groups {
			u.Text(column.Cut(kit.LineHeight), u.Say(g.title), kit.Style{Col: kit.FocusColour})
			for _, a := range g.actions {
				helpRow(u, column.Cut(kit.LineHeight), a)
			}
			column.Cut(kit.LineHeight)
		}
	}
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	half := row.W/2 - 4
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("card.change", 0), u.Say("card.change"), "") {
		h.settings.Open(u)
		h.settings.showKeys(u)
		return
	}
	back := u.Button(kit.R(row.X+half+8, row.Y, half, row.H), kit.Ident("card.back", 0), u.Say("menu.back"), "")
	if back || u.Backed() || u.Again(input.Help) {
		u.Close()
	}
}

// helpRow lays out the words of an action before its keys. The four ways to walk share a line.
func helpRow(u *kit.Context, r kit.Rect, a input.Action) {
	words, keys := u.Say("action."+a.String()), u.In.Name(a)
	if a == input.MoveUp {
		words = u.Say("card.walk")
		for _, way := range [...]input.Action{input.MoveLeft, input.MoveDown, input.MoveRight} {
			keys += " " + u.In.Name(way)
		}
		if len(keys) > 12 { // a stick has one name for all
			keys = strings.Fields(keys)[0]
		}
	}
	u.Text(kit.R(r.X, r.Y, r.W-min(helpKeys, u.Measure(keys, false))-4, r.H), words, kit.Style{Col: kit.TextColour})
	u.Text(kit.R(r.X+r.W-helpKeys, r.Y, helpKeys, r.H), keys, kit.Style{Col: kit.PaleColour, Align: kit.Right})
}
