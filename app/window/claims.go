package window

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/game/world"
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

// press begins to draw at a tile.
func (l *surveyor) press(t grid.Tile) { l.from, l.drawing, l.offer = t, true, claim.Plot{} }

// release ends drawing at a tile, and returns the rectangle; ok is false when none was begun.
func (l *surveyor) release(t grid.Tile) (p claim.Plot, ok bool) {
	ok, l.drawing = l.drawing, false
	return plot(l.from, t), ok
}

// claimLand lets the tool for claiming answer the hands.
func (v *play) claimLand(pointer bool) {
	s, p := v.s, v.p
	switch {
	case s.in.Pressed(input.Place) && pointer:
		p.survey.press(p.aim)
	case s.in.Released(input.Place):
		if c, ok := p.survey.release(p.aim); ok {
			p.ask(c)
		}
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

// showDraft fills in what the tool for claiming draws, and the place that is offered.
func (p *Playing) showDraft(m *model.Land) {
	m.Draft, m.Why, m.Offer = claim.Plot{}, event.NoReason, p.offered()
	me, b := p.me(), p.body()
	if me == nil || b == nil || p.build.Tool != model.ToolClaim {
		p.survey.drawing = false
		return
	}
	w := &p.View.World.State
	m.Draft = plot(p.aim, p.aim)
	if p.survey.drawing {
		m.Draft = plot(p.survey.from, p.aim)
	}
	m.Why = act.FitsClaim(w, me, w.Space.Body(me.Body), m.Draft)
}

// showLand fills in the claims of a world as a player sees them, which may be nil. The list is kept until
// something of it changes, but for ten seconds at most.
func showLand(m *model.Land, w *world.State, me *entity.PlayerState) {
	m.Arrival = w.Arrival()
	m.Claimed, m.Tiles, m.MostClaims, m.MostTiles, m.MayEndAll = 0, 0, 0, 0, false
	seat := uint64(0)
	if me != nil {
		most := rights.AllotmentOf(w.Rank(me))
		m.Claimed, m.Tiles = w.Claims.Of(me.Key)
		m.MostClaims, m.MostTiles, m.MayEndAll = most.Claims, most.Tiles, w.Rank(me) >= rights.Keeper
		seat = uint64(me.Seat)
	}
	of := w.Claims.Sum() ^ uint64(w.Clock/(10*game.TicksPerSecond))<<24 ^ seat
	if w.Claims.Sum() == 0 {
		m.Claims, of = nil, 0
	} else if of != m.Of {
		m.Claims = knownClaims(w, me)
	}
	m.Of = of
}

// knownClaims makes the list anew: the interface may still hold the one before.
func knownClaims(w *world.State, me *entity.PlayerState) (list []model.Claim) {
	for _, c := range w.Claims.List() {
		x := model.Claim{Plot: c.Plot, Owner: c.Name.String(), Open: c.Flags&claim.Open != 0, UseOnly: c.Flags&claim.UseOnly != 0}
		x.Mine, x.Friend = me != nil && c.Owner == me.Key, me != nil && c.Befriended(me.Key)
		x.Colour = kit.NameColour(int(c.Owner[0])) // of an owner that is not known here
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
		end := c.Ends(w.Code.ClaimDays())
		x.Days = int((end - min(w.Clock, end) + claim.Day - 1) / claim.Day)
		list = append(list, x)
	}
	return list
}

// bounds appends the outlines on the ground: of all claims, of the one being drawn, and of the offered place.
func bounds(dst []render.Bounds, m *model.Land) []render.Bounds {
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
