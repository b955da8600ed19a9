package script

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// A result is JSON with one spelling for each value: no spaces, the keys of objects in ascending order,
// numbers with the fewest digits. A player is the name of its seat.

// maxNested is how deeply the parts of a result may be nested.
const maxNested = 8

// json returns a value as a result has it.
func (r *run) json(c *star.Call, v value.Value) []byte {
	return r.appendJSON(c, nil, v, 0)
}

func (r *run) appendJSON(c *star.Call, dst []byte, v value.Value, depth int) []byte {
	c.Charge(2)
	if len(dst) > MaxResult || depth > maxNested {
		c.Refuse("a result has at most %d bytes, nested %d deep; shorten it", MaxResult, maxNested)
	}
	if d, is := v.Ref().(*value.Dict); is {
		return r.appendObject(c, dst, d, depth)
	}
	if list, is := value.Elements(v); is {
		dst = append(dst, '[')
		for k, e := range list {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = r.appendJSON(c, dst, e, depth+1)
		}
		return r.bounded(c, append(dst, ']'))
	}
	if id, is := v.AsThing(); is {
		return r.bounded(c, appendText(dst, r.seatName(id)))
	}
	if text, is := v.AsText(); is {
		return r.bounded(c, appendText(dst, text))
	}
	switch yes, is := v.AsBool(); {
	case is:
		return strconv.AppendBool(dst, yes)
	case v.IsNumber():
		return append(dst, value.FormatNumber(v.Units())...)
	case v.IsNone():
		return append(dst, "null"...)
	}
	c.Refuse("a result holds None, booleans, numbers, texts, players, lists and dicts; leave the function out")
	return nil
}

// bounded ends the run if a result is too long.
func (r *run) bounded(c *star.Call, b []byte) []byte {
	if len(b) > MaxResult {
		c.Refuse("a result has at most %d bytes; shorten it", MaxResult)
	}
	return b
}

// seatName names a player by its seat, others by nothing.
func (r *run) seatName(id uint64) string {
	for _, s := range r.court().Seats {
		if PlayerID(s.Key) == id {
			return s.Name
		}
	}
	return ""
}

func (r *run) appendObject(c *star.Call, dst []byte, d *value.Dict, depth int) []byte {
	type member struct {
		key string
		is  value.Value
	}
	var list []member
	d.Each(func(k, v value.Value) bool {
		key, text := k.AsText()
		if id, is := k.AsThing(); is {
			key, text = r.seatName(id), true
		}
		if !text {
			c.Refuse("the keys of a result are texts or players; use str")
		}
		list = append(list, member{key, v})
		return true
	})
	slices.SortStableFunc(list, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	dst = append(dst, '{')
	for k, m := range list {
		if k > 0 {
			if list[k-1].key == m.key {
				c.Refuse("the key %q is in the result twice", m.key)
			}
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, m.key), ':')
		dst = r.appendJSON(c, dst, m.is, depth+1)
	}
	return r.bounded(c, append(dst, '}'))
}

// AppendJSON appends a text as JSON, in its one spelling.
func AppendJSON(dst []byte, s string) []byte { return appendText(dst, s) }

// appendText appends a text as JSON. Bytes that are no UTF-8 become the replacement character.
func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', byte(c))
		case c < ' ' || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029:
			const digits = "0123456789abcdef"
			dst = append(dst, '\\', 'u', digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15])
		default:
			dst = utf8.AppendRune(dst, c)
		}
	}
	return append(dst, '"')
}
