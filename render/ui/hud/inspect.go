package hud

import (
	"manyhold/game"
	"manyhold/game/diary"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/ui/kit"
)

// deedKeys are the keys of the words for what a player did.
var deedKeys = [diary.DeedCount]string{
	diary.Placed: "inspect.placed", diary.Laid: "inspect.laid", diary.Dug: "inspect.dug", diary.Deepened: "inspect.dug",
	diary.Felled: "inspect.felled", diary.Kindled: "inspect.kindled", diary.Poured: "inspect.poured", diary.Adjusted: "inspect.adjusted",
	diary.Changed: "inspect.changed", diary.PutIn: "inspect.put_in", diary.TookOut: "inspect.took_out", diary.Set: "inspect.set",
	diary.Removed: "inspect.removed",
}

// inspect draws what is known of the changes of the tile under the cursor.
func inspect(u *kit.Context) {
	m := &u.Model.HUD.Inspect
	if u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	x, y, seen := u.OnScreen(m.At)
	if !seen {
		return
	}
	title := u.Say(kit.GroundKey(m.Ground))
	switch {
	case m.Thing != item.None:
		title = u.Say(kit.ItemKey(m.Thing))
	case m.Block != tile.NoBlock:
		title = u.Say(kit.BlockKey(m.Block))
	}
	const most = 300
	lines := make([]string, 0, 16)
	for k := range m.Lines {
		lines = append(lines, u.Wrap(lineWords(u, &m.Lines[k], m.Now), most-2*kit.Padding)...)
	}
	if len(lines) == 0 {
		lines = u.Wrap(u.Say("inspect.nobody"), most-2*kit.Padding)
	}
	w := u.Measure(title, false)
	for _, l := range lines {
		w = max(w, u.Measure(l, false))
	}
	w += 2 * kit.Padding
	h := (len(lines)+1)*kit.LineHeight + kit.Padding
	r := kit.R(min(max(x+14, 4), u.W-w-4), min(max(y-h-14, 4), u.H-h-72), w, h)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.PanelColour)
	r.Y += kit.Padding / 2
	u.Text(kit.R(r.X+kit.Padding, r.Y, r.W, kit.LineHeight), title, kit.Style{Col: kit.FocusColour})
	for n, l := range lines {
		u.Text(kit.R(r.X+kit.Padding, r.Y+(n+1)*kit.LineHeight, r.W, kit.LineHeight), l, kit.Style{Col: kit.TextColour})
	}
}

// lineWords tells one change.
func lineWords(u *kit.Context, l *diary.Line, now game.Tick) string {
	deed, what := l.Deed()
	thing := ""
	switch {
	case what.Block != tile.NoBlock:
		thing = u.Say(kit.BlockKey(what.Block))
	case what.Ground != tile.NoGround:
		thing = u.Say(kit.GroundKey(what.Ground))
	case what.Items.Count > 1:
		thing = u.Words.Fill("bag.stack", "item", u.Say(kit.ItemKey(what.Items.Kind)), "n", kit.Itoa(int(what.Items.Count)))
	default:
		thing = u.Say(kit.ItemKey(what.Items.Kind))
	}
	words := u.Words.Fill(deedKeys[deed], "thing", thing, "who", l.Author.Name.String(), "ago", agoWords(u, now-min(now, l.Tick)))
	if l.Reverted != 0 {
		words += " · " + u.Words.Fill("inspect.reverted", "who", l.Reverter.Name.String(), "ago", agoWords(u, now+1-min(now+1, l.Reverted)))
	}
	return words
}

// agoWords tells how long ago something was.
func agoWords(u *kit.Context, t game.Tick) string {
	switch s := int(t / game.TicksPerSecond); {
	case s < 60:
		return u.Words.Fill("inspect.seconds", "n", kit.Itoa(s))
	case s < 3600:
		return u.Words.Fill("inspect.minutes", "n", kit.Itoa(s/60))
	default:
		return u.Words.Fill("inspect.hours", "n", kit.Itoa(s/3600), "m", kit.Itoa(s/60%60))
	}
}
