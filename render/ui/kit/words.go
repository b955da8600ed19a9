package kit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"manyhold/input"
)

// ButtonName returns the name of a button in a language.
func ButtonName(w *Words, b input.Button) string {
	if key := "button." + strings.ToLower(b.String()); w.Has(key) {
		return w.Get(key)
	}
	return b.Label()
}

// Words is a table of the words on the screen, by keys such as "title.play".
type Words struct{ Table map[string]string }

// ParseWords reads a table of words: TOML whose tables hold strings only, such as assets.Words.
func ParseWords(data []byte) (*Words, error) {
	var tree map[string]map[string]string
	if err := toml.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	w := &Words{Table: map[string]string{}}
	for group, entries := range tree {
		for key, text := range entries {
			w.Table[group+"."+key] = text
		}
	}
	return w, nil
}

// Over adds the words missing from w from base, and returns w.
func (w *Words) Over(base *Words) *Words {
	for key, text := range base.Table {
		if _, have := w.Table[key]; !have {
			w.Table[key] = text
		}
	}
	return w
}

// Lacks lists the faults of w as a translation of base: missing keys, unknown keys, and keys with other
// braces; in ascending order.
func (w *Words) Lacks(base *Words) (wrong []string) {
	for _, key := range slices.Sorted(maps.Keys(base.Table)) {
		text, have := w.Table[key]
		switch {
		case !have:
			wrong = append(wrong, key+" is missing")
		case !slices.Equal(braces(text), braces(base.Table[key])):
			wrong = append(wrong, fmt.Sprintf("%s has the braces %v, not %v", key, braces(text), braces(base.Table[key])))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w.Table)) {
		if _, have := base.Table[key]; !have {
			wrong = append(wrong, key+" is not a key of the game")
		}
	}
	return wrong
}

// braces returns the names in braces in a text, each once, in ascending order.
func braces(text string) []string {
	var all []string
	for {
		_, rest, ok := strings.Cut(text, "{")
		name, rest, end := strings.Cut(rest, "}")
		if !ok || !end {
			slices.Sort(all)
			return slices.Compact(all)
		}
		all, text = append(all, name), rest
	}
}

// Has reports whether there are words for key.
func (w *Words) Has(key string) bool { return w.Table[key] != "" }

// Get returns the words of key, or the key itself so that a missing entry is seen and not hidden.
func (w *Words) Get(key string) string {
	if text, ok := w.Table[key]; ok {
		return text
	}
	return key
}

// Fill returns the words of key with its braces replaced: pairs are names and values in turn.
func (w *Words) Fill(key string, pairs ...string) string {
	text := w.Get(key)
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		name, after, end := strings.Cut(rest, "}")
		out.WriteString(before)
		if !ok || !end {
			out.WriteString(text[len(before):])
			return out.String()
		}
		value := "{" + name + "}"
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				value = pairs[i+1] // as it is: braces in a name are no braces of ours
			}
		}
		out.WriteString(value)
		text = after
	}
}

type fillKey struct{ key, a, b string }

// Say returns the words of key.
func (u *Speech) Say(key string) string { return u.Words.Get(key) }

// Say1 returns the words of key with one name replaced, kept for the next frame.
func (u *Speech) Say1(key, name, value string) string { return u.Say2(key, name, value, "", "") }

// Say2 returns the words of key with two names replaced, kept for the next frame.
func (u *Speech) Say2(key, name, value, name2, value2 string) string {
	k := fillKey{key, value, value2}
	if s, ok := u.Fills[k]; ok {
		return s
	}
	if len(u.Fills) >= memoMost {
		clear(u.Fills)
	}
	s := u.Words.Fill(key, name, value, name2, value2)
	u.Fills[k] = s
	return s
}

// ByDevice returns one of three keys of words, by what the player has in hand: the mouse with the keyboard,
// the keyboard alone, or a pad.
func (u *Context) ByDevice(mouse, keys, pad string) string {
	return [...]string{input.Mouse: mouse, input.Keys: keys, input.Pad: pad}[u.In.Device]
}

// Count returns the words for a number of things: those of key+"_one" for one.
func (u *Speech) Count(key string, n int) string {
	if n == 1 {
		return u.Say(key + "_one")
	}
	return u.Say1(key, "n", Itoa(n))
}

// Itoa returns n in digits, without garbage for small n.
func Itoa(n int) string {
	if n >= 0 && n < len(smallNumbers) {
		return smallNumbers[n]
	}
	return strconv.Itoa(n)
}

var smallNumbers = func() (list [256]string) {
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}()
