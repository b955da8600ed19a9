package menu

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/rights"
	"manyhold/input"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Players is the state of the list of players between ticks.
type Players struct {
	Chat     *chat.Chat
	from     int
	chosen   game.PlayerID  // player whose actions are shown
	asked    int            // action that one more press carries out
	askedT   uint64         // tick of the first press
	jump     bool           // the focus goes to the actions when this tick's widgets have answered
	requests []VisitRequest // players who asked to visit
}

// VisitRequest is a player's request to visit, and its tick.
type VisitRequest struct {
	Seat entity.Seat
	at   uint64
}

const (
	playersWidth, playerActs = 536, 160 // of the panel, and of the column of actions in it
	playerHeight             = 34
	playersLeast             = 6 // rows of the list at least: as high as the actions
	// knockTicks is how long a request can be accepted: a little less than the world allows.
	requestTicks = 29 * game.TicksPerSecond
	// sureTicks is how long a second press confirms an action that is hard to undo.
	sureTicks = 180
)

// Show lays out all players of the world, and at the right the actions on the chosen one.
func (l *Players) Show(u *kit.Context) {
	u.Veil()
	people := u.Model.Game.People
	n := len(people)
	const around = 24 + 8 + kit.ButtonHeight + 2*kit.Padding + 2*kit.LineHeight + 8
	room := max(1, min(max(n, playersLeast), (u.Tallest()-around)/playerHeight))
	panel := u.Centred(min(playersWidth, u.W-16), around+room*playerHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say1("pause.players", "n", kit.Itoa(n)))
	body := r.Cut(room * playerHeight)
	list := kit.R(body.X, body.Y, body.W-playerActs-12, body.H)
	acts := kit.R(list.X+list.W+12, body.Y, playerActs, body.H)
	kit.ScrollList(u, &l.from, n, room, "players.row", list)
	for i := l.from; i < min(n, l.from+room); i++ {
		l.row(u, list.Cut(playerHeight), i, &people[i])
	}
	u.P.Fill(kit.R(acts.X-7, acts.Y, 1, acts.H), kit.BorderColour)
	kit.More(u, kit.R(list.X, body.Y+body.H, list.W, 12), l.from+room < n)
	l.actions(u, acts)
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	back := u.Button(kit.R(row.X+row.W/4, row.Y, row.W/2, row.H), kit.Ident("players.back", 0), u.Say("menu.back"), "")
	r.Cut(4)
	u.HelpLine(r)
	switch {
	case back || u.Backed():
		u.Close()
	case l.jump:
		l.jump = false
		u.SetFocus(kit.Ident(playerDeeds[0].say, 0))
	}
}

// row lays out one player: face, name, rank and link. Choosing it shows the actions on it.
func (l *Players) row(u *kit.Context, r kit.Rect, i int, p *model.Person) {
	r.H -= 4
	focused, picked := u.Take(kit.Widget{ID: kit.Ident("players.row", i), R: r})
	chosen := l.person(u) == p
	if focused || chosen {
		u.Face(r, focused, !chosen)
	}
	kit.DrawHead(u, r.X+6, r.Y+(r.H-16)/2, p)
	u.Text(kit.R(r.X+28, r.Y, r.W-50, 16), p.Name, kit.Style{Col: kit.NameColour(int(p.Seat))})
	state := u.Say(RankWords[p.Rank])
	for _, more := range [...]string{mutedWord(u, p), stateOf(u, p)} {
		if more != "" {
			state += " · " + more
		}
	}
	u.Text(kit.R(r.X+28, r.Y+14, r.W-50, 16), state, kit.Style{Col: kit.DimColour})
	if !p.Me {
		u.LinkDot(r.X+r.W-14, r.Y+r.H/2-3, p.Link)
	}
	if focused && u.Help == "" && !p.Me {
		u.Help = u.Say2(u.ByDevice("players.choose_click", "players.choose", "players.choose"), "name", p.Name, "key", u.In.Name(input.Confirm))
		if l.requested(u, p.Seat) {
			u.Help = u.Say1("players.welcome_help", "name", p.Name)
		}
	}
	if !p.Me && u.Answer(picked, "") {
		l.chosen, l.askedT = p.Key, 0
		l.jump = true
	}
}

// person returns the player whose actions are shown: the chosen one, else the first other, nil for nobody.
func (l *Players) person(u *kit.Context) (found *model.Person) {
	for i := range u.Model.Game.People {
		switch p := &u.Model.Game.People[i]; {
		case p.Me:
		case p.Key == l.chosen && l.chosen != game.PlayerID{}:
			return p
		case l.chosen == game.PlayerID{} && l.requested(u, p.Seat):
			return p
		case found == nil:
			found = p
		}
	}
	return found
}

// RankWords are the names of the ranks.
var RankWords = [rights.RankCount]string{"rank.visitor", "rank.builder", "rank.keeper", "rank.founder"}

// playerDeeds are the actions on a player, by the numbers below.
var playerDeeds = [...]struct{ say, help string }{
	{"players.visit", "players.visit_help"}, {"players.hide", "players.hide_help"}, {"players.mute", "players.mute_help"},
	{"players.builder", "players.builder_help"}, {"players.kick", "players.kick_help"}, {"players.ban", "players.ban_help"},
}

const (
	actVisit = iota
	actHide
	actMute
	actRank
	actKick
	actBan
)

// actions lays out the actions on the chosen player.
func (l *Players) actions(u *kit.Context, r kit.Rect) {
	p := l.person(u)
	if p == nil {
		u.Paragraph(r, u.Say("players.alone"), kit.Style{Col: kit.DimColour})
		return
	}
	step := min(kit.RowHeight, (r.H-20)/len(playerDeeds))
	u.Text(r.Cut(20), p.Name, kit.Style{Col: kit.NameColour(int(p.Seat))})
	for k, deed := range playerDeeds {
		say, help := deed.say, deed.help
		switch {
		case k == actVisit && l.requested(u, p.Seat):
			say, help = "players.welcome", "players.welcome_help"
		case k == actHide && l.Chat.Muted[p.Seat]:
			say = "players.unhide"
		case k == actMute && p.Muted:
			say, help = "players.unmute", "players.unmute_help"
		case k == actRank && p.Rank >= rights.Builder:
			say, help = "players.visitor", "players.visitor_help"
		case l.sure(u, k):
			say = "players.sure"
		}
		why := l.why(u, k, p)
		if why == u.Say("players.keepers_only") {
			continue // the player's rank never may: nothing to see
		}
		id := kit.Ident(deed.say, 0)
		at := r.Cut(step)
		at.H = step - 4
		if u.Button(at, id, u.Say(say), why) {
			l.actOn(u, k, p)
		}
		if u.Focused == id && u.Help == "" {
			u.Help = u.Say1(help, "name", p.Name)
		}
	}
}

// why says why an action on a player is not the player's to take; empty: it is.
func (l *Players) why(u *kit.Context, act int, p *model.Person) string {
	mine := u.Model.Rank()
	switch {
	case act == actVisit || act == actHide:
		return ""
	case rights.May(rights.Kick, mine, rights.Common, rights.Law{}) != event.NoReason:
		return u.Say("players.keepers_only")
	case p.Rank >= mine:
		return u.Say1("players.above", "name", p.Name)
	}
	return ""
}

// requested reports whether a player has asked to come and can still be let in.
func (l *Players) requested(u *kit.Context, seat entity.Seat) bool {
	return slices.ContainsFunc(l.requests, func(k VisitRequest) bool { return k.Seat == seat && u.Now-k.at < uint64(requestTicks) })
}

// RequestVisit reports a request to visit this player, to be decided in the list of players.
func (l *Players) RequestVisit(u *kit.Context, seat entity.Seat, name string) {
	l.requests = slices.DeleteFunc(l.requests, func(k VisitRequest) bool { return k.Seat == seat || u.Now-k.at >= uint64(requestTicks) })
	l.requests = append(l.requests, VisitRequest{seat, u.Now})
	u.Toast(u.Words.Fill("notice.visit_request", "name", name, "button", u.Say("players.welcome")))
}

// sure reports whether an action would be carried out by one more press.
func (l *Players) sure(u *kit.Context, act int) bool {
	return l.askedT > 0 && l.asked == act && u.Now-l.askedT < sureTicks
}

// actOn carries out an action on a player.
func (l *Players) actOn(u *kit.Context, act int, p *model.Person) {
	switch act {
	case actHide:
		l.Chat.Mute(u, p.Seat, !l.Chat.Muted[p.Seat])
	case actMute:
		u.Do(model.MutePlayer{Key: p.Key, On: !p.Muted})
	case actRank:
		to := rights.Builder
		if p.Rank >= rights.Builder {
			to = rights.Visitor
		}
		u.Do(model.RankPlayer{Key: p.Key, Rank: to})
	case actVisit:
		if l.requested(u, p.Seat) {
			l.requests = slices.DeleteFunc(l.requests, func(k VisitRequest) bool { return k.Seat == p.Seat })
			u.Do(model.WelcomePlayer{Seat: p.Seat})
			return
		}
		u.Do(model.VisitPlayer{Seat: p.Seat})
	default:
		if !l.sure(u, act) {
			l.asked, l.askedT = act, u.Now
			return
		}
		l.askedT = 0
		if act == actKick {
			u.Do(model.KickPlayer{Key: p.Key})
			return
		}
		u.Do(model.BanPlayer{Key: p.Key})
	}
}

// mutedWord says that a player is muted, "" if it is not.
func mutedWord(u *kit.Context, p *model.Person) string {
	if p.Muted {
		return u.Say("players.muted")
	}
	return ""
}

// stateOf says in a word how a player is here.
func stateOf(u *kit.Context, p *model.Person) string {
	switch {
	case p.Me:
		return u.Say("players.you")
	case p.Asleep:
		return u.Say("players.asleep")
	case p.Link == model.LinkGood:
		return u.Say("players.good")
	case p.Link == model.LinkSlow:
		return u.Say("players.slow")
	case p.Link == model.LinkGone:
		return u.Say("players.no_link")
	}
	return ""
}
