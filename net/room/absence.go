package room

// awaits reports whether a strict room waits for a seat, and shows that.
func (m *match) awaits(s *Seat) bool {
	return s.here() && s.Lagging && s.from <= m.open && !s.has(m.open)
}

// lags reports whether a seat is shown as lagging.
func (q *roster) lags() bool {
	for k := range q.seats {
		if q.seats[k].Lagging {
			return true
		}
	}
	return false
}

// miss notes that a player's node hears nothing of another seat. In a match it counts as long as the room
// waits for that seat. In a countdown it stops the countdown, when a majority of the others says so.
func miss(r *Room, k int, p *Packet) error {
	q, m := &r.roster, &r.match
	now := m.open
	if r.phase == Setup {
		now = r.setup.version
	}
	switch {
	case q.seats[k].Vacant > 0:
		return refuse(NotSeated)
	case p.Number == 0 || p.Number > uint32(len(q.seats)):
		return refuse(NoSuchSeat)
	case p.Generation < now:
		return &Refusal{Why: OldGeneration, At: now}
	case p.Generation > now:
		return &Refusal{Why: FarGeneration, At: now}
	}
	of := &q.seats[p.Number-1]
	switch {
	case int(p.Number)-1 == k:
		return refuse(NotAwaited)
	case r.phase == Setup && r.setup.begins > 0 && of.here():
		if of.missed |= 1 << k; q.misses(of, (*Seat).here) {
			r.Depart(of.Holder)
		}
	case r.phase == Running && r.strict && m.pace == Iterating && m.awaits(of):
		v, err := voiceOf(r, k, p)
		if err != nil {
			return err
		}
		if v.Without != 1<<(p.Number-1) {
			return refuse(BadSignature)
		}
		of.missed |= 1 << k
		of.voices.put(v)
	default:
		return refuse(NotAwaited)
	}
	return nil
}

// misses reports whether a majority of the seats other than one that fulfil a condition hears nothing of it.
func (q *roster) misses(of *Seat, counts func(*Seat) bool) bool {
	others, missed := 0, 0
	for k := range q.seats {
		if s := &q.seats[k]; s != of && counts(s) {
			others++
			missed += one(of.missed&(1<<k) != 0)
		}
	}
	return 2*missed > others
}

// missing reports whether a majority of the seats for which the room does not wait hears nothing of one for
// which it does: the machine of its player is gone, and not only slow.
func (m *match) missing(q *roster, k int) bool {
	return q.misses(&q.seats[k], func(s *Seat) bool { return s.here() && s.from <= m.open && s.has(m.open) })
}
