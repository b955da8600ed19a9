package hud

import (
	"image/color"
	"slices"

	"manyhold/game/entity"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/rights"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// bubbleTicks is how long a message stands over the speaker's head (5 s), emoteTicks an emote (3 s).
	bubbleTicks, emoteTicks = 300, 180
	bubbleWidth             = 168
	bubbleLines             = 4
	// nearTag is how near people must be for their names to be shown, and friendTag how near those must be
	// who belong to the world, both in tiles along the longer axis.
	nearTag, friendTag = fixed.One * 6, fixed.One * 12
	// headHeight is how far over its feet the top of a figure is, in tiles.
	headHeight = fixed.One * 26 / 16
)

// Tags are the names, messages and emotes over people's heads.
type Tags struct {
	Chat    *chat.Chat
	Quiet   bool       // no names over the heads of speakers
	bubbles []kit.Rect // message bubbles of this frame
	sayings []saying   // of things
	texts   room       // of this frame
}

// alone is show where no other texts of the world are shown.
func (g *Tags) alone(u *kit.Context) {
	g.texts.taken = g.texts.taken[:0]
	g.show(u)
}

// show draws names, messages and emotes over people's heads.
func (g *Tags) show(u *kit.Context) {
	if u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	g.bubbles = g.bubbles[:0]
	g.things(u)
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Far() {
			continue
		}
		x, y, seen := u.OnScreen(fixed.Vec{X: p.Pos.X, Y: p.Pos.Y - headHeight})
		if !seen {
			continue
		}
		said := g.said(u, p.Seat)
		switch {
		case said != "" && !g.Quiet:
			y = g.bubble(u, x, y, said)
		case named(u, p):
			if g.nameTag(u, x, y, p) {
				y -= 12
			}
		}
		if age := u.Model.Game.Tick - p.EmoteAt; p.Emote > 0 && p.Emote <= model.EmoteCount && u.Model.Game.Tick >= p.EmoteAt && age < emoteTicks {
			emoteBubble(u, x, y, p.Emote)
		}
	}
}

// said returns a player's message of the last 5 seconds.
func (g *Tags) said(u *kit.Context, seat entity.Seat) string {
	if seat == 0 || g.Chat.Muted[seat] {
		return ""
	}
	for i := len(u.Model.Chat) - 1; i >= 0; i-- {
		l := &u.Model.Chat[i]
		if u.Model.Game.Tick >= l.Tick+bubbleTicks {
			return ""
		}
		if l.Seat == seat {
			return l.Text
		}
	}
	return ""
}

// talks reports whether others have said something that stands over their heads.
func (g *Tags) talks(u *kit.Context) bool {
	for i := len(u.Model.Chat) - 1; i >= 0; i-- {
		l := &u.Model.Chat[i]
		if u.Model.Game.Tick >= l.Tick+bubbleTicks {
			return false
		}
		if mine := u.Model.Game.Me != nil && l.Seat == u.Model.Game.Me.Seat; l.Seat != 0 && !mine && !g.Chat.Muted[l.Seat] {
			return true
		}
	}
	return false
}

// named reports whether the name of another person is shown, who is near and no bot. In a recording the bar
// names the one that the camera follows.
func named(u *kit.Context, p *model.Person) bool {
	if p.Me || p.Secret || p.Bot || u.Model.Replay.On && p.Name == u.Model.Replay.Follows {
		return false
	}
	most := fixed.Q(nearTag)
	if p.Rank > rights.Visitor || p.Link != model.LinkUnknown {
		most = friendTag
	}
	d := p.Pos.Sub(u.Model.Game.Centre.Centre())
	return max(d.X, -d.X, d.Y, -d.Y) <= most
}

// nameTag writes a name over a head, and health below it when that is not whole; over one that is knocked
// out, the time that is left to help. A name gives way to prompts and to other texts of the world: then it is
// left out, and nameTag returns false.
func (g *Tags) nameTag(u *kit.Context, x, y int, p *model.Person) bool {
	col := kit.TextColour
	switch {
	case p.Lies > 0:
		col = kit.BadColour
	case p.Asleep:
		col = kit.DimColour
	}
	w := min(u.Measure(p.Name, true), 120)
	r := kit.R(x-w/2, y-13, w+1, 11)
	shown := !g.covers(u, r)
	if shown {
		g.texts.take(r)
		u.Text(r, p.Name, kit.Style{Col: col, Outline: true, Align: kit.Centre, Small: true})
		if (p.Link == model.LinkSlow || p.Link == model.LinkGone) && !p.Asleep {
			u.LinkDot(x-w/2-9, y-10, p.Link)
		}
	}
	bar := func(width int, c color.RGBA) {
		u.P.Fill(kit.R(x-11, y-3, 22, 4), kit.InkColour)
		u.P.Fill(kit.R(x-10, y-2, width, 2), c)
	}
	switch {
	case p.Lies > 0: // the time that friends have to help
		bar(max(1, int(p.Lies*20/fall.HelpTime)), kit.FocusColour)
	case p.Health > 0 && p.Health < maxHealth && !p.Asleep:
		bar(int(p.Health), kit.HurtColour)
	}
	return shown
}

// covers reports whether a name would lie over the prompt above the hotbar, or over another text.
func (g *Tags) covers(u *kit.Context, r kit.Rect) bool {
	if a := &u.Model.HUD.Aim; r.Y+r.H > u.H-kit.SlotSide-promptAbove && r.Y < u.H-kit.SlotSide-promptAbove+18 {
		if key, _ := AimWords(a); key != "" {
			return true
		}
	}
	return slices.ContainsFunc(g.texts.taken, r.Overlaps)
}

// bubble draws a message, its tail at x, y, and returns its upper edge.
func (g *Tags) bubble(u *kit.Context, x, y int, words string) int {
	lines := u.Wrap(words, bubbleWidth)
	w := 0
	for _, l := range lines {
		w = max(w, u.Measure(l, false))
	}
	h := min(len(lines), bubbleLines) * kit.LineHeight
	r := kit.R(x-w/2-8, y-h-14, w+16, h+8)
	r.X = min(max(r.X, 4), max(4, u.W-r.W-4))
	for _, other := range g.bubbles { // bubbles of people close together are stacked
		if r.Overlaps(other) {
			r.Y = min(r.Y, other.Y-r.H-2)
		}
	}
	r.Y = max(r.Y, 4)
	g.bubbles = append(g.bubbles, r)
	g.texts.take(r)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	for i := range 3 {
		u.P.Fill(kit.R(x-3+i, r.Y+r.H-1+i, 7-2*i, 1), kit.BorderColour)
	}
	u.Paragraph(kit.R(r.X+8, r.Y+4, bubbleWidth, h), words, kit.Style{Col: kit.TextColour})
	return r.Y
}

// emoteBubble draws a feeling over a head.
func emoteBubble(u *kit.Context, x, y int, which uint8) {
	r := kit.R(x-9, y-20, 18, 18)
	u.P.Panel(r, kit.TextColour, kit.InkColour, kit.TextColour)
	u.P.Fill(kit.R(x-2, r.Y+r.H-1, 4, 1), kit.TextColour)
	u.P.Fill(kit.R(x-1, r.Y+r.H, 2, 1), kit.TextColour)
	u.P.Picture(r.X+3, r.Y+3, kit.EmoteCell(which), 1, kit.White)
}
