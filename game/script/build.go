package script

import (
	"manyhold/game/act"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

const (
	// buildReach is how far from a thing it builds and digs, in tiles.
	buildReach = 4 * fixed.One
	// MaxBuilds is the most tiles that all things of an island change in a tick; more are refused (TooSoon).
	MaxBuilds = 256
)

// buildings change tiles.
func buildings() []star.Function {
	return []star.Function{
		function("build", "x, y, item", 100, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: build, to: spot(c, 0), item: itemOf(c, c.Text(2, 32))})
		}),
		function("dig", "x, y", 100, func(c *star.Call, r *run) value.Value { return r.add(c, effect{kind: dig, to: spot(c, 0)}) }),
	}
}

// construct builds or digs as the thing's owner might: with items from the chest beside the thing, and noted
// in the diary as the owner's deed.
func (g *merger) construct(e *effect) event.Reason {
	t, from := tileAt(e.to.X, e.to.Y), g.i.ThingPlace(&g.next).Centre()
	if !t.Centre().Sub(from).Near(buildReach) {
		return event.TooFar
	}
	if why := g.owns(rights.Build, t); why != event.NoReason {
		return why
	}
	if g.m.builtAt != g.i.Clock {
		g.m.builtAt, g.m.built = g.i.Clock, 0
	}
	if g.m.built++; g.m.built > MaxBuilds {
		return event.TooSoon
	}
	g.i.Diary.By = g.author()
	defer func() { g.i.Diary.By = diary.Author{} }()
	if e.kind == dig {
		return act.DigFrom(g.i, t, uint64(g.next.ID))
	}
	at, slots := chestBeside(g.i, &g.next)
	if slots == nil {
		return event.NotEnough
	}
	if why := g.owns(rights.Take, at); why != event.NoReason {
		return why
	}
	for k := range slots {
		if s := &slots[k]; s.Kind == e.item && s.Count > 0 {
			was := item.Stack{Kind: s.Kind, Count: 1}
			why := act.BuildFrom(g.i, s, t, from)
			if why == event.NoReason {
				g.i.NoteChange(at, diary.Entry{Kind: diary.Taken, Stack: was, Slot: uint8(k)})
			}
			return why
		}
	}
	return event.NotEnough
}

// author is the thing's owner as diaries name it; by the thing's title where the owner was never seen.
func (g *merger) author() diary.Author {
	a := diary.Author{Key: g.next.Owner, Name: entity.NameOf(g.j.e.Title)}
	if p := g.i.Roster.ByKey(a.Key); p != nil {
		a.Seat, a.Name = p.Seat, p.Name
	}
	return a
}
