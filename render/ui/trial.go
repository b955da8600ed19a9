package ui

import "manyhold/input"

// TrialView is the scene of physics one looks at.
type TrialView struct {
	On             bool
	About          string // what it shows, in a line
	Bodies, Asleep int    // that can move, and how many of them sleep
	Micros         int    // that a step takes
	Seconds        int    // since it began
	Paused         bool
	Pace           float64 // 1 is as fast as time goes
}

// trialWidth is the width of the bar where there is room, trialHeight its height, and trialMany how many steps are done at once with Shift.
const trialWidth, trialHeight, trialMany = 624, 80, 10

// trialBar lays out what a scene of physics is led with: three buttons, its figures, and what the keys do.
func trialBar(u *Context, live bool) {
	v := &u.m.Trial
	if !v.On {
		return
	}
	w := min(trialWidth, u.w-16)
	panel := rect{(u.w - w) / 2 &^ 3, u.h - trialHeight - 8, w, trialHeight}
	u.panel(panel)
	r := panel.inset(8)
	top := r.cut(replayButton)
	live = live && !u.drawing
	leadButtons(u, top, live, leadButton{shapeBack, RestartTrial{}}, leadButton{middleSign(v.Paused), PauseReplay{}}, leadButton{shapeOn, StepReplay{By: 1}})
	words := rect{top.x + 3*(replayButton+4) + 4, top.y, top.w - 3*(replayButton+4) - 4, replayButton}
	u.text(words, v.About, style{col: textColour})
	r.cut(6)
	line := r.cut(16)
	u.text(line, clockWords(uint64(v.Seconds*turnsPerSecond))+" · "+u.say1("replay.pace", "pace", paceWords(v.Pace))+" · "+
		u.say2("showroom.bodies", "n", itoa(v.Bodies), "asleep", itoa(v.Asleep)), style{col: textColour})
	u.text(line, u.say1("showroom.cost", "micros", itoa(v.Micros)), style{col: focusColour, align: right})
	u.text(r.cut(16), trialHelp(u), style{col: dimColour})
	if live {
		trialKeys(u)
	}
}

// trialHelp says what the keys do.
func trialHelp(u *Context) string {
	in := u.in
	return u.say1("replay.pause", "key", in.Name(input.Kick)) +
		" · " + u.say1("showroom.step", "key", in.Name(input.NextSlot)) +
		" · " + u.say2("replay.faster", "key", in.Name(input.Drop), "other", in.Name(input.Use)) +
		" · " + u.say1("showroom.again", "key", in.Name(input.Throw)) +
		" · " + u.say("showroom.zoom")
}

// trialKeys answers the keys. With Shift ten steps are done at once.
func trialKeys(u *Context) {
	in, by := u.in, 1
	if in.Shift {
		by = trialMany
	}
	switch {
	case in.Pressed(input.Throw):
		u.do(RestartTrial{})
	case !leadKeys(u, by):
		return
	}
	u.sound(SoundOK)
}
