package star

import (
	"slices"

	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

const (
	// maxCalls is how many calls may be open at once.
	maxCalls = 64
	// maxStack is how many variables and arguments the open calls may have together.
	maxStack = 2_048
)

// Machine runs handlers, one at a time. It keeps nothing from run to run but its memory.
type Machine struct {
	meter   value.Meter
	program *Program
	stack   []value.Value // never grows beyond its capacity: frames hold parts of it
	high    int           // the stack's greatest length in this run
	frames  [maxCalls + 1]frame
	depth   int
	call    Call

	self    uint64
	bytes   []byte // the state before the run
	encoder state.Encoder
	decoder state.Decoder
	written []byte      // a buffer
	state   *value.Dict // nil until the run asks for it
	spare   *value.Dict // the memory of the next state
	outside bool        // the top level runs
}

// NewMachine returns a machine.
func NewMachine() *Machine {
	m := &Machine{stack: make([]value.Value, 0, maxStack)}
	m.call.m = m
	for i := range m.frames {
		m.frames[i].m = m
	}
	return m
}

// frame is an open call.
type frame struct {
	vars   []value.Value // parameters first; a variable that functions share is a cell
	free   []*cell
	m      *Machine
	result value.Value
	fn     *function
	from   value.Pos // of the call
}

// Run is what to run.
type Run struct {
	Program *Program
	Handler string        // the name of a function of the top level
	Entry   Entry         // the same function, if the caller has looked it up; Handler is not used then
	Self    uint64        // the thing that the script is attached to
	Args    []value.Value // scalars, strings or frozen; surplus ones are dropped, so that a handler names what it uses
	State   []byte        // of the thing; see package state
	Room    []byte        // for the state after the run, if it fits; may be that of State
	Limits  value.Limits
	Context any // for the host's functions
}

// Entry is a function of a program's top level.
type Entry struct{ f *closure }

// Outcome is what became of a run.
type Outcome struct {
	State  []byte      // after the run; after a fault, and if it is the same, the bytes before
	Wrote  bool        // State is another one, and the caller's
	Result value.Value // of the handler; None after a fault
	Steps  int64
	Bytes  int64
	Fault  *value.Fault // nil if the run ended well
}

// Call runs a handler. A program without that handler has an empty outcome with the same state.
func (m *Machine) Call(r Run) Outcome {
	out := Outcome{State: r.State, Result: value.None}
	f := r.Entry.f
	if f == nil {
		if f = r.Program.handlers[r.Handler]; f == nil {
			return out
		}
	}
	m.begin(r.Program, r.Limits)
	m.self, m.bytes, m.call.context = r.Self, r.State, r.Context
	out.Fault = m.handle(f, &r, &out)
	out.Steps, out.Bytes = m.meter.Used()
	m.end()
	return out
}

// handle calls a handler, and encodes the state if the run asked for it.
func (m *Machine) handle(f *closure, r *Run, out *Outcome) (fault *value.Fault) {
	defer m.rescue(&fault)
	m.stack = append(m.stack, r.Args[:min(len(r.Args), f.fn.params)]...)
	result := m.invoke(f, 0, nil)
	if m.state != nil {
		m.meter.At = f.fn.at
		m.written = m.encoder.EncodeDict(&m.meter, m.written[:0], m.state)
		if !slices.Equal(m.written, m.bytes) {
			if len(m.written) > cap(r.Room) {
				r.Room = make([]byte, 0, len(m.written))
			}
			out.State, out.Wrote = append(r.Room[:0], m.written...), true
		}
	}
	out.Result = result
	if k := result.Kind(); m.state != nil && (k > value.KindString && k != value.KindThing) {
		m.state = nil // the result may hold it
	}
	return nil
}

func (m *Machine) begin(p *Program, l value.Limits) {
	m.meter.Begin(l)
	m.program, m.depth, m.high = p, 0, 0
	m.stack = m.stack[:0]
}

// end lets go of everything that the run made.
func (m *Machine) end() {
	clear(m.stack[:m.high])
	if m.state != nil {
		m.spare = m.state.Recycle()
	}
	m.program, m.bytes, m.state, m.call.context, m.call.args = nil, nil, nil, nil, nil
}

// rescue turns the panic of a fault into the fault, and notes the open calls.
func (m *Machine) rescue(fault **value.Fault) {
	e := recover()
	if e == nil {
		return
	}
	f, ok := e.(*value.Fault)
	if !ok {
		panic(e)
	}
	place := f.At
	for d := m.depth; d > 0; d-- {
		f.Stack = append(f.Stack, value.Frame{Name: m.frames[d].fn.name, At: place})
		place = m.frames[d].from
		m.frames[d] = frame{m: m}
	}
	m.high, m.encoder = maxStack, state.Encoder{}
	*fault = f
}

// thingState returns the state of the thing that the script is attached to.
func (m *Machine) thingState() *value.Dict {
	if m.state == nil {
		room := m.spare
		m.spare = nil // until the run ends well or not with this state
		d, err := m.decoder.Dict(&m.meter, room, m.bytes, m.program.texts)
		if err != nil {
			m.meter.Fail(value.State, "the stored state is broken: %v", err)
		}
		m.state = d
	}
	return m.state
}

// attribute returns v.name.
func (m *Machine) attribute(v value.Value, name string) value.Value {
	id, ok := v.AsThing()
	switch {
	case !ok:
		m.meter.Fail(value.Type, "%s has no .%s", value.Article(v), name)
	case m.outside:
		m.meter.Fail(value.Refused, "the top level sees no things; use a handler")
	case name == "id":
		return v
	case name == m.program.library.attributes.Memory:
		if id != m.self {
			m.meter.Fail(value.Refused, "a script has only the %s of its own thing; send a message to the other", name)
		}
		return value.Of(m.thingState())
	}
	m.meter.Charge(1)
	m.call.args = nil
	return m.program.library.attributes.Get(&m.call, id, name)
}

// push puts an argument on the stack.
func (m *Machine) push(v value.Value) {
	if len(m.stack) == maxStack {
		m.meter.Fail(value.Depth, "the open calls have more than %d variables", maxStack)
	}
	m.stack = append(m.stack, v)
}

// pop removes the values from base on.
func (m *Machine) pop(base int) {
	m.high = max(m.high, len(m.stack))
	m.stack = m.stack[:base]
}
