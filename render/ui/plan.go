package ui

import (
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/input"
)

var toolKeys = [ToolCount]string{ToolPoint: "tool.point", ToolLine: "tool.line", ToolBox: "tool.box", ToolFilled: "tool.filled", ToolStamp: "tool.stamp"}

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
