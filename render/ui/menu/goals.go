package menu

import (
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Goals is the page of all goals.
type Goals struct{}

const goalsWidth = 480

// Show lays out the goals: those of the player at the left, those of the world at the right.
func (g *Goals) Show(u *kit.Context) {
	u.Veil()
	rows := [2][]*model.Goal{}
	for k := range u.Model.HUD.Goals {
		x := &u.Model.HUD.Goals[k]
		side := 0
		if x.World {
			side = 1
		}
		rows[side] = append(rows[side], x)
	}
	lines := 1 + max(len(rows[0]), len(rows[1]))
	w := min(goalsWidth, u.W-16)
	panel := u.Centred(w, 24+8+kit.ButtonHeight+2*kit.Padding+lines*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("goal.title"))
	body := r.Cut(lines * kit.LineHeight)
	for side, title := range [...]string{"goal.yours", "goal.world"} {
		column := kit.R(body.X+side*body.W/2, body.Y, body.W/2-8, body.H)
		u.Text(column.Cut(kit.LineHeight), u.Say(title), kit.Style{Col: kit.FocusColour})
		for _, x := range rows[side] {
			goalRow(u, column.Cut(kit.LineHeight), x)
		}
	}
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	half := row.W/2 - 4
	key, to := "goal.hide", "false"
	if s := SettingOf(u, "player.goals"); s != nil && s.Value == "false" {
		key, to = "goal.show", "true"
	}
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("goals.line", 0), u.Say(key), "") {
		u.Do(model.SetSetting{Key: "player.goals", Value: to})
	}
	if u.Button(kit.R(row.X+half+8, row.Y, half, row.H), kit.Ident("goals.back", 0), u.Say("menu.back"), "") || u.Backed() || u.Again(input.Menu) {
		u.Close()
	}
}

// goalRow lays out a goal with a box that is ticked when it is reached. A goal that is not offered yet is
// pale.
func goalRow(u *kit.Context, r kit.Rect, x *model.Goal) {
	box, col := kit.R(r.X+1, r.Y+4, 9, 9), kit.DimColour
	u.P.Panel(box, kit.WellColour, kit.DimColour, kit.WellColour)
	switch {
	case x.Done:
		col = kit.GoodColour
		u.TickMark(box.X+1, box.Y+1)
	case x.Open:
		col = kit.TextColour
	}
	u.Text(kit.R(r.X+16, r.Y, r.W-16, r.H), hud.GoalWords(u, x), kit.Style{Col: col})
}
