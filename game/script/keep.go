package script

import (
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/store"
)

// keeping reads and writes what all things of a blueprint share: see package store.
func keeping() []star.Function {
	return []star.Function{
		function("stored", "key, [default]", 12, func(c *star.Call, r *run) value.Value {
			data := r.i.Stores.Get(r.x.Of, c.Text(0, store.MaxKey))
			c.Charge(int64(len(data)) / 4)
			c.Alloc(16 * int64(len(data)))
			if v, err := state.Read(data, store.MaxValue); err == nil && len(data) > 0 {
				return v
			}
			if c.Has(1) {
				return c.Arg(1)
			}
			return value.None
		}),
		function("store", "key, value", 60, func(c *star.Call, r *run) value.Value {
			key := words(c, 0, store.MaxKey)
			if key == "" {
				c.Refuse("a key has at least one letter")
			}
			e := effect{kind: keep, text: key}
			if c.Arg(1).Kind() != value.KindNone {
				e.value = c.Bytes(1, store.MaxValue)
			}
			return r.add(c, e)
		}),
	}
}

// MaxKeeps is the most values that all things of an island write in a tick; more are refused (TooSoon).
const MaxKeeps = 512

// keep writes a value.
func (g *merger) keep(e *effect) event.Reason {
	if g.m.keptAt != g.i.Clock {
		g.m.keptAt, g.m.kept = g.i.Clock, 0
	}
	if g.m.kept++; g.m.kept > MaxKeeps {
		return event.TooSoon
	}
	next := g.i.Stores
	if !next.Put(g.j.e.ID, e.text, e.value, g.i.Clock) || next.Bytes() > g.i.Stores.Bytes() && !g.shares(&next) {
		return event.NoRoom
	}
	g.i.Stores = next
	return event.NoReason
}

// shares reports whether the author of the blueprint leaves room to others.
func (g *merger) shares(t *store.Table) bool {
	if t.Bytes() <= store.MaxOfAuthor {
		return true
	}
	author := g.j.e.Author
	own := t.Held(func(of blueprint.ID) bool {
		e := g.i.Blueprints.Find(of)
		return e != nil && e.Author == author
	})
	if own > store.MaxOfAuthor {
		return false
	}
	return act.IsMember(g.i, author) || t.Held(func(of blueprint.ID) bool {
		e := g.i.Blueprints.Find(of)
		return e == nil || !act.IsMember(g.i, e.Author)
	}) <= store.MaxByStrangers
}
