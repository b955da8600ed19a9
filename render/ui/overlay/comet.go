package overlay

import (
	"image/color"
	"math"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const networkAction = input.Network

// anchor is where the line to a peer ends in the window, in logical pixels.
type anchor struct{ x, y int }

const (
	// cometSlow is how many round trips a comet takes from end to end, so that the eye can follow near peers,
	// too.
	cometSlow = 20
	// CometLeast and cometMost are the shortest and the longest way of a comet, in ticks.
	CometLeast, CometMost = 12, 360
	// cometTail is how many dots follow a comet.
	cometTail = 14
)

// placeAnchors finds where the links end: at the peer's player where that is seen, else at its card.
func (n *Network) placeAnchors(u *kit.Context, cards kit.Rect) {
	n.Anchors = n.Anchors[:0]
	for i := range u.Model.Net.Links {
		l := &u.Model.Net.Links[i]
		a := anchor{cards.X - 2, min(cards.Y+(i+1)*cardStep+cardHeight/2, cards.Y+cards.H-8)}
		if p := personOf(u, l); p != nil && u.Model.Game.Camera != nil {
			x, y, seen := u.OnScreen(p.Pos)
			if seen && x < cards.X-8 && x > 8 && y > 8 && y < u.H-8 {
				a = anchor{x, y - 16}
			}
		}
		n.Anchors = append(n.Anchors, a)
	}
}

// personOf returns the player of a link's peer where it is known to be, else nil.
func personOf(u *kit.Context, l *model.LinkView) *model.Person {
	for i := range u.Model.Game.People {
		if p := &u.Model.Game.People[i]; p.Key == l.Player && !p.Me && !p.Far() {
			return p
		}
	}
	return nil
}

// home returns where this peer's own end of the links is.
func home(u *kit.Context) anchor {
	if me, known := u.Model.Mine(); known && u.Model.Game.Camera != nil {
		if x, y, seen := u.OnScreen(me); seen {
			return anchor{x, y - 16}
		}
	}
	return anchor{u.W / 2, u.H / 2}
}

// drawLinks draws a line between each two peers that are replicas of one state, as far as it is known here,
// and one to each peer, coloured and broken by whether its state agrees with that of here, and the comets
// that run over it.
func (n *Network) drawLinks(u *kit.Context) {
	from := home(u)
	for _, p := range u.Model.Net.Pairs {
		if all := len(n.Anchors); p.A < all && p.B < all {
			replicaLine(u, n.Anchors[p.A], n.Anchors[p.B], p.Agreement)
		}
	}
	for i := range u.Model.Net.Links {
		l, to := &u.Model.Net.Links[i], n.Anchors[i]
		if l.Relayed && l.Via < len(n.Anchors) { // over the peer that carries the packets
			by := n.Anchors[l.Via]
			replicaLine(u, by, to, l.Agreement)
			comet(u, by, to, l, l.OutKBs, uint64(i*7+1), kit.AgreeColour)
			comet(u, to, by, l, l.InKBs, uint64(i*7+4), kit.FocusColour)
			continue
		}
		replicaLine(u, from, to, l.Agreement)
		comet(u, from, to, l, l.OutKBs, uint64(i*7+1), kit.AgreeColour)
		comet(u, to, from, l, l.InKBs, uint64(i*7+4), kit.FocusColour)
	}
	u.P.Glow(kit.R(from.x-3, from.y-3, 7, 7), kit.AgreeColour)
}

// replicaLine draws dots from a to b: close together where the digests agree, far apart where none was
// compared, in pairs and with a mark in the middle where they differ.
func replicaLine(u *kit.Context, a, b anchor, what model.Agreement) {
	col, step, run := kit.Fade(kit.AgreeColour, 110), 4, 1
	switch what {
	case model.NotCompared:
		col, step = kit.Fade(kit.DimColour, 110), 9
	case model.Differs:
		col, step, run = kit.ProvisionalColour, 9, 2
	}
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	length := math.Hypot(dx, dy)
	for at := 6.0; at < length-4; at += float64(step) {
		for k := range run {
			t := (at + float64(3*k)) / length
			u.P.Glow(kit.R(a.x+int(dx*t), a.y+int(dy*t), 2, 2), col)
		}
	}
	if what == model.Differs {
		x, y := (a.x+b.x)/2, (a.y+b.y)/2
		u.P.Panel(kit.R(x-8, y-8, 17, 17), kit.InkColour, kit.ProvisionalColour, kit.InkColour)
		u.Text(kit.R(x-8, y-8, 17, 17), "≠", kit.Style{Col: kit.ProvisionalColour, Align: kit.Centre})
	}
}

// comet draws the traffic from a to b: as fast as the measured round trip, as thick as the traffic. Of a lost
// share only a part of the way is drawn.
func comet(u *kit.Context, a, b anchor, l *model.LinkView, kbs float64, salt uint64, col color.RGBA) {
	if kbs <= 0 {
		return
	}
	way := CometWay(l.RTTms)
	clock := u.Now + salt*13
	trip, part := clock/way, float64(clock%way)/float64(way)
	if u.Model.Window.ReducedMotion {
		part = 0.5
	}
	if Lost(trip*31+salt, l.Loss) && part > 0.6 {
		return
	}
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	length := max(math.Hypot(dx, dy), 1)
	nx, ny := -dy/length*3, dx/length*3 // each direction has its own side of the line
	thick := 2 + min(int(math.Log2(1+kbs)), 6)
	for k := cometTail; k >= 0; k-- {
		t := part - float64(k*3)/length
		if t < 0 {
			continue
		}
		size := max(1, thick*(cometTail-k+2)/(cometTail+2))
		x, y := float64(a.x)+dx*t+nx, float64(a.y)+dy*t+ny
		c := kit.Fade(col, uint8(255*(cometTail-k+1)/(cometTail+1)))
		if k == 0 {
			c = kit.White
		}
		u.P.Glow(kit.R(int(x)-size/2, int(y)-size/2, size, size), c)
	}
}

// CometWay returns how long a comet is on its way, in ticks, for a round trip in milliseconds.
func CometWay(rtt float64) uint64 {
	return uint64(min(max(rtt*cometSlow*60/1000, CometLeast), CometMost))
}

// Lost decides by a hash whether a comet is one of those that are lost.
func Lost(n uint64, part float64) bool {
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return float64((n^n>>31)%1000) < part*1000
}
