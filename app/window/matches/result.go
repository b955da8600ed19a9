package matches

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/rooms"
	"manyhold/app/rooms/results"
	"manyhold/game/match"
	"manyhold/net/room"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// fillResults shows the results that the node knows.
func (d *Desk) fillResults(m *model.Matches) {
	if d.o.Results == nil {
		return
	}
	list := d.o.Results()
	if n := len(list) - len(d.written); n > 0 {
		d.written = append(d.written, make([]written, n)...)
	}
	for k := range list {
		e := &list[k]
		r := model.MatchResult{ID: e.Room, Title: e.Title, Of: e.Seats, Held: e.Held, Full: e.Full}
		r.Engine, _ = d.engine(e.Engine)
		for k := range e.Signed {
			r.Signed = append(r.Signed, e.Signed[k].Name)
		}
		r.Lines, r.Players = d.written[k].of(d.o.Words, e, d.titles[e.Engine], namesOf(d.o.Words, d.titles[e.Engine]))
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

// written is a result and its players as lines. An entry is written again only when it is another one: the
// board is filled in each tick.
type written struct {
	from           results.Entry
	engine         *match.Package // nil while it is not known
	lines, players []model.MatchLine
}

// of returns the lines of an entry; say gives a name of the engine in words.
func (w *written) of(words *kit.Words, e *results.Entry, p *match.Package, say func(string) string) (lines, players []model.MatchLine) {
	if o := &w.from; w.lines != nil && w.engine == p && bytes.Equal(o.Result, e.Result) && slices.Equal(o.Signed, e.Signed) && slices.Equal(o.Players, e.Players) {
		return w.lines, w.players
	}
	names := map[string]string{}
	for k := range e.Signed {
		names[e.Signed[k].Seat] = e.Signed[k].Name
	}
	*w = written{from: *e, engine: p}
	for _, p := range e.Players {
		names[p.Seat] = p.Name
		w.players = append(w.players, model.MatchLine{Name: title(say(p.Seat)), Value: p.Name})
	}
	w.lines = account{words, names, say}.lines(e.Result)
	return w.lines, w.players
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

// resultOf returns the result of a room; say gives a name of its engine in words. Of are the players that
// began.
func resultOf(w *kit.Words, id string, v *rooms.View, say func(string) string) model.MatchResult {
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
	r.Lines = account{w, players, say}.lines(v.Outcome.Result)
	return r
}
