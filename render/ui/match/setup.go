package match

import (
	"image/color"
	"math"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// setup lays out the stages, and the settings of the present one.
func (r *Room) setup(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	r.stages(u, at.Cut(24), m)
	status, col := r.status(u, m)
	low := u.Height(status, at.W, false) + 6
	if m.Countdown > 0 {
		low = 40
	}
	foot := kit.R(at.X, at.Y+at.H-low, at.W, low)
	at.H -= low + 4
	r.settings(u, at, m)
	u.P.Fill(kit.R(foot.X, foot.Y-2, foot.W, 1), kit.BorderColour)
	if m.Countdown > 0 {
		u.Text(kit.R(foot.X, foot.Y+2, foot.W, 18), u.Say1("match.countdown", "n", kit.Itoa(int(math.Ceil(m.Countdown)))), kit.Style{Col: kit.FocusColour, Align: kit.Centre})
		u.Bar(kit.R(foot.X+foot.W/6, foot.Y+24, foot.W*2/3, 8), 1-m.Countdown/countdownSeconds, false)
		return
	}
	u.Paragraph(kit.R(foot.X, foot.Y+4, foot.W, low), status, kit.Style{Col: col})
}

// countdownSeconds is how long the countdown of a room is.
const countdownSeconds = 3

// awaitedSeconds is for how long the others have waited for the player when the screen says so.
const awaitedSeconds = 15

// settings lays out those of the present stage, and in the last one how late viewers see the match.
func (r *Room) settings(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	why := ""
	if m.Mine() == nil {
		why = u.Say("match.seat_first")
	}
	n := 0
	for i := range m.Settings {
		if m.Settings[i].Stage == m.Stage {
			n++
		}
	}
	last := m.Stage == len(m.Stages)-1
	if last {
		n++
	}
	if n == 0 {
		u.Paragraph(at, u.Say("match.no_settings"), kit.Style{Col: kit.DimColour})
		return
	}
	room := max(1, at.H/menu.FormRow)
	kit.ScrollList(u, &r.line, n, room, "setting", at)
	k := 0
	row := func(s model.Setting) {
		if k >= r.line && k < r.line+room {
			if s.Why == "" {
				s.Why = why
			}
			r.form.Row(u, at.Cut(menu.FormRow), k, &s)
		}
		k++
	}
	r.about(u, kit.R(at.X, at.Y+min(n, room)*menu.FormRow, at.W, at.H-min(n, room)*menu.FormRow), m)
	for i := range m.Settings {
		if m.Settings[i].Stage == m.Stage {
			row(m.Settings[i].Setting)
		}
	}
	if last {
		row(model.Setting{Key: delayKey, Kind: model.Range, Label: u.Say("match.delay"), Help: u.Say("match.delay_help"), Value: kit.Itoa(m.Delay), Default: "0", Max: maxDelay, Step: 5, Unit: "s", Zero: u.Say("match.live")})
	}
	kit.More(u, kit.R(at.X, at.Y, at.W, 8), r.line+room < n)
}

// about says below the settings what is played, and what there is to do, as far as there is room.
func (r *Room) about(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	at.Cut(8)
	for k, words := range [...]string{m.About, Hint(u, m.Hint)} {
		h := u.Height(words, at.W, false)
		if words == "" || h > at.H {
			continue
		}
		col := kit.DimColour
		if k == 1 {
			col = kit.PaleColour
		}
		u.Paragraph(at.Cut(min(h+8, at.H)), words, kit.Style{Col: col})
	}
}

// stages draws the steps of the setup in a line, the present one lit.
func (r *Room) stages(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	x := at.X
	for k, name := range m.Stages {
		say := capital(name)
		col := kit.DimColour
		if k == m.Stage {
			col = kit.FocusColour
		}
		if k > 0 {
			u.Text(kit.R(x, at.Y, 12, 16), "›", kit.Style{Col: kit.DimColour, Align: kit.Centre})
			x += 16
		}
		w := min(u.Measure(say, false), at.X+at.W-x)
		u.Text(kit.R(x, at.Y, w, 16), say, kit.Style{Col: col})
		if k == m.Stage {
			u.P.Fill(kit.R(x, at.Y+17, w, 1), kit.FocusColour)
		}
		x += w + 4
	}
}

// status says what the match waits for.
func (r *Room) status(u *kit.Context, m *model.MatchRoom) (words string, col color.RGBA) {
	taken, ready := m.Taken()
	slow := namesOf(m, func(s *model.MatchSeat) bool { return s.HoldsUp })
	switch {
	case m.Broken != "":
		return m.Broken, kit.BadColour
	case m.Invalid != "":
		return m.Invalid, kit.BadColour
	case taken < m.Least:
		return u.Count("match.needs", m.Least-taken), kit.DimColour
	case m.Mine() != nil && !m.Mine().Ready && m.Mine().Waited >= awaitedSeconds:
		return u.Say("match.awaited"), kit.FocusColour
	case slow != "":
		votes, needed := m.Votes()
		return u.Words.Fill("match.holds_up", "names", slow, "n", kit.Itoa(votes), "of", kit.Itoa(needed)), kit.FocusColour
	case m.Mine() != nil && !m.Mine().Ready:
		return u.Say("match.press_ready"), kit.TextColour
	}
	return u.Say2("match.ready_of", "n", kit.Itoa(ready), "of", kit.Itoa(taken)), kit.DimColour
}

// course says how the match goes.
func (r *Room) course(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	line := func(words string, col color.RGBA) {
		u.Paragraph(at.Cut(u.Height(words, at.W, false)+6), words, kit.Style{Col: col})
	}
	if m.Broken != "" {
		line(m.Broken, kit.BadColour)
	}
	votes, needed := m.Votes()
	switch {
	case m.Phase == model.MatchEnded:
		line(u.Say("match.no_result"), kit.DimColour)
	case m.Halted:
		line(u.Say1("match.halted", "names", divergedNames(m)), kit.BadColour)
		line(u.Say2("match.votes_go_on", "n", kit.Itoa(votes), "of", kit.Itoa(needed)), kit.DimColour)
	case m.Paused:
		line(u.Say("match.paused"), kit.TextColour)
		line(u.Say2("match.votes_resume", "n", kit.Itoa(votes), "of", kit.Itoa(needed)), kit.DimColour)
	default:
		line(u.Say("match.runs"), kit.TextColour)
		if votes > 0 {
			line(u.Say2("match.votes_pause", "n", kit.Itoa(votes), "of", kit.Itoa(needed)), kit.DimColour)
		}
	}
	if m.Delay > 0 {
		line(u.Count("match.viewers_late", m.Delay), kit.DimColour)
	}
	line(m.About, kit.DimColour)
	if m.Hint != "" {
		line(Hint(u, m.Hint), kit.PaleColour)
	}
}

// divergedNames lists the players whose state differs from that of the others.
func divergedNames(m *model.MatchRoom) string {
	return namesOf(m, func(s *model.MatchSeat) bool { return s.Diverged })
}

// namesOf lists the players of some seats.
func namesOf(m *model.MatchRoom, which func(s *model.MatchSeat) bool) (names string) {
	for i := range m.Seats {
		if which(&m.Seats[i]) {
			if names != "" {
				names += ", "
			}
			names += m.Seats[i].Name
		}
	}
	return names
}
