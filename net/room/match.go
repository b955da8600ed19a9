package room

import "slices"

// match is the state of the phase Running.
type match struct {
	pace      Pace
	course    course
	open      uint32 // the generation that is not closed yet, from 1
	closed    uint64 // the tick at which the one before was closed
	tempo     tempo
	starters  []Starter
	sent      dismissals
	log       log
	agreement agreement
}

// Starter is who had a seat when the match began, zero if nobody had: the engine makes its first state of
// that, whoever comes and goes later.
type Starter struct {
	Key  Key
	Name string
}

// Starters returns who had which seat when the match began, nil before. It is not to be changed.
func (r *Room) Starters() []Starter { return r.match.starters }

// begin starts the match.
func (m *match) begin(q *roster, clock uint64) {
	m.open, m.closed = 1, clock
	q.withdrawBallots()
	for k := range q.seats {
		s := &q.seats[k]
		s.Ready, s.Waited, s.from, s.heard = false, 0, 1+m.tempo.delay, clock // nobody has executed anything before that
		m.starters = append(m.starters, Starter{s.Holder, s.Name})
	}
}

// Generation returns the open generation: the one before is the newest that can be executed. 0: the match
// has not begun.
func (r *Room) Generation() uint32 { return r.match.open }

// Length returns the length of a generation in ticks.
func (r *Room) Length() uint64 { return r.match.tempo.ticks }

// Delay returns how many generations lie between the one that was executed when a packet was sent and the one
// that it is for. It follows the roster, like Length.
func (r *Room) Delay() uint32 { return r.match.tempo.delay }

// Wants returns the first generation, from the open one on, for which the room has nothing of a player; 0: it
// wants nothing, because the player has no seat, is away, or there is no match. See Due.
func (r *Room) Wants(k Key) uint32 {
	s := r.roster.of(k)
	if s < 0 || r.phase != Running || !r.roster.seats[s].here() {
		return 0
	}
	x := &r.roster.seats[s]
	g := max(r.match.open, x.from)
	for x.has(g) {
		g++
	}
	return g
}

// Due returns for which generations a player sends packets, from the first to the last; last is less than
// first if it sends none. The player has executed generation done, and has sent the packet for sent last. It
// sends for all up to done and the delay. In a flowing room a player whose program is further behind sends
// for the open generation, so that it still plays.
func (r *Room) Due(k Key, sent, done uint32) (first, last uint32) {
	wants, open := r.Wants(k), r.match.open
	if wants == 0 {
		return 1, 0
	}
	first, last = max(wants, sent+1), done+r.Delay()
	if !r.strict && wants == open && sent < open {
		last = max(last, open)
	}
	return first, last
}

// slot returns the generation into which the packet of a seat goes. In a flowing match that is the first one,
// from its own on, that is open and has nothing of the seat; an empty packet that would have to move there
// goes nowhere, 0, so that those after a late one need not move for long.
func (m *match) slot(x *Seat, p *Packet, strict bool) (uint32, error) {
	g := p.Generation
	switch {
	case g < m.open && (strict || m.open-g > Window):
		return 0, &Refusal{Why: OldGeneration, At: m.open}
	case g > m.open+Ahead:
		return 0, &Refusal{Why: FarGeneration, At: m.open}
	case strict && x.has(g):
		return 0, refuse(SecondPacket)
	case !strict && len(p.Body) == 0 && (g < m.open || x.has(g)):
		return 0, nil
	}
	for g = max(g, m.open); x.has(g); g++ {
	}
	if g > m.open+Ahead {
		return 0, &Refusal{Why: FarGeneration, At: m.open}
	}
	return g, nil
}

// play takes the input of a seat for a generation, with the digest of an earlier one.
func (r *Room) play(s int, p *Packet) error {
	x, m := &r.roster.seats[s], &r.match
	switch {
	case len(p.Body) > MaxBody:
		return refuse(TooLong)
	case x.Vacant > 0 && !planted(Ghost):
		return refuse(NotSeated) // Return comes first
	}
	g, err := m.slot(x, p, r.strict)
	switch {
	case err != nil:
		return err
	case p.Done >= m.open:
		return &Refusal{Why: FarGeneration, At: m.open}
	case int(p.State) > len(r.engine.States):
		return &Refusal{Why: NoTransition, From: r.engine.state(m.course.child), Name: "a state that the engine does not declare"}
	}
	if p.Done > 0 && p.Done+Window >= m.open { // what is far behind tells nothing, and that is no fault
		v := m.agreement.note(r.roster.seats, s, p.Done, told{true, p.Digest, p.State}, m.pace == Halted)
		if v.settled {
			m.course.follow(&r.engine, v.state)
		}
		if v.differs && r.strict && !planted(Patient) {
			m.pace = Halted
			r.roster.withdrawBallots()
		}
	}
	if g > 0 {
		x.put(g, p.Body)
	}
	x.heard = r.clock
	x.measure(p, m.tempo.since(p.Done, m.open, r.clock))
	return nil
}

// advance closes the open generation when it is time. It returns the seats whose players are lost.
func (m *match) advance(q *roster, clock uint64, strict bool) (lost []int) {
	if m.pace != Iterating {
		m.closed = clock
		return nil
	}
	waited := clock - m.closed
	if waited < m.tempo.ticks {
		return nil
	}
	waits, lost := m.waits(q, clock, waited-m.tempo.ticks, strict)
	if !waits {
		m.close(q, clock, strict, lost)
	}
	return lost
}

// waits reports whether a strict match waits for a seat, and which seats it has waited for in vain; late is
// for how many ticks it has done so. A flowing match waits for nobody.
func (m *match) waits(q *roster, clock, late uint64, strict bool) (waits bool, lost []int) {
	for k := range q.seats {
		s := &q.seats[k]
		switch {
		case !s.here() || s.from > m.open:
		case !strict:
			if clock-s.heard >= LostAfter {
				lost = append(lost, k)
			}
		case s.has(m.open):
		case late >= LostAfter:
			lost = append(lost, k)
		case late >= LagAfter && m.missing(q, k):
			lost = append(lost, k)
			m.sent.add(k, s.voices, m.open)
		default:
			s.Lagging = s.Lagging || late >= LagAfter
			waits = true
		}
	}
	return waits, lost
}

// close makes the master of the open generation.
func (m *match) close(q *roster, clock uint64, strict bool, lost []int) {
	master := Master{Generation: m.open, Ticks: uint8(m.tempo.ticks)}
	for k := range q.seats {
		s := &q.seats[k]
		s.missed, s.voices = 0, nil
		if s.ballot == ForGoingOn {
			s.unvote() // nobody lags any more
		}
		if !s.here() || slices.Contains(lost, k) {
			master.Vacant |= 1 << k
			if !planted(Ghost) {
				continue
			}
		}
		if b := s.take(m.open); len(b) > 0 {
			master.Inputs = append(master.Inputs, Input{uint8(k), b})
		}
		s.Lagging = !strict && s.from <= m.open && clock-s.heard > LagAfter
	}
	m.log.add(&master)
	m.tempo.note(clock)
	m.open++
	if strict {
		m.closed = clock
	} else {
		m.closed = max(m.closed+m.tempo.ticks, clock-min(clock, m.tempo.ticks))
	}
	m.agreement.forget(m.open)
	m.tempo.adapt(q.seats, clock)
}

// comeBack lets a player have its seat again, when it has the state of the others.
func (m *match) comeBack(q *roster, k int, p *Packet, clock uint64) error {
	s := &q.seats[k]
	if s.Vacant == 0 {
		return refuse(NotVacant)
	}
	right, known := m.agreement.agreed(p.Done)
	switch {
	case p.Done >= m.open:
		return &Refusal{Why: FarGeneration, At: m.open}
	case p.Done+Window < m.open:
		return &Refusal{Why: TooFarBehind, At: m.open - Window}
	case planted(Trusting):
	case known && right.digest != p.Digest:
		return &Refusal{Why: Unproven, At: p.Done}
	case !known && (p.Done+1 != m.open || q.here() > 0):
		return refuse(NotCompared) // without anybody else, the newest state counts
	}
	s.Vacant, s.Diverged, s.from, s.heard = 0, 0, m.open+m.tempo.delay, clock
	m.agreement.unsay(k)
	m.sent.drop(k)
	return nil
}
