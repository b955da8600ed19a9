package ui

import (
	"image/color"
	"math"

	"manyhold/input"
)

const networkAction = input.Network

// anchor is where the line to a peer ends in the window, in logical pixels.
type anchor struct{ x, y int }

const (
	// cometSlow is how many round trips a comet takes from end to end, so that the eye can follow near peers, too.
	cometSlow = 20
	// cometLeast and cometMost are the shortest and the longest way of a comet, in ticks.
	cometLeast, cometMost = 12, 360
	// cometTail is how many dots follow a comet.
	cometTail = 14
)

// placeAnchors finds where the links end: at the peer's player where that is seen, else at its card.
func (n *Network) placeAnchors(u *Context, cards rect) {
	n.anchors = n.anchors[:0]
	for i := range u.m.Net.Links {
		l := &u.m.Net.Links[i]
		a := anchor{cards.x - 2, min(cards.y+(i+1)*cardStep+cardHeight/2, cards.y+cards.h-8)}
		if p := personOf(u, l); p != nil && u.m.Camera != nil {
			x, y, seen := u.onScreen(p.Pos)
			if seen && x < cards.x-8 && x > 8 && y > 8 && y < u.h-8 {
				a = anchor{x, y - 16}
			}
		}
		n.anchors = append(n.anchors, a)
	}
}

// personOf returns the player of a link's peer where it is known to be, else nil.
func personOf(u *Context, l *LinkView) *Person {
	for i := range u.m.People {
		if p := &u.m.People[i]; p.Key == l.Player && !p.Me && !p.far() {
			return p
		}
	}
	return nil
}

// home returns where this peer's own end of the links is.
func home(u *Context) anchor {
	if me, known := u.m.mine(); known && u.m.Camera != nil {
		if x, y, seen := u.onScreen(me); seen {
			return anchor{x, y - 16}
		}
	}
	return anchor{u.w / 2, u.h / 2}
}

// drawLinks draws a line between each two peers that are replicas of one state, as far as it is known here, and one to each
// peer, coloured and broken by whether its state agrees with that of here, and the comets
// that run over it.
func (n *Network) drawLinks(u *Context) {
	from := home(u)
	for _, p := range u.m.Net.Pairs {
		if all := len(n.anchors); p.A < all && p.B < all {
			replicaLine(u, n.anchors[p.A], n.anchors[p.B], p.Agreement)
		}
	}
	for i := range u.m.Net.Links {
		l, to := &u.m.Net.Links[i], n.anchors[i]
		replicaLine(u, from, to, l.Agreement)
		comet(u, from, to, l, l.OutKBs, uint64(i*7+1), agreeColour)
		comet(u, to, from, l, l.InKBs, uint64(i*7+4), focusColour)
	}
	u.p.glow(rect{from.x - 3, from.y - 3, 7, 7}, agreeColour)
}

// replicaLine draws dots from a to b: close together where the digests agree, far apart where none was compared, in pairs
// and with a mark in the middle where they differ.
func replicaLine(u *Context, a, b anchor, what Agreement) {
	col, step, run := fade(agreeColour, 110), 4, 1
	switch what {
	case NotCompared:
		col, step = fade(dimColour, 110), 9
	case Differs:
		col, step, run = provisionalColour, 9, 2
	}
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	length := math.Hypot(dx, dy)
	for at := 6.0; at < length-4; at += float64(step) {
		for k := range run {
			t := (at + float64(3*k)) / length
			u.p.glow(rect{a.x + int(dx*t), a.y + int(dy*t), 2, 2}, col)
		}
	}
	if what == Differs {
		x, y := (a.x+b.x)/2, (a.y+b.y)/2
		u.p.panel(rect{x - 8, y - 8, 17, 17}, inkColour, provisionalColour, inkColour)
		u.text(rect{x - 8, y - 8, 17, 17}, "≠", style{col: provisionalColour, align: centre})
	}
}

// comet draws what runs from a to b: as fast as the round trip was measured, as thick as the traffic is. Of as many as are
// lost on the way only a part is seen.
func comet(u *Context, a, b anchor, l *LinkView, kbs float64, salt uint64, col color.RGBA) {
	if kbs <= 0 {
		return
	}
	way := cometWay(l.RTTms)
	clock := u.now + salt*13
	trip, part := clock/way, float64(clock%way)/float64(way)
	if u.m.ReducedMotion {
		part = 0.5
	}
	if lost(trip*31+salt, l.Loss) && part > 0.6 {
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
		c := fade(col, uint8(255*(cometTail-k+1)/(cometTail+1)))
		if k == 0 {
			c = white
		}
		u.p.glow(rect{int(x) - size/2, int(y) - size/2, size, size}, c)
	}
}

// cometWay returns how long a comet is on its way, in ticks, for a round trip in milliseconds.
func cometWay(rtt float64) uint64 {
	return uint64(min(max(rtt*cometSlow*60/1000, cometLeast), cometMost))
}

// lost decides by a hash whether a comet is one of those that are lost.
func lost(n uint64, part float64) bool {
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return float64((n^n>>31)%1000) < part*1000
}
