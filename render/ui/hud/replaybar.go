package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// replayFar is by how many turns a step goes with Shift: ten seconds.
	replayFar = 200
	// slimHeight is the height of the bar of a recording, and slimButton that of its buttons.
	slimHeight, slimButton = 24, 18
	// timesWidth and stateWidth are the widths of the texts beside the line.
	timesWidth, stateWidth = 100, 120
	// stillTicks is how long after the last movement of the mouse the bar fades, and fadeTicks for how long.
	stillTicks, fadeTicks = 180, 30
	// jumpTurns is from how many turns on a step is a jump, after which the picture comes out of the dark for
	// jumpTicks.
	jumpTurns, jumpTicks = 40, 16
)

// film is the bar of a recording between ticks: slim, at the foot of the window, and gone while the mouse is
// still, so that the picture is whole.
type film struct {
	x, y  int    // where the cursor was
	moved uint64 // when it moved, or a key of the bar was pressed
	help  bool   // the cursor is over the bar

	turn   uint64 // that was shown last
	jumped uint64 // when another part of the recording was shown
}

// tick notices that the mouse moves.
func (f *film) tick(u *kit.Context) {
	if !u.Model.Replay.On {
		*f = film{}
		return
	}
	if turn := u.Model.Replay.Turn; max(turn, f.turn)-min(turn, f.turn) > jumpTurns && f.turn > 0 {
		f.jumped = u.Now
	}
	f.turn = u.Model.Replay.Turn
	if u.CursorX != f.x || u.CursorY != f.y || f.moved == 0 || f.help {
		f.x, f.y, f.moved = u.CursorX, u.CursorY, max(u.Now, 1)
	}
}

// shown is how much of the bar is seen, 0 to 1.
func (f *film) shown(u *kit.Context) float32 {
	still := u.Now - min(f.moved, u.Now)
	return 1 - min(float32(still-min(still, stillTicks))/fadeTicks, 1)
}

// bar lays out the controls of a recording: three buttons, the time, the line of its turns, and the name of
// the player whom the camera follows. The help for the keys stands above while the cursor is over the bar.
func (f *film) bar(u *kit.Context, live bool) {
	v := &u.Model.Replay
	if !v.On {
		return
	}
	live = live && !u.Drawing
	panel := kit.R(8, u.H-slimHeight-4, u.W-16, slimHeight)
	f.help = panel.Contains(u.CursorX, u.CursorY)
	if live {
		before := len(u.Result.Actions)
		barKeys(u, replayFar, func(by int) bool { return replayKeys(u, by) })
		if len(u.Result.Actions) > before {
			f.moved = max(u.Now, 1)
		}
	}
	if age := u.Now - min(f.jumped, u.Now); f.jumped > 0 && age < jumpTicks && !u.Model.Window.ReducedMotion {
		u.P.Fill(kit.R(0, 0, u.W+1, u.H+1), kit.Fade(kit.InkColour, uint8(255-age*255/jumpTicks)))
	}
	part := f.shown(u)
	if part == 0 {
		f.rest(u)
		return
	}
	before := u.P.Alpha
	u.P.Alpha *= part
	u.Panel(panel)
	r := panel.Inset(3)
	barButtons(u, kit.R(r.X, r.Y, r.W, slimButton), live, v.Paused, barControl{signBack, model.StepReplay{By: -1}})
	x := r.X + 3*(slimButton+4) + 4
	times := u.Say2("replay.time", "now", clockWords(v.Turn-min(v.First, v.Turn)), "all", clockWords(v.Last+1-v.First))
	u.Text(kit.R(x, r.Y+1, timesWidth, 16), times, kit.Style{Col: kit.TextColour})
	x += timesWidth
	state := replayState(u)
	w := min(max(u.Measure(state, false)+2, stateWidth), u.W/2)
	u.Text(kit.R(r.X+r.W-w-4, r.Y+1, w, 16), state, kit.Style{Col: kit.TextColour, Align: kit.Right})
	replayLine(u, kit.R(x, r.Y+5, r.X+r.W-w-16-x, 8), live)
	if f.help {
		u.Text(kit.R(panel.X+2, panel.Y-18, panel.W-4, 16), replayHelp(u), kit.Style{Col: kit.PaleColour, Outline: true})
	}
	u.P.Alpha = before
}

// rest draws how far the recording is, as a thread along the foot of the window.
func (f *film) rest(u *kit.Context) {
	v := &u.Model.Replay
	u.P.Fill(kit.R(0, u.H-1, placeOf(v, v.Turn, u.W), 1), kit.Fade(kit.FocusColour, 120))
}

// turnsOf returns how many turns a recording goes over, at least one.
func turnsOf(v *model.ReplayView) uint64 { return max(1, v.Last-min(v.First, v.Last)) }

// placeOf returns where a turn is on a line as wide as width.
func placeOf(v *model.ReplayView, turn uint64, width int) int {
	return int(uint64(width) * (min(max(turn, v.First), v.Last) - min(v.First, v.Last)) / turnsOf(v))
}

// replayLine draws the turns as a line, marks where the replay first differs, and goes where it is clicked.
func replayLine(u *kit.Context, r kit.Rect, live bool) {
	v := &u.Model.Replay
	place := func(turn uint64) int { return placeOf(v, turn, r.W-4) }
	u.Bar(r, float64(place(v.Turn))/float64(max(1, r.W-4)), false)
	if v.Differs != 0 {
		u.P.Fill(kit.R(r.X+2+place(v.Differs), r.Y-3, 2, r.H+6), kit.HurtColour)
	}
	at := kit.R(r.X+place(v.Turn), r.Y-2, 5, r.H+4)
	u.P.Panel(at, kit.PaleColour, kit.InkColour, kit.PaleColour)
	grip := kit.R(r.X-4, r.Y-6, r.W+8, r.H+12)
	if live && u.In.ButtonHeld(input.MouseLeft) && grip.Contains(u.CursorX, u.CursorY) {
		part := uint64(min(max(u.CursorX-r.X-2, 0), r.W-4))
		if turn := v.First + part*turnsOf(v)/uint64(max(1, r.W-4)); turn != v.Turn {
			u.Do(model.SeekReplay{Turn: turn})
		}
	}
}

// replayState describes the speed, the player that the camera follows, and errors of the recording.
func replayState(u *kit.Context) string {
	v := &u.Model.Replay
	s := u.Say1("replay.pace", "pace", paceWords(v.Pace))
	if v.Follows != "" {
		s += " · " + u.Say1("replay.follows", "name", v.Follows)
	}
	if v.Differs != 0 {
		s += " · " + u.Say1("replay.differs", "turn", kit.Itoa(int(v.Differs)))
	}
	if v.Damaged {
		s += " · " + u.Say("replay.damaged")
	}
	return s
}

// replayHelp describes the keys.
func replayHelp(u *kit.Context) string {
	in := u.In
	return u.Say1("replay.pause", "key", in.Name(input.Kick)) +
		" · " + u.Say2("replay.step", "key", in.Name(input.PrevSlot), "other", in.Name(input.NextSlot)) +
		" · " + u.Say2("replay.faster", "key", in.Name(input.Drop), "other", in.Name(input.Use)) +
		" · " + u.Say1("replay.follow", "key", in.Name(input.PickUp))
}

// replayKeys answers the keys that only a recording has.
func replayKeys(u *kit.Context, by int) bool {
	switch {
	case u.In.Repeat(input.PrevSlot):
		u.Do(model.StepReplay{By: -by})
	case u.In.Pressed(input.PickUp):
		u.Do(model.FollowReplay{})
	default:
		return false
	}
	return true
}
