package ui

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

const (
	// bubbleTicks is how long what was said stands over the speaker's head (5 s), emoteTicks an emote (3 s).
	bubbleTicks, emoteTicks = 300, 180
	bubbleWidth             = 168
	bubbleLines             = 4
	// headHeight is how far over its feet the top of a figure is, in tiles.
	headHeight = fixed.One * 26 / 16
)

// Tags are what stands over the heads of people.
type Tags struct {
	chat    *Chat
	quiet   bool   // names stand there even over those who speak
	bubbles []rect // of what is said, of this frame
}

// tags draws what stands over the heads of people: names, what they said, how they feel.
func (g *Tags) show(u *Context) {
	if u.m.Camera == nil || !u.p.on {
		return
	}
	g.bubbles = g.bubbles[:0]
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.far() {
			continue
		}
		x, y, seen := u.onScreen(fixed.Vec{X: p.Pos.X, Y: p.Pos.Y - headHeight})
		if !seen {
			continue
		}
		said := g.said(u, p.Seat)
		switch {
		case said != "" && !g.quiet:
			y = g.bubble(u, x, y, said)
		case !p.Me:
			nameTag(u, x, y, p)
			y -= 16
		}
		if age := u.m.Tick - p.EmoteAt; p.Emote > 0 && p.Emote <= EmoteCount && u.m.Tick >= p.EmoteAt && age < emoteTicks {
			emoteBubble(u, x, y, p.Emote)
		}
	}
}

// said returns what a player said within the last 5 seconds.
func (g *Tags) said(u *Context, seat entity.Seat) string {
	if seat == 0 || g.chat.muted[seat] {
		return ""
	}
	for i := len(u.m.Chat) - 1; i >= 0; i-- {
		l := &u.m.Chat[i]
		if u.m.Tick >= l.Tick+bubbleTicks {
			return ""
		}
		if l.Seat == seat {
			return l.Text
		}
	}
	return ""
}

// nameTag writes a name over a head, and health below it when that is not whole.
func nameTag(u *Context, x, y int, p *Person) {
	col := textColour
	if p.Asleep {
		col = dimColour
	}
	w := min(u.measure(p.Name, false), 160)
	u.text(rect{x - w/2, y - 18, w + 1, 16}, p.Name, style{col: col, outline: true, align: centre})
	if p.Health > 0 && p.Health < maxHealth && !p.Asleep {
		u.p.fill(rect{x - 11, y - 3, 22, 4}, inkColour)
		u.p.fill(rect{x - 10, y - 2, int(p.Health), 2}, hurtColour)
	}
}

// bubble draws what was said, its tail at x, y, and returns its upper edge.
func (g *Tags) bubble(u *Context, x, y int, words string) int {
	lines := u.wrap(words, bubbleWidth)
	w := 0
	for _, l := range lines {
		w = max(w, u.measure(l, false))
	}
	h := min(len(lines), bubbleLines) * lineHeight
	r := rect{x - w/2 - 8, y - h - 14, w + 16, h + 8}
	r.x = min(max(r.x, 4), max(4, u.w-r.w-4))
	for _, other := range g.bubbles { // those of people who stand together are above each other
		if r.overlaps(other) {
			r.y = min(r.y, other.y-r.h-2)
		}
	}
	r.y = max(r.y, 4)
	g.bubbles = append(g.bubbles, r)
	u.p.panel(r, panelColour, borderColour, borderColour)
	for i := range 3 {
		u.p.fill(rect{x - 3 + i, r.y + r.h - 1 + i, 7 - 2*i, 1}, borderColour)
	}
	u.paragraph(rect{r.x + 8, r.y + 4, bubbleWidth, h}, words, style{col: textColour})
	return r.y
}

// emoteBubble draws a feeling over a head.
func emoteBubble(u *Context, x, y int, which uint8) {
	r := rect{x - 9, y - 20, 18, 18}
	u.p.panel(r, textColour, inkColour, textColour)
	u.p.fill(rect{x - 2, r.y + r.h - 1, 4, 1}, textColour)
	u.p.fill(rect{x - 1, r.y + r.h, 2, 1}, textColour)
	u.p.picture(r.x+3, r.y+3, emoteCell(which), 1, white)
}
