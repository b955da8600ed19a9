package match

import (
	"image/color"
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Live is what is shown over a match that is played or watched. Paused, halted or over, it takes the middle
// of the window.
type Live struct {
	screens *Screens
	result  bool // the result was shown
	ticks   int  // since the match is shown
	bottom  int  // of what is shown at the top
	screen  outcome
}

// outcome is the screen of the result.
type outcome struct{ live *Live }

// Enter forgets the match that was shown before.
func (l *Live) Enter() { l.result, l.ticks = false, 0 }

// hintTicks is how long the hint is shown: 15 seconds.
const hintTicks = 15 * 60

// FollowKey turns the camera of a viewer.
const FollowKey = input.Use

// Show lays out clock and score, the marks of the seats, and what the match waits for. live: no screen is
// open above it.
func (l *Live) Show(u *kit.Context, live bool) {
	v, m := &u.Model.Game.Matches.Live, &u.Model.Game.Matches.Room
	if !v.On {
		l.bottom = l.lobby(u, m)
		return
	}
	l.screen.live = l
	if len(m.Result.Lines) > 0 && !l.result && live && !u.Drawing {
		l.result = true
		u.Open(&l.screen)
	}
	if !u.Drawing && !m.Stands() && !v.Lost.On {
		l.ticks++
	}
	y := l.plate(u, v, m)
	y = l.marks(u, m, y)
	if v.Watching {
		y = l.watching(u, v, y, live)
	} else if m.Hint != "" && m.Phase == model.MatchRunning && l.ticks < hintTicks && !m.Stands() && !v.Lost.On {
		y = l.hint(u, y, Hint(u, m.Hint))
	}
	if v.Catching {
		y = line(u, y, u.Say("match.catching_up"), kit.SkyColour)
	}
	l.bottom = l.state(u, m, y)
}

// Bottom returns where at the top of the window the next thing may stand.
func (l *Live) Bottom() int { return max(8, l.bottom) }

// plateHeight is the height of the plate with clock, score and state, and plateLine without the state.
const plateHeight, plateLine = 40, 24

// lobby shows over the world that a match in which the player has a seat is about to begin.
func (l *Live) lobby(u *kit.Context, m *model.MatchRoom) (bottom int) {
	if m.Mine() == nil || m.Phase != model.MatchSetup || m.Countdown <= 0 {
		return 0
	}
	return line(u, 8, u.Say1("match.countdown", "n", kit.Itoa(int(m.Countdown)+1)), kit.FocusColour)
}

// plate draws clock and score, as the referee writes them, and the state.
func (l *Live) plate(u *kit.Context, v *model.LiveMatch, m *model.MatchRoom) int {
	head, state := named(v.Headline, m.Seats), childWords(u, m.Phase, m.Child)
	if head == "" {
		head, state = m.Title, m.Engine+" · "+state
	}
	if strings.Contains(strings.ToLower(head), strings.ToLower(state)) {
		state = "" // the referee says it
	}
	w := min(u.Notices.LaneWidth(u), max(160, u.Measure(head, false)+2*kit.Padding, u.Measure(state, false)+2*kit.Padding))
	r := kit.R(u.Notices.LaneCentre(u)-w/2, 6, w, plateHeight)
	if state == "" {
		r.H = plateLine
	}
	u.Panel(r)
	u.Text(kit.R(r.X+6, r.Y+4, r.W-12, 16), head, kit.Style{Col: kit.PaleColour, Align: kit.Centre})
	u.Text(kit.R(r.X+6, r.Y+21, r.W-12, 16), state, kit.Style{Col: kit.DimColour, Align: kit.Centre})
	return r.Y + r.H + 4
}

// named writes players instead of seats into what the referee says.
func named(words string, seats []model.MatchSeat) string {
	var list []string
	for i := range seats {
		name := seats[i].Name
		if name == "" {
			name = seatWords(&seats[i])
		}
		list = append(list, seats[i].Seat, name)
	}
	return strings.NewReplacer(list...).Replace(words)
}

// marks names the players that lag or are away.
func (l *Live) marks(u *kit.Context, m *model.MatchRoom, y int) int {
	for i := range m.Seats {
		s := &m.Seats[i]
		key := ""
		switch {
		case s.Name == "" || m.Phase != model.MatchRunning:
		case s.Diverged && m.Halted: // the middle of the window says so
		case s.Diverged:
			key = "match.is_diverged"
		case s.Vacant:
			key = "match.is_vacant"
		case s.Lagging && m.Strict:
			key = "match.waits_for"
		case s.Lagging:
			key = "match.is_lagging"
		}
		if key != "" {
			y = line(u, y, u.Say1(key, "name", s.Name), kit.BadColour)
		}
	}
	return y
}

// watching says how late the viewer sees the match, and what the camera follows.
func (l *Live) watching(u *kit.Context, v *model.LiveMatch, y int, live bool) int {
	words := u.Say("match.you_watch")
	if v.Behind > 0 {
		words = u.Count("match.behind", v.Behind)
	}
	follows := u.Say("match.follows_action")
	switch {
	case v.Free:
		follows = u.Say("match.follows_none")
	case v.Follows != "":
		follows = u.Say1("match.follows", "name", v.Follows)
	}
	y = line(u, y, words+" · "+follows+" · "+u.Say1("match.follow_next", "key", u.In.Name(FollowKey)), kit.SkyColour)
	if live && !u.Drawing && u.In.Pressed(FollowKey) {
		u.Do(model.FollowInMatch{})
		u.Sound(kit.SoundOK)
	}
	return y
}

// Hint returns the hint of an engine with the keys of the player: {kick} stands for the key that kicks.
func Hint(u *kit.Context, text string) string {
	var out strings.Builder
	for {
		before, rest, open := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		out.WriteString(before)
		if !open || !closed {
			return out.String()
		}
		if a, ok := input.ParseAction(name); ok {
			name = u.In.Name(a)
		}
		out.WriteString(name)
		text = after
	}
}

// hint writes what the player has to do below the score.
func (l *Live) hint(u *kit.Context, y int, words string) int {
	r := HintPanel(u, y, words)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.Paragraph(kit.R(r.X+kit.Padding, r.Y+4, r.W-2*kit.Padding, r.H-8), words, kit.Style{Col: kit.TextColour})
	return r.Y + r.H + 4
}

const (
	// hintWidth is the greatest width of a hint: in it each of the program's takes two lines.
	hintWidth = 400
	// cornersHeight is how far down the players at the left and the map at the right reach. In a window so
	// narrow that a hint does not fit between them, it stands below.
	cornersHeight = 112
)

// HintPanel returns where a hint is written below a height.
func HintPanel(u *kit.Context, y int, words string) kit.Rect {
	w := min(hintWidth, u.W-16, u.Measure(words, false)+2*kit.Padding)
	if w > u.Notices.LaneWidth(u) {
		y = max(y, cornersHeight)
	}
	return kit.R(u.Notices.LaneCentre(u)-w/2, y, w, 8+u.Height(words, w-2*kit.Padding, false))
}

// line writes a line in a small panel at the top, and returns where the next one may stand.
func line(u *kit.Context, y int, words string, col color.RGBA) int {
	w := min(u.W-32, u.Measure(words, false)+16)
	r := kit.R(u.Notices.LaneCentre(u)-w/2, y, w, 18)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.PanelColour)
	u.Text(kit.R(r.X+8, r.Y+1, r.W-16, 16), words, kit.Style{Col: col, Align: kit.Centre})
	return y + r.H + 3
}

// state shows in the middle that the match stands still, and why. It returns where at the top the next thing
// may stand.
func (l *Live) state(u *kit.Context, m *model.MatchRoom, y int) int {
	votes, needed := m.Votes()
	n, of := kit.Itoa(votes), kit.Itoa(needed)
	how := u.Say1("match.menu", "key", u.In.Name(input.Menu))
	switch lost := &u.Model.Game.Matches.Live.Lost; {
	case m.Broken != "":
		l.stop(u, u.Say("match.broken"), m.Broken, "", kit.BadColour)
	case lost.On:
		head, why := lostWords(u, lost)
		l.stop(u, head, why, u.Say1("match.lost_menu", "key", u.In.Name(input.Menu)), kit.BadColour)
	case m.Halted:
		head, why := u.Say1("match.halted", "names", divergedNames(m)), u.Say("match.halted_why")
		if me := m.Mine(); me != nil && me.Diverged {
			head, why = u.Say("match.halted_you"), u.Say("match.halted_why_you")
		}
		l.stop(u, head, why, u.Say2("match.votes_go_on", "n", n, "of", of)+" · "+how, kit.BadColour)
	case m.Paused:
		l.stop(u, u.Say("match.paused"), u.Say2("match.votes_resume", "n", n, "of", of), how, kit.FocusColour)
	case votes > 0 && m.Phase == model.MatchRunning:
		return line(u, y, u.Say2("match.votes_pause", "n", n, "of", of)+" · "+how, kit.PaleColour)
	}
	return y
}

// seatSeconds is how long the seat of a player who is away is kept.
const seatSeconds = 60

// lostWords says that nothing is heard of the match, for how long, and for whom it waits.
func lostWords(u *kit.Context, lost *model.LostMatch) (head, why string) {
	names, n := strings.Join(lost.Names, ", "), kit.Itoa(lost.Seconds)
	switch {
	case lost.Alone && lost.Seconds >= seatSeconds:
		head = u.Say("match.lost")
	case lost.Alone || names == "":
		head = u.Say("match.reconnecting")
	default:
		head = u.Say1("match.lost_waits", "names", names)
	}
	if names == "" {
		return head, u.Say1("match.lost_why", "n", n)
	}
	return head, u.Say2("match.lost_who_why", "n", n, "names", names)
}

// stop draws a panel with a heading and two lines.
func (l *Live) stop(u *kit.Context, head, first, second string, col color.RGBA) {
	w := min(380, u.W-32)
	in := w - 2*kit.Padding
	h := 2*kit.Padding + u.Height(head, in, false) + u.Height(first, in, false) + 8
	if second != "" {
		h += u.Height(second, in, false) + 4
	}
	at := kit.R((u.W-w)/2, u.H/3-h/2, w, h)
	u.P.Panel(at, kit.PanelColour, col, kit.PanelColour)
	r := at.Inset(kit.Padding)
	u.Paragraph(r.Cut(u.Height(head, in, false)+8), head, kit.Style{Col: col})
	u.Paragraph(r.Cut(u.Height(first, in, false)+4), first, kit.Style{Col: kit.TextColour})
	u.Paragraph(r, second, kit.Style{Col: kit.DimColour})
}

// Show lays out the result of a match that is over.
func (o *outcome) Show(u *kit.Context) {
	m := &u.Model.Game.Matches.Room
	chosen := report(u, &m.Result, m.Title, "outcome", footButton{u.Say("match.to_world"), ""}, footButton{u.Say("match.stay"), ""})
	switch {
	case chosen == 0:
		u.CloseAll()
		u.Do(model.BackToWorld{})
	case chosen == 1 || u.Backed():
		u.Close()
	}
}
