// Package fall is what happens to players that are knocked out, as functions on a world.State: what they
// carry lies where they fell, friends revive them, and else they wake at the hearth that they used last.
//
// Unless the law of Keep holds, each stack that a player carried becomes a body of the kind entity.Remains.
// For entity.RemainsTime only that player takes it up, by walking there, into the slots where it was; then it
// is gone. The player's record has the place and the tick (PlayerState.Fell, FellAt), also when it is on
// another island. Remains go wherever their region goes: to sleep, to other islands and through merges, as
// any body does. So nothing is ever in two places, and the ledger counts it until it is taken up or gone.
package fall

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

const (
	// MostRemains is how many stacks of one player lie about on an island: those of a few falls in an hour.
	// Beyond it the oldest are gone.
	MostRemains = 4 * item.InventorySlots
	// takeReach is from how near a player takes its remains up.
	takeReach fixed.Q = 3 * fixed.One / 2
	// expireEvery is how often remains are looked at, in ticks.
	expireEvery = 60
	// spread is how far apart the stacks lie, so that one sees that they are many.
	spread fixed.S = fixed.One / 2

	streamFall = 0x66616c6c
)

// Out reports whether a player is knocked out.
func Out(i *world.State, p *entity.PlayerState) bool { return p.Out(i.Space.Body(p.Body)) }

// Settle lets the knocked-out lose what they carry, players take up their remains, and old remains be gone.
// In a copy for prediction it does nothing: what is lost is known when the turn arrives.
func Settle(i *world.State) {
	if i.Partial {
		return
	}
	for k := range i.Roster.Here {
		if p := &i.Roster.Here[k]; p.Health == 0 && Out(i, p) && !i.Code.Laws.Has(world.Keep) {
			scatter(i, p)
		}
	}
	if i.Space.Count(entity.Remains) > 0 {
		for k := range i.Roster.Here {
			takeUp(i, &i.Roster.Here[k])
		}
		if i.Clock%expireEvery == 0 {
			expire(i)
		}
	}
	if i.Clock%expireEvery == 0 {
		for k := range i.Roster.Here {
			if p := &i.Roster.Here[k]; p.FellAt != 0 && i.Clock >= p.FellAt+entity.RemainsTime {
				p.Fell, p.FellAt = grid.Tile{}, 0
			}
		}
	}
}

// scatter lets all that a player carries lie around it.
func scatter(i *world.State, p *entity.PlayerState) {
	b := *i.Space.Body(p.Body)
	n := 0
	for slot := range p.Inventory {
		s := p.Inventory[slot]
		if s.Count == 0 {
			continue
		}
		p.Inventory[slot] = item.Stack{}
		r := entity.Body{Kind: entity.Remains, Pos: b.Pos, Stack: s, Seat: p.Seat, Face: entity.Facing(slot), Born: i.Clock, Flags: entity.Resting}
		r.Pos = r.Pos.Add(fixed.Direction(fixed.Angle(n * 7919)).Scale(spread * fixed.S(n%3) / 2).Vec())
		r.ID = i.Space.NewID(i.Gen.Seed^streamFall, uint64(b.ID), uint64(i.Clock), uint64(slot))
		i.Space.Insert(r)
		n++
	}
	if n > 0 {
		limit(i, p.Seat)
		p.Fell, p.FellAt = grid.TileAt(b.Pos), i.Clock
		i.Tell(event.Fell, p, p.Fell, int32(n), 0)
	}
}

// takeUp lets a player that is awake take up the remains within its reach: each into its old slot, if that is
// empty. The rest stays.
func takeUp(i *world.State, p *entity.PlayerState) {
	b := i.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 {
		return
	}
	taken, left := false, false
	for _, k := range i.Space.Around(b.Pos, takeReach) {
		r := &i.Space.Bodies()[k]
		if r.Kind != entity.Remains || r.Seat != p.Seat {
			continue
		}
		had := r.Stack
		if slot := int(r.Face); slot < len(p.Inventory) && p.Inventory[slot].Count == 0 {
			p.Inventory[slot], r.Stack.Count = r.Stack, 0
		} else {
			r.Stack.Count = item.Add(p.Inventory[:], r.Stack)
		}
		if n := had.Count - r.Stack.Count; n > 0 {
			taken = true
			i.TellBody(event.Collected, p, r, int32(had.Kind), int32(n))
		}
		left = left || r.Stack.Count > 0
	}
	if !taken {
		return
	}
	i.Space.RemoveAll(func(r *entity.Body) bool { return r.Kind == entity.Remains && r.Stack.Count == 0 })
	if !left && p.Fell.Centre().Sub(i.Space.Body(p.Body).Pos).Near(4*fixed.One) {
		i.Tell(event.Recovered, p, p.Fell, 0, 0)
		p.Fell, p.FellAt = grid.Tile{}, 0
	}
}

// limit removes a player's oldest remains, fall by fall, until there are no more than MostRemains.
func limit(i *world.State, s entity.Seat) {
	for {
		n, oldest := 0, i.Clock
		for k := range i.Space.Bodies() {
			if r := &i.Space.Bodies()[k]; r.Kind == entity.Remains && r.Seat == s {
				n, oldest = n+1, min(oldest, r.Born)
			}
		}
		if n <= MostRemains || oldest == i.Clock {
			return
		}
		remove(i, func(r *entity.Body) bool { return r.Kind == entity.Remains && r.Seat == s && r.Born == oldest })
	}
}

// expire removes the remains that have lain for entity.RemainsTime.
func expire(i *world.State) {
	remove(i, func(r *entity.Body) bool { return r.Kind == entity.Remains && i.Clock >= r.Born+entity.RemainsTime })
}

// remove removes remains, and counts what they were as destroyed.
func remove(i *world.State, gone func(*entity.Body) bool) {
	some := false
	for k := range i.Space.Bodies() {
		if r := &i.Space.Bodies()[k]; gone(r) {
			i.Ledger.Destroyed[r.Stack.Kind] += uint64(r.Stack.Count)
			some = true
		}
	}
	if some {
		i.Space.RemoveAll(gone)
	}
}
