package matches

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"manyhold/app/rooms"
	"manyhold/net/room"
	"manyhold/render/ui/model"
)

// fillResults shows the results that the node knows.
func (d *Desk) fillResults(m *model.Matches) {
	if d.o.Results == nil {
		return
	}
	for _, e := range d.o.Results() {
		r := model.MatchResult{ID: e.Room, Title: e.Title, Lines: linesOf(e.Result), Of: e.Seats, Held: e.Held}
		r.Engine, _ = d.engine(e.Engine)
		for k := range e.Signed {
			r.Signed = append(r.Signed, e.Signed[k].Name)
		}
		m.Results = append(m.Results, r)
	}
}

// resultOf returns the result of a room. Of are the players that are there at the end, and those that have
// signed.
func resultOf(id string, v *rooms.View) model.MatchResult {
	r := model.MatchResult{ID: id, Title: v.Title, Held: v.Phase == room.Ended && v.Outcome.After > 0}
	if v.Outcome.After == 0 {
		return r
	}
	r.Lines = linesOf(v.Outcome.Result)
	signed := map[int]bool{}
	for k := range v.Outcome.Signed {
		signed[int(v.Outcome.Signed[k].Seat)] = true
	}
	for k := range v.Seats {
		if x := &v.Seats[k]; x.Taken() {
			r.Of++
			if signed[k] {
				r.Signed = append(r.Signed, x.Name)
			}
		}
	}
	return r
}

// linesOf writes a result, which is JSON of the engine, as lines: the winner first, then in the order in
// which the engine wrote them.
func linesOf(result []byte) (lines []model.MatchLine) {
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
		line := model.MatchLine{Name: title(name), Value: valueWords(v)}
		if name == "winner" {
			lines = append([]model.MatchLine{line}, lines...)
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

// valueWords writes a value of a result.
func valueWords(v any) string {
	switch v := v.(type) {
	case nil:
		return "–"
	case bool:
		if v {
			return "✓"
		}
		return "–"
	case string:
		return v
	case json.Number:
		return v.String()
	case []any:
		var list []string
		for _, x := range v {
			list = append(list, valueWords(x))
		}
		return strings.Join(list, ", ")
	case map[string]any:
		var list []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list = append(list, strings.ReplaceAll(key, "_", " ")+" "+valueWords(v[key]))
		}
		return strings.Join(list, ", ")
	}
	return ""
}

// title writes a key as the name of a line: most_goals becomes Most goals.
func title(key string) string {
	key = strings.ReplaceAll(key, "_", " ")
	if key == "" {
		return key
	}
	return strings.ToUpper(key[:1]) + key[1:]
}
