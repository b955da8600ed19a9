package room

import "slices"

// match is the state of the phase Running.
type match struct {
	pace      Pace
	child     uint8  // the engine's state, from 1
	illegal   uint8  // the engine's state that it wanted last without a transition to it, from 1
	open      uint32 // the generation that is not closed yet, from 1
	closed    uint64 // the tick at which the one before was closed
	ticks     uint64 // length of a generation
	raised    uint64 // the tick at which the length was changed last
	calm      uint64 // the tick since which a shorter one would do, counted from 1; 0: none would
	roster    []Key  // who had which seat at the beginning
	log       log
	claims    claims
	proposals []proposal // results that were signed, without a majority
}

// begin starts the match.
func (r *Room) begin() {
	r.enter(Running)
	r.match.open, r.match.closed = 1, r.clock
	for k := range r.seats {
		r.seats[k].Ready, r.seats[k].from, r.seats[k].heard = false, 1+Delay, r.clock // nobody has executed anything before that
		r.match.roster = append(r.match.roster, r.seats[k].Holder)
	}
}

// Generation returns the open generation: the one before is the newest that can be executed. 0: the match
// has not begun.
func (r *Room) Generation() uint32 { return r.match.open }

// Length returns the length of a generation in ticks.
func (r *Room) Length() uint64 { return r.match.ticks }

// play takes the input of a seat for a generation, with the digest of an earlier one.
func (r *Room) play(s int, p *Packet) error {
	x := &r.seats[s]
	m := &r.match
	if len(p.Body) > MaxBody {
		return refuse(TooLong)
	}
	if x.Vacant > 0 {
		return refuse(NotSeated) // Return comes first
	}
	g := p.Generation
	switch {
	case g < m.open && (r.strict || m.open-g > Window):
		return &Refusal{Why: OldGeneration, At: m.open}
	case g > m.open+Ahead:
		return &Refusal{Why: FarGeneration, At: m.open}
	case g < m.open: // late: it goes into the first generation that has nothing of the seat
		for g = m.open; x.has(g); g++ {
		}
		if g > m.open+Ahead {
			return &Refusal{Why: OldGeneration, At: m.open}
		}
	case x.has(g):
		return refuse(SecondPacket)
	}
	if err := r.claim(s, p); err != nil {
		return err
	}
	i := slices.IndexFunc(x.inbox, func(o input) bool { return o.generation > g })
	if i < 0 {
		i = len(x.inbox)
	}
	x.inbox = slices.Insert(x.inbox, i, input{g, clone(p.Body)})
	x.heard = r.clock
	x.measure(p)
	return nil
}

// Wants returns the first generation, from the open one on, for which the room has nothing of a player; 0: it
// wants nothing, because the player has no seat, is away, or there is no match.
func (r *Room) Wants(k Key) uint32 {
	s := r.seatOf(k)
	if s < 0 || r.phase != Running || !r.seats[s].here() {
		return 0
	}
	g := max(r.match.open, r.seats[s].from)
	for r.seats[s].has(g) {
		g++
	}
	return g
}

// has reports whether the input of a generation is there.
func (s *Seat) has(g uint32) bool {
	return slices.ContainsFunc(s.inbox, func(i input) bool { return i.generation == g })
}

// advanceMatch closes the open generation when it is time, and looks after vacant seats.
func (r *Room) advanceMatch() {
	m := &r.match
	for k := range r.seats {
		if s := &r.seats[k]; s.Vacant > 0 && r.clock-s.Vacant >= KeepSeat {
			r.free(k)
		}
	}
	if !slices.ContainsFunc(r.seats, func(s Seat) bool { return s.Taken() }) || m.log.size > MaxLog {
		r.enter(Ended)
		return
	}
	if m.pace != Iterating {
		m.closed = r.clock
		return
	}
	waited := r.clock - m.closed
	if waited < m.ticks {
		return
	}
	if r.strict && r.waits(waited-m.ticks) {
		return
	}
	r.close()
}

// waits reports whether a strict room waits for a seat; late is for how many ticks it has done so.
func (r *Room) waits(late uint64) (waits bool) {
	for k := range r.seats {
		s := &r.seats[k]
		if !s.here() || s.from > r.match.open || s.has(r.match.open) {
			continue
		}
		s.Lagging = s.Lagging || late >= LagAfter
		if late >= LostAfter {
			r.vacate(k)
			continue
		}
		waits = true
	}
	return waits
}

// close makes the master of the open generation.
func (r *Room) close() {
	m := &r.match
	master := Master{Generation: m.open, Ticks: uint8(m.ticks)}
	for k := range r.seats {
		s := &r.seats[k]
		if !s.here() {
			master.Vacant |= 1 << k
			continue
		}
		if len(s.inbox) > 0 && s.inbox[0].generation == m.open {
			if b := s.inbox[0].body; len(b) > 0 {
				master.Inputs = append(master.Inputs, Input{uint8(k), b})
			}
			s.inbox = slices.Delete(s.inbox, 0, 1)
		}
		s.Lagging = !r.strict && s.from <= m.open && r.clock-s.heard > LagAfter
	}
	m.log.add(&master)
	m.open++
	if r.strict {
		m.closed = r.clock
	} else {
		m.closed = max(m.closed+m.ticks, r.clock-min(r.clock, m.ticks))
	}
	m.claims.forget(m.open)
	r.adapt()
}

// vacate makes a seat vacant: its player is not there.
func (r *Room) vacate(k int) {
	s := &r.seats[k]
	if !s.here() {
		return
	}
	s.Vacant, s.Lagging, s.ballot, s.inbox = max(r.clock, 1), false, NoBallot, nil
	r.judge()
}

// comeBack lets a player have its seat again, when it has the state of the others.
func (r *Room) comeBack(k int, p *Packet) error {
	s := &r.seats[k]
	m := &r.match
	if s.Vacant == 0 {
		return refuse(NotVacant)
	}
	right, known := m.claims.agreed(p.Done)
	switch {
	case p.Done >= m.open:
		return &Refusal{Why: FarGeneration, At: m.open}
	case p.Done+Window < m.open:
		return &Refusal{Why: TooFarBehind, At: m.open - Window}
	case known && right.digest != p.Digest:
		return &Refusal{Why: Unproven, At: p.Done}
	case !known && (p.Done+1 != m.open || r.anyHere()):
		return refuse(NotCompared) // without anybody else, the newest state counts
	}
	s.Vacant, s.Diverged, s.from, s.heard = 0, 0, m.open+Delay, r.clock
	return nil
}

// anyHere reports whether a seat is taken and not vacant.
func (r *Room) anyHere() bool {
	return slices.ContainsFunc(r.seats, func(s Seat) bool { return s.here() })
}

// vote takes a ballot, and lets it happen when it has a majority of the seats that are not vacant.
func (r *Room) vote(s int, b Ballot) error {
	switch {
	case b >= ballotCount:
		return refuse(Unknown)
	case r.seats[s].Vacant > 0:
		return refuse(NotSeated)
	case b == ForGoingOn && r.match.pace != Halted:
		return refuse(NotHalted)
	}
	r.seats[s].ballot = b
	r.judge()
	return nil
}

// judge counts the ballots.
func (r *Room) judge() {
	m := &r.match
	here := 0
	var votes [ballotCount]int
	for k := range r.seats {
		if s := &r.seats[k]; s.here() && (m.pace != Halted || s.Diverged == 0) {
			here++
			votes[s.ballot]++
		}
	}
	switch {
	case r.phase != Running:
		return
	case m.pace == Iterating && 2*votes[ForPause] > here:
		m.pace = Paused
	case m.pace == Paused && 2*votes[ForResume] > here:
		m.pace = Iterating
	case m.pace == Halted && 2*votes[ForGoingOn] > here:
		m.pace = Iterating
		for k := range r.seats {
			if r.seats[k].Diverged > 0 {
				r.vacate(k)
			}
		}
	default:
		return
	}
	m.closed = r.clock
	for k := range r.seats {
		r.seats[k].ballot, r.seats[k].heard = NoBallot, r.clock
	}
}
