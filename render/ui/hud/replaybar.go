package hud

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	replayWidth = 560 // of the panel, where there is room
	// replayFar is by how many turns a step goes with Shift: ten seconds.
	replayFar = 200
)

// replayBar lays out the controls of a recording: three buttons, the line of its turns, and the help for the
// keys.
func replayBar(u *kit.Context, live bool) {
	v := &u.Model.Replay
	if !v.On {
		return
	}
	live = live && !u.Drawing
	beside, upper, lower := footBar(u, replayWidth, live, barControl{signBack, model.StepReplay{By: -1}}, v.Paused)
	line := kit.R(beside.X, beside.Y+6, beside.W-112, 12)
	replayLine(u, line, live)
	times := u.Say2("replay.time", "now", clockWords(v.Turn-min(v.First, v.Turn)), "all", clockWords(v.Last+1-v.First))
	u.Text(kit.R(line.X+line.W+8, beside.Y, 104, barButton), times, kit.Style{Col: kit.TextColour, Align: kit.Right})
	u.Text(upper, replayState(u), kit.Style{Col: kit.TextColour})
	u.Text(lower, replayHelp(u), kit.Style{Col: kit.DimColour})
	if live {
		barKeys(u, replayFar, func(by int) bool { return replayKeys(u, by) })
	}
}

// replayLine draws the turns as a line, marks where the replay first differs, and goes where it is clicked.
func replayLine(u *kit.Context, r kit.Rect, live bool) {
	v := &u.Model.Replay
	span := max(1, v.Last-min(v.First, v.Last))
	place := func(turn uint64) int {
		return int(uint64(r.W-4) * (min(max(turn, v.First), v.Last) - min(v.First, v.Last)) / span)
	}
	u.Bar(r, float64(place(v.Turn))/float64(max(1, r.W-4)), false)
	if v.Differs != 0 {
		u.P.Fill(kit.R(r.X+2+place(v.Differs), r.Y-3, 2, r.H+6), kit.HurtColour)
	}
	at := kit.R(r.X+place(v.Turn), r.Y-2, 5, r.H+4)
	u.P.Panel(at, kit.PaleColour, kit.InkColour, kit.PaleColour)
	grip := kit.R(r.X-4, r.Y-6, r.W+8, r.H+12)
	if live && u.In.ButtonHeld(input.MouseLeft) && grip.Contains(u.CursorX, u.CursorY) {
		part := uint64(min(max(u.CursorX-r.X-2, 0), r.W-4))
		if turn := v.First + part*span/uint64(max(1, r.W-4)); turn != v.Turn {
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
