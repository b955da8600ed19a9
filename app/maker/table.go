package maker

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
)

// maxNumber bounds the numbers of blueprint.toml, so that each fraction of a world's number can be written
// there.
const maxNumber = 1 << 36

// place is a line and a column, from 1 on.
type place struct{ line, column int }

// document is blueprint.toml as it is read: its tables, where its keys are, and what is wrong with it.
type document struct {
	file   string
	places map[string]place
	wrong  *problem.List
}

// table is a table of the document.
type table struct {
	*document
	path  string // "", or that of the table with a dot behind
	all   map[string]any
	known []string // keys that were asked for
}

// parse reads the text of a file. It is nil when the text is no TOML.
func parse(file, text string, wrong *problem.List) *table {
	all := map[string]any{}
	if _, err := toml.Decode(text, &all); err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			wrong.Add(file, pe.Position.Line, pe.Position.Col, "%s", remedy(pe.Message))
		} else {
			wrong.Add(file, 1, 1, "%s", strings.TrimPrefix(err.Error(), "toml: "))
		}
		return nil
	}
	return &table{&document{file, placesOf(text), wrong}, "", all, nil}
}

// remedy says what to do about what the reader of TOML says.
func remedy(message string) string {
	if found, is := strings.CutPrefix(message, "expected value but found "); is {
		found, _ = strings.CutSuffix(found, " instead")
		return found + " is no value; write a text in quotes, a number, true or false, or a list in [ ]"
	}
	return message
}

// placesOf finds the keys and tables of a document that is valid. The key of an element of an array of tables
// has the element's number: prop.0.label.
func placesOf(text string) map[string]place {
	found := map[string]place{}
	count := map[string]int{}
	prefix, end := "", "" // end: what ends a string of several lines
	for n, line := range strings.Split(text, "\n") {
		if end != "" {
			if strings.Contains(line, end) {
				end = ""
			}
			continue
		}
		words := strings.TrimSpace(line)
		at := place{n + 1, strings.Index(line, words) + 1}
		if head, _, ok := strings.Cut(words, "]"); ok && strings.HasPrefix(head, "[") && !strings.Contains(head, ",") {
			name := strings.Trim(head, "[ \"'")
			if strings.HasPrefix(words, "[[") {
				found[name], count[name] = at, count[name]+1
				name += "." + strconv.Itoa(count[name]-1)
			}
			found[name], prefix = at, name+"."
			continue
		}
		key, value, ok := strings.Cut(words, "=")
		if !ok {
			continue
		}
		key = strings.Trim(strings.TrimSpace(key), "\"'")
		if _, twice := found[prefix+key]; !twice {
			found[prefix+key] = at
		}
		for _, q := range []string{`"""`, `'''`} {
			if strings.Count(value, q) == 1 {
				end = q
			}
		}
	}
	return found
}

// at returns the place of a key; of one that is not there, that of its table.
func (t *table) at(key string) place {
	for _, p := range []string{t.path + key, strings.TrimSuffix(t.path, ".")} {
		if at, ok := t.places[p]; ok {
			return at
		}
	}
	return place{1, 1}
}

// bad reports what is wrong with the value of a key.
func (t *table) bad(key, format string, a ...any) {
	at := t.at(key)
	t.wrong.Add(t.file, at.line, at.column, format, a...)
}

func (t *table) get(key string) (v any, ok bool) {
	t.known = append(t.known, key)
	v, ok = t.all[key]
	return v, ok
}

// has reports whether a key is there.
func (t *table) has(key string) bool { _, ok := t.all[key]; return ok }

// text reads a text of at most most bytes, "" if there is none.
func (t *table) text(key string, most int) string {
	v, ok := t.get(key)
	s, is := v.(string)
	switch {
	case !ok:
	case !is:
		t.bad(key, "%s must be a text; write %s = \"…\"", key, key)
	case !blueprint.IsText(s, most, false):
		t.bad(key, "%s must be one line of at most %d bytes without control characters", key, most)
	default:
		return s
	}
	return ""
}

// number reads a number of a range, otherwise if there is none.
func (t *table) number(key string, least, most, otherwise float64) fixed.Q {
	v, ok := t.get(key)
	n := otherwise
	switch x := v.(type) {
	case int64:
		n = float64(x)
	case float64:
		n = x
	default:
		if ok {
			t.bad(key, "%s must be a number, without quotes", key)
		}
		ok = false
	}
	if ok && !(n >= least && n <= most) {
		t.bad(key, "%s is %v; it must be from %v to %v", key, n, least, most)
		n = otherwise
	}
	return fixed.Q(math.Round(n * fixed.One))
}

// whole reads a whole number of a range, 0 if there is none.
func (t *table) whole(key string, least, most int) int {
	q := t.number(key, float64(least), float64(most), 0)
	if q%fixed.One != 0 {
		t.bad(key, "%s must be a whole number", key)
	}
	return int(q.Floor())
}

// truth reads a true or false, false if there is none.
func (t *table) truth(key string) bool {
	v, ok := t.get(key)
	b, is := v.(bool)
	if ok && !is {
		t.bad(key, "%s must be true or false, without quotes", key)
	}
	return b
}

// texts reads a list of texts.
func (t *table) texts(key string) (list []string) {
	v, ok := t.get(key)
	if !ok {
		return nil
	}
	all, is := v.([]any)
	for _, x := range all {
		s, text := x.(string)
		is = is && text
		list = append(list, s)
	}
	if !is {
		t.bad(key, "%s must be a list of texts, such as %s = [\"one\", \"two\"]", key, key)
		return nil
	}
	return list
}

// table reads a table, an empty one if there is none.
func (t *table) table(key string) *table {
	v, ok := t.get(key)
	all, is := v.(map[string]any)
	if ok && !is {
		t.bad(key, "%s must be a table; begin it with a line [%s]", key, key)
	}
	return &table{t.document, t.path + key + ".", all, nil}
}

// tables reads an array of at most most tables.
func (t *table) tables(key string, most int) (list []*table) {
	v, ok := t.get(key)
	all, is := v.([]map[string]any)
	if ok && !is {
		t.bad(key, "begin each %s with a line [[%s]]", key, key)
	}
	for k, m := range all {
		e := &table{t.document, t.path + key + "." + strconv.Itoa(k) + ".", m, nil}
		if k == most {
			e.bad("", "there are %d of %s; at most %d are allowed", len(all), key, most)
			break
		}
		list = append(list, e)
	}
	return list
}

// topKeys are the keys that stand above all tables.
var topKeys = []string{"title", "about", "licence", "author", "by", "label", "light", "sound", "sprite", "flags"}

// finish reports the keys that nobody asked for.
func (t *table) finish() {
	for _, key := range slices.Sorted(maps.Keys(t.all)) {
		if slices.Contains(t.known, key) {
			continue
		}
		advice := problem.Nearest(key, t.known)
		if t.path != "" && slices.Contains(topKeys, key) {
			advice = "; move it above the first line in brackets"
		}
		t.bad(key, "there is no %s here%s", key, advice)
	}
}
