package room

import "slices"

// sound reports whether a state that was read is one that a room can come to, as far as its users rely on it:
// a stranger may have written it. Numbers of seats and states name some, texts are lines, and signatures
// belong to the players who began.
func sound(r *Room) bool {
	begun := r.match.open > 0
	switch {
	case begun == (r.phase == Setup) && r.phase != Ended:
		return false
	case begun && len(r.match.starters) != len(r.engine.Seats), !begun && len(r.match.starters) > 0:
		return false
	case r.setup.reason != "" && !isLine(r.setup.reason, MaxReason):
		return false
	}
	for k := range r.roster.seats {
		s := &r.roster.seats[k]
		if !s.voices.sound(k, len(r.roster.seats)) || s.voice.Without>>len(r.roster.seats) != 0 || !s.sound(r.roster.seats[:k]) || int(s.again.state) > len(r.engine.States) || s.Waited > 0 && r.phase != Setup {
			return false
		}
	}
	for _, v := range r.roster.viewers {
		if !IsName(v.Name) {
			return false
		}
	}
	for _, x := range r.match.starters {
		if !IsLine(x.Name) || (x.Key == Key{}) != (x.Name == "") {
			return false
		}
	}
	for _, d := range r.match.sent {
		if by := voices(d.Voices); !by.sound(int(d.Seat), len(r.roster.seats)) || len(by) > 0 && (by.seats() != d.By || d.After == 0 || d.After > r.match.open) {
			return false
		}
	}
	return r.match.agreement.sound(r.match.open, len(r.engine.States)) && r.results.sound(&r.match)
}

// sound reports whether a roster can have the seat beside those before it: a player has one seat.
func (s *Seat) sound(before []Seat) bool {
	if !s.Taken() {
		return s.Name == ""
	}
	return IsName(s.Name) && !slices.ContainsFunc(before, func(o Seat) bool { return o.Holder == s.Holder })
}

// sound reports whether all that was told is about states of the engine and generations that are closed.
func (a *agreement) sound(open uint32, states int) bool {
	for k := range a.list {
		x := &a.list[k]
		if x.generation >= open || int(x.right.state) > states {
			return false
		}
		for _, t := range x.by {
			if int(t.state) > states {
				return false
			}
		}
	}
	return true
}

// sound reports whether results are of generations that are closed, and signed once by each of the players
// who began.
func (x *results) sound(m *match) bool {
	if o := &x.outcome; o.After > 0 && o.After >= m.open || o.After == 0 && len(o.Signed) > 0 || !ofStarters(o.Signed, m.starters) {
		return false
	}
	var by []Signed
	for k := range x.proposals {
		if p := &x.proposals[k]; p.After == 0 || p.After >= m.open {
			return false
		}
		by = append(by, x.proposals[k].Signed)
	}
	return ofStarters(by, m.starters)
}

// ofStarters reports whether signatures belong to different seats, and to the players who began in them.
func ofStarters(list []Signed, starters []Starter) bool {
	for k := range list {
		s := &list[k]
		if int(s.Seat) >= len(starters) || starters[s.Seat].Key != s.By || slices.ContainsFunc(list[:k], func(o Signed) bool { return o.Seat == s.Seat }) {
			return false
		}
	}
	return true
}
