package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// trialWidth is the width of the bar where there is room, and trialFar how many steps are done at once with
// Shift.
const trialWidth, trialFar = 624, 10

// trialBar lays out the controls of a scene of physics: three buttons, its figures, and the help for the
// keys.
func trialBar(u *kit.Context, live bool) {
	v := &u.Model.Trial
	if !v.On {
		return
	}
	live = live && !u.Drawing
	beside, upper, lower := footBar(u, trialWidth, live, barControl{signBack, model.RestartTrial{}}, v.Paused)
	u.Text(beside, v.About, kit.Style{Col: kit.TextColour})
	u.Text(upper, clockWords(uint64(v.Seconds*turnsPerSecond))+" · "+u.Say1("replay.pace", "pace", paceWords(v.Pace))+" · "+
		u.Say2("showroom.bodies", "n", kit.Itoa(v.Bodies), "asleep", kit.Itoa(v.Asleep)), kit.Style{Col: kit.TextColour})
	u.Text(upper, u.Say1("showroom.cost", "micros", kit.Itoa(v.Micros)), kit.Style{Col: kit.FocusColour, Align: kit.Right})
	u.Text(lower, trialHelp(u, lower.W), kit.Style{Col: kit.DimColour})
	if live {
		barKeys(u, trialFar, func(int) bool {
			again := u.In.Pressed(input.Throw)
			if again {
				u.Do(model.RestartTrial{})
			}
			return again
		})
	}
}

// trialHelp describes the keys. Those of the zoom are known from elsewhere, and come last: where there is no
// room for them they are left out.
func trialHelp(u *kit.Context, room int) string {
	in := u.In
	help := u.Say1("replay.pause", "key", in.Name(input.Kick)) +
		" · " + u.Say1("showroom.step", "key", in.Name(input.NextSlot)) +
		" · " + u.Say2("replay.faster", "key", in.Name(input.Drop), "other", in.Name(input.Use)) +
		" · " + u.Say1("showroom.again", "key", in.Name(input.Throw))
	zoom := " · " + u.Say2(u.ByDevice("showroom.zoom", "showroom.zoom_keys", "showroom.zoom_keys"), "key", in.Name(input.ZoomOut), "other", in.Name(input.ZoomIn))
	if u.Measure(help+zoom, false) <= room {
		help += zoom
	}
	return help
}
