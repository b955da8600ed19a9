package script

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// job is the work of a thing in a tick, and its outcome.
type job struct {
	x     *thing.Thing // as it was
	e     *blueprint.Entry
	p     *program
	tick  bool // it wants every tick
	took  bool // its outcome counts; else it waits
	done  int  // how many of the waiting events were taken
	state []byte
	run   run
	steps int64
	bytes int64 // the most of a run
	fault *value.Fault
	args  []value.Value // scratch
}

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
	for _, x := range slices.Clone(i.Things.Busy()) {
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
		if i.ThingPlace(x).Centre().Sub(from).Near(earshot) && may(x) {
			living.QueueEvent(i, x.ID, thing.Event{Kind: thing.OnCommand, Who: p.Key, Value: said})
		}
	}
}

// stop stops the script of a thing that cannot be loaded.
func (m *Machines) stop(i *world.State, x *thing.Thing) {
	p := m.program(i.Blueprints.Find(x.Of), i.Clock)
	if p == nil || p.wrong == nil || i.Things.Find(x.ID) != x {
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
	m.notes = append(m.notes, Note{Thing: x.ID, Fault: &value.Fault{Kind: kind, At: p.wrong.At, Why: p.wrong.Why}})
	faulted(i, i.Things.Find(x.ID))
}

// plan lists the things that have something to do, in the order in which they share the budgets: ascending
// from a place that changes with every tick, so that nobody is always first.
func (m *Machines) plan(i *world.State) {
	m.jobs = m.jobs[:0]
	near := false
	add := func(x *thing.Thing, tick bool) {
		e := i.Blueprints.Find(x.Of)
		p := m.program(e, i.Clock)
		if p == nil || p.wrong != nil || x.Health.Stopped || !tick && len(x.Inbox) == 0 {
			return
		}
		near = near || p.near
		if len(m.jobs) == len(m.pool) {
			m.pool = append(m.pool, new(job))
		}
		j := m.pool[len(m.jobs)]
		*j = job{x: x, e: e, p: p, tick: tick, args: j.args[:0], run: run{effects: j.run.effects[:0]}}
		m.jobs = append(m.jobs, j)
	}
	for _, x := range i.Things.Busy() {
		add(x, false)
	}
	for _, x := range m.seen.ticking {
		if now := i.Things.Find(x.ID); now != nil {
			add(now, true)
		}
	}
	slices.SortStableFunc(m.jobs, func(a, b *job) int { return cmp.Or(cmp.Compare(a.x.ID, b.x.ID), cmp.Compare(one(b.tick), one(a.tick))) })
	m.jobs = slices.CompactFunc(m.jobs, func(a, b *job) bool { return a.x.ID == b.x.ID })
	first := random.Hash(i.Gen.Seed, uint64(i.Clock), 0, 0x736372697074)
	if k, _ := slices.BinarySearchFunc(m.jobs, game.EntityID(first), func(j *job, id game.EntityID) int { return cmp.Compare(j.x.ID, id) }); k > 0 && k < len(m.jobs) {
		m.jobs = append(m.jobs[k:len(m.jobs):len(m.jobs)], m.jobs[:k]...)
	}
	if near {
		m.near.fill(i)
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// workers is how many machines run at once, at most.
const workers = 8

// execute runs the jobs until the budget of the island is used up. Which of them count depends on their order
// and their steps only, so it does not depend on the workers.
func (m *Machines) execute(i *world.State) {
	owners := map[game.PlayerID]int64{}
	used, ran := int64(0), int64(0)
	size := wide
	for at := 0; at < len(m.jobs) && used < OfIsland; {
		batch := m.jobs[at:min(at+size, len(m.jobs))]
		at += len(batch)
		m.share(i, batch, owners)
		for _, j := range batch {
			if used >= OfIsland || owners[j.x.Owner] >= OfOwner {
				continue
			}
			j.took = true
			used += j.steps
			owners[j.x.Owner] += j.steps
			ran++
		}
		size = int(min(max((OfIsland-used)/max(used/max(ran, 1), 1), wide), 2048))
	}
}

// share runs a batch on several machines. Jobs of owners whose budget is used up are left out.
func (m *Machines) share(i *world.State, batch []*job, owners map[game.PlayerID]int64) {
	n := min(workers, (len(batch)+wide-1)/wide)
	for len(m.workers) < n {
		m.workers = append(m.workers, star.NewMachine())
	}
	work := func(k int) {
		own := map[game.PlayerID]int64{}
		for at := k * len(batch) / n; at < (k+1)*len(batch)/n; at++ {
			if j := batch[at]; owners[j.x.Owner]+own[j.x.Owner] < OfOwner {
				j.do(i, m, m.workers[k])
				own[j.x.Owner] += j.steps
			}
		}
	}
	if i.Motion.Do == nil || n == 1 {
		for k := range n {
			work(k)
		}
		return
	}
	i.Motion.Do(n, work)
}

// do runs the events of a thing, and its tick.
func (j *job) do(i *world.State, m *Machines, by *star.Machine) {
	j.state, j.run.i, j.run.m, j.run.x = j.x.State, i, m, j.x
	if j.x.Version != 0 && j.x.Version != j.e.Version && len(j.x.State) > 0 && j.p.Has("upgrade") {
		if !j.call(by, "upgrade", value.Int(int64(j.x.Version))) {
			return
		}
	}
	for k := range j.x.Inbox {
		if j.steps >= star.RunLimits.Steps {
			return // the rest waits
		}
		e := &j.x.Inbox[k]
		j.done++
		if !j.p.handles[e.Kind] {
			continue
		}
		args, ok := arguments(e)
		if ok && !j.call(by, handlers[e.Kind], args...) {
			return
		}
	}
	if j.tick && j.steps < star.RunLimits.Steps {
		j.call(by, onTick)
	}
}

// call runs a handler; false: it faulted.
func (j *job) call(by *star.Machine, handler string, args ...value.Value) bool {
	before := len(j.run.effects)
	j.args = append(append(j.args[:0], value.Thing(uint64(j.x.ID))), args...)
	out := by.Call(star.Run{Program: j.p.Program, Handler: handler, Self: uint64(j.x.ID), State: j.state, Limits: star.RunLimits, Context: &j.run,
		Args: j.args})
	j.steps += out.Steps
	j.bytes = max(j.bytes, out.Bytes)
	if out.Fault != nil {
		j.fault, j.run.effects = out.Fault, j.run.effects[:before]
		return false
	}
	j.state = out.State
	return true
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
