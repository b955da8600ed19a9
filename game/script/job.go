package script

import (
	"bytes"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// job is the work of a thing in a tick, and its outcome. Its memory is used again in the next tick.
type job struct {
	x     *thing.Thing // as it was
	slot  thing.Slot   // in which it is, if it wants every tick
	e     *blueprint.Entry
	p     *program
	own   int32 // its owner, in Machines.purse
	tick  bool  // it wants every tick
	took  bool  // its outcome counts; else it waits
	done  int   // how many of the waiting events were taken
	state []byte
	run   run
	steps int64
	bytes int64 // the most of a run
	fault *value.Fault
	next  settled

	limits value.Limits // of a run; zero: star.RunLimits

	args []value.Value // scratch
	room []byte        // for state
}

// settled is what becomes of a thing whose outcome concerns nothing else. It holds only if nothing else has
// changed the thing meanwhile.
type settled struct {
	idle  bool // the thing stays as it is
	ready bool // it becomes thing
	thing thing.Sealed
}

// worker runs jobs, one after another.
type worker struct {
	machine *star.Machine
	spent   []int64 // in this batch, by owner
}

// plan makes a job ready for a tick. It leaves to do whatever a worker can do.
func (j *job) plan(x *thing.Thing, e *blueprint.Entry, p *program, own int32) {
	j.x, j.e, j.p, j.own, j.slot, j.tick, j.took, j.steps = x, e, p, own, thing.Slot{}, false, false, 0
}

// do runs the events of a thing, and its tick.
func (j *job) do(i *world.State, m *Machines, by *worker) {
	j.done, j.bytes, j.fault, j.next = 0, 0, nil, settled{}
	j.state, j.run = j.x.State, run{i: i, m: m, x: j.x, effects: j.run.effects[:0]}
	if m.presides(j.x) {
		j.run.most = RefereeEffects
	}
	j.handle(by)
	j.settle()
}

func (j *job) handle(by *worker) {
	if j.x.Version != 0 && j.x.Version != j.e.Version && len(j.x.State) > 0 && j.p.Has("upgrade") {
		if !j.call(by, j.p.Entry("upgrade"), value.Int(int64(j.x.Version))) {
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
		if ok && !j.call(by, j.p.entries[e.Kind], args...) {
			return
		}
	}
	if j.tick && j.steps < star.RunLimits.Steps {
		j.call(by, j.p.tick)
	}
}

// call runs a handler; false: it faulted.
func (j *job) call(by *worker, handler star.Entry, args ...value.Value) bool {
	before := len(j.run.effects)
	j.args = append(append(j.args[:0], value.Thing(uint64(j.x.ID))), args...)
	limits := star.RunLimits
	if j.limits.Steps > 0 {
		limits = j.limits
	}
	out := by.machine.Call(star.Run{Program: j.p.Program, Entry: handler, Self: uint64(j.x.ID), State: j.state, Room: j.room,
		Limits: limits, Context: &j.run, Args: j.args})
	j.steps += out.Steps
	j.bytes = max(j.bytes, out.Bytes)
	if out.Fault != nil {
		j.fault, j.run.effects = out.Fault, j.run.effects[:before]
		return false
	}
	if out.Wrote {
		j.state, j.room = out.State, out.State
	}
	return true
}

// settle makes the thing as it will be, if its effects change the thing alone or are events. Other jobs run
// meanwhile, so that little is left to be done one after another.
func (j *job) settle() {
	if j.fault != nil {
		return
	}
	if j.idle(j.x) {
		j.next.idle = true
		return
	}
	for k := range j.run.effects {
		if !j.run.effects[k].kind.settles() && !j.run.effects[k].kind.tells() {
			return
		}
	}
	next := new(thing.Thing)
	j.follow(j.x, next)
	for k := range j.run.effects {
		e := &j.run.effects[k]
		if !e.kind.tells() && !change(next, e, j.run.i.Clock) {
			return // refused: the thing is told
		}
	}
	j.next.ready, j.next.thing = true, thing.Seal(j.x, next)
}

// idle reports whether a thing, as it is now, stays as it is.
func (j *job) idle(now *thing.Thing) bool {
	return j.done == 0 && j.fault == nil && len(j.run.effects) == 0 && bytes.Equal(j.state, now.State) &&
		(len(j.state) == 0 || now.Version == j.e.Version)
}

// follow makes next what becomes of a thing, as it is now, before the effects.
func (j *job) follow(now, next *thing.Thing) {
	*next = *now
	lost := int(now.Lost - j.x.Lost) // of the events that were taken, if others came meanwhile
	next.Inbox = next.Inbox[min(max(j.done-lost, 0), len(next.Inbox)):]
	switch next.Version = j.e.Version; {
	case len(j.state) == 0:
		next.State, next.Version = nil, 0
	case !bytes.Equal(j.state, now.State):
		next.State = bytes.Clone(j.state)
	}
}

// settles reports whether effects of a kind change the thing alone, whatever else happens in the tick.
func (k kind) settles() bool {
	switch k {
	case show, light, frame, openMe, after, cancel:
		return true
	}
	return false
}

// tells reports whether effects of a kind are events, and change nothing.
func (k kind) tells() bool { return k == say || k == sound }

// change changes a thing by an effect that settles; false: there is no room for it.
func change(x *thing.Thing, e *effect, now game.Tick) bool {
	switch e.kind {
	case show:
		x.Label = e.text
	case light:
		x.Light = uint8(e.n)
	case frame:
		x.Frame = uint8(e.n)
	case openMe:
		x.Open = e.n != 0
	case after:
		return x.Start(now+game.Tick(e.n), e.text)
	case cancel:
		x.Timers = without(x.Timers, e.text)
	}
	return true
}
