package rooms

import (
	"bytes"
	"fmt"
	"strings"

	"manyhold/net/host/kernel"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
)

// The checkers, by the names in failures:
//
//	seats     a player has one seat at most, and no viewer has one
//	viewers   masters have no input of a viewer
//	masters   masters have no input of a vacant seat, and the room can read them
//	pace      a generation is at most a step longer or shorter than the one before
//	halts     a strict room halts while a player with another state is there
//	course    the engine's state changes only as declared
//	blame     a seat that is named although another one is not has told a wrong digest
//	ready     a match begins only when all seats that are taken are ready, and nobody is away
//	kept      a vacant seat is kept for a minute, in setup unless the others vote to go on
//	proof     nobody comes back with a wrong state
//	result    a result follows from the masters, and holds as soon as a majority has signed it
//	equal     all have the same result, and halt at the same turn for the same seats

// history is what the checkers remember of a run.
type history struct {
	before  map[kernel.Machine]*moment
	returns map[room.Key]returned
	people  map[room.Key]*person
	outcome string          // the result that was seen first
	halts   map[halt]string // how it was seen first
	lies    map[lie]bool
}

// lie is a wrong digest that a player told live.
type lie struct {
	by         room.Key
	generation uint32
}

// returned is what a player did to come back to its seat.
type returned struct {
	since uint64 // the tick since which the seat was vacant
	right bool   // it has sent a right state
}

// moment is a room at the last look.
type moment struct {
	clock  uint64
	phase  room.Phase
	child  string
	closed int
	seats  []room.Seat
}

// watched is how many ticks lie between two looks at most that are compared: two looks are a tenth of a
// second apart, and a room that leapt has taken a state over.
const watched = 15

// Wrong is sim.Game's.
func (g *Match) Wrong(m kernel.Machine) (check, words string) {
	r := m.(*hosted.Machine).Room()
	was := g.memory.before[m]
	if was == nil || r.Clock() < was.clock || r.Clock() > was.clock+watched {
		was = nil
	}
	for _, c := range []struct {
		name string
		look func(r *room.Room, was *moment) string
	}{{"seats", seats}, {"viewers", viewers}, {"masters", masters}, {"pace", pace}, {"halts", halts}, {"course", course}, {"ready", ready},
		{"blame", g.blame}, {"kept", kept}, {"proof", g.proof}, {"result", results}, {"equal", g.equal}} {
		if words := c.look(r, was); words != "" {
			return c.name, words
		}
	}
	g.memory.before[m] = &moment{r.Clock(), r.Phase(), r.Child(), len(r.Log()), append([]room.Seat(nil), r.Seats()...)}
	return "", ""
}

func seats(r *room.Room, _ *moment) string {
	holders := map[room.Key]bool{}
	for _, s := range r.Seats() {
		if s.Taken() && holders[s.Holder] {
			return "a player has two seats"
		}
		holders[s.Holder] = true
	}
	for _, v := range r.Viewers() {
		if holders[v.Key] {
			return "a viewer has a seat"
		}
	}
	return ""
}

// closed calls f with the masters that were closed since the last look, and the newest one in any case.
func closed(r *room.Room, was *moment, f func(m *room.Master) string) string {
	from := len(r.Log())
	if was != nil {
		from = min(from, was.closed+1)
	}
	for n := max(from, 1); n <= len(r.Log()); n++ {
		m, err := r.Master(uint32(n))
		if err != nil {
			return err.Error()
		}
		if words := f(&m); words != "" {
			return fmt.Sprintf("generation %d: %s", n, words)
		}
	}
	return ""
}

func viewers(r *room.Room, was *moment) string {
	return closed(r, was, func(m *room.Master) string {
		for _, i := range m.Inputs {
			if bytes.HasPrefix(i.Body, []byte("I play")) {
				return "a viewer's input was taken"
			}
		}
		return ""
	})
}

func masters(r *room.Room, was *moment) string {
	return closed(r, was, func(m *room.Master) string {
		for _, i := range m.Inputs {
			if m.Vacant&(1<<i.Seat) != 0 {
				return fmt.Sprintf("an input of seat %d, which is vacant", i.Seat)
			}
		}
		return ""
	})
}

func pace(r *room.Room, was *moment) string {
	return closed(r, was, func(m *room.Master) string {
		if m.Generation == 1 {
			return ""
		}
		before, err := r.Master(m.Generation - 1)
		if err == nil && (m.Ticks > before.Ticks+3 || m.Ticks+3 < before.Ticks) {
			return fmt.Sprintf("%d ticks after %d", m.Ticks, before.Ticks)
		}
		return ""
	})
}

func halts(r *room.Room, _ *moment) string {
	for k, s := range r.Seats() {
		if r.Strict() && r.Phase() == room.Running && s.Taken() && s.Vacant == 0 && s.Diverged > 0 && r.Child() != "halted" {
			return fmt.Sprintf("seat %d has another state since generation %d, and the match goes on", k, s.Diverged)
		}
	}
	return ""
}

func course(r *room.Room, was *moment) string {
	if was != nil && was.child == "overtime" && r.Child() == "play" {
		return "the engine went back from overtime to play"
	}
	return ""
}

func ready(r *room.Room, was *moment) string {
	if was == nil || was.phase != room.Setup || r.Phase() != room.Running {
		return ""
	}
	for k, s := range was.seats {
		if s.Taken() && (!s.Ready || s.Vacant > 0) && r.Seats()[k].Holder == s.Holder {
			return fmt.Sprintf("the match began while seat %d was not ready, or away", k)
		}
	}
	return ""
}

func (g *Match) blame(r *room.Room, _ *moment) string {
	if r.Child() != "halted" {
		return ""
	}
	named, right := -1, false
	for k, s := range r.Seats() {
		switch {
		case !s.Taken() || s.Vacant > 0:
		case s.Diverged == 0:
			right = true
		case !g.memory.lies[lie{s.Holder, s.Diverged}]:
			named = k
		}
	}
	if named >= 0 && right {
		return fmt.Sprintf("seat %d is named for generation %d, about which it told the truth", named, r.Seats()[named].Diverged)
	}
	return ""
}

func kept(r *room.Room, was *moment) string {
	if was == nil || was.phase == room.Ended || r.Phase() != was.phase {
		return ""
	}
	for k, s := range was.seats {
		if s.Taken() && s.Vacant > 0 && r.Seats()[k].Holder != s.Holder && r.Clock()-s.Vacant < room.KeepSeat {
			return fmt.Sprintf("seat %d was free after %d ticks", k, r.Clock()-s.Vacant)
		}
	}
	return ""
}

func (g *Match) proof(r *room.Room, was *moment) string {
	if was == nil {
		return ""
	}
	others := 0
	for k, s := range r.Seats() {
		if s.Vacant == 0 && was.seats[k].Vacant == 0 && s.Taken() {
			others++
		}
	}
	for k, s := range r.Seats() {
		if was.seats[k].Vacant > 0 && s.Vacant == 0 && s.Holder == was.seats[k].Holder && others > 0 && g.memory.returns[s.Holder] == (returned{since: was.seats[k].Vacant}) {
			return fmt.Sprintf("seat %d came back with a wrong state", k)
		}
	}
	return ""
}

func results(r *room.Room, was *moment) string {
	o := r.Outcome()
	if o.After == 0 {
		return overdue(r)
	}
	if !bytes.Equal(o.Result, result(r, o.After)) {
		return fmt.Sprintf("%q does not follow from the masters", o.Result)
	}
	for k := range o.Signed {
		if !r.Verify(&o.Signed[k], o.After, o.Result) {
			return "a signature that is not of its player"
		}
	}
	here := 0
	for _, s := range r.Seats() {
		if s.Taken() && s.Vacant == 0 {
			here++
		}
	}
	if was != nil && was.phase == room.Running && 2*len(o.Signed) <= here {
		return fmt.Sprintf("%d of %d players have signed", len(o.Signed), here)
	}
	return ""
}

// overdue finds a result that holds, and a match that goes on all the same.
func overdue(r *room.Room) string {
	here, votes := 0, map[string]int{}
	for k, s := range r.Seats() {
		if !s.Taken() || s.Vacant > 0 {
			continue
		}
		here++
		for _, p := range room.Proposed(r) {
			if int(p.Seat) == k {
				votes[fmt.Sprint(p.After, p.Result)]++
			}
		}
	}
	for _, n := range votes {
		if 2*n > here {
			return fmt.Sprintf("%d of %d players have signed the same result, and the match goes on", n, here)
		}
	}
	return ""
}

func (g *Match) equal(r *room.Room, _ *moment) string {
	if g.Forks {
		return ""
	}
	if o := r.Outcome(); o.After > 0 {
		got := fmt.Sprintf("%q after %d", o.Result, o.After)
		if g.memory.outcome == "" {
			g.memory.outcome = got
		}
		if got != g.memory.outcome {
			return fmt.Sprintf("%s, and another has %s", got, g.memory.outcome)
		}
	}
	if r.Child() != "halted" {
		return ""
	}
	at, got := halt{r.Clock(), r.Chain()}, fmt.Sprintf("at %d for%s", r.Generation(), named(r))
	if first, seen := g.memory.halts[at]; seen && first != got {
		return fmt.Sprintf("halted %s, and another %s", got, first)
	}
	g.memory.halts[at] = got
	return ""
}

// halt is a moment of a history at which a room stands still.
type halt struct {
	clock uint64
	chain [32]byte
}

// named lists the seats that differ.
func named(r *room.Room) string {
	var b strings.Builder
	for k, s := range r.Seats() {
		if s.Diverged > 0 {
			fmt.Fprintf(&b, " %d since %d", k, s.Diverged)
		}
	}
	return b.String()
}
