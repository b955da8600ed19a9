package hud

import (
	"image/color"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	barHeight, barButton = 80, 24 // of the panel at the foot of the window, and of its buttons
	// turnsPerSecond is how many turns there are in a second of a world that is near.
	turnsPerSecond = 20
)

// footBar lays out the panel at the foot of the window that controls a scene of physics, with its three
// buttons. It returns the room beside the buttons and the two lines of text below them.
func footBar(u *kit.Context, width int, live bool, first barControl, paused bool) (beside, upper, lower kit.Rect) {
	w := min(width, u.W-16)
	panel := kit.R((u.W-w)/2&^3, u.H-barHeight-8, w, barHeight)
	u.Panel(panel)
	r := panel.Inset(8)
	top := r.Cut(barButton)
	barButtons(u, top, live, paused, first)
	const buttons = 3*(barButton+4) + 4
	beside = kit.R(top.X+buttons, top.Y, top.W-buttons, barButton)
	r.Cut(6)
	upper = r.Cut(16)
	return beside, upper, r.Cut(16)
}

// barKeys answers the keys of a bar. With Shift a step is far turns; own answers the keys of this bar alone
// and reports whether one was pressed.
func barKeys(u *kit.Context, far int, own func(by int) bool) {
	in, by := u.In, 1
	if in.Shift {
		by = far
	}
	switch {
	case own(by):
	case in.Pressed(input.Kick):
		u.Do(model.PauseReplay{})
	case in.Repeat(input.NextSlot):
		u.Do(model.StepReplay{By: by})
	case in.Pressed(input.Drop):
		u.Do(model.PaceReplay{By: -1})
	case in.Pressed(input.Use):
		u.Do(model.PaceReplay{By: 1})
	default:
		return
	}
	u.Sound(kit.SoundOK)
}

// barSign is a sign on a button of the bar.
type barSign uint8

const (
	signBack barSign = iota
	signForward
	signPlay
	signPause
)

// middleSign is the sign of the button that pauses or continues.
func middleSign(paused bool) barSign {
	if paused {
		return signPlay
	}
	return signPause
}

// barControl is a button of a control bar.
type barControl struct {
	shape barSign
	act   model.Action
}

// barButtons lays out the buttons of a bar, as high as r, from its left on: those that only this bar has, and
// then the ones that pause or continue, and step.
func barButtons(u *kit.Context, r kit.Rect, live, paused bool, own ...barControl) {
	for n, b := range append(own, barControl{middleSign(paused), model.PauseReplay{}}, barControl{signForward, model.StepReplay{By: 1}}) {
		at := kit.R(r.X+n*(r.H+4), r.Y, r.H, r.H)
		over := at.Contains(u.CursorX, u.CursorY)
		u.Face(at, over, false)
		drawBarSign(u, at, b.shape)
		if live && over && u.In.ButtonPressed(input.MouseLeft) {
			u.Do(b.act)
			u.Sound(kit.SoundOK)
		}
	}
}

// drawBarSign draws a sign of columns: a wedge that points on or back, with a bar where it stops, or two
// bars.
func drawBarSign(u *kit.Context, r kit.Rect, shape barSign) {
	x, y, col := r.X+(r.W-8)/2, r.Y+r.H/2, kit.TextColour
	wedge := func(x, step int) {
		for n := range 5 {
			column(u, x+n*step, y, 5-n, col)
		}
	}
	switch shape {
	case signBack:
		wedge(x+7, -1)
		column(u, x+1, y, 5, col)
	case signForward:
		wedge(x, 1)
		column(u, x+6, y, 5, col)
	case signPlay:
		wedge(x+1, 1)
	case signPause:
		for n := range 2 {
			column(u, x+1+n, y, 4, col)
			column(u, x+5+n, y, 4, col)
		}
	}
}

// column fills a column of pixels, half above and half below a line.
func column(u *kit.Context, x, y, half int, col color.RGBA) {
	u.P.Fill(kit.R(x, y-half, 1, 2*half), col)
}

// clockWords says how long some turns are: 1:05.
func clockWords(turns uint64) string {
	secs := int(turns / turnsPerSecond)
	return kit.Itoa(secs/60) + ":" + twoDigits(secs%60)
}

// paceWords says a pace: 2, or 1/4.
func paceWords(pace float64) string {
	if pace < 1 {
		return "1/" + kit.Itoa(int(1/pace+0.5))
	}
	return kit.Itoa(int(pace))
}
