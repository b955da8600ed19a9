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
	for k := range r.seats {
		dst = r.seats[k].append(dst)
	}
	dst = wire.AppendUvarint(dst, uint64(len(r.viewers)))
	for _, v := range r.viewers {
		dst = wire.AppendText(append(dst, v.Key[:]...), v.Name)
	}
	dst = r.setup.append(dst)
	dst = r.match.append(dst)
	return r.outcome.append(dst)
}

// Log returns the masters that are closed as bytes, ascending. They are not to be changed.
func (r *Room) Log() [][]byte { return r.match.log.entries }

// Restore reads a state and its log. Bytes that no room has are refused.
func Restore(state []byte, masters [][]byte) (*Room, error) {
	c := wire.NewCursor(state)
	r := &Room{id: c.U64(), title: c.Text(MaxName), engine: parseEngine(c)}
	if c.Err() != nil || !IsName(r.title) || r.engine.Check() != nil {
		return nil, ErrState
	}
	r.seed, r.strict, r.clock, r.phase = c.U64(), c.Bool(), c.Uvarint(), Phase(c.U8())
	for range r.engine.Seats {
		r.seats = append(r.seats, parseSeat(c))
	}
	for range c.Count(MaxViewers) {
		r.viewers = append(r.viewers, Viewer{c.Hash(), c.Text(MaxName)})
	}
	r.setup = parseSetup(c)
	r.match = parseMatch(c)
	r.outcome = parseOutcome(c)
	if c.Done() != nil || r.phase > Ended || r.setup.stage >= len(r.engine.Stages) || int(r.match.child) > len(r.engine.States) ||
		int(r.match.illegal) > len(r.engine.States) || r.match.pace > Halted {
		return nil, ErrState
	}
	if n := len(masters); r.phase == Setup && n > 0 || r.match.open > 0 && uint32(n) != r.match.open-1 {
		return nil, ErrState
	}
	for k, b := range masters {
		m, err := parseMaster(uint32(k+1), b)
		if err != nil {
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

func (s *Seat) append(dst []byte) []byte {
	dst = append(dst, s.Holder[:]...)
	dst = wire.AppendText(dst, s.Name)
	dst = wire.AppendBool(dst, s.Ready)
	dst = wire.AppendUvarint(dst, s.Vacant)
	dst = wire.AppendBool(dst, s.Lagging)
	dst = wire.AppendU32(dst, s.Diverged)
	dst = wire.AppendU8(dst, uint8(s.ballot))
	dst = wire.AppendUvarint(dst, s.heard)
	dst = wire.AppendU32(dst, s.from)
	dst = wire.AppendU16(dst, s.roundTrip)
	dst = wire.AppendU8(dst, s.frameRate)
	dst = wire.AppendUvarint(dst, uint64(len(s.inbox)))
	for _, i := range s.inbox {
		dst = wire.AppendBlob(wire.AppendU32(dst, i.generation), i.body)
	}
	return wire.AppendBlob(dst, s.draft)
}

func parseSeat(c *wire.Cursor) (s Seat) {
	s.Holder, s.Name, s.Ready, s.Vacant, s.Lagging = c.Hash(), c.Text(MaxName), c.Bool(), c.Uvarint(), c.Bool()
	s.Diverged, s.ballot, s.heard, s.from, s.roundTrip, s.frameRate = c.U32(), Ballot(c.U8()), c.Uvarint(), c.U32(), c.U16(), c.U8()
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
	if s.ballot >= ballotCount {
		c.Fail(wire.ErrForm)
	}
	return s
}

func (s *setup) append(dst []byte) []byte {
	dst = wire.AppendBlob(dst, s.config)
	dst = wire.AppendU32(dst, s.version)
	dst = wire.AppendU8(dst, uint8(s.stage))
	dst = wire.AppendUvarint(dst, s.begins)
	dst = wire.AppendText(dst, s.reason)
	return wire.AppendUvarint(dst, s.empty)
}

func parseSetup(c *wire.Cursor) setup {
	return setup{clone(c.Blob(MaxConfig)), c.U32(), int(c.U8()), c.Uvarint(), c.Text(MaxReason), c.Uvarint()}
}

func (m *match) append(dst []byte) []byte {
	dst = append(dst, uint8(m.pace), m.child, m.illegal)
	dst = wire.AppendU32(dst, m.open)
	dst = wire.AppendUvarint(dst, m.closed)
	dst = wire.AppendU8(dst, uint8(m.ticks))
	dst = wire.AppendUvarint(dst, m.raised)
	dst = wire.AppendUvarint(dst, m.calm)
	dst = wire.AppendUvarint(dst, uint64(len(m.roster)))
	for k := range m.roster {
		dst = append(dst, m.roster[k][:]...)
	}
	dst = m.claims.append(dst)
	dst = wire.AppendUvarint(dst, uint64(len(m.proposals)))
	for k := range m.proposals {
		p := &m.proposals[k]
		dst = wire.AppendBlob(wire.AppendU32(p.by.append(dst), p.after), p.body)
	}
	return dst
}

func parseMatch(c *wire.Cursor) (m match) {
	m.pace, m.child, m.illegal, m.open, m.closed = Pace(c.U8()), c.U8(), c.U8(), c.U32(), c.Uvarint()
	m.ticks, m.raised, m.calm = uint64(c.U8()), c.Uvarint(), c.Uvarint()
	if m.ticks < least || m.ticks > most || m.ticks%step != 0 {
		c.Fail(wire.ErrForm)
	}
	for range c.Count(MaxSeats) {
		m.roster = append(m.roster, c.Hash())
	}
	m.claims = parseClaims(c)
	for range c.Count(MaxSeats) {
		by := parseSigned(c)
		after, body := c.U32(), clone(c.Blob(MaxResult))
		m.proposals = append(m.proposals, proposal{by.Seat, after, sumOf(body), body, by})
	}
	return m
}

func (c *claims) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(c.list)))
	for k := range c.list {
		x := &c.list[k]
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

func parseClaims(c *wire.Cursor) (list claims) {
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
		list.list = append(list.list, x)
	}
	return list
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
