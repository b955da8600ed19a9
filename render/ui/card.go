package ui

import "strconv"

const (
	// cardWidth and cardHeight are the size of a peer's card, cardStep one and the space below it.
	cardWidth, cardHeight, cardStep = 212, 56, 60
)

// partKeys are the words of what a peer does for an island.
var partKeys = [...]string{Observes: "network.observes", Votes: "network.votes", Leads: "network.leads"}

var agreementKeys = [...]string{NotCompared: "network.not_compared", Agrees: "network.agrees", Differs: "network.differs"}

// cardColumn returns where the cards stand.
func cardColumn(u *Context) rect {
	return rect{u.w - cardWidth - 8, 8, cardWidth, u.h - 16 - slotSide - 16}
}

// drawCards draws a card of this peer and of each that it is linked to; those that have no room are counted.
func drawCards(u *Context, column rect) {
	n := &u.m.Net
	room := max(1, column.h/cardStep)
	at := rect{column.x, column.y, cardWidth, cardHeight}
	card(u, at, n.Name, u.say(partKeys[n.Part]), u.say1("network.self", "world", n.World), n.Version)
	for i := range n.Links {
		at.y += cardStep
		if i+2 > room {
			u.text(rect{at.x, at.y, at.w, 16}, u.say1("hud.more", "n", itoa(len(n.Links)-i)), style{col: textColour, outline: true, align: right})
			return
		}
		l := &n.Links[i]
		part := u.say(partKeys[l.Part])
		if l.Headless {
			part = u.say1("network.headless", "part", part)
		}
		card(u, at, l.Name, part, linkWords(u, l), u.words.Fill("network.version", "agreement", u.say(agreementKeys[l.Agreement]), "version", l.Version))
		if l.Agreement == Differs {
			u.brokenLine(at.x+4, at.y+at.h-4, at.w-8, 2, false, dashedLine, provisionalColour)
		}
	}
}

// linkWords says how far a peer is, what is lost on the way, and what runs over the link.
func linkWords(u *Context, l *LinkView) string {
	return u.words.Fill("network.link", "ms", figure(l.RTTms), "loss", figure(l.Loss*100), "in", figure(l.InKBs), "out", figure(l.OutKBs))
}

// figure writes a number with one digit after the point while it is small.
func figure(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// card draws what is known of a peer.
func card(u *Context, r rect, name, part, first, second string) {
	col, _ := signOf(name)
	u.p.panel(r, panelColour, borderColour, borderColour)
	u.p.fill(rect{r.x, r.y + 2, 2, r.h - 4}, col)
	badge(u, r.x+6, r.y+3, name, false)
	w := u.measure(part, false)
	u.text(rect{r.x + 34, r.y + 3, r.w - 34 - w - 12, 16}, name, style{col: col})
	u.text(rect{r.x + r.w - w - 8, r.y + 3, w + 2, 16}, part, style{col: dimColour})
	u.text(rect{r.x + 8, r.y + 21, r.w - 12, 16}, first, style{col: textColour})
	u.text(rect{r.x + 8, r.y + 37, r.w - 12, 16}, second, style{col: dimColour})
}
