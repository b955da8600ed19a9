package room

import (
	"errors"

	"github.com/zeebo/xxh3"

	"manyhold/net/wire"
)

// ErrState reports that bytes are not the state of a room.
var ErrState = errors.New("room: malformed state")

// Digest returns a hash of the whole state.
func (r *Room) Digest() uint64 {
	b := r.Append(make([]byte, 0, 2048))
	return xxh3.Hash(append(b, r.match.log.chain[:]...))
}

// Append appends the bytes of the state without the log: there is one encoding of each state.
func (r *Room) Append(dst []byte) []byte {
	dst = wire.AppendText(wire.AppendU64(dst, r.id), r.title)
	dst = r.engine.append(dst)
	dst = wire.AppendU64(dst, r.seed)
	dst = wire.AppendBool(dst, r.strict)
	dst = wire.AppendUvarint(dst, r.clock)
	dst = wire.AppendU8(dst, uint8(r.phase))
	dst = r.roster.append(dst)
	dst = r.setup.append(dst)
	dst = r.match.append(dst)
	return appendVoices(r, r.roster.appendWaits(r.results.append(dst)))
}

// Log returns the masters that are closed as bytes, ascending. They are not to be changed.
func (r *Room) Log() [][]byte { return r.match.log.entries }

// Restore reads a state and its log. Bytes that no room has are refused.
func Restore(state []byte, masters [][]byte) (*Room, error) {
	c := wire.NewCursor(state)
	r := &Room{terms: terms{id: c.U64(), title: c.Text(MaxName), engine: parseEngine(c)}}
	if c.Err() != nil || !IsName(r.title) || r.engine.Check() != nil {
		return nil, ErrState
	}
	r.seed, r.strict, r.clock, r.phase = c.U64(), c.Bool(), c.Uvarint(), Phase(c.U8())
	r.roster = parseRoster(c, len(r.engine.Seats))
	r.setup = parseSetup(c)
	r.match = parseMatch(c)
	r.results = parseResults(c, len(r.engine.Seats))
	if r.phase == Setup {
		r.roster.parseWaits(c)
	} else {
		readVoices(r, c)
	}
	if states := len(r.engine.States); c.Done() != nil || r.phase > Ended || r.setup.stage >= len(r.engine.Stages) ||
		int(r.match.course.child) > states || int(r.match.course.illegal) > states || r.match.pace > Halted {
		return nil, ErrState
	}
	if !sound(r) && !planted(TwoSeats) || uint64(len(masters)) != uint64(max(r.match.open, 1)-1) {
		return nil, ErrState
	}
	for k, b := range masters {
		m, err := ParseMaster(uint32(k+1), b)
		if n := len(m.Inputs); err != nil || r.match.log.size > MaxLog || n > 0 && int(m.Inputs[n-1].Seat) >= len(r.engine.Seats) {
			return nil, ErrState
		}
		r.match.log.add(&m)
	}
	return r, nil
}

func (e *Engine) append(dst []byte) []byte {
	dst = wire.AppendText(dst, e.Name)
	dst = append(dst, e.Hash[:]...)
	for _, list := range [][]string{e.Seats, e.Stages, e.States} {
		dst = wire.AppendUvarint(dst, uint64(len(list)))
		for _, s := range list {
			dst = wire.AppendText(dst, s)
		}
	}
	dst = wire.AppendUvarint(dst, uint64(e.Least))
	dst = wire.AppendUvarint(dst, uint64(len(e.Moves)))
	for _, m := range e.Moves {
		dst = append(dst, m[0], m[1])
	}
	return dst
}

func parseEngine(c *wire.Cursor) (e Engine) {
	e.Name, e.Hash = c.Text(MaxName), c.Hash()
	for _, list := range []*[]string{&e.Seats, &e.Stages, &e.States} {
		for range c.Count(MaxSeats) {
			*list = append(*list, c.Text(MaxName))
		}
	}
	e.Least = c.Count(MaxSeats)
	for range c.Count(MaxStates * MaxStates) {
		e.Moves = append(e.Moves, [2]uint8{c.U8(), c.U8()})
	}
	return e
}

func (q *roster) append(dst []byte) []byte {
	for k := range q.seats {
		dst = q.seats[k].append(dst)
	}
	dst = wire.AppendUvarint(dst, uint64(len(q.viewers)))
	for _, v := range q.viewers {
		dst = wire.AppendText(append(dst, v.Key[:]...), v.Name)
	}
	return dst
}

func parseRoster(c *wire.Cursor, seats int) (q roster) {
	for range seats {
		q.seats = append(q.seats, parseSeat(c))
	}
	for range c.Count(MaxViewers) {
		q.viewers = append(q.viewers, Viewer{c.Hash(), c.Text(MaxName)})
	}
	return q
}

func (s *Seat) append(dst []byte) []byte {
	dst = append(dst, s.Holder[:]...)
	dst = wire.AppendText(dst, s.Name)
	dst = wire.AppendBool(dst, s.Ready)
	dst = wire.AppendUvarint(dst, s.Vacant)
	dst = wire.AppendBool(dst, s.Lagging)
	dst = wire.AppendU32(dst, s.Diverged*uint32(one(!planted(Nameless))))
	dst = append(dst, uint8(s.ballot), uint8(s.hold))
	dst = s.again.append(wire.AppendU16(dst, s.missed))
	dst = wire.AppendUvarint(dst, s.heard)
	dst = wire.AppendU32(dst, s.from)
	dst = wire.AppendU16(dst, s.roundTrip)
	dst = wire.AppendU16(wire.AppendU8(dst, s.frameRate), s.way)
	dst = wire.AppendUvarint(dst, uint64(len(s.inbox)))
	for _, i := range s.inbox {
		dst = wire.AppendBlob(wire.AppendU32(dst, i.generation), i.body)
	}
	return wire.AppendBlob(dst, s.draft)
}

func parseSeat(c *wire.Cursor) (s Seat) {
	s.Holder, s.Name, s.Ready, s.Vacant, s.Lagging = c.Hash(), c.Text(MaxName), c.Bool(), c.Uvarint(), c.Bool()
	s.Diverged, s.ballot, s.hold, s.missed, s.again = c.U32(), Ballot(c.U8()), hold(c.U8()), c.U16(), parseAgain(c)
	s.heard, s.from = c.Uvarint(), c.U32()
	s.roundTrip, s.frameRate, s.way = c.U16(), c.U8(), c.U16()
	last := uint32(0)
	for range c.Count(Ahead + 1) {
		i := input{c.U32(), clone(c.Blob(MaxBody))}
		if i.generation <= last {
			c.Fail(wire.ErrForm)
		}
		last = i.generation
		s.inbox = append(s.inbox, i)
	}
	s.draft = clone(c.Blob(MaxConfig))
	if s.ballot >= ballotCount || s.hold > MaxHold+1 {
		c.Fail(wire.ErrForm)
	}
	return s
}

func (u *setup) append(dst []byte) []byte {
	dst = wire.AppendBlob(dst, u.config)
	dst = wire.AppendU32(dst, u.version)
	dst = wire.AppendU8(dst, uint8(u.stage))
	dst = wire.AppendUvarint(dst, u.begins)
	dst = wire.AppendText(dst, u.reason)
	dst = wire.AppendUvarint(dst, u.empty)
	return u.stops.append(wire.AppendU8(dst, uint8(u.delay)))
}

func parseSetup(c *wire.Cursor) setup {
	u := setup{clone(c.Blob(MaxConfig)), c.U32(), int(c.U8()), c.Uvarint(), c.Text(MaxReason), c.Uvarint(), uint16(c.U8()), parseStoppers(c)}
	if u.delay > MaxHold {
		c.Fail(wire.ErrLimit)
	}
	return u
}

func (m *match) append(dst []byte) []byte {
	dst = append(dst, uint8(m.pace), m.course.child, m.course.illegal)
	dst = wire.AppendU32(dst, m.open)
	dst = wire.AppendUvarint(dst, m.closed)
	dst = m.tempo.append(dst)
	dst = wire.AppendUvarint(dst, uint64(len(m.starters)))
	for k := range m.starters {
		dst = wire.AppendText(append(dst, m.starters[k].Key[:]...), m.starters[k].Name)
	}
	return m.sent.append(m.agreement.append(dst))
}

func parseMatch(c *wire.Cursor) (m match) {
	m.pace, m.course, m.open, m.closed = Pace(c.U8()), course{c.U8(), c.U8()}, c.U32(), c.Uvarint()
	m.tempo = parseTempo(c)
	for range c.Count(MaxSeats) {
		m.starters = append(m.starters, Starter{c.Hash(), c.Text(MaxName)})
	}
	m.agreement = parseAgreement(c)
	m.sent = parseDismissals(c, len(m.starters))
	return m
}

func (t *tempo) append(dst []byte) []byte {
	dst = append(dst, uint8(t.ticks), uint8(t.delay))
	dst = wire.AppendUvarint(dst, t.press)
	dst = wire.AppendUvarint(dst, t.calm)
	dst = wire.AppendUvarint(dst, uint64(len(t.closes)))
	for _, at := range t.closes {
		dst = wire.AppendUvarint(dst, at)
	}
	return dst
}

func parseTempo(c *wire.Cursor) tempo {
	t := tempo{ticks: uint64(c.U8()), delay: uint32(c.U8()), press: c.Uvarint(), calm: c.Uvarint()}
	for range c.Count(recent) {
		t.closes = append(t.closes, c.Uvarint())
	}
	if t.ticks < least || t.ticks > most || t.ticks%step != 0 || t.delay < Delay || t.delay > MaxDelay {
		c.Fail(wire.ErrForm)
	}
	return t
}

func (a *agreement) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(a.list)))
	for k := range a.list {
		x := &a.list[k]
		dst = wire.AppendU32(dst, x.generation)
		mask := uint16(0)
		for s := range x.by {
			mask |= uint16(one(x.by[s].known)) << s
		}
		dst = wire.AppendU16(dst, mask)
		for s := range x.by {
			if x.by[s].known {
				dst = wire.AppendU8(wire.AppendU64(dst, x.by[s].digest), x.by[s].state)
			}
		}
		dst = wire.AppendBool(dst, x.right.known)
		if x.right.known {
			dst = wire.AppendU8(wire.AppendU64(dst, x.right.digest), x.right.state)
		}
	}
	return dst
}

func parseAgreement(c *wire.Cursor) (a agreement) {
	last := uint32(0)
	for range c.Count(Window + 1) {
		x := claim{generation: c.U32()}
		mask := c.U16()
		for s := range x.by {
			if mask&(1<<s) != 0 {
				x.by[s] = told{true, c.U64(), c.U8()}
			}
		}
		if c.Bool() {
			x.right = told{true, c.U64(), c.U8()}
		}
		if x.generation <= last {
			c.Fail(wire.ErrForm)
		}
		last = x.generation
		a.list = append(a.list, x)
	}
	return a
}

func (s *Signed) append(dst []byte) []byte {
	return append(append(append(dst, s.Seat), s.By[:]...), s.Signature[:]...)
}

func parseSigned(c *wire.Cursor) (s Signed) {
	s = Signed{c.U8(), c.Hash(), c.Signature()}
	if s.Seat >= MaxSeats {
		c.Fail(wire.ErrLimit)
	}
	return s
}

func (o *Outcome) append(dst []byte) []byte {
	dst = wire.AppendU32(dst, o.After)
	dst = wire.AppendBlob(dst, o.Result)
	dst = wire.AppendUvarint(dst, uint64(len(o.Signed)))
	for k := range o.Signed {
		dst = o.Signed[k].append(dst)
	}
	return dst
}

func parseOutcome(c *wire.Cursor) (o Outcome) {
	o.After, o.Result = c.U32(), clone(c.Blob(MaxResult))
	for range c.Count(MaxSeats) {
		o.Signed = append(o.Signed, parseSigned(c))
	}
	return o
}

func (x *results) append(dst []byte) []byte {
	dst = x.outcome.append(dst)
	dst = wire.AppendUvarint(dst, uint64(len(x.proposals)))
	for k := range x.proposals {
		p := &x.proposals[k]
		dst = wire.AppendBlob(wire.AppendU32(p.Signed.append(dst), p.After), p.Result)
	}
	return dst
}

func parseResults(c *wire.Cursor, seats int) (x results) {
	x.outcome = parseOutcome(c)
	for range c.Count(seats) {
		by := parseSigned(c)
		if int(by.Seat) >= seats {
			c.Fail(wire.ErrLimit)
		}
		x.proposals = append(x.proposals, Proposal{by, c.U32(), clone(c.Blob(MaxResult))})
	}
	return x
}
