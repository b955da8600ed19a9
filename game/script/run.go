package script

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// Run executes the scripts of a tick: see the package.
func Run(i *world.State) {
	if i.Partial || i.Things.Empty() {
		if m, ok := i.Workshop.(*Machines); ok {
			m.notes = m.notes[:0]
		}
		return
	}
	m := of(i)
	m.notes = m.notes[:0]
	m.seen.survey(i, m)
	m.collect(i)
	m.plan(i)
	if len(m.jobs) > 0 {
		m.execute(i)
		for _, j := range m.jobs {
			if j.took {
				m.count(j)
				merge(i, m, j)
			}
		}
	}
	m.tidy(i)
}

// collect puts the events of this tick into the inboxes.
func (m *Machines) collect(i *world.State) {
	s := &m.seen
	for _, x := range slices.Clone(s.broken) {
		m.stop(i, x)
	}
	inside, at := s.insiders(i, nil), touchers(i, nil, s.touched, touchGap)
	told(i, inside, s.inside, thing.OnEnter)
	told(i, s.inside, inside, thing.OnLeave)
	told(i, at, s.at, thing.OnTouch)
	for _, x := range s.wired {
		if fed := living.Fed(i, x.At); fed != slices.Contains(s.fed, x.ID) {
			living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnSignal, Value: encoded(value.Bool(fed))})
		}
	}
	m.heed(i)
	for k := range i.Happened {
		e := &i.Happened[k]
		if e.Tick != i.Clock {
			continue // of an earlier tick of the turn
		}
		switch e.Kind {
		case event.Bounced:
			if x := i.Things.OfBody(e.Entity); x != nil {
				living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnBounce, Value: encoded(value.Number(fixed.Q(e.A) * (fixed.One / 16)))})
			}
		case event.Said:
			m.hear(i, e)
		}
	}
	m.busy = append(m.busy[:0], i.Things.Busy()...)
	for _, x := range m.busy {
		if len(x.Timers) == 0 || x.Timers[0].At > i.Clock {
			continue
		}
		i.Things.Change(x.ID, func(x *thing.Thing) {
			for len(x.Timers) > 0 && x.Timers[0].At <= i.Clock {
				name := x.Timers[0].Name
				if x.Timers = x.Timers[1:]; living.Scripted(i, x) {
					x.Queue(thing.Event{Kind: thing.OnTimer, Tick: i.Clock, Name: name})
				}
			}
		})
	}
}

// encoded returns the bytes of a scalar.
func encoded(v value.Value) []byte {
	var m value.Meter
	m.Begin(star.RunLimits)
	return state.Encode(&m, nil, v, thing.MaxValue)
}

// hearing distance, in tiles.
const earshot = 8 * fixed.One

// hear lets things near a speaker hear it, as far as the owner of each may listen.
func (m *Machines) hear(i *world.State, e *event.Event) {
	if p := i.Roster.BySeat(e.Seat); p != nil {
		m.tell(i, p, e.Pos, e.Text, func(x *thing.Thing) bool { return mayHear(i, x, p) })
	}
}

// heed lets things near a player hear the commands that it has given them, whoever owns them: it speaks to
// them.
func (m *Machines) heed(i *world.State) {
	for k := range i.Calls {
		c := &i.Calls[k]
		if p := i.Roster.BySeat(c.Seat); p != nil {
			m.tell(i, p, c.Pos, c.Text, func(*thing.Thing) bool { return true })
		}
	}
}

func (m *Machines) tell(i *world.State, p *entity.PlayerState, from fixed.Vec, words string, may func(*thing.Thing) bool) {
	if len(words) > thing.MaxValue-8 {
		return
	}
	said := encoded(value.String(words))
	for _, x := range m.seen.listening {
		if (i.ThingPlace(x).Centre().Sub(from).Near(earshot) || m.presides(x)) && may(x) {
			living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnCommand, Who: p.Key, Value: said})
		}
	}
}

// stop stops the script of a thing that cannot be loaded.
func (m *Machines) stop(i *world.State, x *thing.Thing) {
	p := m.program(i.Blueprints.Find(x.Of), i.Clock)
	if now := i.Things.Find(x.ID); p == nil || p.wrong == nil || now == nil || now.Of != x.Of || now.Health.Stopped {
		return
	}
	kind := value.Refused
	if p.wrong.Run != nil {
		kind = p.wrong.Run.Kind
	}
	i.Things.Change(x.ID, func(x *thing.Thing) {
		x.Health = thing.Health{Count: Faults, Since: i.Clock, Stopped: true,
			Last: thing.Fault{Kind: uint8(kind), Line: short(p.wrong.At.Line), Column: short(p.wrong.At.Col), Tick: i.Clock}}
		x.Inbox = nil
	})
	f := &value.Fault{Kind: kind, At: p.wrong.At, Why: p.wrong.Why}
	m.notes = append(m.notes, Note{Thing: x.ID, Fault: f})
	faulted(i, i.Things.Find(x.ID), f)
}

// arguments returns what a handler is called with behind the thing itself; ok is false for a broken event.
func arguments(e *thing.Event) (args []value.Value, ok bool) {
	who := value.None
	switch {
	case e.Who != game.PlayerID{}:
		who = value.Thing(PlayerID(e.Who))
	case e.By != 0:
		who = value.Thing(uint64(e.By))
	}
	v := value.None
	if len(e.Value) > 0 && e.Kind != thing.OnAsk {
		read, err := state.Read(e.Value, thing.MaxValue)
		if err != nil {
			return nil, false
		}
		v = read
	}
	switch e.Kind {
	case thing.OnTimer:
		return []value.Value{value.String(e.Name)}, true
	case thing.OnMessage:
		return []value.Value{value.String(e.Name), v, who}, true
	case thing.OnCommand:
		return []value.Value{who, v}, true
	case thing.OnSignal, thing.OnBounce:
		return []value.Value{v}, true
	case thing.OnProp:
		return []value.Value{value.String(e.Name), who}, true
	case thing.OnRefused:
		return []value.Value{value.String(e.Name), v}, true
	case thing.OnAsk:
		return []value.Value{who, value.String(string(e.Value))}, true
	}
	return []value.Value{who}, true
}

func short(n int32) uint16 { return uint16(min(max(n, 0), 1<<16-1)) }
