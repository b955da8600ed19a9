package matches

import (
	"strconv"
	"strings"

	"manyhold/app/rooms"
	"manyhold/net/room"
	"manyhold/render/ui/kit"
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
		r.Lines = account{d.o.Words, players}.lines(e.Result)
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
func resultOf(w *kit.Words, id string, v *rooms.View) model.MatchResult {
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
	r.Lines = account{w, players}.lines(v.Outcome.Result)
	return r
}
