package blueprint

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/fixed"
)

// Field is the kind of a property: how the inspector shows it, and which values it has. The numbers are
// stored: fields are only appended.
type Field uint8

// The fields.
const (
	Line       Field = iota // a line of text
	Lines                   // several lines
	Number                  // a number from Min to Max in steps of Step
	Range                   // likewise, by a slider
	Toggle                  // yes or no
	Choice                  // one of Options
	Colour                  // a colour of the palette: a number
	File                    // the name of one of the blueprint's assets
	Button                  // no value: a press is an event of the script
	FieldCount              // how many there are
)

var fieldNames = [FieldCount]string{"text", "lines", "number", "range", "toggle", "choice", "colour", "file", "button"}

// String returns the field in a word, as blueprint.toml names it.
func (f Field) String() string {
	if f >= FieldCount {
		return "unknown"
	}
	return fieldNames[f]
}

// Value is the value of a property. Which of its fields counts, the property's Field says.
type Value struct {
	Number fixed.Q // of Number, Range and Colour; of Toggle: One or 0
	Text   string  // of the others
}

// Prop is a property: a value that each thing of the blueprint has for itself.
type Prop struct {
	Key            string // letters, digits and underscores: the script reads prop("key")
	Label          string // for people; "": the key
	Field          Field
	Default        Value
	Min, Max, Step fixed.Q  // of Number and Range
	Options        []string // of Choice
}

// Setting is the value that a thing has for a property, where it is not the default.
type Setting struct {
	Key   string
	Value Value
}

// isText reports whether the text of a value counts, isNumber whether its number does.
func (f Field) isText() bool   { return f == Line || f == Lines || f == Choice || f == File }
func (f Field) isNumber() bool { return f == Number || f == Range || f == Toggle || f == Colour }

// Fits reports whether a property can have a value.
func (p *Prop) Fits(v Value) bool {
	switch p.Field {
	case Line, Lines, File:
		return v.Number == 0 && IsText(v.Text, MaxText, p.Field == Lines)
	case Number, Range:
		return v.Text == "" && v.Number >= p.Min && v.Number <= p.Max
	case Toggle:
		return v.Text == "" && (v.Number == 0 || v.Number == fixed.One)
	case Colour:
		return v.Text == "" && v.Number >= 0 && v.Number < Colours*fixed.One && v.Number%fixed.One == 0
	case Choice:
		return v.Number == 0 && slices.Contains(p.Options, v.Text)
	}
	return v == Value{}
}

// Prop returns the property of a key, nil if there is none.
func (b *Blueprint) Prop(key string) *Prop {
	for k := range b.Props {
		if b.Props[k].Key == key {
			return &b.Props[k]
		}
	}
	return nil
}

// valid reports whether a blueprint can have this property.
func (p *Prop) valid() bool {
	if !IsKey(p.Key) || !IsText(p.Label, MaxLabel, false) || p.Field >= FieldCount {
		return false
	}
	if ranged := p.Field == Number || p.Field == Range; ranged && (p.Min > p.Max || p.Step < 0) || !ranged && p.Min|p.Max|p.Step != 0 {
		return false
	}
	if len(p.Options) > MaxOptions || (len(p.Options) > 0) != (p.Field == Choice) {
		return false
	}
	for k, o := range p.Options {
		if o == "" || !IsText(o, MaxLabel, false) || slices.Contains(p.Options[:k], o) {
			return false
		}
	}
	return p.Fits(p.Default)
}

// AppendValue appends a value of a property of that field.
func AppendValue(dst []byte, f Field, v Value) []byte {
	switch {
	case f.isText():
		return codec.Text(dst, v.Text)
	case f.isNumber():
		return codec.Varint(dst, int64(v.Number))
	}
	return dst
}

// ReadValue reads the bytes of AppendValue.
func ReadValue(c *codec.Cursor, f Field) (v Value) {
	switch {
	case f.isText():
		v.Text = string(c.Blob(MaxText))
	case f.isNumber():
		v.Number = fixed.Q(c.Varint())
	}
	return v
}
