package ui

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/input"
)

// Players is what the list of players remembers between ticks.
type Players struct {
	chat   *Chat
	from   int
	asked  game.PlayerID // who would be sent out or banned by one more press
	act    int           // which of them
	askedT uint64        // when that was asked
	knocks []knock       // who asked to come to this player
}

// knock is somebody who asked to come to this player, and when.
type knock struct {
	seat entity.Seat
	at   uint64
}

const (
	playerHeight, playerButton = 28, 60
	// knockTicks is how long somebody who asked can be let in: a little less than the world allows.
	knockTicks = 29 * game.TicksPerSecond
	// sureTicks is how long one may take to press a second time for what is not easily undone.
	sureTicks = 180
)

// showPlayers lays out everybody in the world, and what one can do about each.
func (l *Players) Show(u *Context) {
	u.veil()
	n := len(u.m.People)
	room := min(max(n, 1), (u.h-136)/playerHeight)
	panel := u.centred(500, 24+room*playerHeight+8+buttonHeight+2*padding+4+20)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say1("pause.players", "n", itoa(n)))
	list := r.cut(room * playerHeight)
	l.scroll(u, n, room, list)
	for i := l.from; i < min(n, l.from+room); i++ {
		l.row(u, list.cut(playerHeight), i, &u.m.People[i])
	}
	more(u, rect{r.x, r.y, r.w, 12}, l.from+room < n)
	r.cut(8)
	row := r.cut(buttonHeight)
	back := u.button(rect{row.x + row.w/4, row.y, row.w / 2, row.h}, ident("players.back", 0), u.say("menu.back"), "")
	u.text(rect{r.x, r.y + 2, r.w, 16}, u.help, style{col: dimColour})
	if back || u.backed() {
		u.close()
	}
}

// scrollPlayers keeps the row of the focus in view.
func (l *Players) scroll(u *Context, n, room int, r rect) {
	from := &l.from
	if u.drawing {
		return
	}
	if u.in.WheelY != 0 && r.contains(u.cx, u.cy) {
		*from -= int(u.in.WheelY)
	}
	for i := range n {
		for _, key := range playerActs {
			if ident(key.say, i) != u.focus {
				continue
			}
			if i >= *from+room-1 && u.in.Repeat(input.Down) {
				*from = i + 2 - room
			}
			if i <= *from && u.in.Repeat(input.Up) {
				*from = i - 1
			}
		}
	}
	*from = max(0, min(*from, n-room))
}

// playerActs are what can be done about a player, by the numbers below.
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

// playerRow lays out one player: how its peer is reached, and what can be done.
func (l *Players) row(u *Context, r rect, i int, p *Person) {
	drawHead(u, r.x, r.y+4, p)
	state := stateOf(u, p)
	acts := rect{r.x + r.w - len(playerActs)*playerButton, r.y, len(playerActs) * playerButton, buttonHeight}
	if p.Me {
		acts.x, acts.w = r.x+r.w, 0
	}
	w := u.measure(state, false)
	u.text(rect{r.x + 24, r.y, acts.x - r.x - 24 - w - 24, 24}, p.Name, style{col: nameColour(int(p.Seat))})
	u.text(rect{acts.x - w - 20, r.y, w + 2, 24}, state, style{col: dimColour})
	if p.Me {
		return
	}
	u.linkDot(acts.x-14, r.y+9, p.Link)
	for k, act := range playerActs {
		id := ident(act.say, i)
		say, help := act.say, act.help
		switch {
		case k == actVisit && l.knocked(u, p.Seat):
			say, help = "players.welcome", "players.welcome_help"
		case k == actMute && l.chat.muted[p.Seat]:
			say = "players.unmute"
		case k == actRank && p.Rank != Guest:
			say, help = "players.guest", "players.guest_help"
		case l.sure(u, p.Key, k):
			say = "players.sure"
		}
		if u.button(rect{acts.x + k*playerButton + 4, acts.y, playerButton - 4, acts.h}, id, u.say(say), "") {
			l.actOn(u, k, p)
		}
		if u.focus == id {
			u.help = u.say1(help, "name", p.Name)
		}
	}
}

// knocked reports whether a player has asked to come and can still be let in.
func (l *Players) knocked(u *Context, seat entity.Seat) bool {
	return slices.ContainsFunc(l.knocks, func(k knock) bool { return k.seat == seat && u.now-k.at < uint64(knockTicks) })
}

// Knock tells that somebody asks to come to this player, who is to decide: in the list of players.
func (l *Players) knock(u *Context, seat entity.Seat, name string) {
	l.knocks = slices.DeleteFunc(l.knocks, func(k knock) bool { return k.seat == seat || u.now-k.at >= uint64(knockTicks) })
	l.knocks = append(l.knocks, knock{seat, u.now})
	u.toast(u.words.Fill("notice.knocked", "name", name, "button", u.say("players.welcome")))
}

// sure reports whether a player would be sent out, or banned, by one more press.
func (l *Players) sure(u *Context, id game.PlayerID, act int) bool {
	return l.askedT > 0 && l.asked == id && l.act == act && u.now-l.askedT < sureTicks
}

// actOn does what was chosen about a player.
func (l *Players) actOn(u *Context, act int, p *Person) {
	switch act {
	case actMute:
		l.chat.mute(u, p.Seat, !l.chat.muted[p.Seat])
	case actRank:
		u.do(RankPlayer{Key: p.Key, Member: p.Rank == Guest})
	case actVisit:
		if l.knocked(u, p.Seat) {
			l.knocks = slices.DeleteFunc(l.knocks, func(k knock) bool { return k.seat == p.Seat })
			u.do(WelcomePlayer{Seat: p.Seat})
			return
		}
		u.do(VisitPlayer{Seat: p.Seat})
	default:
		if !l.sure(u, p.Key, act) {
			l.asked, l.act, l.askedT = p.Key, act, u.now
			return
		}
		l.askedT = 0
		if act == actKick {
			u.do(KickPlayer{Key: p.Key})
			return
		}
		u.do(BanPlayer{Key: p.Key})
	}
}

// stateOf says in a word how a player is here.
func stateOf(u *Context, p *Person) string {
	switch {
	case p.Me:
		return u.say("players.you")
	case p.Asleep:
		return u.say("players.asleep")
	case p.Link == LinkGood:
		return u.say("players.good")
	case p.Link == LinkSlow:
		return u.say("players.slow")
	case p.Link == LinkGone:
		return u.say("players.gone")
	}
	return ""
}
