package overlay

import (
	"strconv"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// CardWidth and cardHeight are the size of a peer's card, cardStep one and the space below it.
	CardWidth, cardHeight, cardStep = 212, 56, 60
)

// partKeys are the words for a peer's roles on an island.
var partKeys = [...]string{model.Observes: "network.observes", model.Votes: "network.votes", model.Leads: "network.leads", model.Plays: "network.plays"}

var agreementKeys = [...]string{model.NotCompared: "network.not_compared", model.Agrees: "network.agrees", model.Differs: "network.differs"}

// cardColumn returns where the cards stand.
func cardColumn(u *kit.Context) kit.Rect {
	return kit.R(u.W-CardWidth-8, 8, CardWidth, u.H-16-kit.SlotSide-16)
}

// drawCards draws a card of this peer and of each that it is linked to; those that have no room are counted.
func drawCards(u *kit.Context, column kit.Rect) {
	n := &u.Model.Net
	room := max(1, column.H/cardStep)
	at := kit.R(column.X, column.Y, CardWidth, cardHeight)
	card(u, at, n.Name, u.Say(partKeys[n.Part]), u.Say1("network.self", "world", n.World), n.Version)
	for i := range n.Links {
		at.Y += cardStep
		if i+2 > room {
			u.Text(kit.R(at.X, at.Y, at.W, 16), u.Say1("hud.more", "n", kit.Itoa(len(n.Links)-i)), kit.Style{Col: kit.TextColour, Outline: true, Align: kit.Right})
			return
		}
		l := &n.Links[i]
		part := u.Say(partKeys[l.Part])
		if l.Headless {
			part = u.Say1("network.headless", "part", part)
		}
		state := u.Words.Fill("network.version", "agreement", u.Say(agreementKeys[l.Agreement]), "version", l.Version)
		if l.Relayed {
			state = u.Words.Fill("network.via", "agreement", u.Say(agreementKeys[l.Agreement]), "name", n.Links[l.Via].Name)
		}
		card(u, at, l.Name, part, linkWords(u, l), state)
		if l.Agreement == model.Differs {
			u.BrokenLine(at.X+4, at.Y+at.H-4, at.W-8, 2, false, kit.DashedLine, kit.ProvisionalColour)
		}
	}
}

// linkWords describes a link: round trip, loss and traffic.
func linkWords(u *kit.Context, l *model.LinkView) string {
	return u.Words.Fill("network.link", "ms", figure(l.RTTms), "loss", figure(l.Loss*100), "in", figure(l.InKBs), "out", figure(l.OutKBs))
}

// figure writes a number with one digit after the point while it is small.
func figure(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// card draws the known figures of a peer.
func card(u *kit.Context, r kit.Rect, name, part, first, second string) {
	col, _ := SignOf(name)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	u.P.Fill(kit.R(r.X, r.Y+2, 2, r.H-4), col)
	badge(u, r.X+6, r.Y+3, name, false)
	w := u.Measure(part, false)
	u.Text(kit.R(r.X+34, r.Y+3, r.W-34-w-12, 16), name, kit.Style{Col: col})
	u.Text(kit.R(r.X+r.W-w-8, r.Y+3, w+2, 16), part, kit.Style{Col: kit.DimColour})
	u.Text(kit.R(r.X+8, r.Y+21, r.W-12, 16), first, kit.Style{Col: kit.TextColour})
	u.Text(kit.R(r.X+8, r.Y+37, r.W-12, 16), second, kit.Style{Col: kit.DimColour})
}
