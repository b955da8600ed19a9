package matches

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
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
		r := model.MatchResult{ID: e.Room, Title: e.Title, Of: e.Seats, Held: e.Held, Full: e.Full}
		r.Engine, _ = d.engine(e.Engine)
		players := map[string]string{}
		for k := range e.Signed {
			r.Signed = append(r.Signed, e.Signed[k].Name)
			players[e.Signed[k].Seat] = e.Signed[k].Name
		}
		for _, p := range e.Players {
			players[p.Seat] = p.Name
			r.Players = append(r.Players, model.MatchLine{Name: title(p.Seat), Value: p.Name})
		}
		r.Lines = linesOf(e.Result, players)
		for _, x := range e.SentAway {
			r.Notes = append(r.Notes, d.sentAway(x.Name, x.By))
		}
		for _, name := range e.Objections {
			r.Notes = append(r.Notes, d.o.Words.Fill("note.match_objects", "name", name))
		}
		if at := e.When.Local(); !e.When.IsZero() {
			w := d.o.Words
			r.When = w.Fill("date.moment", "month", w.Get("date.month_"+strconv.Itoa(int(at.Month()))), "day", strconv.Itoa(at.Day()), "time", at.Format("15:04"))
		}
		m.Results = append(m.Results, r)
	}
}

// sentAway says who went on without a player.
func (d *Desk) sentAway(name string, by []string) string {
	return d.o.Words.Fill("note.match_sent_away", "name", name, "by", strings.Join(by, ", "))
}

// notes say what has to be known of the result of a room beside its signatures.
func (d *Desk) notes(v *rooms.View) (list []string) {
	for _, x := range v.SentAway() {
		var by []string
		for _, k := range x.By {
			by = append(by, v.Starters[k].Name)
		}
		list = append(list, d.sentAway(v.Starters[x.Seat].Name, by))
	}
	for _, x := range v.Objections {
		list = append(list, d.o.Words.Fill("note.match_objects", "name", v.Starters[x.Seat].Name))
	}
	return list
}

// resultOf returns the result of a room. Of are the players that began.
func resultOf(id string, v *rooms.View) model.MatchResult {
	r := model.MatchResult{ID: id, Title: v.Title, Held: v.Phase == room.Ended && v.Outcome.After > 0, Full: v.Full}
	if v.Outcome.After == 0 {
		return r
	}
	signed, players := map[int]bool{}, map[string]string{}
	for k := range v.Outcome.Signed {
		signed[int(v.Outcome.Signed[k].Seat)] = true
	}
	for k := range v.Starters {
		if x := &v.Starters[k]; x.Key != (room.Key{}) {
			r.Of++
			players[v.Engine.Seats[k]] = x.Name
			if signed[k] {
				r.Signed = append(r.Signed, x.Name)
			}
		}
	}
	r.Lines = linesOf(v.Outcome.Result, players)
	return r
}

// linesOf writes a result, which is JSON of the engine, as lines: the winner first, then in the order in
// which the engine wrote them. Seats are shown with the names of their players.
func linesOf(result []byte, players map[string]string) (lines []model.MatchLine) {
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
				lines = append(lines, model.MatchLine{Name: strings.TrimSuffix(title(name), "s") + " " + strconv.Itoa(k+1), Value: valueWords(x, players)})
			}
			continue
		}
		line := model.MatchLine{Name: title(name), Value: valueWords(v, players)}
		if name == "winner" {
			lines = append([]model.MatchLine{line}, lines...)
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// valueWords writes a value of a result.
func valueWords(v any, players map[string]string) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "✓"
		}
	case string:
		if name := players[v]; name != "" {
			return name + " (" + spaced(v) + ")"
		}
		if v != "" {
			return spaced(v)
		}
	case json.Number:
		return v.String()
	case []any:
		if len(v) == 0 {
			break
		}
		var list []string
		for _, x := range v {
			list = append(list, valueWords(x, players))
		}
		return strings.Join(list, ", ")
	case map[string]any:
		return objectWords(v, players)
	}
	return "–"
}

// objectWords writes an object: whom it is about first, and then its numbers with their names.
func objectWords(v map[string]any, players map[string]string) string {
	var first, list []string
	for _, key := range slices.Sorted(maps.Keys(v)) {
		words := valueWords(v[key], players)
		switch {
		case key == "seat" || key == "name":
			first = append(first, words)
		case players[key] != "":
			list = append(list, players[key]+" "+words)
		default:
			list = append(list, spaced(key)+" "+words)
		}
	}
	return strings.Join(append(first, list...), ", ")
}

// spaced writes a name of a maker without hyphens and underscores.
func spaced(s string) string { return strings.NewReplacer("_", " ", "-", " ").Replace(s) }

// title writes a key as the name of a line: most_goals becomes Most goals.
func title(key string) string {
	key = spaced(key)
	if key == "" {
		return key
	}
	return strings.ToUpper(key[:1]) + key[1:]
}
