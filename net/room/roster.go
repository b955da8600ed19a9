package room

import (
	"encoding/hex"
	"slices"
)

// Seat is a place in the roster.
type Seat struct {
	Holder Key    // zero: nobody
	Name   string // of the holder
	Ready  bool
	// Vacant is the tick since which the holder is away, 0 if it is here.
	Vacant uint64
	// Waited is for how many ticks of a setup the others have waited for the player's readiness (see
	// Patience). It goes on where it was when the player takes its readiness back, and begins anew when
	// others do.
	Waited uint16
	// Lagging: the room waits for the seat, or has waited for it in the generation before.
	Lagging bool
	// Diverged is the first generation whose digest differs from that of the majority, 0 for none.
	Diverged uint32

	ballot    Ballot
	voice     Voice  // of a ballot to go on in a match
	hold      hold   // that the player votes for
	missed    uint16 // a bit for each seat that hears nothing of it while the open generation waits
	voices    voices // of those seats, in a match
	again     again  // what its program came to when it executed everything again
	heard     uint64 // the tick of the last input
	from      uint32 // the first generation that the room waits for
	roundTrip uint16 // the slowest of late, in milliseconds
	frameRate uint8  // the lowest of late; 0: unknown
	way       uint16 // the longest of late from a master to the packet of its receiver, in milliseconds
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

// has reports whether the input of a generation is there.
func (s *Seat) has(g uint32) bool {
	return slices.ContainsFunc(s.inbox, func(i input) bool { return i.generation == g })
}

// put keeps an input until its generation is closed.
func (s *Seat) put(g uint32, body []byte) {
	i := slices.IndexFunc(s.inbox, func(o input) bool { return o.generation > g })
	if i < 0 {
		i = len(s.inbox)
	}
	s.inbox = slices.Insert(s.inbox, i, input{g, clone(body)})
}

// take returns the input of a generation, if there is one, and forgets it.
func (s *Seat) take(g uint32) (body []byte) {
	if len(s.inbox) > 0 && s.inbox[0].generation == g {
		body = s.inbox[0].body
		s.inbox = slices.Delete(s.inbox, 0, 1)
	}
	return body
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

// Viewer is somebody who watches.
type Viewer struct {
	Key  Key
	Name string
}

// GuestName is the name of a player that gives none: the beginning of its key.
func GuestName(k Key) string { return "guest " + hex.EncodeToString(k[:4]) }

// named returns the name of a player.
func named(k Key, name string) (string, error) {
	switch {
	case !isLine(name, MaxName):
		return "", refuse(BadName)
	case name == "":
		return GuestName(k), nil
	}
	return name, nil
}

// roster is the players of a room, in the order of the engine's seats, and the viewers in the order in which
// they came. A player has one seat at most, and no viewer has one.
type roster struct {
	seats   []Seat
	viewers []Viewer
}

// of returns the seat of a player, -1 if it has none.
func (q *roster) of(k Key) int {
	return slices.IndexFunc(q.seats, func(s Seat) bool { return s.Holder == k && k != Key{} })
}

// sit gives a player a seat, or another one than it has, and reports whether anything changed.
func (q *roster) sit(k Key, p *Packet) (changed bool, err error) {
	name, err := named(k, p.Text)
	if err != nil {
		return false, err
	}
	had := q.of(k)
	to := int(p.Number) - 1
	switch {
	case p.Number > uint32(len(q.seats)):
		return false, refuse(NoSuchSeat)
	case p.Number == 0 && had >= 0:
		to = had
	case p.Number == 0:
		if to = slices.IndexFunc(q.seats, func(s Seat) bool { return !s.Taken() }); to < 0 {
			return false, refuse(NoSeatLeft)
		}
	case q.seats[to].Taken() && to != had:
		return false, &Refusal{Why: SeatTaken, Name: q.seats[to].Name}
	}
	if to == had && q.seats[to].Name == name {
		return false, nil
	}
	waited := uint16(0)
	if had >= 0 {
		waited = q.seats[had].Waited // another seat is no excuse
		if !planted(TwoSeats) {
			q.free(had)
		}
	}
	q.unwatch(k)
	q.seats[to] = Seat{Holder: k, Name: name, Waited: waited}
	return true, nil
}

// watch makes a player a viewer.
func (q *roster) watch(k Key, text string) error {
	name, err := named(k, text)
	switch {
	case err != nil:
		return err
	case q.watches(k):
		return nil
	case len(q.viewers) >= MaxViewers:
		return refuse(ViewersFull)
	}
	q.viewers = append(q.viewers, Viewer{k, name})
	return nil
}

// watches reports whether a player is a viewer.
func (q *roster) watches(k Key) bool {
	return slices.ContainsFunc(q.viewers, func(v Viewer) bool { return v.Key == k })
}

// unwatch removes a viewer.
func (q *roster) unwatch(k Key) {
	q.viewers = slices.DeleteFunc(q.viewers, func(v Viewer) bool { return v.Key == k })
}

// free takes a seat from its player.
func (q *roster) free(s int) { q.seats[s] = Seat{} }

// release frees the seats that were vacant for long enough, and reports whether there was one.
func (q *roster) release(clock uint64) (any bool) {
	for k := range q.seats {
		if s := &q.seats[k]; s.Vacant > 0 && (clock-s.Vacant >= KeepSeat || planted(ShortKeep) && clock-s.Vacant >= 10*Second) {
			q.free(k)
			any = true
		}
	}
	return any
}

// unready asks everybody for readiness again.
func (q *roster) unready() {
	for k := range q.seats {
		if s := &q.seats[k]; s.Ready {
			s.Ready, s.Waited = false, 0
		}
	}
}

// taken returns how many seats are taken, and here how many of those are not vacant.
func (q *roster) taken() (n int) {
	for k := range q.seats {
		n += one(q.seats[k].Taken())
	}
	return n
}

func (q *roster) here() (n int) {
	for k := range q.seats {
		n += one(q.seats[k].here())
	}
	return n
}

// one is 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
