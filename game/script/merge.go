package script

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

const (
	// MaxMessages is the most messages that all things of an island get in a tick; more are refused (NoRoom).
	MaxMessages = 2048
	// others is how far from a thing the players are whom it may affect, in tiles; far how far it takes them.
	others, far fixed.Q = 12 * fixed.One, 32 * fixed.One
)

// merger merges the outcome of one job.
type merger struct {
	i    *world.State
	m    *Machines
	j    *job
	next thing.Thing // the thing as it will be
	// events are what the thing is told of its effects.
	events []thing.Event
}

// merge lets the outcome of a job take effect.
func merge(i *world.State, m *Machines, j *job) {
	now := i.Things.At(j.slot)
	if now != j.x {
		now = i.Things.Find(j.x.ID)
	}
	switch {
	case now == nil || now.Of != j.e.ID:
		return // an effect of another thing took it away
	case now == j.x && j.next.ready:
		for k := range j.run.effects {
			if e := &j.run.effects[k]; e.kind.tells() {
				voice(i, j.next.thing.Thing(), e)
			}
		}
		living.ReplaceThing(i, j.slot, j.next.thing)
		return
	case now == j.x && j.next.idle, j.idle(now):
		return // nothing has changed
	}
	g := merger{i: i, m: m, j: j}
	j.follow(now, &g.next)
	for k := range j.run.effects {
		e := &j.run.effects[k]
		if why := g.apply(e); why != event.NoReason {
			m.notes = append(m.notes, Note{Thing: g.next.ID, Effect: kindNames[e.kind], Why: why})
			g.events = append(g.events, thing.Event{Kind: thing.OnRefused, Tick: i.Clock, Name: kindNames[e.kind], Value: encoded(value.String(why.String()))})
		}
	}
	if j.fault != nil {
		g.fail()
	}
	if j.p.handles[thing.OnRefused] && !g.next.Health.Stopped {
		for _, e := range g.events {
			g.next.Queue(e)
		}
	}
	living.SetThing(i, &g.next)
	if j.fault != nil {
		m.notes = append(m.notes, Note{Thing: g.next.ID, Fault: j.fault})
		faulted(i, &g.next, j.fault)
	}
}

// tell tells of something that a thing does.
func tell(i *world.State, x *thing.Thing, e event.Event) {
	t := i.ThingPlace(x)
	e.Tick, e.Entity, e.Tile, e.Pos = i.Clock, x.ID, t, t.Centre()
	i.Happened = append(i.Happened, e)
}

// voice tells of an effect that is an event.
func voice(i *world.State, x *thing.Thing, e *effect) {
	k := event.ThingSaid
	if e.kind == sound {
		k = event.ThingSounded
	}
	tell(i, x, event.Event{Kind: k, Text: e.text})
}

// apply lets an effect happen, or says why not.
func (g *merger) apply(e *effect) event.Reason {
	if e.kind.tells() {
		voice(g.i, &g.next, e)
		return event.NoReason
	}
	if e.kind.settles() {
		if !change(&g.next, e, g.i.Clock) {
			return event.NoRoom
		}
		return event.NoReason
	}
	switch e.kind {
	case publish:
		return g.publish(e)
	case send:
		if g.send(game.EntityID(e.who), g.message(e)) {
			return event.NoReason
		}
		return event.NoRoom
	case inform:
		return g.inform(e)
	case push:
		return shift(g.i, g.next.Body, e.to)
	case shove:
		return g.shove(e)
	case teleport:
		return g.teleport(e)
	case build, dig:
		return g.construct(e)
	case keep:
		return g.keep(e)
	case glide:
		return g.glide(e)
	case give, take:
		return g.trade(e)
	case spawn, remove, set, outfit, fill, enter, finish, gather, pen, fear:
		return g.rule(e)
	}
	return g.affect(e)
}

// inform tells view halves something: an event of the step, and no state.
func (g *merger) inform(e *effect) event.Reason {
	told := event.Event{Kind: event.ThingTold, Text: e.text + "\n" + string(e.value)}
	if e.who != 0 {
		p := player(g.i, e.who)
		if p == nil {
			return event.NothingThere
		}
		told.Seat = p.Seat
	}
	tell(g.i, &g.next, told)
	return event.NoReason
}

func without(timers []thing.Timer, name string) (left []thing.Timer) {
	for _, t := range timers {
		if t.Name != name {
			left = append(left, t)
		}
	}
	return left
}

func (g *merger) message(e *effect) thing.Event {
	return thing.Event{Kind: thing.OnMessage, By: g.next.ID, Name: e.text, Value: e.value}
}

// publish sends a message to all things that hear a channel, but not to itself.
func (g *merger) publish(e *effect) event.Reason {
	for k := range g.m.seen.hearing {
		h := &g.m.seen.hearing[k]
		for _, c := range h.channels {
			if c == e.text && h.x != g.next.ID && !g.send(h.x, g.message(e)) {
				return event.NoRoom
			}
		}
	}
	return event.NoReason
}

// send lets a message wait for the next tick; false: too many are under way.
func (g *merger) send(to game.EntityID, e thing.Event) bool {
	m := g.m
	if m.sentAt != g.i.Clock {
		m.sentAt, m.sent = g.i.Clock, 0
	}
	if m.sent++; m.sent > MaxMessages {
		return false
	}
	g.queue(to, e)
	return true
}

// queue is living.QueueEvent, also for the thing itself, which is not in the table yet as it will be.
func (g *merger) queue(to game.EntityID, e thing.Event) {
	if to != g.next.ID {
		living.QueueEvent(g.i, to, e)
		return
	}
	e.Tick = g.i.Clock
	g.next.Queue(e)
}

// shift changes the speed of a loose body.
func shift(i *world.State, id game.EntityID, by fixed.Vec) event.Reason {
	k, ok := i.Space.Find(id)
	if !ok || id == 0 {
		return event.NothingThere
	}
	b := &i.Space.Bodies()[k]
	if b.Kind == entity.Player || b.Kind.Pinned() || b.Flags&entity.Borne != 0 {
		return event.Blocked
	}
	i.Space.Wake(k)
	most := fixed.S(maxSpeed)
	b.Vel = fixed.SVec{X: min(max(b.Vel.X+by.X.S(), -most), most), Y: min(max(b.Vel.Y+by.Y.S(), -most), most)}
	return event.NoReason
}

// shove pushes a loose body near the thing, if its owner might carry it off.
func (g *merger) shove(e *effect) event.Reason {
	b := g.i.Space.Body(game.EntityID(e.who))
	if b == nil {
		return event.NothingThere
	}
	if !b.Pos.Sub(g.i.ThingPlace(&g.next).Centre()).Near(4 * fixed.One) {
		return event.TooFar
	}
	if why := g.owns(rights.Take, grid.TileAt(b.Pos)); why != event.NoReason {
		return why
	}
	return shift(g.i, b.ID, e.to)
}

// owns says why the thing's owner may not do something on a tile, if there is a reason.
func (g *merger) owns(d rights.Deed, t grid.Tile) event.Reason {
	return act.May(g.i, actingRank(g.i, g.next.Owner, g.j.e), g.next.Owner, d, t)
}

// actingRank is the rank with which a script acts: its owner's, but at most a builder's if its editor is
// another player and no keeper. So the placer of another's thing lends no power over others to it or to its
// later versions.
func actingRank(i *world.State, owner game.PlayerID, e *blueprint.Entry) rights.Rank {
	rank := i.Code.Rank(owner)
	if e.Editor != owner && i.Code.Rank(e.Editor) < rights.Keeper {
		rank = min(rank, rights.Builder)
	}
	return rank
}

// consents reports whether a player itself used or asked the thing, or came into it, in this tick. A player
// that another thing took there has not come itself.
func (g *merger) consents(p *entity.PlayerState) bool {
	for k := range g.j.x.Inbox[:g.j.done] {
		e := &g.j.x.Inbox[k]
		if e.Who == p.Key && (e.Kind == thing.OnUse || e.Kind == thing.OnAsk || e.Kind == thing.OnEnter && e.By == 0) {
			return true
		}
	}
	return false
}

// reach returns a player that the thing may affect.
func (g *merger) reach(e *effect) (p *entity.PlayerState, b *entity.Body, why event.Reason) {
	if p = player(g.i, e.who); p == nil {
		return nil, nil, event.NothingThere
	}
	b = g.i.Space.Body(p.Body)
	at := g.i.ThingPlace(&g.next)
	switch {
	case b == nil || b.Flags&entity.Asleep != 0:
		return nil, nil, event.NothingThere
	case !b.Pos.Sub(at.Centre()).Near(others) && !g.m.presides(&g.next):
		return nil, nil, event.TooFar
	}
	harm := e.kind == hurt || e.kind == freeze || e.kind == snare
	return p, b, rights.MayAffect(actingRank(g.i, g.next.Owner, g.j.e), act.LandFor(g.i, g.next.Owner, grid.TileAt(b.Pos)), g.next.Owner == p.Key, g.consents(p), harm)
}

// affect changes a player.
func (g *merger) affect(e *effect) event.Reason {
	p, b, why := g.reach(e)
	if why != event.NoReason {
		return why
	}
	switch e.kind {
	case heal:
		p.Health = uint8(min(int64(p.Health)+e.n, world.MaxHealth))
	case hurt:
		if living.Mercy(g.i, b) {
			return event.NotAllowed
		}
		living.Hurt(g.i, p, uint8(min(e.n, world.MaxHealth)))
	case freeze, snare, thaw, emote:
		return g.hold(e, p, b)
	case menu:
		tell(g.i, &g.next, event.Event{Kind: event.ThingAsked, Seat: p.Seat, Text: e.text})
	case travel:
		tell(g.i, &g.next, event.Event{Kind: event.ThingOffered, Seat: p.Seat, Text: e.text})
	}
	return event.NoReason
}

// mayHear reports whether a thing may hear what a player says: its owner's own words, and on land that is the
// owner's, or for a keeper, everybody's.
func mayHear(i *world.State, x *thing.Thing, p *entity.PlayerState) bool {
	e := i.Blueprints.Find(x.Of)
	return e != nil && rights.MayHear(actingRank(i, x.Owner, e), act.LandFor(i, x.Owner, i.ThingPlace(x)), x.Owner == p.Key)
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
