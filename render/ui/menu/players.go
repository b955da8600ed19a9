package menu

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Players is the state of the list of players between ticks.
type Players struct {
	Chat     *chat.Chat
	from     int
	asked    game.PlayerID  // player to be kicked or banned by one more press
	act      int            // which of them
	askedT   uint64         // tick of the first press
	requests []VisitRequest // players who asked to visit
}

// VisitRequest is a player's request to visit, and its tick.
type VisitRequest struct {
	Seat entity.Seat
	at   uint64
}

const (
	playerHeight, playerButton = 28, 60
	// knockTicks is how long a request can be accepted: a little less than the world allows.
	requestTicks = 29 * game.TicksPerSecond
	// sureTicks is how long a second press confirms an action that is hard to undo.
	sureTicks = 180
)

// Show lays out all players of the world, and the actions on each.
func (l *Players) Show(u *kit.Context) {
	u.Veil()
	n := len(u.Model.Game.People)
	room := min(max(n, 1), (u.H-136)/playerHeight)
	panel := u.Centred(500, 24+room*playerHeight+8+kit.ButtonHeight+2*kit.Padding+4+20)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say1("pause.players", "n", kit.Itoa(n)))
	list := r.Cut(room * playerHeight)
	l.scroll(u, n, room, list)
	for i := l.from; i < min(n, l.from+room); i++ {
		l.row(u, list.Cut(playerHeight), i, &u.Model.Game.People[i])
	}
	kit.More(u, kit.R(r.X, r.Y, r.W, 12), l.from+room < n)
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	back := u.Button(kit.R(row.X+row.W/4, row.Y, row.W/2, row.H), kit.Ident("players.back", 0), u.Say("menu.back"), "")
	u.Text(kit.R(r.X, r.Y+2, r.W, 16), u.Help, kit.Style{Col: kit.DimColour})
	if back || u.Backed() {
		u.Close()
	}
}

// scroll keeps the row of the focus in view.
func (l *Players) scroll(u *kit.Context, n, room int, r kit.Rect) {
	from := &l.from
	if u.Drawing {
		return
	}
	if u.In.WheelY != 0 && r.Contains(u.CursorX, u.CursorY) {
		*from -= int(u.In.WheelY)
	}
	for i := range n {
		for _, key := range playerActs {
			if kit.Ident(key.say, i) != u.Focused {
				continue
			}
			if i >= *from+room-1 && u.In.Repeat(input.Down) {
				*from = i + 2 - room
			}
			if i <= *from && u.In.Repeat(input.Up) {
				*from = i - 1
			}
		}
	}
	*from = max(0, min(*from, n-room))
}

// playerActs are the actions on a player, by the numbers below.
var playerActs = [...]struct{ say, help string }{
	{"players.mute", "players.mute_help"}, {"players.member", "players.member_help"}, {"players.kick", "players.kick_help"},
	{"players.ban", "players.ban_help"}, {"players.visit", "players.visit_help"},
}

const (
	actMute = iota
	actRank
	actKick
	actBan
	actVisit
)

// row lays out one player: the link to its peer, and the actions.
func (l *Players) row(u *kit.Context, r kit.Rect, i int, p *model.Person) {
	kit.DrawHead(u, r.X, r.Y+4, p)
	state := stateOf(u, p)
	acts := kit.R(r.X+r.W-len(playerActs)*playerButton, r.Y, len(playerActs)*playerButton, kit.ButtonHeight)
	if p.Me {
		acts.X, acts.W = r.X+r.W, 0
	}
	w := u.Measure(state, false)
	u.Text(kit.R(r.X+24, r.Y, acts.X-r.X-24-w-24, 24), p.Name, kit.Style{Col: kit.NameColour(int(p.Seat))})
	u.Text(kit.R(acts.X-w-20, r.Y, w+2, 24), state, kit.Style{Col: kit.DimColour})
	if p.Me {
		return
	}
	u.LinkDot(acts.X-14, r.Y+9, p.Link)
	for k, act := range playerActs {
		id := kit.Ident(act.say, i)
		say, help := act.say, act.help
		switch {
		case k == actVisit && l.requested(u, p.Seat):
			say, help = "players.welcome", "players.welcome_help"
		case k == actMute && l.Chat.Muted[p.Seat]:
			say = "players.unmute"
		case k == actRank && p.Rank != model.Guest:
			say, help = "players.guest", "players.guest_help"
		case l.sure(u, p.Key, k):
			say = "players.sure"
		}
		if u.Button(kit.R(acts.X+k*playerButton+4, acts.Y, playerButton-4, acts.H), id, u.Say(say), "") {
			l.actOn(u, k, p)
		}
		if u.Focused == id {
			u.Help = u.Say1(help, "name", p.Name)
		}
	}
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

// sure reports whether a player would be sent out, or banned, by one more press.
func (l *Players) sure(u *kit.Context, id game.PlayerID, act int) bool {
	return l.askedT > 0 && l.asked == id && l.act == act && u.Now-l.askedT < sureTicks
}

// actOn carries out an action on a player.
func (l *Players) actOn(u *kit.Context, act int, p *model.Person) {
	switch act {
	case actMute:
		l.Chat.Mute(u, p.Seat, !l.Chat.Muted[p.Seat])
	case actRank:
		u.Do(model.RankPlayer{Key: p.Key, Member: p.Rank == model.Guest})
	case actVisit:
		if l.requested(u, p.Seat) {
			l.requests = slices.DeleteFunc(l.requests, func(k VisitRequest) bool { return k.Seat == p.Seat })
			u.Do(model.WelcomePlayer{Seat: p.Seat})
			return
		}
		u.Do(model.VisitPlayer{Seat: p.Seat})
	default:
		if !l.sure(u, p.Key, act) {
			l.asked, l.act, l.askedT = p.Key, act, u.Now
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
