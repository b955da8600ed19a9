package ui

import "manyhold/input"

// trialWidth is the width of the bar where there is room, and trialFar how many steps are done at once with Shift.
const trialWidth, trialFar = 624, 10

// trialBar lays out the controls of a scene of physics: three buttons, its figures, and what the keys do.
func trialBar(u *Context, live bool) {
	v := &u.m.Trial
	if !v.On {
		return
	}
	live = live && !u.drawing
	beside, upper, lower := footBar(u, trialWidth, live, barControl{signBack, RestartTrial{}}, v.Paused)
	u.text(beside, v.About, style{col: textColour})
	u.text(upper, clockWords(uint64(v.Seconds*turnsPerSecond))+" · "+u.say1("replay.pace", "pace", paceWords(v.Pace))+" · "+
		u.say2("showroom.bodies", "n", itoa(v.Bodies), "asleep", itoa(v.Asleep)), style{col: textColour})
	u.text(upper, u.say1("showroom.cost", "micros", itoa(v.Micros)), style{col: focusColour, align: right})
	u.text(lower, trialHelp(u), style{col: dimColour})
	if live {
		barKeys(u, trialFar, func(int) bool {
			again := u.in.Pressed(input.Throw)
			if again {
				u.do(RestartTrial{})
			}
			return again
		})
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
