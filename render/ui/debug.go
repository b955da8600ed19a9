package ui

import (
	"fmt"
	"image/color"
	"strings"
)

// debugLine is a line of the debug overlay.
type debugLine struct {
	text string
	col  color.RGBA
}

// showDebug draws what the network and the renderer say of themselves. It makes its text anew in each frame,
// so it costs garbage while it is open.
func showDebug(u *Context) {
	if !u.p.on {
		return
	}
	lines := debugLines(u)
	k := u.textScale(true)
	step := (13*k + u.s - 1) / u.s
	w := 0
	for _, l := range lines {
		w = max(w, u.measure(l.text, true))
	}
	top := 8
	if u.phase == Playing {
		top = 60
	}
	r := rect{8, top, min(w+12, u.w-mapPanel-24), min(len(lines)*step+8, u.h-top-8)}
	u.p.panel(r, panelColour, borderColour, borderColour)
	for i, l := range lines {
		y := r.y + 4 + i*step
		if y+step > r.y+r.h {
			break
		}
		u.text(rect{r.x + 6, y, r.w - 10, step}, l.text, style{col: l.col, small: true})
	}
}

func debugLines(u *Context) []debugLine {
	n, v := &u.m.Net, &u.m.Picture
	state, col := u.say("debug.firm"), agreeColour
	if !n.Firm {
		state, col = u.say("debug.provisional"), provisionalColour
	}
	none := u.say("debug.none")
	list := func(names []string) string {
		if len(names) == 0 {
			return none
		}
		return strings.Join(names, ", ")
	}
	out := []debugLine{
		{u.words.Fill("debug.world", "world", n.World, "peer", n.Peer), textColour},
		{u.words.Fill("debug.epoch", "epoch", n.Epoch, "state", state), col},
		{u.words.Fill("debug.turns", "tick", fmt.Sprint(u.m.Tick), "ordered", fmt.Sprint(n.Ordered), "committed", fmt.Sprint(n.Committed), "lead", itoa(n.Lead)), textColour},
		{u.words.Fill("debug.digest", "digest", n.Digest, "desyncs", itoa(n.Desyncs)), textColour},
		{u.words.Fill("debug.leader", "leader", n.Leader), textColour},
		{u.words.Fill("debug.voters", "names", list(n.Voters)), textColour},
		{u.words.Fill("debug.observers", "names", list(n.Observers)), textColour},
		{u.words.Fill("debug.step", "p50", fmt.Sprintf("%.0f", n.StepP50us), "p99", fmt.Sprintf("%.0f", n.StepP99us)), textColour},
		{u.words.Fill("debug.frame", "fps", fmt.Sprintf("%.0f", v.FPS), "tps", fmt.Sprintf("%.0f", v.TPS), "draws", itoa(v.DrawCalls), "go", fmt.Sprintf("%.0f", v.GoMicros)), textColour},
		{u.words.Fill("debug.scene", "sprites", itoa(v.Sprites), "particles", itoa(v.Particles), "chunks", itoa(v.Chunks), "bodies", itoa(v.Bodies), "regions", itoa(v.RegionCount)), textColour},
	}
	for i := range n.Links {
		l := &n.Links[i]
		col, lag := textColour, ""
		if l.Lagging {
			col, lag = focusColour, u.say("debug.lagging")
		}
		out = append(out, debugLine{u.words.Fill("debug.link", "name", l.Name, "route", l.Route, "ms", fmt.Sprintf("%.1f", l.RTTms),
			"loss", fmt.Sprintf("%.1f", l.Loss*100), "in", fmt.Sprintf("%.1f", l.InKBs), "out", fmt.Sprintf("%.1f", l.OutKBs), "lagging", lag), col})
	}
	return out
}
