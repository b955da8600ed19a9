package ui

import "manyhold/input"

const (
	sceneWidth, sceneHeight = 300, 32 // of the panel
	sceneTop                = 34      // below a banner
	sceneMany               = 10      // turns at once with Shift
)

// Keys of the worlds of the showroom, in which all others do what they do in every world.
const pauseSceneKey, stepSceneKey = input.KeyP, input.KeyPeriod

// sceneBar lays out what a world of the showroom is led with: two buttons, and what the keys do.
func sceneBar(u *Context, live bool) {
	v := &u.m.Scene
	if !v.On {
		return
	}
	w := min(sceneWidth, u.notices.laneWidth(u))
	panel := rect{u.notices.laneCentre(u) - w/2, sceneTop, w, sceneHeight}
	u.panel(panel)
	r := panel.inset(4)
	live = live && !u.drawing
	barButtons(u, r, live, barControl{middleSign(v.Paused), PauseReplay{}}, barControl{signForward, StepReplay{By: 1}})
	left := 2*(barButton+4) + 4
	u.text(rect{r.x + left, r.y, r.w - left, barButton}, u.say1("replay.pause", "key", pauseSceneKey.Label())+" · "+u.say1("showroom.step", "key", stepSceneKey.Label()), style{col: dimColour})
	if live {
		sceneKeys(u)
	}
}

// sceneKeys answers the keys. With Shift ten turns are run.
func sceneKeys(u *Context) {
	switch by := 1; {
	case u.in.ButtonPressed(pauseSceneKey):
		u.do(PauseReplay{})
	case u.in.ButtonPressed(stepSceneKey):
		if u.in.Shift {
			by = sceneMany
		}
		u.do(StepReplay{By: by})
	default:
		return
	}
	u.sound(SoundOK)
}
