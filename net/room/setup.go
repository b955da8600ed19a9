package room

import "slices"

// Seat is a place in the roster.
type Seat struct {
	Holder Key    // zero: nobody
	Name   string // of the holder
	Ready  bool
	// Vacant is the tick since which the holder is away, 0 if it is here.
	Vacant uint64
	// Lagging: the room waits for the seat, or has waited for it in the generation before.
	Lagging bool
	// Diverged is the first generation whose digest differs from that of the majority, 0 for none.
	Diverged uint32

	ballot    Ballot
	heard     uint64 // the tick of the last input
	from      uint32 // the first generation that the room waits for
	roundTrip uint16 // the slowest of late, in milliseconds
	frameRate uint8  // the lowest of late; 0: unknown
	inbox     []input
	draft     []byte // of a configuration or a result, while its pieces arrive
}

// input is the body of a packet until its generation is closed.
type input struct {
	generation uint32
	body       []byte
}

// Taken reports whether somebody has the seat.
func (s *Seat) Taken() bool { return s.Holder != Key{} }

// here reports whether somebody has the seat and is there.
func (s *Seat) here() bool { return s.Taken() && s.Vacant == 0 }

// Viewer is somebody who watches.
type Viewer struct {
	Key  Key
	Name string
}

// setup is the state of the phase Setup. The configuration stays afterwards.
type setup struct {
	config  []byte
	version uint32 // counts configurations
	stage   int
	begins  uint64 // the tick of the first generation, 0 while there is no countdown
	reason  string // why the engine of a player finds the setup invalid, "" if none does
	empty   uint64 // the tick since which no seat is taken, counted from 1; 0: one is
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

// sit gives a player a seat, or another one than it has.
func (r *Room) sit(k Key, p *Packet) error {
	if r.phase != Setup {
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	}
	if !isLine(p.Text, MaxName) {
		return refuse(BadName)
	}
	had := r.seatOf(k)
	to := int(p.Number) - 1
	switch {
	case p.Number > uint32(len(r.seats)):
		return refuse(NoSuchSeat)
	case p.Number == 0 && had >= 0:
		to = had
	case p.Number == 0:
		if to = slices.IndexFunc(r.seats, func(s Seat) bool { return !s.Taken() }); to < 0 {
			return refuse(NoSeatLeft)
		}
	case r.seats[to].Taken() && to != had:
		return refuse(SeatTaken)
	}
	if to == had && r.seats[to].Name == p.Text {
		return nil
	}
	if had >= 0 {
		r.free(had)
	}
	r.viewers = slices.DeleteFunc(r.viewers, func(v Viewer) bool { return v.Key == k })
	r.seats[to] = Seat{Holder: k, Name: p.Text}
	r.unready()
	return nil
}

// watch makes a player a viewer. It may watch in every phase.
func (r *Room) watch(k Key, p *Packet) error {
	switch {
	case !isLine(p.Text, MaxName):
		return refuse(BadName)
	case slices.ContainsFunc(r.viewers, func(v Viewer) bool { return v.Key == k }):
		return nil
	case len(r.viewers) >= MaxViewers:
		return refuse(ViewersFull)
	}
	if s := r.seatOf(k); s >= 0 {
		if r.phase != Setup {
			return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
		}
		r.free(s)
		r.unready()
	}
	r.viewers = append(r.viewers, Viewer{k, p.Text})
	return nil
}

// leave lets a player leave its seat, or the room.
func (r *Room) leave(k Key, kind Kind) error {
	n := len(r.viewers)
	if kind == Leave {
		r.viewers = slices.DeleteFunc(r.viewers, func(v Viewer) bool { return v.Key == k })
	}
	s := r.seatOf(k)
	switch {
	case s < 0 && n == len(r.viewers):
		return refuse(NotSeated)
	case s < 0 || r.phase == Ended:
		return nil
	}
	r.free(s)
	if r.phase == Setup {
		r.unready()
	} else {
		r.judge()
	}
	return nil
}

// free takes a seat from its player.
func (r *Room) free(s int) { r.seats[s] = Seat{} }

// unready asks everybody for readiness again: what they agreed to has changed.
func (r *Room) unready() {
	for k := range r.seats {
		r.seats[k].Ready = false
	}
	r.setup.begins = 0
}

// draw takes a piece of the seat's draft.
func (s *Seat) draw(p *Packet) error {
	switch {
	case p.Number > 0 && int64(p.Number) != int64(len(s.draft)):
		return &Refusal{Why: Misplaced, At: uint32(len(s.draft))}
	case int64(p.Number)+int64(len(p.Body)) > MaxConfig:
		return refuse(TooLong)
	}
	s.draft = append(s.draft[:p.Number:p.Number], p.Body...)
	return nil
}

// configure replaces the configuration by the draft of a seat. The first one that follows a version is taken.
func (r *Room) configure(s int, p *Packet) error {
	if p.Number != r.setup.version {
		return &Refusal{Why: OtherVersion, At: r.setup.version}
	}
	r.setup.config, r.setup.version, r.setup.reason = r.seats[s].draft, r.setup.version+1, ""
	r.seats[s].draft = nil
	r.unready()
	return nil
}

// ready notes whether a player is ready for the configuration that it knows.
func (r *Room) ready(s int, p *Packet) error {
	if p.Generation != r.setup.version {
		return &Refusal{Why: OtherVersion, At: r.setup.version}
	}
	on := p.Number == 1
	if r.seats[s].Ready == on {
		return nil
	}
	r.seats[s].Ready, r.setup.begins = on, 0
	taken, ready := 0, 0
	for k := range r.seats {
		taken += one(r.seats[k].Taken())
		ready += one(r.seats[k].Ready)
	}
	if !on || ready < taken || taken < r.engine.Least || r.setup.reason != "" {
		return nil
	}
	if r.setup.stage < len(r.engine.Stages)-1 {
		r.setup.stage++
		r.unready()
		return nil
	}
	r.setup.begins = r.clock + Countdown
	return nil
}

// reject notes that the engine of a player finds the setup invalid.
func (r *Room) reject(_ int, p *Packet) error {
	switch {
	case p.Generation != r.setup.version:
		return &Refusal{Why: OtherVersion, At: r.setup.version}
	case p.Text == "" || !isLine(p.Text, MaxReason):
		return refuse(TooLong)
	}
	r.setup.reason = p.Text
	r.unready()
	return nil
}

// advanceSetup begins the match at the end of the countdown, and ends a room that nobody uses.
func (r *Room) advanceSetup() {
	s := &r.setup
	if s.begins > 0 && r.clock >= s.begins {
		s.begins = 0
		r.begin()
		return
	}
	switch taken := slices.ContainsFunc(r.seats, func(s Seat) bool { return s.Taken() }); {
	case taken:
		s.empty = 0
	case s.empty == 0:
		s.empty = r.clock
	case r.clock-s.empty >= Abandon:
		r.enter(Ended)
	}
}

// one is 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
