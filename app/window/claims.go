package window

import (
	"image/color"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/input"
	"manyhold/render"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// offerTicks is how long the next free place is offered to a player whose claim was refused: 15 s.
const offerTicks = 15 * game.TicksPerSecond

// surveyor is the tool for claiming: the rectangle being drawn, and the place offered in its stead.
type surveyor struct {
	from    grid.Tile // where the place button went down
	drawing bool
	offer   claim.Plot
	until   uint64 // when the offer ends, in ticks of the window

	sum   uint64 // of the claims that were shown last
	shown []model.Claim
}

// plot returns the rectangle between two tiles, at most as large as a claim may be: the first stays in it.
func plot(from, to grid.Tile) claim.Plot {
	const most = claim.MaxSide - 1
	to.X, to.Y = min(max(to.X, from.X-most), from.X+most), min(max(to.Y, from.Y-most), from.Y+most)
	p := claim.Plot{At: grid.Tile{X: min(from.X, to.X), Y: min(from.Y, to.Y)}}
	p.W, p.H = uint8(max(from.X, to.X)-p.At.X+1), uint8(max(from.Y, to.Y)-p.At.Y+1)
	return p
}

// ask claims a plot.
func (p *Playing) ask(c claim.Plot) {
	p.survey.offer = claim.Plot{}
	p.Issue(command.Command{Kind: command.Claim, Tile: c.At, Slot: c.W, Slot2: c.H})
}

// offered returns the place that is offered now, of no size if none is.
func (p *Playing) offered() claim.Plot {
	if p.ticks >= p.survey.until {
		return claim.Plot{}
	}
	return p.survey.offer
}

// claimLand lets the tool for claiming answer the hands.
func (v *play) claimLand(pointer bool) {
	s, p := v.s, v.p
	l := &p.survey
	switch {
	case s.in.Pressed(input.Place) && pointer:
		l.from, l.drawing, l.offer = p.aim, true, claim.Plot{}
	case s.in.Released(input.Place) && l.drawing:
		l.drawing = false
		p.ask(plot(l.from, p.aim))
	}
}

// takeOffer claims the offered place when the player uses it, and reports whether it did.
func (v *play) takeOffer() bool {
	o := v.p.offered()
	if o.W == 0 || !v.s.in.Pressed(input.Use) {
		return false
	}
	v.p.ask(o)
	return true
}

// hearClaims takes the offers for the player out of the events.
func (p *Playing) hearClaims(events []event.Event) {
	for k := range events {
		e := &events[k]
		if p.View.Me != nil && e.Seat == p.View.Me.Seat && e.Kind == event.ClaimFree {
			p.survey.offer, p.survey.until = claim.Plot{At: e.Tile, W: uint8(e.A), H: uint8(e.B)}, p.ticks+offerTicks
		}
	}
}

// showLand fills in what the interface shows of claims.
func (p *Playing) showLand(m *model.Land) {
	*m = model.Land{Claims: p.knownClaims(), Offer: p.offered(), Arrival: p.View.World.Arrival()}
	me, b := p.me(), p.body()
	if me == nil || b == nil {
		return
	}
	w := &p.View.World.State
	most := rights.AllotmentOf(w.Rank(me))
	m.Claimed, m.Tiles = w.Claims.Of(me.Key)
	m.MostClaims, m.MostTiles, m.MayEndAll = most.Claims, most.Tiles, w.Rank(me) >= rights.Keeper
	if p.build.Tool != model.ToolClaim {
		p.survey.drawing = false
		return
	}
	m.Draft = plot(p.aim, p.aim)
	if p.survey.drawing {
		m.Draft = plot(p.survey.from, p.aim)
	}
	m.Why = act.FitsClaim(w, me, w.Space.Body(me.Body), m.Draft)
}

// knownClaims returns the claims as the interface shows them. They are kept until something changes.
func (p *Playing) knownClaims() []model.Claim {
	w, l := &p.View.World.State, &p.survey
	now := uint64(w.Clock / offerTicks)
	if sum := w.Claims.Sum() ^ now<<40 ^ uint64(len(w.Roster.Here)+len(w.Roster.Away))<<20; sum == l.sum && w.Claims.Sum() != 0 {
		return l.shown
	} else if l.sum = sum; w.Claims.Sum() == 0 {
		l.shown = nil
		return nil
	}
	l.shown = nil // the interface may still hold the list of before
	for _, c := range w.Claims.List() {
		x := model.Claim{Plot: c.Plot, Owner: c.Name.String(), Open: c.Flags&claim.Open != 0, UseOnly: c.Flags&claim.UseOnly != 0}
		x.Mine, x.Friend = p.View.Me != nil && c.Owner == p.View.Me.Key, p.View.Me != nil && c.Befriended(p.View.Me.Key)
		x.Colour = claimColour(c.Owner)
		if o := w.Roster.ByKey(c.Owner); o != nil {
			x.Owner, x.Colour = o.Name.String(), kit.NameColour(int(o.Seat))
		}
		for _, key := range c.Friends {
			f := model.Friend{}
			if o := w.Roster.ByKey(key); o != nil {
				f = model.Friend{Seat: o.Seat, Name: o.Name.String()}
			}
			x.Friends = append(x.Friends, f)
		}
		left := c.Ends(w.Code.ClaimDays()) - min(w.Clock, c.Ends(w.Code.ClaimDays()))
		x.Days = int((left + claim.Day - 1) / claim.Day)
		l.shown = append(l.shown, x)
	}
	return l.shown
}

// claimColour is the colour of an owner that is not known here.
func claimColour(owner game.PlayerID) color.RGBA { return kit.NameColour(int(owner[0])) }

// bounds appends the outlines on the ground: of all claims, of the one being drawn, and of the offered place.
func (p *Playing) bounds(dst []render.Bounds, m *model.Land) []render.Bounds {
	for k := range m.Claims {
		c := &m.Claims[k]
		dst = append(dst, render.Bounds{At: c.At, W: int32(c.W), H: int32(c.H), Colour: c.Colour})
	}
	if m.Draft.W > 0 {
		col := kit.White
		if m.Why != event.NoReason {
			col = kit.BadColour
		}
		dst = append(dst, render.Bounds{At: m.Draft.At, W: int32(m.Draft.W), H: int32(m.Draft.H), Colour: col, Draft: true})
	}
	if m.Offer.W > 0 {
		dst = append(dst, render.Bounds{At: m.Offer.At, W: int32(m.Offer.W), H: int32(m.Offer.H), Colour: kit.GoodColour, Draft: true})
	}
	return dst
}
