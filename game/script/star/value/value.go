// Package value holds the values of scripts and the operations on them: none, booleans, numbers, strings,
// lists, tuples, dicts, ranges and things. Functions are values too; their package defines them by the
// interface Ref.
//
// A number is a Q47.16 fixed-point number, the world's: one is 65,536 units, and a result beyond ±2^47 is a
// fault instead of another number. A string is bytes. A dict keeps the order in which its keys came.
//
// Each operation charges a Meter before it works, by formulas over its arguments. The charge never depends on
// the machine: not on the size of an int, the growth of a slice or the order of a Go map. An operation that
// fails panics with a *Fault; the machine that runs the script recovers it.
//
// Values that are frozen never change, and any number of machines may read them at the same time.
package value

import "manyhold/game/fixed"

// Kind is the kind of a value. Its words are what type returns in a script.
type Kind uint8

// The kinds of values.
const (
	KindNone Kind = iota
	KindBool
	KindNumber
	KindString
	KindList
	KindTuple
	KindDict
	KindRange
	KindFunction
	KindThing
	KindCell // a variable that functions share; no expression has it as its value
)

var kindNames = [...]string{"none", "bool", "number", "string", "list", "tuple", "dict", "range", "function", "thing", "cell"}

func (k Kind) String() string { return kindNames[k] }

// Ref is what a value refers to. All implementations are pointers.
type Ref interface{ Kind() Kind }

// Value is any value of a script. The zero Value is no value: that of a variable before its first assignment.
type Value struct {
	n int64 // a number's units, 0 or 1 of a bool, a thing's id
	r Ref
}

// The scalars have no contents beside Value.n: their references are typed nil pointers.
type (
	noneRef   struct{}
	boolRef   struct{}
	numberRef struct{}
	thingRef  struct{}
)

// Kind implements Ref.
func (*noneRef) Kind() Kind { return KindNone }

// Kind implements Ref.
func (*boolRef) Kind() Kind { return KindBool }

// Kind implements Ref.
func (*numberRef) Kind() Kind { return KindNumber }

// Kind implements Ref.
func (*thingRef) Kind() Kind { return KindThing }

// Text is the contents of a string.
type Text struct{ s string }

// Kind implements Ref.
func (*Text) Kind() Kind { return KindString }

// None is the value of functions that return nothing.
var None = Value{r: (*noneRef)(nil)}

// Bool returns a boolean.
func Bool(b bool) Value {
	if b {
		return Value{1, (*boolRef)(nil)}
	}
	return Value{0, (*boolRef)(nil)}
}

// Number returns a number.
func Number(q fixed.Q) Value { return Value{int64(q), (*numberRef)(nil)} }

// Int returns a whole number; i is within ±MaxInt.
func Int(i int64) Value { return Value{i << fixed.Bits, (*numberRef)(nil)} }

// Thing returns the handle of a thing.
func Thing(id uint64) Value { return Value{int64(id), (*thingRef)(nil)} }

// String returns a string. It charges nothing: see Meter.NewString.
func String(s string) Value { return Value{r: &Text{s}} }

// Of returns the value that refers to r.
func Of(r Ref) Value { return Value{r: r} }

// Ref returns what v refers to, nil if v is no value.
func (v Value) Ref() Ref { return v.r }

// IsSet reports whether v is a value.
func (v Value) IsSet() bool { return v.r != nil }

// Kind returns the kind of v, which is a value.
func (v Value) Kind() Kind { return v.r.Kind() }

// IsNumber reports whether v is a number.
func (v Value) IsNumber() bool { _, ok := v.r.(*numberRef); return ok }

// IsNone reports whether v is None.
func (v Value) IsNone() bool { _, ok := v.r.(*noneRef); return ok }

// Units returns a number in units of 1/65,536.
func (v Value) Units() int64 { return v.n }

// AsInt returns a whole number, and whether v is one.
func (v Value) AsInt() (int64, bool) {
	return v.n >> fixed.Bits, v.IsNumber() && v.n&(fixed.One-1) == 0
}

// AsText returns the bytes of a string, and whether v is one.
func (v Value) AsText() (string, bool) {
	if t, ok := v.r.(*Text); ok {
		return t.s, true
	}
	return "", false
}

// AsThing returns the id of a thing, and whether v is one.
func (v Value) AsThing() (uint64, bool) { _, ok := v.r.(*thingRef); return uint64(v.n), ok }

// AsBool returns a boolean, and whether v is one.
func (v Value) AsBool() (is, ok bool) { _, ok = v.r.(*boolRef); return v.n != 0, ok }

// Truth reports whether v counts as true: all but None, False, zero, the thing zero, and what is empty.
func (v Value) Truth() bool {
	switch r := v.r.(type) {
	case *noneRef, *boolRef, *numberRef, *thingRef:
		return v.n != 0
	case *Text:
		return r.s != ""
	case *List:
		return len(r.v) > 0
	case *Tuple:
		return len(r.v) > 0
	case *Dict:
		return r.live > 0
	case *Range:
		return r.Len() > 0
	}
	return true
}

// show names a value in the words of a fault.
func show(v Value) string {
	switch r := v.r.(type) {
	case *numberRef:
		return FormatNumber(v.n)
	case *Text:
		if len(r.s) <= 32 {
			return quote(r.s)
		}
	}
	return Article(v)
}

// Article returns the kind of a value with an article, such as "a list", for the words of a fault.
func Article(v Value) string {
	if v.IsNone() {
		return "None"
	}
	return "a " + v.Kind().String()
}
