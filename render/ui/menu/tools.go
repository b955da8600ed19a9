package menu

import (
	"image/color"
	"math"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// wheelTools are the places of the wheel of tools.
var wheelTools = [...]struct {
	key    string
	action model.Action
	own    input.Action // the key that does it at once
}{
	{"tool.point", model.SetTool{Tool: model.ToolPoint}, input.NoAction}, {"tool.line", model.SetTool{Tool: model.ToolLine}, input.NoAction}, {"tool.box", model.SetTool{Tool: model.ToolBox}, input.NoAction},
	{"tool.filled", model.SetTool{Tool: model.ToolFilled}, input.NoAction}, {"tool.stamp", model.SetTool{Tool: model.ToolStamp}, input.NoAction},
	{"tool.turn", model.TurnPlan{}, input.Turn}, {"tool.undo", model.Undo{}, input.UndoStep}, {"tool.stop", model.StopBuilding{}, input.NoAction},
	{"tool.inspect", model.SetTool{Tool: model.ToolInspect}, input.NoAction},
	{"tool.claim", model.SetTool{Tool: model.ToolClaim}, input.NoAction},
	{"tool.palette", nil, input.Palette}, {"tool.thing", model.LookAtThing{}, input.Examine},
}

// toolSpokeW and toolSpokeH are the size of a tool on the wheel.
const toolSpokeW, toolSpokeH = 100, 28

// Show lays out the wheel of the tools for building.
func (t *Tools) Show(u *kit.Context) {
	cx, cy := u.W/2, min(u.H/2, u.H-kit.SlotSide-40-wheelY-toolSpokeH/2)
	wide := min(2.35*wheelX, float64(u.W/2-toolSpokeW/2-4))
	hub := kit.R(cx-48, cy-12, 96, 24)
	u.Panel(hub)
	u.Text(hub, u.Say("tool.title"), kit.Style{Col: kit.FocusColour, Align: kit.Centre})
	for i, w := range &wheelTools {
		a := 2 * math.Pi * float64(i) / float64(len(wheelTools))
		x, y := cx+int(math.Round(wide*math.Sin(a))), cy-int(math.Round(1.25*wheelY*math.Cos(a)))
		c := kit.R(x-toolSpokeW/2, y-toolSpokeH/2, toolSpokeW, toolSpokeH)
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("tool", i), R: c})
		u.Solid(c)
		why := ""
		if w.key == "tool.stamp" && !u.Model.Build.Stamped {
			why = u.Say1(u.ByDevice("tool.no_stamp", "tool.no_stamp_walk", "tool.no_stamp_walk"), "key", u.In.Name(input.Pick))
		}
		if w.key == "tool.claim" && u.Model.Land.MostClaims == 0 {
			why = u.Say("tool.no_claim")
		}
		u.Face(c, focused, why != "")
		col := kit.TextColour
		switch {
		case why != "":
			col = kit.DimColour
		case focused:
			col = kit.PaleColour
		}
		u.Digits(c.X+4, c.Y+4, kit.Itoa(i+1), kit.DimColour, false)
		toolSign(u, w.key, c.X+12+min(i/9, 1)*6, c.Y+(c.H-signSide)/2, col)
		u.Text(kit.R(c.X+signSide+16, c.Y, c.W-signSide-18, c.H), u.Say(w.key), kit.Style{Col: col, Align: kit.Centre})
		words := why
		if words == "" && w.own != input.NoAction {
			words = u.Say1("tool.own", "key", u.In.Name(w.own))
		}
		if left := outlines(u); w.key == "tool.stop" && left > 0 && focused {
			words = u.Count("tool.drops", left)
			if t.sure(u) {
				words = u.Say("tool.sure")
			}
		}
		if focused && words != "" {
			u.Text(kit.R(cx-150, min(cy+wheelY+50, u.H-kit.SlotSide-36), 300, 16), words, kit.Style{Col: kit.PaleColour, Outline: true, Align: kit.Centre})
		}
		picked := chosen || !u.Drawing && u.Now > u.Since && u.In.Pressed(input.Slot1+input.Action(i))
		if u.Answer(picked, why) {
			if w.key == "tool.stop" && outlines(u) > 0 && !t.sure(u) {
				t.asked = u.Now
				u.Sound(kit.SoundNo)
				u.SetFocus(kit.Ident("tool", i))
				return
			}
			t.asked = 0
			u.CloseAll() // the menu that it was opened from, too
			u.Sound(kit.SoundClose)
			if w.action == nil {
				t.OpenPalette(u)
			} else {
				u.Do(w.action)
			}
			return
		}
	}
	u.Text(kit.R(cx-200, max(4, cy-wheelY-58), 400, 16), u.Say1(u.ByDevice("tool.how", "tool.how_walk", "tool.how_walk"), "key", u.In.Name(input.Place)), kit.Style{Col: kit.PaleColour, Outline: true, Align: kit.Centre})
	if u.Backed() || u.Again(input.Build) {
		u.Close()
	}
}

// sure reports whether one more press drops the outlines.
func (t *Tools) sure(u *kit.Context) bool { return t.asked > 0 && u.Now-t.asked < sureTicks }

// outlines is how many outlines of the player wait to be built.
func outlines(u *kit.Context) (n int) {
	for k := range u.Model.Build.Plan {
		if u.Model.Build.Plan[k].Sure {
			n++
		}
	}
	return n
}

// signSide is the side of a tool's sign, in pixels.
const signSide = 12

// signs are pictures of the tools: each row from left to right, # for ink.
var signs = map[string][signSide]string{
	"tool.point":   {"", "", "", "", "    ####", "    ####", "    ####", "    ####"},
	"tool.line":    {"", "          ##", "         ###", "        ###", "       ###", "      ###", "     ###", "    ###", "   ###", "  ###", " ###", " ##"},
	"tool.box":     {"############", "############", "##        ##", "##        ##", "##        ##", "##        ##", "##        ##", "##        ##", "##        ##", "##        ##", "############", "############"},
	"tool.filled":  {"############", "############", "############", "############", "############", "############", "############", "############", "############", "############", "############", "############"},
	"tool.stamp":   {"########", "#      #", "#      #", "#   ########", "#   #      #", "#   #      #", "#   #      #", "#####      #", "    #      #", "    #      #", "    #      #", "    ########"},
	"tool.turn":    {"    ####  #", "   #    ###", "  #      ##", " #      ###", " #", " #", " #         #", " #         #", "  #       #", "   #     #", "    #####"},
	"tool.undo":    {"", "   #", "  ##", " ########", "##########", " ########  #", "  ##      ##", "   #      ##", "         ##", "    ######", "    #####"},
	"tool.stop":    {"##        ##", "###      ###", " ###    ###", "  ###  ###", "   ######", "    ####", "    ####", "   ######", "  ###  ###", " ###    ###", "###      ###", "##        ##"},
	"tool.inspect": {"  #####", " #     #", "#       #", "#       #", "#       #", "#       #", " #     #", "  ########", "        ###", "         ###", "          ##"},
	"tool.claim":   {"##", "########", "##########", "############", "##########", "########", "##", "##", "##", "##", "##", "##"},
	"tool.palette": {"##### #####", "##### #####", "##### #####", "##### #####", "##### #####", "", "##### #####", "##### #####", "##### #####", "##### #####", "##### #####"},
	"tool.thing":   {"", "", "   ######", "  #      #", " #   ##   #", "#   ####   #", "#   ####   #", " #   ##   #", "  #      #", "   ######"},
}

// toolSign draws the sign of a tool.
func toolSign(u *kit.Context, key string, x, y int, col color.RGBA) {
	for dy, line := range signs[key] {
		from := -1
		for dx := 0; dx <= len(line); dx++ { // one quad for each run of ink
			switch ink := dx < len(line) && line[dx] == '#'; {
			case ink && from < 0:
				from = dx
			case !ink && from >= 0:
				u.P.Fill(kit.R(x+from, y+dy, dx-from, 1), col)
				from = -1
			}
		}
	}
}
