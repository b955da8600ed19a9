package star

import (
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

// Call is one call of a function of the host. It is valid until the function returns. An argument that is
// wrong, and whatever the function refuses, ends the run with a fault: the methods below do not return then.
type Call struct {
	m       *Machine
	args    []value.Value
	context any
}

// Context returns what the run was given for the host; nil at the top level of a script.
func (c *Call) Context() any { return c.context }

// Self returns the thing that the script is attached to.
func (c *Call) Self() uint64 { return c.m.self }

// Meter is what operations of package value charge.
func (c *Call) Meter() *value.Meter { return &c.m.meter }

// Charge charges steps: each function charges for what it looks at, before it does.
func (c *Call) Charge(steps int64) { c.m.meter.Charge(steps) }

// Alloc charges bytes that the function is going to allocate.
func (c *Call) Alloc(bytes int64) { c.m.meter.Alloc(bytes) }

// Refuse ends the run. The words are for the author of the script: the reason and, after a semicolon, the
// remedy.
func (c *Call) Refuse(format string, a ...any) { c.m.meter.Fail(value.Refused, format, a...) }

// Has reports whether argument i was given.
func (c *Call) Has(i int) bool { return c.args[i].IsSet() }

// Arg returns argument i.
func (c *Call) Arg(i int) value.Value { return c.args[i] }

// Number returns argument i, a number.
func (c *Call) Number(i int) fixed.Q { return fixed.Q(c.m.meter.Units(c.args[i])) }

// Int returns argument i, a whole number from low to high.
func (c *Call) Int(i int, low, high int64) int64 {
	n := c.m.meter.Whole(c.args[i])
	if n < low || n > high {
		c.Refuse("value %d must be from %d to %d, not %d", i+1, low, high, n)
	}
	return n
}

// Text returns argument i, a string of at most most bytes.
func (c *Call) Text(i, most int) string {
	s := c.m.text(c.args[i])
	if len(s) > most {
		c.Refuse("value %d has %d bytes and may have %d; shorten it", i+1, len(s), most)
	}
	return s
}

// Thing returns argument i, a thing.
func (c *Call) Thing(i int) uint64 {
	id, ok := c.args[i].AsThing()
	if !ok {
		c.m.meter.Fail(value.Type, "this needs a thing, not %s", value.Article(c.args[i]))
	}
	return id
}

// Truth reports whether argument i counts as true.
func (c *Call) Truth(i int) bool { return c.args[i].Truth() }

// Bytes returns the canonical bytes of argument i, at most most of them; see package state.
func (c *Call) Bytes(i, most int) []byte {
	return slices.Clone(c.m.encoder.Encode(&c.m.meter, c.m.written[:0], c.args[i], most))
}

// String charges for a string and returns it.
func (c *Call) String(s string) value.Value {
	c.m.meter.NewString(int64(len(s)))
	return value.String(s)
}

// Things charges for a list of things and returns it.
func (c *Call) Things(ids []uint64) value.Value {
	c.m.meter.NewList(int64(len(ids)))
	l := make([]value.Value, len(ids))
	for k, id := range ids {
		l[k] = value.Thing(id)
	}
	return value.ListOf(l)
}
