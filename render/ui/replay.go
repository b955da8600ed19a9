package ui

import (
	"image/color"

	"manyhold/input"
)

// ReplayView is the recording one looks at.
type ReplayView struct {
	On          bool
	Turn        uint64 // that is shown
	First, Last uint64 // turns of the recording
	Differs     uint64 // the first turn known after which its replay is another than was recorded, 0 for none
	Paused      bool
	Pace        float64 // 1 is as it was
	Follows     string  // the name of whom the camera follows
	Damaged     bool    // it is damaged after Last
}

const (
	replayWidth  = 560 // of the panel, where there is room
	replayHeight = 80
	replayButton = 24
	// replayFar is by how many turns a step goes with Shift: ten seconds.
	replayFar = 200
	// turnsPerSecond is how many turns there are in a second of a world that is near.
	turnsPerSecond = 20
)

// replayBar lays out what a recording is led with: three buttons, the line of its turns, and what the keys do.
func replayBar(u *Context, live bool) {
	v := &u.m.Replay
	if !v.On {
		return
	}
	w := min(replayWidth, u.w-16)
	panel := rect{(u.w - w) / 2 &^ 3, u.h - replayHeight - 8, w, replayHeight}
	u.panel(panel)
	r := panel.inset(8)
	top := r.cut(replayButton)
	live = live && !u.drawing
	leadButtons(u, top, live, leadButton{shapeBack, StepReplay{By: -1}}, leadButton{middleSign(v.Paused), PauseReplay{}}, leadButton{shapeOn, StepReplay{By: 1}})
	line := rect{top.x + 3*(replayButton+4) + 4, top.y + 6, top.w - 3*(replayButton+4) - 4 - 112, 12}
	replayLine(u, line, live)
	times := u.say2("replay.time", "now", clockWords(v.Turn-min(v.First, v.Turn)), "all", clockWords(v.Last+1-v.First))
	u.text(rect{line.x + line.w + 8, top.y, 104, replayButton}, times, style{col: textColour, align: right})
	r.cut(6)
	u.text(r.cut(16), replayState(u), style{col: textColour})
	u.text(r.cut(16), replayHelp(u), style{col: dimColour})
	if live {
		replayKeys(u)
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

// replayKeys answers the keys. With Shift a step is ten seconds.
func replayKeys(u *Context) {
	in, by := u.in, 1
	if in.Shift {
		by = replayFar
	}
	switch {
	case in.Repeat(input.PrevSlot):
		u.do(StepReplay{By: -by})
	case in.Pressed(input.PickUp):
		u.do(FollowReplay{})
	case !leadKeys(u, by):
		return
	}
	u.sound(SoundOK)
}

// leadKeys answers the keys that lead recordings and scenes alike, and reports whether one was pressed. A step is by many.
func leadKeys(u *Context, by int) bool {
	switch in := u.in; {
	case in.Pressed(input.Kick):
		u.do(PauseReplay{})
	case in.Repeat(input.NextSlot):
		u.do(StepReplay{By: by})
	case in.Pressed(input.Drop):
		u.do(PaceReplay{By: -1})
	case in.Pressed(input.Use):
		u.do(PaceReplay{By: 1})
	default:
		return false
	}
	return true
}

// replayShape is a sign on a button of the bar.
type replayShape uint8

const (
	shapeBack replayShape = iota
	shapeOn
	shapePlay
	shapePause
)

// middleSign is the sign of the button that pauses, or goes on.
func middleSign(paused bool) replayShape {
	if paused {
		return shapePlay
	}
	return shapePause
}

// leadButton is a button by which one leads what is shown.
type leadButton struct {
	shape replayShape
	act   Action
}

// leadButtons lays out buttons from the left of r on.
func leadButtons(u *Context, r rect, live bool, buttons ...leadButton) {
	for n, b := range buttons {
		at := rect{r.x + n*(replayButton+4), r.y, replayButton, replayButton}
		over := at.contains(u.cx, u.cy)
		u.face(at, over, false)
		replaySign(u, at, b.shape)
		if live && over && u.in.ButtonPressed(input.MouseLeft) {
			u.do(b.act)
			u.sound(SoundOK)
		}
	}
}

// replaySign draws a sign of columns: a wedge that points on or back, with a bar where it stops, or two bars.
func replaySign(u *Context, r rect, shape replayShape) {
	x, y, col := r.x+8, r.y+replayButton/2, textColour
	wedge := func(x, step int) {
		for n := range 5 {
			column(u, x+n*step, y, 5-n, col)
		}
	}
	switch shape {
	case shapeBack:
		wedge(x+7, -1)
		column(u, x+1, y, 5, col)
	case shapeOn:
		wedge(x, 1)
		column(u, x+6, y, 5, col)
	case shapePlay:
		wedge(x+1, 1)
	case shapePause:
		for n := range 2 {
			column(u, x+1+n, y, 4, col)
			column(u, x+5+n, y, 4, col)
		}
	}
}

// column fills a column of pixels, half above and half below a line.
func column(u *Context, x, y, half int, col color.RGBA) {
	u.p.fill(rect{x, y - half, 1, 2 * half}, col)
}

// clockWords says how long some turns are: 1:05.
func clockWords(turns uint64) string {
	secs := int(turns / turnsPerSecond)
	return itoa(secs/60) + ":" + twoDigits(secs%60)
}

// paceWords says a pace: 2, or 1/4.
func paceWords(pace float64) string {
	if pace < 1 {
		return "1/" + itoa(int(1/pace+0.5))
	}
	return itoa(int(pace))
}
