package maker

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/render/palette"
)

// ParseValue reads the value of a property as people type it: a number, yes or no, one of the options, a
// text, or for a colour its letter in sprite texts or its number. The error says what can be typed.
func ParseValue(p *blueprint.Prop, text string) (v blueprint.Value, err error) {
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(n) <= maxNumber) {
			return v, fmt.Errorf("%q is no number", text)
		}
		v.Number = fixed.Q(math.Round(n * fixed.One))
	case blueprint.Toggle:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			v.Number = fixed.One
		case "false", "no", "off", "0":
		default:
			return v, fmt.Errorf("%q is neither yes nor no", text)
		}
	case blueprint.Colour:
		n, err := colour(text)
		if err != nil {
			return v, err
		}
		v.Number = fixed.Q(n) * fixed.One
	case blueprint.Button:
		if text != "" {
			return v, errors.New("a button has no value; write nothing behind the =, and it is pressed")
		}
	default:
		v.Text = text
	}
	if !p.Fits(v) {
		return v, fmt.Errorf("%q does not fit: %s", text, wanted(p))
	}
	return v, nil
}

// colour reads a colour: the letter of a sprite text, or a number of two digits or after a hash.
func colour(text string) (palette.Index, error) {
	if len(text) == 1 {
		if i, ok := palette.ByRune(rune(text[0])); ok {
			return i, nil
		}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(text, "#")); err == nil && n >= 0 && n < int(palette.Count) {
		return palette.Index(n), nil
	}
	return 0, fmt.Errorf("%q is no colour; use one of the letters %s", text, palette.Runes)
}

// FormatValue writes a value as ParseValue reads it.
func FormatValue(p *blueprint.Prop, v blueprint.Value) string {
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		return number(v.Number)
	case blueprint.Toggle:
		return strconv.FormatBool(v.Number != 0)
	case blueprint.Colour:
		return string(palette.Runes[min(max(v.Number.Floor(), 0), int64(palette.Count)-1)])
	}
	return v.Text
}

// number writes a number of the world in decimals, without loss up to maxNumber.
func number(q fixed.Q) string {
	return strconv.FormatFloat(float64(q)/fixed.One, 'f', -1, 64)
}

// wanted says which values a property can have.
func wanted(p *blueprint.Prop) string {
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		return fmt.Sprintf("from %s to %s", number(p.Min), number(p.Max))
	case blueprint.Choice:
		return "one of " + strings.Join(p.Options, ", ")
	}
	return fmt.Sprintf("a text of at most %d bytes", blueprint.MaxText)
}
