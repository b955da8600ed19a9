package room

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// course of a match as a person would keep it on paper: which packets are there, what was told of each
// generation, who is away, votes and signatures. It shares no code with Room, and asks it only for the length
// of a generation and the delay, which follow the lines (see TestModel for setup, and pace_test.go).
type paper struct {
	strict        bool
	clock, closed uint64
	open          uint32
	pace          string // iterating, paused, halted
	ended         bool
	seats         [3]place
	agreed        map[uint32]uint64
	asked         uint32 // the generation of which words were told last
	result        string
	signed        int
	ticks, delay  uint64 // length and delay of the room now
}

// place is a seat.
type place struct {
	taken, away, odd bool
	since, heard     uint64
	from             uint32
	packets          map[uint32]bool
	ballot           Ballot
	word             string // the result that it signed
}

func (s *place) here() bool { return s.taken && !s.away }

// count returns how many seats that are there fit.
func (m *paper) count(fits func(s *place) bool) (n int) {
	for k := range m.seats {
		n += one(m.seats[k].here() && fits(&m.seats[k]))
	}
	return n
}

func anybody(*place) bool { return true }

// tally looks whether votes or signatures have a majority.
func (m *paper) tally() {
	if m.ended {
		return
	}
	sane := func(s *place) bool { return m.pace != "halted" || !s.odd }
	votes := func(b Ballot) bool {
		return 2*m.count(func(s *place) bool { return sane(s) && s.ballot == b }) > m.count(sane)
	}
	was := m.pace
	switch {
	case m.pace == "iterating" && votes(ForPause):
		m.pace = "paused"
	case m.pace == "paused" && votes(ForResume), m.pace == "halted" && votes(ForGoingOn):
		m.pace = "iterating"
	}
	if m.pace != was {
		m.closed = m.clock
		for k := range m.seats {
			s := &m.seats[k]
			if s.heard, s.ballot = m.clock, NoBallot; was == "halted" && s.here() && s.odd {
				m.leave(k)
			}
		}
	}
	for k := range m.seats {
		word := m.seats[k].word
		if n := m.count(func(s *place) bool { return s.word == word }); word != "" && 2*n > m.count(anybody) {
			m.ended, m.result, m.signed = true, word, 0
			for j := range m.seats {
				m.signed += one(m.seats[j].word == word)
			}
			return
		}
	}
}

// leave makes a seat vacant.
func (m *paper) leave(k int) {
	s := &m.seats[k]
	s.away, s.since, s.packets, s.ballot = true, m.clock, map[uint32]bool{}, NoBallot
}

// play takes a packet for a generation; it returns why it is refused.
func (m *paper) play(k int, g uint32, body bool) Why {
	s := &m.seats[k]
	switch {
	case m.ended:
		return WrongPhase
	case s.away:
		return NotSeated
	case m.strict && g < m.open:
		return OldGeneration
	case g > m.open+8:
		return FarGeneration
	case m.strict && s.packets[g]:
		return SecondPacket
	}
	if s.heard = m.clock; !m.strict && !body && (g < m.open || s.packets[g]) {
		return 0
	}
	at := max(g, m.open)
	for s.packets[at] {
		at++
	}
	if at > m.open+8 {
		return FarGeneration
	}
	s.packets[at] = true
	return 0
}

// hear takes what seats tell of a generation: right, and wrong by the liar.
func (m *paper) hear(g uint32, words map[int]uint64) {
	votes, here := map[uint64]int{}, m.count(anybody)
	for _, w := range words {
		votes[w]++
	}
	for w, n := range votes {
		if 2*n > here {
			m.agreed[g] = w
		}
	}
	right, known := m.agreed[g]
	differs := false
	for k, w := range words {
		if known && w != right || !known && len(words) == here {
			m.seats[k].odd, differs = true, true
		}
	}
	if m.strict && differs && m.pace != "halted" {
		m.pace = "halted"
		for k := range m.seats {
			m.seats[k].ballot = NoBallot
		}
	}
}

// pass lets three ticks pass.
func (m *paper) pass() {
	if m.clock += 3; m.ended {
		return
	}
	taken := 0
	for k := range m.seats {
		if s := &m.seats[k]; s.away && m.clock-s.since >= 3600 {
			m.seats[k] = place{word: s.word} // what it has signed stays signed
		}
		taken += one(m.seats[k].taken)
	}
	late := int64(m.clock) - int64(m.closed) - int64(m.ticks)
	switch {
	case taken == 0:
		m.ended = true
		return
	case m.pace != "iterating":
		m.closed = m.clock
		return
	case late < 0:
		return
	}
	var lost []int
	for k := range m.seats {
		switch s := &m.seats[k]; {
		case !s.here() || s.from > m.open || m.strict && s.packets[m.open]:
		case m.strict && late < 600:
			return // the match waits, and nobody is lost yet
		case m.strict || m.clock-s.heard >= 600:
			lost = append(lost, k)
		}
	}
	for k := range m.seats {
		delete(m.seats[k].packets, m.open)
	}
	m.open++
	if m.closed = m.clock; !m.strict {
		m.closed = m.clock - uint64(late)
		m.closed = max(m.closed, m.clock-min(m.clock, m.ticks))
	}
	for _, k := range lost {
		if m.seats[k].here() {
			m.leave(k)
			m.tally()
		}
	}
	maps.DeleteFunc(m.agreed, func(g uint32, _ uint64) bool { return g+64 < m.open })
}

// back takes a return with a digest after a generation.
func (m *paper) back(k int, g uint32, digest uint64) Why {
	s := &m.seats[k]
	right, known := m.agreed[g]
	switch {
	case m.ended:
		return WrongPhase
	case !s.away:
		return NotVacant
	case g >= m.open:
		return FarGeneration
	case g+64 < m.open:
		return TooFarBehind
	case known && digest != right:
		return Unproven
	case !known && (g+1 != m.open || m.count(anybody) > 0):
		return NotCompared
	}
	s.away, s.odd, s.from, s.heard = false, false, m.open+uint32(m.delay), m.clock
	m.tally()
	return 0
}

// vote takes a ballot.
func (m *paper) vote(k int, b Ballot) Why {
	switch s := &m.seats[k]; {
	case m.ended:
		return WrongPhase
	case s.away:
		return NotSeated
	case b == ForGoingOn && m.pace != "halted":
		return NotHalted
	default:
		s.ballot = b
	}
	m.tally()
	return 0
}

// report takes a signed result after a generation.
func (m *paper) report(k int, g uint32, word string) Why {
	switch {
	case m.ended && m.result == "":
		return WrongPhase
	case m.ended && m.result != word && m.seats[k].word == m.result:
		return OtherResult
	case m.ended && g >= m.open:
		return FarGeneration
	case m.ended && m.result != word: // an objection
		m.seats[k].word = word
		return 0
	case m.ended:
		m.signed += one(m.seats[k].word != word)
		m.seats[k].word = word
		return 0
	case g >= m.open:
		return FarGeneration
	}
	m.seats[k].word = word
	m.tally()
	return 0
}

// words describes the match as a line.
func (m *paper) words() string {
	child := m.pace
	if m.ended {
		child = "ended"
	}
	s := fmt.Sprintf("%s %d result %q by %d", child, m.open, m.result, m.signed)
	for k := range m.seats {
		x := &m.seats[k]
		s += fmt.Sprintf(" | %v %v %v", x.taken, x.away, x.odd)
	}
	return s
}

// course describes a room as a line of the same kind.
func (x *table) course() string {
	child := x.Child()
	if x.Phase() == Ended {
		child = "ended"
	}
	o := x.Outcome()
	s := fmt.Sprintf("%s %d result %q by %d", child, x.Generation(), o.Result, len(o.Signed))
	for k := range x.Seats() {
		seat := &x.Seats()[k]
		s += fmt.Sprintf(" | %v %v %v", seat.Taken(), seat.Vacant > 0, seat.Diverged > 0)
	}
	return s
}

// TestMatchModel: whatever the players of a match do, strict or flowing, the room is as the model says: when
// generations close, who is lost, which states differ, when it halts and goes on, who comes back with which
// proof, and which result holds when.
func TestMatchModel(t *testing.T) {
	e := ball()
	e.States, e.Moves = nil, nil
	names := []string{"ann", "bo", "cy"}
	rapid.Check(t, func(rt *rapid.T) {
		x := newTable(t, e, rapid.Bool().Draw(rt, "strict"))
		for k, who := range names {
			x.send(who, Packet{Kind: Sit, Number: uint32(k + 1), Text: who})
		}
		for range 2 {
			for _, who := range names {
				x.send(who, Packet{Kind: Ready, Number: 1})
			}
		}
		x.Advance(Countdown)
		m := &paper{strict: x.Strict(), clock: x.Clock(), closed: x.Clock(), open: 1, pace: "iterating", agreed: map[uint32]uint64{}}
		for k := range m.seats {
			m.seats[k] = place{taken: true, heard: m.clock, from: 1 + uint32(x.Delay()), packets: map[uint32]bool{}}
		}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			m.delay = uint64(x.Delay())
			k := rapid.IntRange(0, 2).Draw(rt, "who")
			if !m.seats[k].taken {
				k = slices.IndexFunc(m.seats[:], func(s place) bool { return s.taken })
			}
			deed := rapid.SampledFrom([]string{"all play", "all play", "all play", "all play", "play", "play", "pause", "resume", "go on", "depart", "return", "return", "report", "report", "pass", "pass", "wait"}).Draw(rt, "deed")
			if k < 0 {
				deed = "pass"
			}
			want, err := m.does(rt, x, names, k, deed)
			var got *Refusal
			if errors.As(err, &got); got == nil && want != 0 || got != nil && got.Why != want {
				rt.Fatalf("%d %s: refused with %v, want %v; %s", k, deed, err, want, m.words())
			}
			if m.words() != x.course() {
				rt.Fatalf("after %d %s\n room: %s\nmodel: %s", k, deed, x.course(), m.words())
			}
		}
	})
}

// does lets a player do something, in the room and on paper.
func (m *paper) does(rt *rapid.T, x *table, names []string, k int, deed string) (want Why, err error) {
	who := names[max(k, 0)]
	back := func(name string) uint32 {
		return m.open - min(m.open, uint32(rapid.SampledFrom([]int{0, 1, 1, 1, 2, 3, 70}).Draw(rt, name)))
	}
	switch deed {
	case "all play":
		m.allPlay(rt, x, names)
	case "play":
		g := uint32(max(1, int(m.open)+rapid.SampledFrom([]int{-1, 0, 0, 1, 2, 8, 9}).Draw(rt, "ahead")))
		body := rapid.SampledFrom([]string{"", "x"}).Draw(rt, "body")
		want, err = m.play(k, g, body != ""), x.send(who, Packet{Kind: Play, Header: Header{Generation: g}, Body: []byte(body)})
	case "pause", "resume", "go on":
		if slices.ContainsFunc(x.Seats(), func(s Seat) bool { return s.Lagging }) && deed == "go on" {
			return 0, nil // going on without seats that lag is not on this paper
		}
		b := map[string]Ballot{"pause": ForPause, "resume": ForResume, "go on": ForGoingOn}[deed]
		want, err = m.vote(k, b), x.send(who, Packet{Kind: Vote, Number: uint32(b)})
	case "depart":
		if x.Depart(x.key(who)); m.seats[k].here() {
			m.leave(k)
			m.tally()
		}
	case "return":
		g, digest := back("of"), uint64(7+rapid.IntRange(0, 3).Draw(rt, "digest")/3)
		want, err = m.back(k, g, digest), x.send(who, Packet{Kind: Return, Header: Header{Done: g, Digest: digest}})
	case "report":
		word := rapid.SampledFrom([]string{"red", "red", "blue"}).Draw(rt, "result")
		if err = x.send(who, Packet{Kind: Draft, Body: []byte(word)}); err != nil {
			return 0, err
		}
		g := uint32(1) // all sign the same generation
		want, err = m.report(k, g, word), x.send(who, Packet{Kind: Report, Header: Header{Done: g}, Signature: x.Sign(x.pair(who), g, []byte(word))})
	case "pass", "wait":
		n := rapid.IntRange(1, 8).Draw(rt, "turns")
		if deed == "wait" {
			n = rapid.SampledFrom([]int{199, 210, 1210}).Draw(rt, "turns")
		}
		for range n {
			m.ticks, m.delay = x.Length(), uint64(x.Delay())
			m.pass()
			x.Advance(3)
		}
	}
	return want, err
}

// allPlay lets all that are there send packets for the open generation, and tell the state after the one
// before if nobody has told it yet; one may lie. In a flowing match the liar goes then.
func (m *paper) allPlay(rt *rapid.T, x *table, names []string) {
	done, liar := m.open-1, rapid.IntRange(0, 8).Draw(rt, "liar")
	if m.ended || m.asked == done {
		done = 0
	}
	words := map[int]uint64{}
	for _, k := range rapid.Permutation([]int{0, 1, 2}).Draw(rt, "order") {
		digest := uint64(7 + one(k == liar))
		if !m.seats[k].taken {
			continue
		}
		want := m.play(k, m.open, false)
		err := x.send(names[k], Packet{Kind: Play, Header: Header{Generation: m.open, Done: done, Digest: digest}})
		var got *Refusal
		if errors.As(err, &got); got == nil && want != 0 || got != nil && got.Why != want {
			rt.Fatalf("%s plays: %v, want %v", names[k], err, want)
		}
		if want == 0 && done > 0 {
			words[k] = digest
		}
	}
	if len(words) == 0 {
		return
	}
	m.asked = done
	m.hear(done, words)
	for k := range m.seats {
		if s := &m.seats[k]; s.here() && s.odd && !m.strict {
			x.Depart(x.key(names[k]))
			m.leave(k)
			m.tally()
		}
	}
}
