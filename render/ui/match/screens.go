package match

import (
	"image/color"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// Screens are the screens of matches. They are made by Init.
type Screens struct {
	Board  Board
	Create Create
	Room   Room
	Live   Live
}

// Init makes the screens know each other.
func (s *Screens) Init() {
	s.Board.screens, s.Create.screens, s.Room.screens, s.Live.screens = s, s, s, s
	s.Create.init()
	s.Room.init()
}

const (
	panelWidth, panelHeight = 624, 420
	rowHeight               = 40 // of a match in the list, and the space below it
	iconSide                = 32
	gap                     = 8
)

// panel draws a panel in the middle of the window with a heading, and returns the room in it, the line for
// help and the line of buttons.
func panel(u *kit.Context, title string) (body, help, foot kit.Rect) {
	u.Veil()
	at := u.Centred(panelWidth, panelHeight)
	u.Panel(at)
	r := at.Inset(kit.Padding)
	u.Heading(&r, title)
	foot = kit.R(r.X, r.Y+r.H-kit.ButtonHeight, r.W, kit.ButtonHeight)
	help = kit.R(r.X, foot.Y-kit.LineHeight-8, r.W, kit.LineHeight)
	u.P.Fill(kit.R(r.X, help.Y-4, r.W, 1), kit.BorderColour)
	return kit.R(r.X, r.Y, r.W, help.Y-r.Y-8), help, foot
}

// footButtons lays out buttons in a line: the first ones from the left, the last at the right. It returns the
// chosen one, -1 for none.
func footButtons(u *kit.Context, r kit.Rect, key string, list ...footButton) (chosen int) {
	chosen = -1
	least, edge, sum := 88, 24, 0
	for _, b := range list {
		sum += max(least, u.Measure(b.say, false)+edge) + gap
	}
	if sum-gap > r.W { // they are closer in a small window
		least, edge = 0, 12
	}
	x := r.X
	for k, b := range list {
		w := max(least, u.Measure(b.say, false)+edge)
		at := kit.R(x, r.Y, w, r.H)
		if k == len(list)-1 {
			at.X = r.X + r.W - w
		}
		if u.Button(at, kit.Ident(key, k), b.say, b.why) {
			chosen = k
		}
		x += w + gap
	}
	return chosen
}

// footButton is a button of the last line of a panel; why says why it cannot be chosen.
type footButton struct{ say, why string }

// picture draws the picture of an engine into a square, or the first letter of its name.
func picture(u *kit.Context, r kit.Rect, p *blueprint.Picture, name string) {
	u.P.Panel(r, kit.WellColour, kit.BorderColour, kit.WellColour)
	if p != nil && p.Width > 0 {
		u.P.Pixels(r.Inset(2), p, 255)
		return
	}
	n := 0
	for n < len(name) && (n == 0 || name[n]&0xC0 == 0x80) {
		n++
	}
	u.Text(r, name[:n], kit.Style{Col: kit.FocusColour, Align: kit.Centre})
}

// childWords are the words of a state: those of the game, or the name that the engine gives it.
func childWords(u *kit.Context, phase model.MatchPhase, child string) string {
	if key := childKeys[child]; key != "" {
		return u.Say(key)
	}
	if child != "" {
		return capital(child)
	}
	return u.Say([...]string{"match.phase_setup", "match.phase_running", "match.phase_ended"}[phase])
}

// childKeys are the keys of the states that a room has by itself; those of engines have names of their
// makers.
var childKeys = map[string]string{"countdown": "match.child_countdown", "iterating": "match.child_iterating", "paused": "match.child_paused", "halted": "match.child_halted"}

// seatWords is the name of a seat as it is read.
func seatWords(s *model.MatchSeat) string {
	if s.Label != "" {
		return capital(s.Label)
	}
	return capital(s.Seat)
}

// capital returns a name that a maker wrote in lower case and with hyphens as it is read.
func capital(s string) string {
	s = strings.ReplaceAll(s, "-", " ")
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// tag writes a word in a small frame at the right end of r, and returns the rest of r.
func tag(u *kit.Context, r kit.Rect, words string, col color.RGBA) kit.Rect {
	w := u.Measure(words, false) + 12
	at := kit.R(r.X+r.W-w, r.Y, w, 16)
	u.P.Panel(at, kit.InkColour, col, kit.InkColour)
	u.Text(at, words, kit.Style{Col: col, Align: kit.Centre})
	return kit.R(r.X, r.Y, r.W-w-6, r.H)
}

// check draws a small hook: the sign of a player that is ready, or has signed.
func check(u *kit.Context, x, y int, col color.RGBA) {
	for k, dy := range [...]int{4, 5, 6, 5, 4, 3, 2, 1} {
		u.P.Fill(kit.R(x+k, y+dy, 1, 2), col)
	}
}

// newForm returns a form whose changes become actions.
func newForm(commit func(u *kit.Context, key, value string)) menu.Form { return menu.NewForm(commit) }
