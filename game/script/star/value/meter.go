package value

import (
	"fmt"
	"strconv"
)

// Pos is a place in a source: line and column count from 1. Columns count letters.
type Pos struct{ Line, Col int32 }

func (p Pos) String() string {
	return strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

// FaultKind says why a run failed. Kinds are stored and hashed: numbers are appended only.
type FaultKind uint8

// The kinds of faults.
const (
	Steps    FaultKind = 1 + iota // the run used all of its steps
	Bytes                         // the run allocated more than its bytes
	Depth                         // calls, or values within values, are nested too deeply
	Type                          // the operation does not exist for values of this kind
	Overflow                      // a number is too large
	Zero                          // a division by zero
	Index                         // an index is outside of its list, tuple or string
	Key                           // a dict has no such key
	Size                          // a string, list or dict is too large
	Argument                      // a call has too many, too few or unknown arguments
	Unset                         // a variable has no value yet
	Frozen                        // the value belongs to the top level of the script or to a message
	Changed                       // a list or dict changes while a loop visits it
	Failed                        // the script called fail
	State                         // the state cannot be stored, or is broken
	Refused                       // a function of the host refuses its arguments, or its use here
	Wrong                         // a value of the right kind that the operation does not take
)

var faultNames = [...]string{Steps: "steps", Bytes: "bytes", Depth: "depth", Type: "type", Overflow: "overflow",
	Zero: "zero", Index: "index", Key: "key", Size: "size", Argument: "argument", Unset: "unset", Frozen: "frozen",
	Changed: "changed", Failed: "failed", State: "state", Refused: "refused", Wrong: "wrong"}

func (k FaultKind) String() string {
	if int(k) < len(faultNames) && faultNames[k] != "" {
		return faultNames[k]
	}
	return "fault " + strconv.Itoa(int(k))
}

// Fault is the end of a run that failed. Kind and At are the same on every peer and may be stored. Why and
// Stack are for display on one machine only: their words may change with any version.
type Fault struct {
	Kind  FaultKind
	At    Pos
	Why   string
	Stack []Frame // the innermost call first
}

// Frame is a call that had not returned when a run failed.
type Frame struct {
	Name string // of the function
	At   Pos    // of the operation that failed, or of the call that led to it
}

func (f *Fault) Error() string { return f.At.String() + ": " + f.Why }

// Limits bound one run.
type Limits struct {
	Steps int64 // nodes of the tree that are executed, and work in proportion
	Bytes int64 // allocated in all, whether still in use or not
}

// Meter counts the steps and bytes of one run. Exceeding a limit panics with a *Fault, as every failed
// operation on values does; the machine recovers it.
type Meter struct {
	At           Pos // of the operation that runs now
	steps, bytes int64
	limits       Limits
}

// Begin starts a run.
func (m *Meter) Begin(l Limits) { m.At, m.steps, m.bytes, m.limits = Pos{1, 1}, 0, 0, l }

// Used returns the steps and bytes so far. Neither is above its limit.
func (m *Meter) Used() (steps, bytes int64) {
	return min(m.steps, m.limits.Steps), min(m.bytes, m.limits.Bytes)
}

// Step charges n steps for the operation at a place.
func (m *Meter) Step(at Pos, n int64) {
	m.At = at
	if m.steps += n; m.steps > m.limits.Steps {
		m.overrun()
	}
}

// Charge charges n steps.
func (m *Meter) Charge(n int64) {
	if m.steps += n; m.steps > m.limits.Steps {
		m.overrun()
	}
}

func (m *Meter) overrun() { m.Fail(Steps, "the run needs more than %d steps", m.limits.Steps) }

// bytesPerStep is how many bytes are allocated, cleared or copied at the price of one step.
const bytesPerStep = 64

// Alloc charges n bytes, and the steps of clearing them. The caller allocates afterwards.
func (m *Meter) Alloc(n int64) {
	if m.bytes += n; m.bytes > m.limits.Bytes {
		m.Fail(Bytes, "the run allocates more than %d bytes", m.limits.Bytes)
	}
	m.Charge(n / bytesPerStep)
}

// Fail ends the run with a fault at the place of the operation that runs now.
func (m *Meter) Fail(kind FaultKind, format string, a ...any) {
	panic(&Fault{Kind: kind, At: m.At, Why: fmt.Sprintf(format, a...)})
}

// Count words a number of things for a fault: "1 value", "3 values".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// FailAt ends the run with a fault at a place.
func (m *Meter) FailAt(at Pos, kind FaultKind, format string, a ...any) {
	m.At = at
	m.Fail(kind, format, a...)
}
