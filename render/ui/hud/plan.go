package hud

import (
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

var toolKeys = [model.ToolCount]string{model.ToolPoint: "tool.point", model.ToolLine: "tool.line", model.ToolBox: "tool.box", model.ToolFilled: "tool.filled", model.ToolStamp: "tool.stamp", model.ToolClaim: "tool.claim", model.ToolInspect: "tool.inspect",
	model.ToolThing: "tool.palette"}

// plan draws the plan over the world, and names the tool in hand.
func plan(u *kit.Context) {
	if !u.P.On || u.Model.Game.Camera == nil {
		return
	}
	for i := range u.Model.Build.Plan {
		planTile(u, &u.Model.Build.Plan[i])
	}
	if u.Model.Build.Tool == model.ToolClaim {
		claimTool(u)
		return
	}
	if u.Model.Build.Tool == model.ToolThing {
		thingTool(u)
		return
	}
	todo := 0
	for i := range u.Model.Build.Plan {
		if u.Model.Build.Plan[i].Sure {
			todo++
		}
	}
	if u.Model.Build.Tool == model.ToolPoint && todo == 0 {
		return
	}
	words := u.Say(toolKeys[min(u.Model.Build.Tool, model.ToolCount-1)])
	if todo > 0 {
		words = u.Say2("tool.todo", "tool", words, "n", kit.Itoa(todo))
	}
	keys := u.Say2("tool.keys", "build", u.In.Name(input.Build), "undo", u.In.Name(input.UndoStep))
	if u.Model.Build.Tool == model.ToolInspect {
		keys = u.Say1("inspect.keys", "build", u.In.Name(input.Build))
		if u.Model.HUD.Inspect.May {
			keys = u.Say2("inspect.keeper_keys", "place", u.In.Name(input.Place), "undo", u.In.Name(input.UndoStep))
		}
	}
	w := max(u.Measure(words, false), u.Measure(keys, false))
	r := kit.R(u.W-w-24, u.H-kit.SlotSide-24-40, w+16, 40)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.Text(kit.R(r.X+8, r.Y+4, w+2, 16), words, kit.Style{Col: kit.FocusColour})
	u.Text(kit.R(r.X+8, r.Y+20, w+2, 16), keys, kit.Style{Col: kit.DimColour})
}

// planTile draws one tile of the plan.
func planTile(u *kit.Context, t *model.PlanTile) {
	corner := t.At.Corner()
	fx, fy := u.Model.Game.Camera.ToScreen(corner)
	gx, gy := u.Model.Game.Camera.ToScreen(fixed.Vec{X: corner.X + fixed.One, Y: corner.Y + fixed.One})
	x, y, side := int(fx)/u.Scale, int(fy)/u.Scale, int(gx-fx)/u.Scale
	r := kit.R(x, y, side, int(gy-fy)/u.Scale)
	if r.X > u.W || r.Y > u.H || r.X+r.W < 0 || r.Y+r.H < 0 {
		return
	}
	col, pattern := kit.SkyColour, kit.SolidLine
	switch {
	case t.State == model.PlanBlocked:
		col = kit.BadColour
	case t.State == model.PlanFar:
		col, pattern = kit.PaleColour, kit.DottedLine
	}
	if !t.Sure {
		col = kit.Fade(col, 170)
	}
	r = r.Inset(1)
	if c, ok := u.P.Atlas.Icon(t.Item); ok {
		u.P.Picture(r.X+(r.W-16)/2, r.Y+(r.H-16)/2, c, 1, kit.Fade(kit.White, 150))
	}
	u.BrokenLine(r.X, r.Y, r.W, 1, false, pattern, col)
	u.BrokenLine(r.X, r.Y+r.H-1, r.W, 1, false, pattern, col)
	u.BrokenLine(r.X, r.Y, r.H, 1, true, pattern, col)
	u.BrokenLine(r.X+r.W-1, r.Y, r.H, 1, true, pattern, col)
	if t.State == model.PlanBlocked || t.Item == item.None && t.Sure {
		for i := 4; i < r.W-4; i += 2 {
			u.P.Fill(kit.R(r.X+i, r.Y+i*r.H/max(r.W, 1), 2, 2), col)
			u.P.Fill(kit.R(r.X+r.W-i-2, r.Y+i*r.H/max(r.W, 1), 2, 2), col)
		}
	}
}
