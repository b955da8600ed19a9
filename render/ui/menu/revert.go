package menu

import (
	"manyhold/game/event"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Show lays out the revert that is prepared: whose changes, how old, how far, and what would become of them.
// The panel stands at the left, so that the tiles that would be restored are seen.
func (*Revert) Show(u *kit.Context) {
	m := &u.Model.Revert
	lines := revertWords(u)
	const width = 272
	h := 24 + 3*kit.RowHeight + len(lines)*kit.LineHeight + 12 + kit.RowHeight + 2*kit.Padding
	panel := kit.R(8, max(40, (u.H-h)/2), width, h)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("revert.title"))
	players, when, far := revertStep(u, r.Cut(kit.RowHeight), "revert.who", m.Who), 0, 0
	when = revertStep(u, r.Cut(kit.RowHeight), "revert.minutes", u.Say1("revert.last", "n", kit.Itoa(m.Minutes)))
	far = revertStep(u, r.Cut(kit.RowHeight), "revert.radius", u.Say1("revert.far", "n", kit.Itoa(m.Radius)))
	if players != 0 || when != 0 || far != 0 {
		u.Do(model.TuneRevert{Player: players, Minutes: when, Radius: far})
	}
	r.Cut(4)
	for _, l := range lines {
		u.Text(r.Cut(kit.LineHeight), l, kit.Style{Col: kit.PaleColour})
	}
	r.Cut(8)
	row := r.Cut(kit.RowHeight)
	why := ""
	if m.Why != event.NoReason {
		why = u.Say(kit.ReasonKey(m.Why))
	}
	half := (row.W - 8) / 2
	do := u.Button(kit.R(row.X, row.Y, half, kit.ButtonHeight), kit.Ident("revert.do", 0), u.Say("revert.do"), why)
	back := u.Button(kit.R(row.X+half+8, row.Y, half, kit.ButtonHeight), kit.Ident("revert.cancel", 0), u.Say("revert.cancel"), "")
	switch {
	case do:
		u.Do(model.DoRevert{})
		u.Close()
	case back || u.Backed() || !m.On && !u.Drawing && u.Now > u.Since+2:
		u.Do(model.EndRevert{})
		u.Close()
	}
}

// revertWords tells what the revert would do.
func revertWords(u *kit.Context) (lines []string) {
	m := &u.Model.Revert
	if m.Why != event.NoReason {
		return []string{u.Say(kit.ReasonKey(m.Why))}
	}
	lines = append(lines, u.Count("revert.tiles", m.Tiles))
	if m.Chests > 0 {
		lines = append(lines, u.Count("revert.chests", m.Chests))
	}
	if m.Bodies > 0 {
		lines = append(lines, u.Count("revert.bodies", m.Bodies))
	}
	if m.Kept > 0 {
		lines = append(lines, u.Count("revert.kept", m.Kept))
	}
	if m.Beyond > 0 {
		lines = append(lines, u.Say("revert.beyond"))
	}
	if m.More {
		lines = append(lines, u.Say("revert.more"))
	}
	return lines
}

// revertStep lays out a value that left and right change, and returns by how much.
func revertStep(u *kit.Context, r kit.Rect, key, value string) int {
	r.H = kit.ButtonHeight
	at := kit.R(r.X+72, r.Y, r.W-72, r.H)
	id := kit.Ident(key, 0)
	focused, chosen := u.Take(kit.Widget{ID: id, R: at, Hold: true})
	u.Face(at, focused, false)
	u.Text(kit.R(r.X, r.Y, 68, r.H), u.Say(key), kit.Style{Col: kit.TextColour})
	u.Arrows(at, value)
	turn := u.Turned(focused)
	if chosen {
		turn = 1
		if u.Hot == id && u.CursorX < at.X+at.W/3 {
			turn = -1
		}
	}
	if turn != 0 {
		u.Sound(kit.SoundHover)
	}
	return turn
}
