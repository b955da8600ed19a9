package ui

import "manyhold/input"

const (
	replayWidth = 560 // of the panel, where there is room
	// replayFar is by how many turns a step goes with Shift: ten seconds.
	replayFar = 200
)

// replayBar lays out the controls of a recording: three buttons, the line of its turns, and what the keys do.
func replayBar(u *Context, live bool) {
	v := &u.m.Replay
	if !v.On {
		return
	}
	live = live && !u.drawing
	beside, upper, lower := footBar(u, replayWidth, live, barControl{signBack, StepReplay{By: -1}}, v.Paused)
	line := rect{beside.x, beside.y + 6, beside.w - 112, 12}
	replayLine(u, line, live)
	times := u.say2("replay.time", "now", clockWords(v.Turn-min(v.First, v.Turn)), "all", clockWords(v.Last+1-v.First))
	u.text(rect{line.x + line.w + 8, beside.y, 104, barButton}, times, style{col: textColour, align: right})
	u.text(upper, replayState(u), style{col: textColour})
	u.text(lower, replayHelp(u), style{col: dimColour})
	if live {
		barKeys(u, replayFar, func(by int) bool { return replayKeys(u, by) })
	}
}

// replayLine draws the turns as a line, marks where the replay first differs, and goes where it is clicked.
func replayLine(u *Context, r rect, live bool) {
	v := &u.m.Replay
	span := max(1, v.Last-min(v.First, v.Last))
	place := func(turn uint64) int {
		return int(uint64(r.w-4) * (min(max(turn, v.First), v.Last) - min(v.First, v.Last)) / span)
	}
	u.bar(r, float64(place(v.Turn))/float64(max(1, r.w-4)), false)
	if v.Differs != 0 {
		u.p.fill(rect{r.x + 2 + place(v.Differs), r.y - 3, 2, r.h + 6}, hurtColour)
	}
	at := rect{r.x + place(v.Turn), r.y - 2, 5, r.h + 4}
	u.p.panel(at, paleColour, inkColour, paleColour)
	grip := rect{r.x - 4, r.y - 6, r.w + 8, r.h + 12}
	if live && u.in.ButtonHeld(input.MouseLeft) && grip.contains(u.cx, u.cy) {
		part := uint64(min(max(u.cx-r.x-2, 0), r.w-4))
		if turn := v.First + part*span/uint64(max(1, r.w-4)); turn != v.Turn {
			u.do(SeekReplay{Turn: turn})
		}
	}
}

// replayState says how fast it goes, whom the camera follows and what is wrong with it.
func replayState(u *Context) string {
	v := &u.m.Replay
	s := u.say1("replay.pace", "pace", paceWords(v.Pace))
	if v.Follows != "" {
		s += " · " + u.say1("replay.follows", "name", v.Follows)
	}
	if v.Differs != 0 {
		s += " · " + u.say1("replay.differs", "turn", itoa(int(v.Differs)))
	}
	if v.Damaged {
		s += " · " + u.say("replay.damaged")
	}
	return s
}

// replayHelp says what the keys do.
func replayHelp(u *Context) string {
	in := u.in
	return u.say1("replay.pause", "key", in.Name(input.Kick)) +
		" · " + u.say2("replay.step", "key", in.Name(input.PrevSlot), "other", in.Name(input.NextSlot)) +
		" · " + u.say2("replay.faster", "key", in.Name(input.Drop), "other", in.Name(input.Use)) +
		" · " + u.say1("replay.follow", "key", in.Name(input.PickUp))
}

// replayKeys answers the keys that only a recording has.
func replayKeys(u *Context, by int) bool {
	switch {
	case u.in.Repeat(input.PrevSlot):
		u.do(StepReplay{By: -by})
	case u.in.Pressed(input.PickUp):
		u.do(FollowReplay{})
	default:
		return false
	}
	return true
}
