// Package land is the tool for claiming land: the rectangle that a player draws, and the next free place that
// is offered in its stead. It also says what the interface shows of claims.
package land

import (
	"slices"
	"strings"

	"manyhold/app/window/palette"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
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

// OfferTicks is how long the next free place is offered to a player whose claim was refused: 15 s.
const OfferTicks = 15 * game.TicksPerSecond

// Surveyor has the rectangle that a player draws, and the offered place. Its zero value has neither. Times
// are in ticks of the window.
type Surveyor struct {
	from    grid.Tile // where the place button went down
	drawing bool
	offer   claim.Plot
	until   uint64 // when the offer ends
}

// Plot returns the rectangle between two tiles, at most as large as a claim may be: the first stays in it.
func Plot(from, to grid.Tile) claim.Plot {
	const most = claim.MaxSide - 1
	to.X, to.Y = min(max(to.X, from.X-most), from.X+most), min(max(to.Y, from.Y-most), from.Y+most)
	p := claim.Plot{At: grid.Tile{X: min(from.X, to.X), Y: min(from.Y, to.Y)}}
	p.W, p.H = uint8(max(from.X, to.X)-p.At.X+1), uint8(max(from.Y, to.Y)-p.At.Y+1)
	return p
}

// Offered returns the place that is offered now, of no size if none is.
func (l *Surveyor) Offered(now uint64) claim.Plot {
	if now >= l.until {
		return claim.Plot{}
	}
	return l.offer
}

// Taken ends the offer: something is claimed.
func (l *Surveyor) Taken() { l.offer = claim.Plot{} }

// Work lets the hands draw while the tool is in hand; it returns a rectangle that was finished.
func (l *Surveyor) Work(in *input.State, aim grid.Tile, pointer bool) (p claim.Plot, ok bool) {
	switch {
	case in.Pressed(input.Place) && pointer:
		l.Press(aim)
	case in.Released(input.Place):
		return l.Release(aim)
	}
	return p, false
}

// Accepted returns the offered place, if the player takes it now.
func (l *Surveyor) Accepted(in *input.State, now uint64) (p claim.Plot, ok bool) {
	p = l.Offered(now)
	return p, p.W > 0 && in.Pressed(input.Use)
}

// Press begins to draw at a tile.
func (l *Surveyor) Press(t grid.Tile) { l.from, l.drawing, l.offer = t, true, claim.Plot{} }

// Release ends drawing at a tile, and returns the rectangle; ok is false when none was begun.
func (l *Surveyor) Release(t grid.Tile) (p claim.Plot, ok bool) {
	ok, l.drawing = l.drawing, false
	return Plot(l.from, t), ok
}

// Hear takes an offer for the player of a seat out of an event.
func (l *Surveyor) Hear(e *event.Event, me entity.Seat, now uint64) {
	if e.Kind == event.ClaimFree && e.Seat == me {
		l.offer, l.until = claim.Plot{At: e.Tile, W: uint8(e.A), H: uint8(e.B)}, now+OfferTicks
	}
}

// Show fills in what the tool draws towards a tile while it is in hand, and the place that is offered. me is
// nil while the player is not in the world.
func (l *Surveyor) Show(m *model.Land, w *world.State, me *entity.PlayerState, aim grid.Tile, inHand bool, now uint64) {
	m.Draft, m.Why, m.Offer = claim.Plot{}, event.NoReason, l.Offered(now)
	if !inHand || me == nil || w.Space.Body(me.Body) == nil {
		l.drawing = false
		return
	}
	m.Draft = Plot(aim, aim)
	if l.drawing {
		m.Draft = Plot(l.from, aim)
	}
	m.Why = act.FitsClaim(w, me, w.Space.Body(me.Body), m.Draft)
}

// Show fills in the claims of a world as a player sees them, which may be nil. The list is kept until
// something of it changes, but for ten seconds at most.
func Show(m *model.Land, w *world.State, me *entity.PlayerState) {
	m.Arrival = w.Arrival()
	m.Claimed, m.Tiles, m.MostClaims, m.MostTiles, m.MayEndAll = 0, 0, 0, 0, false
	seat := uint64(0)
	if me != nil {
		most := rights.AllotmentOf(w.Rank(me))
		m.Claimed, m.Tiles = w.Claims.Of(me.Key)
		m.MostClaims, m.MostTiles, m.MayEndAll = most.Claims, most.Tiles, w.Rank(me) >= rights.Keeper
		seat = uint64(me.Seat)
	}
	if m.LandsOf != w.Blueprints.Sum() {
		m.Lands, m.LandsOf = knownLands(w), w.Blueprints.Sum()
	}
	of := w.Claims.Sum() ^ uint64(w.Clock/(10*game.TicksPerSecond))<<24 ^ seat
	if w.Claims.Sum() == 0 {
		m.Claims, of = nil, 0
	} else if of != m.Of {
		m.Claims = knownClaims(w, me)
	}
	m.Of = of
}

// knownLands lists what land can be like, by name.
func knownLands(w *world.State) (list []model.Blueprint) {
	for k := range w.Blueprints.List() {
		if e := &w.Blueprints.List()[k]; e.Shape.Form == blueprint.Land && !e.Has(blueprint.Withdrawn) {
			list = append(list, palette.Of(e))
		}
	}
	slices.SortStableFunc(list, func(a, b model.Blueprint) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return list
}

// knownClaims makes the list anew: the interface may still hold the one before.
func knownClaims(w *world.State, me *entity.PlayerState) (list []model.Claim) {
	for _, c := range w.Claims.List() {
		x := model.Claim{Plot: c.Plot, Owner: c.Name.String(), Open: c.Flags&claim.Open != 0, UseOnly: c.Flags&claim.UseOnly != 0, Land: blueprint.ID(c.Land)}
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

// Bounds appends the outlines on the ground: of all claims, of the one being drawn, and of the offered place.
func Bounds(dst []render.Bounds, m *model.Land) []render.Bounds {
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
