package hud

import (
	"image/color"

	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// tagTiles is how near the edge of a claim the player is when its owner's name stands there, in tiles.
const tagTiles = 5

// OwnerWords says whose a claim is, and whether everybody may use it.
func OwnerWords(u *kit.Context, c *model.Claim) string {
	switch {
	case c.Mine && c.Open:
		return u.Say("claim.mine_open")
	case c.Mine:
		return u.Say("claim.mine")
	case c.Friend:
		return u.Say1("claim.friend", "name", c.Owner)
	case c.Open:
		return u.Say1("claim.open", "name", c.Owner)
	}
	return u.Say1("claim.of", "name", c.Owner)
}

// landTags writes the owners' names at the edges of claims near the player.
func landTags(u *kit.Context, free *room) {
	if u.Model.Game.Camera == nil || !u.P.On || u.Model.Game.Me == nil {
		return
	}
	here := u.Model.Game.Centre
	for k := range u.Model.Land.Claims {
		c := &u.Model.Land.Claims[k]
		at, far := nearestEdge(c.Plot, here)
		if far > tagTiles {
			continue
		}
		x, y, seen := u.OnScreen(fixed.Vec{X: at.Centre().X, Y: at.Corner().Y})
		if !seen {
			continue
		}
		words := OwnerWords(u, c)
		w := u.Measure(words, false)
		r := kit.R(min(max(x-w/2-6, 4), u.W-w-16), max(y-22, 4), w+12, 18)
		free.take(r)
		u.P.Panel(r, kit.PanelColour, c.Colour, kit.PanelColour)
		u.Text(kit.R(r.X+6, r.Y, w+2, r.H), words, kit.Style{Col: c.Colour})
	}
}

// nearestEdge returns the tile at the edge of a plot that is nearest to a place, and how far it is in tiles.
func nearestEdge(p claim.Plot, from grid.Tile) (at grid.Tile, far int32) {
	x0, y0, x1, y1 := p.At.X, p.At.Y, p.At.X+int32(p.W)-1, p.At.Y+int32(p.H)-1
	at = grid.Tile{X: min(max(from.X, x0), x1), Y: min(max(from.Y, y0), y1)}
	if at != from {
		dx, dy := at.X-from.X, at.Y-from.Y
		return at, max(dx, -dx, dy, -dy)
	}
	far = min(from.X-x0, x1-from.X, from.Y-y0, y1-from.Y)
	switch far {
	case from.Y - y0:
		at.Y = y0
	case y1 - from.Y:
		at.Y = y1
	case from.X - x0:
		at.X = x0
	default:
		at.X = x1
	}
	return at, far
}

// claimTool says how large the land is that is being drawn, what it costs, and why it can't be claimed.
func claimTool(u *kit.Context) {
	l := &u.Model.Land
	words := [3]string{
		u.Words.Fill("claim.size", "w", kit.Itoa(int(l.Draft.W)), "h", kit.Itoa(int(l.Draft.H)), "n", kit.Itoa(l.Draft.Tiles())),
		u.Words.Fill("claim.cost", "n", kit.Itoa(l.Claimed), "most", kit.Itoa(l.MostClaims), "tiles", kit.Itoa(l.Tiles), "all", kit.Itoa(l.MostTiles)),
		u.Say2(u.ByDevice("claim.keys", "claim.keys_walk", "claim.keys_walk"), "draw", u.In.Name(input.Place), "build", u.In.Name(input.Build)),
	}
	colours := [3]color.RGBA{kit.FocusColour, kit.TextColour, kit.DimColour}
	if l.Why != event.NoReason {
		words[1], colours[1] = u.Say(kit.ReasonKey(l.Why)), kit.BadColour
	}
	w := 0
	for _, s := range words {
		w = max(w, u.Measure(s, false))
	}
	r := kit.R(u.W-w-24, u.H-kit.SlotSide-24-56, w+16, 56)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	for n, s := range words {
		u.Text(kit.R(r.X+8, r.Y+4+16*n, w+2, 16), s, kit.Style{Col: colours[n]})
	}
}

// landOffer offers the next free place to a player whose claim was refused.
func landOffer(u *kit.Context) {
	o := u.Model.Land.Offer
	if o.W == 0 || !u.P.On {
		return
	}
	dx, dy := o.At.X+int32(o.W)/2-u.Model.Game.Centre.X, o.At.Y+int32(o.H)/2-u.Model.Game.Centre.Y
	words := u.Say1("claim.offer", "n", kit.Itoa(int(max(dx, -dx, dy, -dy))))
	key, say := u.In.Name(input.Use), u.Say("claim.take")
	kw := max(16, u.Measure(key, false)+8)
	w := max(u.Measure(words, false), kw+4+u.Measure(say, false)) + 2*kit.Padding
	r := kit.R((u.W-w)/2, u.H-kit.SlotSide-24-56-52, w, 48)
	u.P.Panel(r, kit.PanelColour, kit.GoodColour, kit.PanelColour)
	u.Text(kit.R(r.X, r.Y+5, r.W, 16), words, kit.Style{Col: kit.TextColour, Align: kit.Centre})
	x := r.X + (r.W-kw-4-u.Measure(say, false))/2
	u.P.Panel(kit.R(x, r.Y+25, kw, 18), kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.Text(kit.R(x, r.Y+25, kw, 18), key, kit.Style{Col: kit.FocusColour, Align: kit.Centre})
	u.Text(kit.R(x+kw+4, r.Y+25, w, 18), say, kit.Style{Col: kit.GoodColour})
}
