// Package room is a match room: a roster, a setup, and the packets of a match in an order that all players
// share. It does not know the game. A room enforces the header of each packet and passes its body on as it
// is, so that a node without any engine can host a match.
//
// # States
//
// The phase of a room is Setup, Running or Ended, and only goes on. Setup goes through the stages that the
// engine declares; when all seats that are taken are ready, the next stage begins, and after the last one a
// countdown. It stops when somebody withdraws, or is gone. Running is Iterating, Paused or Halted; above
// those the room shows the state that the engine reports, by a name that the engine declares and the room
// does not understand. Seats are lagging or vacant.
//
// # Generations
//
// A match proceeds by generations. Each seat sends one packet for each generation, even an empty one, and the
// room closes the generation with all of them: that is a Master, the input of the engine. A packet for
// generation g is sent when generation g-Delay was executed. A strict room closes a generation when all
// packets are there. A flowing one closes it when its time has come, and takes what is late into the next
// one. Length and delay of a generation follow the slowest round trip and the lowest frame rate of the roster
// (see pace).
//
// # Agreement
//
// A packet tells the digest of the engine's state after a generation. The room compares them; the majority is
// right. A strict room halts at the first digest that differs and names the seat; the others may go on
// without it by a vote. While it is halted, programs execute the recorded generations again from the first
// state on, and tell what they come to: what a majority comes to is right, even if no digest had a majority.
// A result holds when a majority of the seats that are not vacant has signed it.
//
// A Room is a state machine: its state is a function of the calls of Apply, Depart and Advance in their
// order. It belongs to one goroutine.
package room

import "fmt"

// Key is the public key of a player.
type Key = [32]byte

// Limits and times. Times are in ticks, 60 a second.
const (
	MaxSeats   = 16
	MaxViewers = 64
	MaxConfig  = 4096      // bytes of a configuration
	MaxBody    = 192       // bytes of the body of a packet
	MaxResult  = MaxConfig // bytes of a result
	MaxName    = 32        // bytes of the name of a seat, state or player
	MaxReason  = 120       // bytes of a reason
	MaxStates  = 16        // states and stages of an engine, each
	MaxLog     = 16 << 20

	Second    = 60
	Countdown = 3 * Second  // from the last readiness to the first generation
	LagAfter  = Second / 2  // a strict room waits so long, and shows the seat as lagging from then on
	LostAfter = 10 * Second // and so long until the seat becomes vacant, as it does in a flowing room (see Miss)
	KeepSeat  = 60 * Second // a vacant seat is kept for its player
	SureAway  = 2 * Second  // and in setup at least so long, however the others vote
	Abandon   = 300 * Second
	// Delay and MaxDelay bound how many generations lie between the one that was executed when a packet was
	// sent and the one that it is for (see Room.Delay).
	Delay, MaxDelay = 2, 4
	// Ahead is how many generations a packet may be ahead of the open one.
	Ahead = 8
	// Window is how many generations digests are compared for.
	Window = 64
)

// Phase is the parent state of a room.
type Phase uint8

// The phases. A room only goes from one to the next one, or from Setup to Ended.
const (
	Setup Phase = iota
	Running
	Ended
)

var phases = [...]string{"setup", "running", "ended"}

// String returns the name of a phase.
func (p Phase) String() string {
	if int(p) < len(phases) {
		return phases[p]
	}
	return fmt.Sprint("phase ", uint8(p))
}

// Pace is the child state of Running that the room itself decides.
type Pace uint8

// The paces.
const (
	Iterating Pace = iota
	Paused
	Halted
)

var paces = [...]string{"iterating", "paused", "halted"}

// String returns the name of a pace.
func (p Pace) String() string {
	if int(p) < len(paces) {
		return paces[p]
	}
	return fmt.Sprint("pace ", uint8(p))
}

// terms are what a room was made with. They never change.
type terms struct {
	id     uint64
	title  string
	engine Engine
	seed   uint64
	strict bool
}

// Room is the state of a match room.
type Room struct {
	terms
	clock   uint64 // ticks since the room was made
	phase   Phase
	roster  roster
	setup   setup
	match   match
	results results
}

// New returns a room in setup. The title is to be a name, and the engine valid.
func New(id uint64, title string, e Engine, seed uint64, strict bool) *Room {
	r := &Room{terms: terms{id, title, e, seed, strict}, roster: roster{seats: make([]Seat, len(e.Seats))}}
	r.match.tempo.ticks, r.match.tempo.delay = least, Delay
	return r
}

// ID returns the number of the room in its world.
func (t *terms) ID() uint64 { return t.id }

// Title returns the name of the room.
func (t *terms) Title() string { return t.title }

// Engine returns what the room knows of its engine.
func (t *terms) Engine() *Engine { return &t.engine }

// Seed returns the number from which, with the configuration, the engine makes its first state.
func (t *terms) Seed() uint64 { return t.seed }

// Strict reports whether a generation waits for all seats.
func (t *terms) Strict() bool { return t.strict }

// Phase returns the parent state.
func (r *Room) Phase() Phase { return r.phase }

// Child returns the name of the child state: of Setup its stage or "countdown"; of Running "paused",
// "halted", what the engine reports, or else "iterating"; of Ended "".
func (r *Room) Child() string {
	switch {
	case r.phase == Setup && r.setup.begins > 0:
		return "countdown"
	case r.phase == Setup:
		return r.engine.Stages[r.setup.stage]
	case r.phase == Ended:
		return ""
	case r.match.pace != Iterating || r.match.course.child == 0:
		return r.match.pace.String()
	}
	return r.engine.States[r.match.course.child-1]
}

// Seats returns the roster, in the order of the engine's seats. It is not to be changed.
func (r *Room) Seats() []Seat { return r.roster.seats }

// Viewers returns the viewers in the order in which they came. They are not to be changed.
func (r *Room) Viewers() []Viewer { return r.roster.viewers }

// Clock returns the ticks since the room was made.
func (r *Room) Clock() uint64 { return r.clock }

// Advance lets time pass, after the packets of that time were applied.
func (r *Room) Advance(ticks uint64) {
	r.clock += ticks
	switch r.phase {
	case Setup:
		if r.roster.release(r.clock) {
			r.reopen()
		}
		wait(r, ticks)
		r.count()
		switch next := r.setup.advance(r.clock, r.roster.taken()); next {
		case Running:
			r.enter(next)
			r.match.begin(&r.roster, r.clock)
		case Ended:
			r.enter(next)
		}
	case Running:
		r.roster.release(r.clock)
		if r.roster.taken() == 0 || r.match.log.size > MaxLog {
			r.enter(Ended)
			return
		}
		for _, k := range r.match.advance(&r.roster, r.clock, r.strict) {
			r.vacate(k)
		}
	}
}

// Depart tells that a player is not there any more. Its seat is vacant, and kept for a while. In setup it is
// not ready any more, and a countdown stops.
func (r *Room) Depart(k Key) {
	r.roster.unwatch(k)
	s := r.roster.of(k)
	switch {
	case s < 0:
	case r.phase == Setup && !planted(StaleReady):
		r.roster.seats[s].Ready, r.setup.begins = false, 0
		r.vacate(s)
	default:
		r.vacate(s)
	}
}

// vacate makes a seat vacant. The others' votes, or a result, may have a majority by that.
func (r *Room) vacate(k int) {
	if s := &r.roster.seats[k]; s.here() {
		s.vacate(r.clock)
		r.count()
	}
}

// count counts all votes and signatures.
func (r *Room) count() {
	switch r.phase {
	case Setup:
		goOn(r)
	case Running:
		r.match.tally(&r.roster)
		r.match.judge(&r.roster, r.clock)
		r.setup.countHolds(&r.roster)
		if !planted(Uncounted) && r.results.hold(&r.roster) {
			r.enter(Ended)
		}
	}
}

// enter goes to another phase. Transitions that no room makes panic: the callers check.
func (r *Room) enter(p Phase) {
	if !Legal(r.phase, p) {
		panic(fmt.Sprintf("room: no transition from %s to %s", r.phase, p))
	}
	r.phase = p
}

// Legal reports whether a room may go from one phase to another.
func Legal(from, to Phase) bool { return from == Setup && to == Running || from < Ended && to == Ended }
