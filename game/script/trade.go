package script

import (
	"manyhold/game/diary"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rights"
)

// trade moves items between a player and the chest beside the thing. Both must be willing: the player used
// the thing, and its owner may use the chest.
func (g *merger) trade(e *effect) event.Reason {
	p := player(g.i, e.who)
	if p == nil {
		return event.NothingThere
	}
	at, slots := chestBeside(g.i, &g.next)
	switch {
	case slots == nil:
		return event.NothingThere
	case !g.consents(p):
		return event.NotAllowed
	}
	if b := g.i.Space.Body(p.Body); b == nil || !b.Pos.Sub(at.Centre()).Near(others) {
		return event.TooFar
	}
	if why := g.owns(rights.Take, at); why != event.NoReason {
		return why
	}
	g.i.Diary.Hand = p.Seat // as if the player had reached into the chest
	defer func() { g.i.Diary.Hand = 0 }()
	if e.kind == take {
		return moveGoods(p.Inventory[:], slots, e.item, int(e.n), func(_ int, s item.Stack) {
			g.i.NoteChange(at, diary.Entry{Kind: diary.Put, Stack: s})
		})
	}
	return moveGoods(slots, p.Inventory[:], e.item, int(e.n), func(slot int, s item.Stack) {
		g.i.NoteChange(at, diary.Entry{Kind: diary.Taken, Stack: s, Slot: uint8(slot)})
	})
}

// moveGoods moves so many items of a kind, all of them or none. note is told of each part.
func moveGoods(from, to []item.Stack, kind item.Kind, n int, note func(slot int, s item.Stack)) event.Reason {
	have := 0
	for k := range from {
		if from[k].Kind == kind {
			have += int(from[k].Count)
		}
	}
	if have < n {
		return event.NotEnough
	}
	if int(item.Room(to, item.Stack{Kind: kind, Count: uint8(n)})) < n {
		return event.NoRoom
	}
	for k := range from {
		if from[k].Kind == kind && n > 0 {
			part := min(n, int(from[k].Count))
			item.Add(to, item.Take(&from[k], uint8(part)))
			note(k, item.Stack{Kind: kind, Count: uint8(part)})
			n -= part
		}
	}
	return event.NoReason
}
