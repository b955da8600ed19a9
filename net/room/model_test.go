package room

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// model is a room as a person would keep it on paper: roster, setup, countdown, vacant seats and votes of a
// flowing match in which nobody sends inputs. It shares no code with Room.
type model struct {
	clock, begins, closed uint64
	phase                 string
	stage                 int
	seats                 [3]string
	ready                 map[string]bool
	away                  map[string]uint64 // since when, by player
	heard                 map[string]uint64
	ballots               map[string]Ballot
	viewers               []string
	version               uint32
	invalid, paused       bool
	open                  int
	empty                 uint64
	stops, upsets, edits  map[string]int
	waited                map[string]uint64 // for its readiness, by player
}

func (m *model) seat(who string) int { return slices.Index(m.seats[:], who) }

func (m *model) players(here bool) (list []string) {
	for _, who := range m.seats {
		if who != "" && (!here || m.away[who] == 0) {
			list = append(list, who)
		}
	}
	return list
}

// again asks everybody for readiness again.
func (m *model) again() {
	for who, ready := range m.ready {
		if ready {
			delete(m.waited, who)
		}
	}
	m.ready, m.begins = map[string]bool{}, 0
}

// free takes a player's seat.
func (m *model) free(who string) {
	m.seats[m.seat(who)] = ""
	delete(m.away, who)
	delete(m.ballots, who)
	delete(m.ready, who)
	delete(m.waited, who)
}

func (m *model) vacate(who string) {
	if m.away[who] == 0 {
		m.away[who] = max(m.clock, 1)
		delete(m.ballots, who)
		m.count()
	}
}

// count counts the votes for a pause or its end.
func (m *model) count() {
	votes := map[Ballot]int{}
	for _, who := range m.players(true) {
		votes[m.ballots[who]]++
	}
	here := len(m.players(true))
	if m.phase == "setup" {
		m.goOn()
	}
	if m.phase != "running" || !(!m.paused && 2*votes[ForPause] > here || m.paused && 2*votes[ForResume] > here) {
		return
	}
	m.paused, m.ballots, m.closed = !m.paused, map[string]Ballot{}, m.clock
	for _, who := range m.players(false) {
		m.heard[who] = m.clock
	}
}

// barred reports whether a player may change nothing any more, for others are there.
func (m *model) barred(who string) bool {
	return len(m.players(true)) > 1 && (m.upsets[who] >= 12 || m.edits[who] >= 200)
}

// sit, watch, leave, depart, configure, prepare and vote are what players do. They return why that is
// refused.
func (m *model) sit(who string, number int) Why {
	switch had := m.seat(who); {
	case m.phase != "setup":
		return WrongPhase
	case m.stops[who] > 3, m.upsets[who] > 12, had >= 0 && m.barred(who):
		return HeldUp
	case number > 3:
		return NoSuchSeat
	case number == 0 && had < 0 && m.seat("") < 0:
		return NoSeatLeft
	case number == 0 && had >= 0, number > 0 && number-1 == had:
		return 0
	case number > 0 && m.seats[number-1] != "":
		return SeatTaken
	case had >= 0:
		m.seats[had] = ""
		delete(m.ready, who) // by itself: the others' wait goes on where it was
	}
	if number == 0 {
		number = m.seat("") + 1
	}
	m.seats[number-1] = who
	m.viewers = slices.DeleteFunc(m.viewers, func(v string) bool { return v == who })
	m.again()
	return 0
}

func (m *model) watch(who string) Why {
	if m.seat(who) >= 0 && m.phase != "setup" {
		return WrongPhase
	}
	if !slices.Contains(m.viewers, who) {
		m.viewers = append(m.viewers, who)
	}
	if m.seat(who) >= 0 {
		m.free(who)
		m.again()
	}
	return 0
}

func (m *model) leave(who string) Why {
	watched := slices.Contains(m.viewers, who)
	m.viewers = slices.DeleteFunc(m.viewers, func(v string) bool { return v == who })
	switch {
	case m.seat(who) < 0 && !watched:
		return NotSeated
	case m.seat(who) < 0 || m.phase == "ended":
		return 0
	}
	m.free(who)
	if m.phase == "setup" {
		m.again()
	}
	m.count()
	return 0
}

func (m *model) depart(who string) {
	m.viewers = slices.DeleteFunc(m.viewers, func(v string) bool { return v == who })
	switch {
	case m.seat(who) < 0:
	case m.phase == "setup":
		m.ready[who], m.begins = false, 0
		m.vacate(who)
	default:
		m.vacate(who)
	}
}

// is tells that a player of a setup is there: what it sent was taken.
func (m *model) is(who string) {
	if m.phase == "setup" && m.away[who] > 0 {
		delete(m.away, who)
		m.ballots = map[string]Ballot{}
	}
}

// comeBack is a player of a setup that comes back to its seat.
func (m *model) comeBack(who string) Why {
	switch {
	case m.seat(who) < 0:
		return NotSeated
	case m.phase == "ended":
		return WrongPhase
	case m.away[who] == 0:
		return NotVacant
	case m.phase == "running":
		return FarGeneration // the test tells a generation that is not closed
	}
	return 0
}

func (m *model) prepare(who, what string, version uint32) Why {
	switch {
	case m.phase == "setup" && m.begins > 0 && m.stops[who] >= 3 && (what == "configure" || what == "unready"):
		return HeldUp
	case m.phase == "setup" && (what == "configure" || what == "reject") && m.seat(who) >= 0 && m.barred(who):
		return HeldUp
	case m.seat(who) < 0:
		return NotSeated
	case m.phase != "setup":
		return WrongPhase
	case version != m.version:
		return OtherVersion
	case what == "configure":
		m.version, m.invalid = m.version+1, false
		m.again()
	case what == "reject":
		m.invalid = true
		m.again()
	case m.ready[who] != (what == "ready"):
		m.ready[who], m.begins = what == "ready", 0
		if m.ready[who] {
			m.proceed()
		}
	}
	return 0
}

func (m *model) vote(who string, b Ballot) Why {
	switch {
	case m.seat(who) < 0:
		return NotSeated
	case m.phase == "ended", m.phase == "setup" && b != ForGoingOn:
		return WrongPhase
	case m.phase == "setup" && m.holdsUp(who):
		return NotReady
	case m.phase == "setup" && (m.away[who] > 0 || !m.awaited()):
		return NotAwaited
	case m.away[who] > 0:
		return NotSeated
	case m.phase == "running" && b == ForGoingOn:
		return NotHalted
	}
	m.ballots[who] = b
	m.count()
	return 0
}

// pass lets three ticks pass.
func (m *model) pass() {
	m.clock += 3
	release := func() (any bool) {
		for _, who := range m.players(false) {
			if since := m.away[who]; since > 0 && m.clock-since >= 3600 {
				m.free(who)
				any = true
			}
		}
		return any
	}
	switch m.phase {
	case "setup":
		if release() {
			m.again()
		}
		m.wait()
		m.count()
		switch {
		case m.begins > 0 && m.clock >= m.begins:
			m.phase, m.open, m.closed, m.ballots = "running", 1, m.clock, map[string]Ballot{}
			m.again()
			m.waited = map[string]uint64{}
			for _, who := range m.players(false) {
				m.heard[who] = m.clock
			}
		case len(m.players(false)) > 0:
			m.empty = 0
		case m.empty == 0:
			m.empty = m.clock
		case m.clock-m.empty >= 18000:
			m.phase = "ended"
		}
	case "running":
		release()
		switch {
		case len(m.players(false)) == 0:
			m.phase = "ended"
		case m.paused:
			m.closed = m.clock
		case m.clock-m.closed >= 3:
			m.closed = m.clock
			var lost []string
			for _, who := range m.players(true) {
				if m.open >= 3 && m.clock-m.heard[who] >= 600 {
					lost = append(lost, who)
				}
			}
			m.open++
			for _, who := range lost {
				m.vacate(who)
			}
		}
	}
}

// words describes the model as a line.
func (m *model) words() string {
	child := [2]string{"map", "teams"}[m.stage]
	switch {
	case m.phase == "running" && m.paused:
		child = "paused"
	case m.phase == "running":
		child = "iterating"
	case m.phase == "ended":
		child = ""
	case m.begins > 0:
		child = "countdown"
	}
	s := fmt.Sprintf("%s/%s %d version %d invalid %v", m.phase, child, m.open, m.version, m.invalid)
	for _, who := range m.seats {
		s += fmt.Sprintf(" %s %v %d %d", who, m.ready[who], m.away[who], m.waited[who])
	}
	return s + fmt.Sprint(m.viewers)
}

// told describes a room as a line of the same kind.
func (x *table) told() string {
	_, version := x.Config()
	s := fmt.Sprintf("%s/%s %d version %d invalid %v", x.Phase(), x.Child(), x.Generation(), version, x.Invalid() != "")
	for _, seat := range x.Seats() {
		s += fmt.Sprintf(" %s %v %d %d", seat.Name, seat.Ready, seat.Vacant, seat.Waited)
	}
	var viewers []string
	for _, v := range x.Viewers() {
		viewers = append(viewers, v.Name)
	}
	return s + fmt.Sprint(viewers)
}

// TestModel: whatever players do, a room is as the model says, and refuses what the model refuses, for the
// same reason.
func TestModel(t *testing.T) {
	e := ball()
	e.States, e.Moves = nil, nil
	rapid.Check(t, func(rt *rapid.T) {
		x := newTable(t, e, false)
		m := &model{phase: "setup", ready: map[string]bool{}, away: map[string]uint64{}, heard: map[string]uint64{}, ballots: map[string]Ballot{}, stops: map[string]int{}, upsets: map[string]int{}, edits: map[string]int{}, waited: map[string]uint64{}}
		names := []string{"ann", "bo", "cy", "di"}
		eager := rapid.Bool().Draw(rt, "eager")
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			who := rapid.SampledFrom(names).Draw(rt, "who")
			deeds := []string{"sit", "watch", "leave", "depart", "configure", "reject", "ready", "ready", "ready", "unready", "pause", "resume", "continue", "return", "pass", "pass"}
			if eager {
				deeds = []string{"sit", "ready", "ready", "ready", "ready", "pass", "pause", "resume", "depart", "return", "continue"}
			}
			version := uint32(max(0, int(m.version)-rapid.IntRange(0, 9).Draw(rt, "old")/9))
			var want Why
			var err error
			counting := m.phase == "setup" && m.begins > 0
			var ready []string
			for _, other := range m.players(false) {
				if m.phase == "setup" && other != who && m.ready[other] {
					ready = append(ready, other)
				}
			}
			setup := m.phase == "setup"
			deed := rapid.SampledFrom(deeds).Draw(rt, "deed")
			switch deed {
			case "sit":
				n := rapid.IntRange(0, 4).Draw(rt, "seat")
				want, err = m.sit(who, n), x.send(who, Packet{Kind: Sit, Number: uint32(n), Text: who})
			case "watch":
				want, err = m.watch(who), x.send(who, Packet{Kind: Watch, Text: who})
			case "leave":
				want, err = m.leave(who), x.send(who, Packet{Kind: Leave})
			case "depart":
				m.depart(who)
				x.Depart(x.key(who))
			case "configure":
				want, err = m.prepare(who, deed, version), x.send(who, Packet{Kind: Configure, Number: version})
			case "reject":
				want, err = m.prepare(who, deed, version), x.send(who, Packet{Kind: Reject, Header: Header{Generation: version}, Text: "no"})
			case "ready", "unready":
				p := Packet{Kind: Ready, Header: Header{Generation: version}, Number: uint32(one(deed == "ready"))}
				want, err = m.prepare(who, deed, version), x.send(who, p)
			case "return":
				want, err = m.comeBack(who), x.send(who, Packet{Kind: Return, Header: Header{Done: 1 << 30}})
			case "pause", "resume", "continue":
				b := map[string]Ballot{"pause": ForPause, "resume": ForResume, "continue": ForGoingOn}[deed]
				want, err = m.vote(who, b), x.send(who, Packet{Kind: Vote, Number: uint32(b)})
			case "pass":
				for range rapid.SampledFrom([]int{1, 30, 61, 250, 1210, 5900}).Draw(rt, "turns") {
					m.pass()
					x.Advance(3)
				}
			}
			if counting && m.phase == "setup" && m.begins == 0 && !slices.Contains([]string{"pass", "depart", "continue"}, deed) {
				m.stops[who]++
			}
			if others := len(ready) > 0 || len(m.players(true)) > 1; setup && others && err == nil && slices.Contains([]string{"sit", "watch", "leave", "configure", "reject", "return"}, deed) {
				upset := slices.ContainsFunc(ready, func(other string) bool { return !m.ready[other] })
				m.upsets[who] += one(upset || deed == "reject")
				m.edits[who] += one(deed == "configure")
			}
			var got *Refusal
			if errors.As(err, &got); got == nil && want != 0 || got != nil && got.Why != want {
				rt.Fatalf("%s %s: refused with %v, want %v; %s", who, deed, err, want, m.words())
			}
			if err == nil && deed != "pass" && deed != "depart" {
				m.is(who)
			}
			if m.words() != x.told() {
				rt.Fatalf("after %s %s\n room: %s\nmodel: %s", who, deed, x.told(), m.words())
			}
		}
	})
}
