package ui

import (
	"math"

	"manyhold/input"
)

// wheelTools are the places of the wheel of tools.
var wheelTools = [...]struct {
	key    string
	action Action
	own    input.Action // the key that does it at once
}{
	{"tool.point", SetTool{ToolPoint}, input.NoAction}, {"tool.line", SetTool{ToolLine}, input.NoAction}, {"tool.box", SetTool{ToolBox}, input.NoAction},
	{"tool.filled", SetTool{ToolFilled}, input.NoAction}, {"tool.stamp", SetTool{ToolStamp}, input.NoAction},
	{"tool.turn", TurnPlan{}, input.Turn}, {"tool.undo", Undo{}, input.UndoStep}, {"tool.stop", StopBuilding{}, input.NoAction},
}

// toolSpokeW and toolSpokeH are the size of a tool on the wheel.
const toolSpokeW, toolSpokeH = 88, 28

// showTools lays out the wheel of the tools for building.
func (t *Tools) Show(u *Context) {
	cx, cy := u.w/2, min(u.h/2, u.h-slotSide-40-wheelY-toolSpokeH/2)
	hub := rect{cx - 48, cy - 12, 96, 24}
	u.panel(hub)
	u.text(hub, u.say("tool.title"), style{col: focusColour, align: centre})
	for i, t := range &wheelTools {
		a := 2 * math.Pi * float64(i) / float64(len(wheelTools))
		x, y := cx+int(math.Round(1.45*wheelX*math.Sin(a))), cy-int(math.Round(1.25*wheelY*math.Cos(a)))
		c := rect{x - toolSpokeW/2, y - toolSpokeH/2, toolSpokeW, toolSpokeH}
		focused, chosen := u.take(place{id: ident("tool", i), r: c})
		u.solid(c)
		why := ""
		if t.key == "tool.stamp" && !u.m.Stamped {
			why = u.say1("tool.no_stamp", "key", u.in.Name(input.Pick))
		}
		u.face(c, focused, why != "")
		col := textColour
		switch {
		case why != "":
			col = dimColour
		case focused:
			col = paleColour
		}
		u.digits(c.x+4, c.y+4, itoa(i+1), dimColour, false)
		u.text(rect{c.x + 8, c.y, c.w - 12, c.h}, u.say(t.key), style{col: col, align: centre})
		if focused && why != "" {
			u.text(rect{cx - 150, min(cy+wheelY+50, u.h-slotSide-36), 300, 16}, why, style{col: paleColour, outline: true, align: centre})
		}
		picked := chosen || !u.drawing && u.now > u.since && u.in.Pressed(input.Slot1+input.Action(i))
		if u.answer(picked, why) {
			u.do(t.action)
			u.closeAll() // the menu that it was opened from, too
			u.sound(SoundClose)
			return
		}
	}
	if u.backed() || u.again(input.Build) {
		u.close()
	}
}
