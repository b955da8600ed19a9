package room

// setup is the state of the phase Setup. Configuration and delay stay afterwards.
type setup struct {
	config  []byte
	version uint32 // counts configurations
	stage   int
	begins  uint64 // the tick of the first generation, 0 while there is no countdown
	reason  string // why the engine of a player finds the setup invalid, "" if none does
	empty   uint64 // the tick since which no seat is taken, counted from 1; 0: one is
	delay   uint16 // of the viewers, in seconds
	stops   stoppers
}

// Preset gives a new room its first configuration, before anybody is in it. It panics in a room that has one.
func Preset(r *Room, config []byte) error {
	if r.setup.version > 0 || r.phase != Setup {
		panic("room: only a new room can be preset")
	}
	if len(config) > MaxConfig {
		return refuse(TooLong)
	}
	r.setup.config, r.setup.version = clone(config), 1
	return nil
}

// Config returns the configuration and its version, from 0 for none. It is not to be changed.
func (r *Room) Config() (config []byte, version uint32) { return r.setup.config, r.setup.version }

// Invalid returns why the engine of a player finds the setup invalid, "" if none does.
func (r *Room) Invalid() string { return r.setup.reason }

// Left returns how many ticks of the countdown are left, 0 if there is none.
func (r *Room) Left() uint64 {
	if r.phase != Setup || r.setup.begins <= r.clock {
		return 0
	}
	return r.setup.begins - r.clock
}

// reopen asks everybody for readiness again: what they agreed to has changed. A countdown stops.
func (r *Room) reopen() {
	r.roster.unready()
	r.setup.begins = 0
}

// configure replaces the configuration by the draft of a seat. The first one that follows a version is taken.
func (u *setup) configure(s *Seat, p *Packet) error {
	if p.Number != u.version {
		return &Refusal{Why: OtherVersion, At: u.version}
	}
	u.config, u.version, u.reason = s.draft, u.version+1, ""
	s.draft = nil
	return nil
}

// ready notes whether a player is ready for the configuration that it knows. It reports whether a stage ended
// by that; after the last one the countdown begins instead.
func (u *setup) ready(q *roster, s *Seat, p *Packet, e *Engine, clock uint64) (next bool, err error) {
	if p.Generation != u.version {
		return false, &Refusal{Why: OtherVersion, At: u.version}
	}
	on := p.Number == 1
	if s.Ready == on {
		return false, nil
	}
	if s.Ready = on; !planted(LateReady) {
		u.begins = 0
	}
	if !on {
		return false, nil
	}
	return u.proceed(q, e, clock), nil
}

// proceed goes on when all seats that are taken are ready. It reports whether a stage ended by that; after
// the last one the countdown begins instead.
func (u *setup) proceed(q *roster, e *Engine, clock uint64) (next bool) {
	taken, ready := q.taken(), 0
	for k := range q.seats {
		ready += one(q.seats[k].Ready)
	}
	if ready < taken || taken < e.Least || u.reason != "" {
		return false
	}
	for k := range q.seats {
		q.seats[k].missed, q.seats[k].Waited = 0, 0
	}
	if u.stage < len(e.Stages)-1 {
		u.stage++
		return true
	}
	u.begins = clock + Countdown
	return false
}

// reject notes that the engine of a player finds the setup invalid.
func (u *setup) reject(p *Packet) error {
	switch {
	case p.Generation != u.version:
		return &Refusal{Why: OtherVersion, At: u.version}
	case p.Text == "" || !isLine(p.Text, MaxReason):
		return refuse(TooLong)
	}
	u.reason = p.Text
	return nil
}

// advance returns the phase that follows: the match begins at the end of the countdown, and a room that
// nobody uses ends.
func (u *setup) advance(clock uint64, taken int) Phase {
	switch {
	case u.begins > 0 && clock >= u.begins:
		u.begins = 0
		return Running
	case taken > 0:
		u.empty = 0
	case u.empty == 0:
		u.empty = clock
	case clock-u.empty >= Abandon:
		return Ended
	}
	return Setup
}
