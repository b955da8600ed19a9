package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	sceneWidth, sceneHeight = 300, 32 // of the panel
	sceneTop                = 34      // below a banner
	sceneMany               = 10      // turns at once with Shift
)

// Keys of the showroom's worlds; all other keys work as in every world.
const pauseSceneKey, stepSceneKey = input.KeyP, input.KeyPeriod

// sceneBar lays out the controls of a world of the showroom: two buttons, and the help for the keys.
func sceneBar(u *kit.Context, live bool) {
	v := &u.Model.Scene
	if !v.On {
		return
	}
	w := min(sceneWidth, u.Notices.LaneWidth(u))
	panel := kit.R(u.Notices.LaneCentre(u)-w/2, sceneTop, w, sceneHeight)
	u.Panel(panel)
	r := panel.Inset(4)
	live = live && !u.Drawing
	barButtons(u, r, live, v.Paused)
	left := 2*(barButton+4) + 4
	u.Text(kit.R(r.X+left, r.Y, r.W-left, barButton), u.Say1("replay.pause", "key", pauseSceneKey.Label())+" · "+u.Say1("showroom.step", "key", stepSceneKey.Label()), kit.Style{Col: kit.DimColour})
	if live {
		sceneKeys(u)
	}
}

// belowSceneBar is where the lane of toasts may begin under the controls, zero without them.
func belowSceneBar(u *kit.Context) int {
	if !u.Model.Scene.On {
		return 0
	}
	return sceneTop + sceneHeight + 4
}

// sceneKeys answers the keys. With Shift ten turns are run.
func sceneKeys(u *kit.Context) {
	switch by := 1; {
	case u.In.ButtonPressed(pauseSceneKey):
		u.Do(model.PauseReplay{})
	case u.In.ButtonPressed(stepSceneKey):
		if u.In.Shift {
			by = sceneMany
		}
		u.Do(model.StepReplay{By: by})
	default:
		return
	}
	u.Sound(kit.SoundOK)
}
