package match

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/script"
	"manyhold/game/script/star/value"
)

// A configuration is a JSON object with the keys of settings: texts, numbers, true and false. A setting that
// it does not name has the default. The empty configuration has all defaults. The room carries it as bytes,
// at most MaxConfig.

// MaxConfig is the most bytes of a configuration.
const MaxConfig = 4096

// maxNeeds is the most bytes of options that an error lists.
const maxNeeds = 64

// Settle reads a configuration, and returns the value of each setting. An unknown key and a value that does
// not fit are errors with words for people.
func (p *Package) Settle(config []byte) ([]blueprint.Value, error) {
	values := make([]blueprint.Value, len(p.Settings))
	for k := range p.Settings {
		values[k] = p.Settings[k].Default
	}
	if len(config) == 0 {
		return values, nil
	}
	if len(config) > MaxConfig {
		return nil, fmt.Errorf("a configuration has at most %d bytes", MaxConfig)
	}
	r := reader{rest: string(config)}
	var seen [MaxSettings]bool
	r.object(func(key string) {
		for k := range p.Settings {
			if s := &p.Settings[k]; s.Key == key {
				v, ok := r.scalar(s.Field)
				switch {
				case r.wrong != nil:
				case !ok || !s.Fits(v):
					r.fail("the setting %s needs %s", key, needs(&s.Prop))
				case seen[k]:
					r.fail("the setting %s is there twice", key)
				}
				values[k], seen[k] = v, true
				return
			}
		}
		r.fail("there is no setting %s", quoted(key))
	})
	if r.space(); r.wrong == nil && r.rest != "" {
		r.fail("something follows the configuration")
	}
	if r.wrong != nil {
		return nil, r.wrong
	}
	return values, nil
}

// needs says in words which values a setting can have.
func needs(p *blueprint.Prop) string {
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		return "a number from " + value.FormatNumber(int64(p.Min)) + " to " + value.FormatNumber(int64(p.Max))
	case blueprint.Toggle:
		return "true or false"
	case blueprint.Colour:
		return fmt.Sprintf("the number of a colour, 0 to %d", blueprint.Colours-1)
	case blueprint.Choice:
		if all := strings.Join(p.Options, ", "); len(all) <= maxNeeds {
			return "one of " + all
		}
		return "one of its options"
	}
	return fmt.Sprintf("a text of at most %d bytes", blueprint.MaxText)
}

// Configure returns the configuration with these values, in its one spelling: all settings in their order.
func (p *Package) Configure(values []blueprint.Value) []byte {
	b := []byte{'{'}
	for k := range p.Settings {
		if k > 0 {
			b = append(b, ',')
		}
		b = append(script.AppendJSON(b, p.Settings[k].Key), ':')
		switch v := values[k]; p.Settings[k].Field {
		case blueprint.Toggle:
			b = strconv.AppendBool(b, v.Number != 0)
		case blueprint.Number, blueprint.Range, blueprint.Colour:
			b = append(b, value.FormatNumber(int64(v.Number))...)
		default:
			b = script.AppendJSON(b, v.Text)
		}
	}
	return append(b, '}')
}

// dict returns the values as a script has them.
func (p *Package) dict(values []blueprint.Value) value.Value {
	var m value.Meter
	m.Begin(script.BeginLimits)
	d := value.NewDict(&m)
	for k := range p.Settings {
		v := value.String(values[k].Text)
		switch p.Settings[k].Field {
		case blueprint.Toggle:
			v = value.Bool(values[k].Number != 0)
		case blueprint.Number, blueprint.Range, blueprint.Colour:
			v = value.Number(values[k].Number)
		}
		d.Put(&m, value.String(p.Settings[k].Key), v)
	}
	v := value.Of(d)
	value.Freeze(v)
	return v
}

// bots reports whether bots play for seats without a player.
func (p *Package) bots(values []blueprint.Value) bool {
	for k := range p.Settings {
		if p.Settings[k].Key == BotsKey {
			return p.Bot != "" && values[k].Number != 0
		}
	}
	return p.Bot != ""
}

func quoted(s string) string { return strconv.Quote(s[:min(len(s), 32)]) }

// reader reads the little JSON of a configuration.
type reader struct {
	rest  string
	wrong error
}

func (r *reader) fail(format string, a ...any) {
	if r.wrong == nil {
		r.wrong = fmt.Errorf(format, a...)
	}
	r.rest = ""
}

func (r *reader) space() { r.rest = strings.TrimLeft(r.rest, " \t\r\n") }

// next takes a character, if it is the next one.
func (r *reader) next(c byte) bool {
	if r.space(); r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// object reads an object, and calls member to read the value of each key.
func (r *reader) object(member func(key string)) {
	if !r.next('{') {
		r.fail("a configuration is a JSON object, such as {\"bots\": true}")
		return
	}
	if r.next('}') {
		return
	}
	for r.wrong == nil {
		r.space()
		key := r.text()
		if !r.next(':') {
			r.fail("a colon is missing behind %s", quoted(key))
			return
		}
		member(key)
		if r.next('}') {
			return
		}
		if !r.next(',') {
			r.fail("a comma is missing behind the value of %s", quoted(key))
		}
	}
}

// scalar reads a value for a field. ok is false for one of another kind.
func (r *reader) scalar(f blueprint.Field) (v blueprint.Value, ok bool) {
	r.space()
	switch {
	case r.rest == "":
		r.fail("the configuration ends too soon")
		return v, false
	case r.rest[0] == '"':
		v.Text = r.text()
		return v, f == blueprint.Line || f == blueprint.Lines || f == blueprint.Choice
	case strings.HasPrefix(r.rest, "true"):
		r.rest, v.Number = r.rest[4:], fixed.One
		return v, f == blueprint.Toggle
	case strings.HasPrefix(r.rest, "false"):
		r.rest = r.rest[5:]
		return v, f == blueprint.Toggle
	}
	n := 0
	for n < len(r.rest) && strings.IndexByte("+-0123456789.eE", r.rest[n]) >= 0 {
		n++
	}
	word := r.rest[:n]
	r.rest = r.rest[n:]
	q, is := number(word)
	if !is {
		r.fail("%s is no number that can be had here", quoted(word))
	}
	v.Number = q
	return v, f == blueprint.Number || f == blueprint.Range || f == blueprint.Colour
}

// number reads a decimal number with up to nine digits before the point and after it.
func number(s string) (q fixed.Q, ok bool) {
	body, minus := strings.CutPrefix(s, "-")
	whole, part, point := strings.Cut(body, ".")
	if !digits(whole) || point && !digits(part) || len(whole) > 1 && whole[0] == '0' {
		return 0, false
	}
	n, _ := strconv.ParseInt(whole, 10, 64)
	q = fixed.Q(n) << fixed.Bits
	if point {
		n, _ = strconv.ParseInt(part, 10, 64)
		scale := int64(1)
		for range len(part) {
			scale *= 10
		}
		q += fixed.Q((n<<fixed.Bits + scale/2) / scale)
	}
	if minus {
		q = -q
	}
	return q, true
}

// digits reports whether a text is one to nine digits.
func digits(s string) bool {
	if s == "" || len(s) > 9 {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// text reads a text in quotes.
func (r *reader) text() string {
	if r.rest == "" || r.rest[0] != '"' {
		r.fail("a text in quotes is missing")
		return ""
	}
	var b []byte
	for k := 1; k < len(r.rest); k++ {
		switch c := r.rest[k]; {
		case c == '"':
			r.rest = r.rest[k+1:]
			if !utf8.Valid(b) {
				r.fail("a text is no UTF-8")
			}
			return string(b)
		case c < ' ':
			r.fail("a text has a control character")
			return ""
		case c != '\\':
			b = append(b, c)
		case k+1 < len(r.rest) && strings.IndexByte(`"\/`, r.rest[k+1]) >= 0:
			b = append(b, r.rest[k+1])
			k++
		case k+1 < len(r.rest) && r.rest[k+1] == 'n':
			b = append(b, '\n')
			k++
		case k+5 < len(r.rest) && r.rest[k+1] == 'u':
			n, err := strconv.ParseUint(r.rest[k+2:k+6], 16, 16)
			if err != nil || n >= 0xd800 && n < 0xe000 {
				r.fail("a text has a broken escape")
				return ""
			}
			b = utf8.AppendRune(b, rune(n))
			k += 5
		default:
			r.fail("a text has a broken escape")
			return ""
		}
	}
	r.fail("a text does not end")
	return ""
}
