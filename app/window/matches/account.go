package matches

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/usage"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// account writes results, which are JSON of engines, for people. Players are the names of those on seats.
type account struct {
	words   *kit.Words
	players map[string]string
	say     func(name string) string // gives a name of the engine in words
}

// none stands for a value that says nothing: no seat, an empty list, a thing that was not so.
const none = "–"

// lines writes a result as lines: the winner and what decided it first, then in the order in which the engine
// wrote them. Lines that say nothing are left out. Seats are shown with the names of their players.
func (a account) lines(result []byte) (lines []model.MatchLine) {
	d := json.NewDecoder(bytes.NewReader(result))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return []model.MatchLine{{Value: strings.TrimSpace(string(result))}}
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			break
		}
		var v any
		if d.Decode(&v) != nil {
			break
		}
		name, _ := key.(string)
		if list, ok := v.([]any); ok && len(list) > 0 && isObject(list[0]) { // places, one a line
			for k, x := range list {
				lines = append(lines, model.MatchLine{Name: strings.TrimSuffix(a.label(name), "s") + " " + strconv.Itoa(k+1), Value: a.value(x)})
			}
			continue
		}
		line := model.MatchLine{Name: a.label(name), Value: a.value(v)}
		if name == "winner" && line.Value == none {
			line.Value = a.words.Get("engine.result_draw")
		}
		if line.Value != none {
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(x, y model.MatchLine) int { return cmp.Compare(a.place(x.Name), a.place(y.Name)) })
	return lines
}

// first are the keys of what decides a match: they come before what else happened in it.
var first = []string{"winner", "score", "points", "sheep", "places"}

// place returns where a line of a name comes.
func (a account) place(name string) int {
	for k, key := range first {
		if strings.HasPrefix(name, strings.TrimSuffix(a.label(key), "s")) {
			return k
		}
	}
	return len(first)
}

// label returns what a key is called: the engines of the program have words for theirs.
func (a account) label(key string) string {
	if say := "engine.result_" + key; a.words.Has(say) {
		return a.words.Get(say)
	}
	return title(a.say(key))
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// value writes a value of a result.
func (a account) value(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "✓"
		}
	case string:
		if name := a.players[v]; name != "" {
			return name + " (" + title(a.say(v)) + ")"
		}
		if v != "" {
			return title(a.say(v))
		}
	case json.Number:
		return v.String()
	case []any:
		if len(v) == 0 {
			break
		}
		var list []string
		for _, x := range v {
			list = append(list, a.value(x))
		}
		return strings.Join(list, ", ")
	case map[string]any:
		return a.object(v)
	}
	return none
}

// object writes an object: its player or name first, and then its numbers with their names.
func (a account) object(v map[string]any) string {
	var first, list []string
	for _, key := range slices.Sorted(maps.Keys(v)) {
		words := a.value(v[key])
		switch {
		case key == "seat" || key == "name":
			first = append(first, words)
		case a.players[key] != "":
			list = append(list, a.players[key]+" "+words)
		case words != none:
			list = append(list, a.label(key)+" "+words)
		}
	}
	return strings.Join(append(first, list...), ", ")
}

// spaced writes a name of a maker without hyphens and underscores.
var spaced = strings.NewReplacer("_", " ", "-", " ")

// title writes a key as the name of a line: most_goals becomes Most goals.
func title(key string) string { return usage.Capital(spaced.Replace(key)) }
