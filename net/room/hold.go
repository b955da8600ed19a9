package room

// MaxHold is the longest delay of the viewers, in seconds.
const MaxHold = 120

// hold is by how many seconds the viewers see the match late, plus one; 0: a seat has not said any.
type hold uint8

// ViewDelay returns by how many seconds the viewers see the match late. Every replica has the whole match:
// the viewers' programs keep to the delay.
func (r *Room) ViewDelay() uint16 { return r.setup.delay }

// holdBack takes what a seat says of the delay of the viewers. In setup it holds at once, and everybody is
// asked for readiness again; in a match a majority of the seats that are there has to say the same.
func (r *Room) holdBack(s int, p *Packet) error {
	if p.Number > MaxHold {
		return refuse(TooLong)
	}
	switch r.phase {
	case Setup:
		if delay := uint16(p.Number); delay != r.setup.delay {
			r.setup.delay = delay
			r.reopen()
		}
		return nil
	case Running:
		if !r.roster.seats[s].here() {
			return refuse(NotSeated)
		}
		r.roster.seats[s].hold = hold(p.Number) + 1
		r.count()
		return nil
	}
	return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
}

// countHolds takes the delay that a majority of the seats that are there says.
func (u *setup) countHolds(q *roster) {
	var votes [MaxHold + 2]int
	for k := range q.seats {
		if s := &q.seats[k]; s.here() {
			votes[s.hold]++
		}
	}
	for h := 1; h < len(votes); h++ {
		if 2*votes[h] <= q.here() {
			continue
		}
		u.delay = uint16(h - 1)
		for k := range q.seats {
			q.seats[k].hold = 0
		}
	}
}
