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

// miss notes that a player's node hears nothing of another seat. It counts as long as the room waits for that
// seat.
func (m *match) miss(q *roster, k int, p *Packet, strict bool) error {
	switch {
	case q.seats[k].Vacant > 0:
		return refuse(NotSeated)
	case p.Number == 0 || p.Number > uint32(len(q.seats)):
		return refuse(NoSuchSeat)
	case p.Generation < m.open:
		return &Refusal{Why: OldGeneration, At: m.open}
	case p.Generation > m.open:
		return &Refusal{Why: FarGeneration, At: m.open}
	case !strict || m.pace != Iterating || int(p.Number)-1 == k || !m.awaits(&q.seats[p.Number-1]):
		return refuse(NotAwaited)
	}
	q.seats[p.Number-1].missed |= 1 << k
	return nil
}

// missing reports whether a majority of the seats for which the room does not wait hears nothing of one for
// which it does: the machine of its player is gone, and not only slow.
func (m *match) missing(q *roster, k int) bool {
	others, missed := 0, 0
	for j := range q.seats {
		if s := &q.seats[j]; s.here() && s.from <= m.open && s.has(m.open) {
			others++
			missed += one(q.seats[k].missed&(1<<j) != 0)
		}
	}
	return 2*missed > others || planted(Rash) && missed > 0
}
