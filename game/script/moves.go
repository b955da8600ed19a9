package script

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/carry/bond"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rights"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// moves are effects that take somebody or the thing itself to another place.
func moves() []star.Function {
	return []star.Function{
		function("teleport", "who, x, y", 12, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: teleport, who: c.Thing(0), to: fixed.Vec{X: c.Number(1), Y: c.Number(2)}})
		}),
		function("glide", "x, y, seconds", 12, func(c *star.Call, r *run) value.Value {
			s := c.Number(2)
			if s < 0 || s > living.GlideMost/game.TicksPerSecond*fixed.One {
				c.Refuse("a glide takes at most %d seconds; go there in several", living.GlideMost/game.TicksPerSecond)
			}
			return r.add(c, effect{kind: glide, to: spot(c, 0), n: int64(s * game.TicksPerSecond >> fixed.Bits)})
		}),
	}
}

// glide lets the thing's own body glide. It takes longer where it would be faster than maxSpeed.
func (g *merger) glide(e *effect) event.Reason {
	k, ok := g.i.Space.Find(g.next.Body)
	if !ok || g.next.Body == 0 {
		return event.NothingThere
	}
	b := &g.i.Space.Bodies()[k]
	d := e.to.Sub(b.Pos)
	switch {
	case b.Flags&entity.Borne != 0:
		return event.Blocked
	case !d.Near(far):
		return event.TooFar
	}
	if why := g.owns(rights.Move, grid.TileAt(e.to)); why != event.NoReason {
		return why
	}
	least := int64(d.Len()*game.TicksPerSecond/maxSpeed) + 1
	return living.Glide(g.i, k, e.to, uint16(min(max(e.n, least), living.GlideMost)))
}

// teleport takes a player, or the thing's own body, to a tile.
func (g *merger) teleport(e *effect) event.Reason {
	if e.who == uint64(g.next.ID) {
		return g.leap(tileAt(e.to.X, e.to.Y))
	}
	p, b, why := g.reach(e)
	if why != event.NoReason {
		return why
	}
	t := tileAt(e.to.X, e.to.Y)
	if !t.Centre().Sub(g.i.ThingPlace(&g.next).Centre()).Near(far) {
		return event.TooFar
	}
	if b.Flags&(entity.Riding|entity.Carrying) != 0 || bond.Load(g.i, b.ID) != 0 {
		return event.HandsFull
	}
	if why := act.Permitted(g.i, p, rights.Move, t); why != event.NoReason {
		return why
	}
	if !physics.Free(&g.i.Land, entity.Player, t.Centre()) {
		return event.Blocked
	}
	k, _ := g.i.Space.Find(b.ID)
	body, key := b.ID, p.Key // p is gone if it crosses to another island
	gone := true
	g.moved([]game.EntityID{body}, thing.Event{Who: key, By: g.next.ID}, func() { gone = federation.PassTo(g.i, k, t) })
	if !gone {
		return event.TooFar
	}
	return event.NoReason
}

// leap takes the thing's own body to a tile where it fits, and its children with it.
func (g *merger) leap(t grid.Tile) event.Reason {
	k, ok := g.i.Space.Find(g.next.Body)
	if !ok || g.next.Body == 0 {
		return event.NothingThere
	}
	b := &g.i.Space.Bodies()[k]
	switch {
	case b.Flags&entity.Borne != 0:
		return event.Blocked
	case !t.Centre().Sub(b.Pos).Near(far) || g.i.Land.Active(t.Region()) == nil:
		return event.TooFar
	}
	if why := g.owns(rights.Move, t); why != event.NoReason {
		return why
	}
	if !physics.Free(&g.i.Land, b.Kind, t.Centre()) {
		return event.Blocked
	}
	g.moved([]game.EntityID{b.ID}, thing.Event{By: b.ID}, func() {
		living.EndGlide(g.i, b.ID)
		from := b.Pos
		b.Pos, b.Vel, b.Spin = t.Centre(), fixed.SVec{}, 0
		g.i.Space.Moved(k, from)
		g.i.Space.Wake(k)
		living.FollowOne(g.i, b.ID)
	})
	return event.NoReason
}

// moved lets bodies go to another place between two ticks, when nobody looks, and tells areas and things that
// they came, left or touch. told says whose doing that is (By): a player that was taken into an area does not
// consent to its effects.
func (g *merger) moved(bodies []game.EntityID, told thing.Event, do func()) {
	before := g.about(bodies)
	do()
	after := g.about(bodies)
	for _, p := range after {
		if !slices.Contains(before, p) {
			g.meet(p, thing.OnEnter, told)
		}
	}
	for _, p := range before {
		if p.area && !slices.Contains(after, p) {
			g.meet(p, thing.OnLeave, told)
		}
	}
}

// meeting is a body in an area (area), or at a thing.
type meeting struct {
	pair
	area bool
}

func (g *merger) meet(p meeting, k thing.Kind, e thing.Event) {
	if e.Kind = k; !p.area {
		e.Kind = thing.OnTouch
	}
	if p.x == e.By && e.Who == (game.PlayerID{}) { // the thing came to others itself
		e.By = p.body
		if b := g.i.Space.Body(p.body); b != nil && b.Kind == entity.Player {
			if who := g.i.Roster.BySeat(b.Seat); who != nil {
				e.Who, e.By = who.Key, 0
			}
		}
	}
	g.queue(p.x, e)
}

// about returns where some bodies are: in which areas, and at which things; of those that are things that
// want to know, also what is at them.
func (g *merger) about(bodies []game.EntityID) (list []meeting) {
	for _, id := range bodies {
		b := g.i.Space.Body(id)
		if b == nil || !felt(b) {
			continue
		}
		t := grid.TileAt(b.Pos)
		g.m.seen.areasAt(t, func(x *thing.Thing) {
			if !x.Shape.Make.Ignores(b.Kind) {
				list = append(list, meeting{pair{x.ID, id}, true})
			}
		})
		for _, x := range g.m.seen.touched {
			if x.ID == b.ID {
				for _, p := range touchers(g.i, nil, []*thing.Thing{x}, besideGap) {
					list = append(list, meeting{p, false})
				}
			} else if touches(g.i, x, b, besideGap) {
				list = append(list, meeting{pair{x.ID, id}, false})
			}
		}
	}
	return list
}

// besideGap is how near to a block a body is that was taken to a tile beside it.
const besideGap = 3 * fixed.One / 8

// touches reports whether a body is at a block or a maker's body, at most a gap away.
func touches(i *world.State, x *thing.Thing, b *entity.Body, gap fixed.Q) bool {
	at, half := x.At.Centre(), fixed.Vec{X: fixed.One / 2, Y: fixed.One / 2}
	if !x.Static() {
		own := i.Space.Body(x.Body)
		if own == nil {
			return false
		}
		at, half = own.Pos, physics.HalfBox(own.Kind)
	}
	if b.ID == x.Body || b.ID == x.Parent || !felt(b) || x.Shape.Make.Ignores(b.Kind) {
		return false
	}
	h, d := physics.HalfBox(b.Kind), b.Pos.Sub(at)
	apart := fixed.Vec{X: d.X.Abs() - half.X - h.X, Y: d.Y.Abs() - half.Y - h.Y}
	return max(apart.X, apart.Y) <= gap && min(apart.X, apart.Y) <= touchGap
}
