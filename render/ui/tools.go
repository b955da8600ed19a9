package ui

import (
	"math"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
)

// Tool is what the place button draws.
type Tool uint8

// The tools.
const (
	ToolPoint  Tool = iota // one tile
	ToolLine               // from where the button goes down to where it comes up
	ToolBox                // the border of a rectangle
	ToolFilled             // all of a rectangle
	ToolStamp              // what was copied
	ToolCount
)

// PlanState is whether a tile of a plan can be done.
type PlanState uint8

// The states, each with its own mark: a frame, a dotted one, a crossed one.
const (
	PlanFits PlanState = iota
	PlanFar            // out of reach
	PlanBlocked
)

// PlanTile is a tile of what is to be built.
type PlanTile struct {
	At    grid.Tile
	Item  item.Kind // item.None: what stands there goes
	State PlanState
	Sure  bool // it is planned; else it would be
}

var toolKeys = [ToolCount]string{ToolPoint: "tool.point", ToolLine: "tool.line", ToolBox: "tool.box", ToolFilled: "tool.filled", ToolStamp: "tool.stamp"}

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

// plan draws what is to be built over the world, and says which tool is in hand.
func plan(u *Context) {
	if !u.p.on || u.m.Camera == nil {
		return
	}
	for i := range u.m.Plan {
		planTile(u, &u.m.Plan[i])
	}
	todo := 0
	for i := range u.m.Plan {
		if u.m.Plan[i].Sure {
			todo++
		}
	}
	if u.m.Tool == ToolPoint && todo == 0 {
		return
	}
	words := u.say(toolKeys[min(u.m.Tool, ToolCount-1)])
	if todo > 0 {
		words = u.say2("tool.todo", "tool", words, "n", itoa(todo))
	}
	keys := u.say2("tool.keys", "build", u.in.Name(input.Build), "undo", u.in.Name(input.UndoStep))
	w := max(u.measure(words, false), u.measure(keys, false))
	r := rect{u.w - w - 24, u.h - slotSide - 24 - 40, w + 16, 40}
	u.p.panel(r, panelColour, focusColour, panelColour)
	u.text(rect{r.x + 8, r.y + 4, w + 2, 16}, words, style{col: focusColour})
	u.text(rect{r.x + 8, r.y + 20, w + 2, 16}, keys, style{col: dimColour})
}

// planTile draws one tile of the plan.
func planTile(u *Context, t *PlanTile) {
	corner := t.At.Corner()
	fx, fy := u.m.Camera.ToScreen(corner)
	gx, gy := u.m.Camera.ToScreen(fixed.Vec{X: corner.X + fixed.One, Y: corner.Y + fixed.One})
	x, y, side := int(fx)/u.s, int(fy)/u.s, int(gx-fx)/u.s
	r := rect{x, y, side, int(gy-fy) / u.s}
	if r.x > u.w || r.y > u.h || r.x+r.w < 0 || r.y+r.h < 0 {
		return
	}
	col, pattern := skyColour, solidLine
	switch {
	case t.State == PlanBlocked:
		col = badColour
	case t.State == PlanFar:
		col, pattern = paleColour, dottedLine
	}
	if !t.Sure {
		col = fade(col, 170)
	}
	r = r.inset(1)
	if c, ok := u.p.atlas.icon(t.Item); ok {
		u.p.picture(r.x+(r.w-16)/2, r.y+(r.h-16)/2, c, 1, fade(white, 150))
	}
	u.brokenLine(r.x, r.y, r.w, 1, false, pattern, col)
	u.brokenLine(r.x, r.y+r.h-1, r.w, 1, false, pattern, col)
	u.brokenLine(r.x, r.y, r.h, 1, true, pattern, col)
	u.brokenLine(r.x+r.w-1, r.y, r.h, 1, true, pattern, col)
	if t.State == PlanBlocked || t.Item == item.None && t.Sure {
		for i := 4; i < r.w-4; i += 2 {
			u.p.fill(rect{r.x + i, r.y + i*r.h/max(r.w, 1), 2, 2}, col)
			u.p.fill(rect{r.x + r.w - i - 2, r.y + i*r.h/max(r.w, 1), 2, 2}, col)
		}
	}
}
