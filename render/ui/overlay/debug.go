package overlay

import (
	"fmt"
	"image/color"
	"strings"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// debugLine is a line of the debug overlay.
type debugLine struct {
	text string
	col  color.RGBA
}

// ShowDebug draws the figures of the network and the renderer. It makes its text anew in each frame, so it
// allocates while it is open.
func ShowDebug(u *kit.Context) {
	if !u.P.On {
		return
	}
	lines := debugLines(u)
	top := 8
	if u.Phase == model.Playing {
		top = 60
	}
	room := kit.R(8, top, u.W-kit.MapPanel-24, u.H-top-8)
	small, step, w := debugSize(u, lines, room)
	r := kit.R(8, top, min(w+12, room.W), min(len(lines)*step+8, room.H))
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	for i, l := range lines {
		y := r.Y + 4 + i*step
		if y+step > r.Y+r.H {
			break
		}
		u.Text(kit.R(r.X+6, y, r.W-10, step), l.text, kit.Style{Col: l.col, Small: small})
	}
}

// debugSize chooses the size of the letters: that of all texts, or the small one when there is no room for
// that. It returns the height of a line and the width of the widest.
func debugSize(u *kit.Context, lines []debugLine, room kit.Rect) (small bool, step, w int) {
	for _, small = range [...]bool{false, true} {
		step, w = (13*u.TextScale(small)+u.Scale-1)/u.Scale, 0
		for _, l := range lines {
			w = max(w, u.Measure(l.text, small))
		}
		if w+12 <= room.W && len(lines)*step+8 <= room.H {
			break
		}
	}
	return small, step, w
}

func debugLines(u *kit.Context) []debugLine {
	n, v := &u.Model.Net, &u.Model.Picture
	state, col := u.Say("debug.firm"), kit.AgreeColour
	if !n.Firm {
		state, col = u.Say("debug.provisional"), kit.ProvisionalColour
	}
	none := u.Say("debug.none")
	list := func(names []string) string {
		if len(names) == 0 {
			return none
		}
		return strings.Join(names, ", ")
	}
	out := []debugLine{
		{u.Words.Fill("debug.world", "world", n.World, "peer", n.Peer), kit.TextColour},
		{u.Words.Fill("debug.epoch", "epoch", n.Epoch, "state", state), col},
		{u.Words.Fill("debug.turns", "tick", fmt.Sprint(u.Model.Game.Tick), "ordered", fmt.Sprint(n.Ordered), "committed", fmt.Sprint(n.Committed), "lead", kit.Itoa(n.Lead)), kit.TextColour},
		{u.Words.Fill("debug.digest", "digest", n.Digest, "desyncs", kit.Itoa(n.Desyncs)), kit.TextColour},
		{u.Words.Fill("debug.leader", "leader", n.Leader), kit.TextColour},
		{u.Words.Fill("debug.voters", "names", list(n.Voters)), kit.TextColour},
		{u.Words.Fill("debug.observers", "names", list(n.Observers)), kit.TextColour},
		{u.Words.Fill("debug.step", "p50", fmt.Sprintf("%.0f", n.StepP50us), "p99", fmt.Sprintf("%.0f", n.StepP99us)), kit.TextColour},
		{u.Words.Fill("debug.frame", "fps", fmt.Sprintf("%.0f", v.FPS), "tps", fmt.Sprintf("%.0f", v.TPS), "draws", kit.Itoa(v.DrawCalls), "go", fmt.Sprintf("%.0f", v.GoMicros)), kit.TextColour},
		{u.Words.Fill("debug.scene", "sprites", kit.Itoa(v.Sprites), "particles", kit.Itoa(v.Particles), "chunks", kit.Itoa(v.Chunks), "bodies", kit.Itoa(v.Bodies), "regions", kit.Itoa(v.RegionCount)), kit.TextColour},
	}
	if len(n.Lagging)+len(n.Silent) > 0 {
		out = append(out, debugLine{u.Words.Fill("debug.silent", "lagging", list(n.Lagging), "silent", list(n.Silent)), kit.FocusColour})
	}
	if matches := &u.Model.Game.Matches; matches.Live.On {
		for i := range matches.Room.Seats {
			if s := &matches.Room.Seats[i]; s.Pace != "" {
				out = append(out, debugLine{u.Words.Fill("debug.seat", "seat", s.Seat, "name", s.Name, "pace", s.Pace), kit.TextColour})
			}
		}
	}
	for i := range n.Links {
		l := &n.Links[i]
		col, lag := kit.TextColour, ""
		if l.Lagging {
			col, lag = kit.FocusColour, u.Say("debug.lagging")
		}
		if l.Turns {
			lag = strings.TrimSpace(lag + " " + u.Say("debug.turns_by"))
		}
		route := l.Route
		if l.Relayed {
			route = u.Say1("debug.via", "name", n.Links[l.Via].Name)
		}
		out = append(out, debugLine{u.Words.Fill("debug.link", "name", l.Name, "route", route, "ms", fmt.Sprintf("%.1f", l.RTTms),
			"loss", fmt.Sprintf("%.1f", l.Loss*100), "in", fmt.Sprintf("%.1f", l.InKBs), "out", fmt.Sprintf("%.1f", l.OutKBs), "lagging", lag), col})
	}
	return out
}
