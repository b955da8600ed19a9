package match

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// Room is the screen of one match: its roster, and its setup, course or result.
type Room struct {
	screens *Screens
	id      string // that was chosen; empty: the one that was created just now
	aimed   bool   // the focus was led to what there is to do
	line    int    // first setting shown
	seat    int    // first seat shown
	form    menu.Form
}

func (r *Room) init() {
	r.form = newForm(func(u *kit.Context, key, value string) {
		if key == delayKey {
			n := 0
			for _, d := range value {
				if d >= '0' && d <= '9' {
					n = 10*n + int(d-'0')
				}
			}
			u.Do(model.SetMatchDelay{Seconds: n})
			return
		}
		u.Do(model.SetMatch{Key: key, Value: value})
	})
}

// delayKey is the setting of the delay of viewers, which belongs to the room and not to the engine; maxDelay
// is the longest, in seconds.
const (
	delayKey = "viewers' delay"
	maxDelay = 120
)

// Open opens the screen of a match of the board, or with no ID of the one that is being created.
func (r *Room) Open(u *kit.Context, id string) {
	r.id, r.aimed, r.line, r.seat = id, false, 0, 0
	u.Open(r)
}

const (
	seatRow    = 26
	twoColumns = 260 // of the width of the roster at least, for two columns of seats
	// rosterPart is the roster's part of the width, of 25; narrowPart in a window so narrow that the settings
	// need more.
	rosterPart, narrowPart, narrow = 11, 10, 520
)

// Show lays out the roster at the left, and beside it what there is to be decided or to be known.
func (r *Room) Show(u *kit.Context) {
	m := &u.Model.Game.Matches.Room
	known := m.ID != "" && (r.id == "" || r.id == m.ID)
	title := u.Say("match.opening")
	if known {
		title = m.Title
	}
	body, help, foot := panel(u, title)
	if !known {
		u.Text(body, u.Say("match.opening"), kit.Style{Col: kit.DimColour, Align: kit.Centre})
		u.Help = u.Model.Game.Matches.Waiting
		u.HelpLine(help)
		if footButtons(u, foot, "room.foot", footButton{u.Say("menu.back"), ""}) == 0 || u.Backed() {
			u.Close()
		}
		return
	}
	r.aim(u, m)
	r.head(u, body.Cut(22), m)
	part := rosterPart
	if body.W < narrow {
		part = narrowPart
	}
	left := kit.R(body.X, body.Y, body.W*part/25, body.H)
	right := kit.R(body.X+left.W+12, body.Y, body.W-left.W-12, body.H)
	u.P.Fill(kit.R(left.X+left.W+5, body.Y, 1, body.H), kit.BorderColour)
	r.roster(u, left, m)
	switch {
	case len(m.Result.Lines) > 0:
		resultLines(u, right, &m.Result)
	case m.Phase == model.MatchSetup:
		r.setup(u, right, m)
	default:
		r.course(u, right, m)
	}
	back := r.foot(u, foot, m)
	if u.Help == "" {
		u.Help = u.Model.Game.Matches.Waiting
	}
	u.HelpLine(help)
	if back || u.Backed() {
		u.Close()
	}
}

// aim leads the focus to what there is to do, once the room is known: to a free seat, or to the first button.
func (r *Room) aim(u *kit.Context, m *model.MatchRoom) {
	if r.aimed || u.Drawing {
		return
	}
	r.aimed = true
	u.Focused = kit.Ident("room.foot", 0)
	if m.Phase != model.MatchSetup || m.Mine() != nil {
		return
	}
	for i := range m.Seats {
		if m.Seats[i].Name == "" {
			u.Focused = kit.Ident("seat", i)
			return
		}
	}
}

// head says what is played, and how.
func (r *Room) head(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	if m.Strict {
		at = tag(u, at, u.Say("match.strict"), kit.SkyColour)
	}
	words := m.Engine + " · " + childWords(u, m.Phase, m.Child)
	if n := len(m.Viewers); n > 0 {
		words += " · " + u.Count("match.watching", n)
	}
	u.Text(kit.R(at.X, at.Y, at.W, 16), words, kit.Style{Col: kit.DimColour})
}

// roster lays out the seats, in two columns where one has no room for all.
func (r *Room) roster(u *kit.Context, at kit.Rect, m *model.MatchRoom) {
	room := max(1, at.H/seatRow)
	columns := 1
	if len(m.Seats) > room && at.W >= twoColumns {
		columns = 2
	}
	rows := (len(m.Seats) + columns - 1) / columns
	kit.ScrollList(u, &r.seat, rows, room, "room.line", at)
	w := (at.W - (columns-1)*6) / columns
	for i := range m.Seats {
		row := i/columns - r.seat
		if row < 0 || row >= room {
			continue
		}
		r.place(u, kit.R(at.X+i%columns*(w+6), at.Y+row*seatRow, w, seatRow-4), i, m)
	}
	kit.More(u, kit.R(at.X, at.Y+room*seatRow, at.W, 8), r.seat+room < rows)
}

// place lays out a seat.
func (r *Room) place(u *kit.Context, at kit.Rect, i int, m *model.MatchRoom) {
	s := &m.Seats[i]
	why := ""
	switch {
	case m.Phase != model.MatchSetup:
		why = u.Say("match.running_seats")
	case s.Name != "" && !s.Mine:
		why = u.Say1("match.seat_taken", "name", s.Name)
	}
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("seat", i), R: at})
	u.Face(at, focused, s.Name != "" && !s.Mine)
	if focused {
		u.Help = why
		switch {
		case why != "":
		case s.Mine:
			u.Help = u.Say("match.stand_up")
		default:
			u.Help = u.Say1("match.sit_down", "seat", seatWords(s))
		}
		at.Y--
	}
	if s.Mine {
		u.P.Fill(kit.R(at.X, at.Y+2, 2, at.H-4), kit.FocusColour)
	}
	text := kit.R(at.X+24, at.Y+3, at.W-30, 16)
	if s.Name != "" {
		kit.DrawHead(u, at.X+5, at.Y+3, &model.Person{Name: s.Name, Look: s.Look})
	}
	text = seatMark(u, text, s, m)
	seat, w := seatWords(s), 0
	for k := range m.Seats {
		w = max(w, u.Measure(seatWords(&m.Seats[k]), false))
	}
	w = min(w, text.W/2)
	u.Text(kit.R(text.X, text.Y, w, 16), seat, kit.Style{Col: kit.DimColour})
	name, col := s.Name, kit.TextColour
	if name == "" {
		name, col = u.Say("match.free"), kit.Fade(kit.DimColour, 150)
		if s.Bot {
			name = u.Say("match.bot")
		}
	}
	u.Text(kit.R(text.X+w+8, text.Y, text.W-w-8, 16), name, kit.Style{Col: col})
	if !u.Answer(chosen, why) {
		return
	}
	if s.Mine {
		u.Do(model.LeaveSeat{})
	} else {
		u.Do(model.TakeSeat{Seat: s.Seat})
	}
}

// seatMark draws at the right end of r what is to be known of a seat, and returns the rest of r.
func seatMark(u *kit.Context, r kit.Rect, s *model.MatchSeat, m *model.MatchRoom) kit.Rect {
	mark, col := "", kit.BadColour
	switch {
	case s.Diverged:
		mark, col = u.Say("match.diverged"), kit.HurtColour
	case s.Vacant:
		mark = u.Say("match.vacant")
	case s.HoldsUp && m.Phase == model.MatchSetup:
		mark = u.Say("match.seat_waits")
	case s.Lagging:
		mark = u.Say("match.lagging")
	}
	if mark != "" {
		w := u.Measure(mark, false)
		u.Text(kit.R(r.X+r.W-w, r.Y, w, 16), mark, kit.Style{Col: col})
		return kit.R(r.X, r.Y, r.W-w-6, r.H)
	}
	if s.Pace != "" && m.Phase == model.MatchRunning {
		w := u.Measure(s.Pace, false)
		u.Text(kit.R(r.X+r.W-w, r.Y, w, 16), s.Pace, kit.Style{Col: kit.DimColour})
		r.W -= w + 6
	}
	if s.Ready && m.Phase == model.MatchSetup || s.Signed || s.Voted && (m.Paused || m.Halted) {
		check(u, r.X+r.W-10, r.Y+3, kit.GoodColour)
		r.W -= 16
	}
	return r
}

// foot lays out the buttons, and reports whether the player wants back.
func (r *Room) foot(u *kit.Context, at kit.Rect, m *model.MatchRoom) (back bool) {
	type button struct {
		footButton
		do func()
	}
	var list []button
	add := func(say, why string, do func()) { list = append(list, button{footButton{say, why}, do}) }
	do := func(a model.Action) func() { return func() { u.Do(a) } }
	mine, live := m.Mine(), u.Model.Game.Matches.Live.On
	in := mine != nil || m.Watching
	switch {
	case m.Phase == model.MatchSetup && mine != nil:
		why := ""
		if taken, _ := m.Taken(); !mine.Ready && (m.Invalid != "" || taken < m.Least || m.Broken != "") {
			why, _ = r.status(u, m)
		}
		if mine.Ready {
			add(u.Say("match.not_ready"), "", do(model.SetReady{}))
		} else {
			add(u.Say("match.ready"), why, do(model.SetReady{On: true}))
		}
	case m.Phase == model.MatchRunning && in && !live:
		add(u.Say(either(mine != nil, "match.play", "match.watch")), m.Broken, func() { u.Do(model.PlayMatch{}); u.CloseAll() })
	}
	if m.Phase == model.MatchRunning && mine != nil {
		switch {
		case m.Halted, m.Waits() && !m.Paused:
			add(u.Say("match.vote_go_on"), "", do(model.VoteInMatch{For: model.VoteGoOn}))
		case m.Paused:
			add(u.Say("match.vote_resume"), "", do(model.VoteInMatch{For: model.VoteResume}))
		default:
			add(u.Say("match.vote_pause"), "", do(model.VoteInMatch{For: model.VotePause}))
		}
	}
	if m.Phase == model.MatchSetup && mine != nil && m.Waits() {
		add(u.Say("match.vote_go_on"), "", do(model.VoteInMatch{For: model.VoteGoOn}))
	}
	if !in && m.Phase != model.MatchEnded {
		add(u.Say("match.watch"), m.Broken, do(model.WatchMatch{}))
	}
	if live {
		add(u.Say("match.to_world"), "", func() { u.Do(model.BackToWorld{}); u.CloseAll() })
	}
	if in {
		add(u.Say("match.leave"), "", func() { u.Do(model.QuitMatch{}); u.Close() })
	}
	add(u.Say("menu.back"), "", func() { back = true })
	var buttons []footButton
	for _, b := range list {
		buttons = append(buttons, b.footButton)
	}
	if k := footButtons(u, at, "room.foot", buttons...); k >= 0 {
		list[k].do()
	}
	return back
}

// either returns the first key if on, else the other.
func either(on bool, first, other string) string {
	if on {
		return first
	}
	return other
}
