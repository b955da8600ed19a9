package coins

import (
	"manyhold/net/host/machine"
	"manyhold/net/wire"
)

// Turn is a parsed turn.
type Turn struct {
	bytes   []byte
	entries []entry
	few     [4]entry // room for the entries of most turns
}

// entry is an entry of a turn: its numbers, and where in the turn's bytes the rest begins and ends.
type entry struct {
	island   uint64 // of a parcel or a receipt
	number   uint64
	author   uint16 // begin of the author: of a command, or asleep from now on
	from, to uint16 // the body of a command or a parcel
	kind     uint8
}

// author returns the author of an entry.
func (t *Turn) author(e *entry) Author { return Author(t.bytes[e.author:]) }

// body returns the body of an entry.
func (t *Turn) body(e *entry) []byte { return t.bytes[e.from:e.to:e.to] }

// Bytes is machine.Turn's.
func (t *Turn) Bytes() []byte { return t.bytes }

// Parse reads a turn. Its error is ErrTurn, or the cursor's.
func Parse(turn []byte) (*Turn, error) {
	c := wire.NewCursor(turn)
	if t := c.U8(); t == 0 || t > 6 || len(turn) > MaxTurn {
		return nil, ErrTurn
	}
	p := &Turn{bytes: turn}
	p.entries = p.few[:0]
	at := func() uint16 { return uint16(len(turn) - c.Len()) }
	for c.Err() == nil && c.Len() > 0 {
		e := entry{kind: c.U8()}
		var body []byte
		switch e.kind {
		case entryCommand:
			e.author = at()
			c.Bytes(len(Author{}))
			e.number, body = c.Uvarint(), c.Blob(MaxCommand)
			if len(body) == 0 {
				continue
			}
		case entryParcel:
			e.island, e.number, body = c.U64(), c.Uvarint(), c.Blob(MaxParcel)
		case entryReceipt:
			e.island, e.number = c.U64(), c.Uvarint()
		case entrySleep:
			e.author = at()
			c.Bytes(len(Author{}))
		case entryOrdinance:
			if body = c.Bytes(ordinanceSize); c.Err() != nil {
				continue
			}
		default:
			return nil, ErrTurn
		}
		e.to = at()
		e.from = e.to - uint16(len(body))
		p.entries = append(p.entries, e)
	}
	if err := c.Done(); err != nil {
		return nil, err
	}
	return p, nil
}

// Commands calls f with every command of a turn, and with number 0 for every author that is put to sleep.
func (t *Turn) Commands(f func(author Author, seq uint64, body []byte)) {
	for i := range t.entries {
		switch e := &t.entries[i]; e.kind {
		case entryCommand:
			f(t.author(e), e.number, t.body(e))
		case entrySleep:
			f(t.author(e), 0, nil)
		}
	}
}

// Parse is machine.Machine's.
func (m *Machine) Parse(body []byte) (machine.Turn, error) {
	t, err := Parse(body)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Commands calls f with every command of a turn that its author asked for.
func (m *Machine) Commands(t machine.Turn, f func(author Author, seq uint64, body []byte)) {
	t.(*Turn).Commands(func(author Author, seq uint64, body []byte) {
		if seq != 0 {
			f(author, seq, body)
		}
	})
}

// Ticks is machine.Machine's.
func (m *Machine) Ticks(t machine.Turn) uint8 { return t.Bytes()[0] }

// Departs calls f with every account that a turn puts to sleep.
func (m *Machine) Departs(t machine.Turn, f func(author Author)) {
	t.(*Turn).Commands(func(author Author, seq uint64, _ []byte) {
		if seq == 0 && m.account(author) != nil {
			f(author)
		}
	})
}

// Step executes a turn.
func (m *Machine) Step(turn machine.Turn) {
	t := turn.(*Turn)
	m.tick += uint64(t.bytes[0])
	for i := range t.entries {
		switch e := &t.entries[i]; e.kind {
		case entryCommand:
			m.do(t.author(e), e.number, t.body(e))
		case entryParcel:
			m.take(e.island, e.number, t.body(e))
		case entryReceipt:
			m.prune(e.island, e.number)
		case entrySleep:
			if a := m.account(t.author(e)); a != nil {
				a.Awake = false
			}
		case entryOrdinance:
			m.enact(ordinanceOf(t.body(e)))
		}
	}
}

// Builder is a turn under construction.
type Builder struct {
	m *Machine
	t Turn
}

// Begin starts an empty turn.
func (m *Machine) Begin(ticks uint8) machine.Builder {
	m.building = Builder{m: m, t: Turn{bytes: []byte{ticks}}}
	return &m.building
}

// Empty is machine.Builder's.
func (b *Builder) Empty() bool { return len(b.t.bytes) == 1 }

// Turn is machine.Builder's.
func (b *Builder) Turn() machine.Turn {
	t := b.t
	b.t = Turn{}
	return &t
}

// Append adds a command.
func (b *Builder) Append(author Author, seq uint64, body []byte) (taken bool, err error) {
	if len(body) > MaxCommand || len(body) == 0 || !known(body[0]) {
		return false, ErrTurn
	}
	if b.m.account(author) == nil && (b.m.self != Home || b.m.HasEntered(author)) && body[0] != pass {
		return false, ErrStranger
	}
	if len(b.t.bytes)+len(body)+45 > MaxTurn {
		return false, nil
	}
	b.add(entry{kind: entryCommand, number: seq}, author, body)
	return true, nil
}

// Depart puts an account to sleep.
func (b *Builder) Depart(author Author) bool {
	if a := b.m.account(author); a == nil || !a.Awake || len(b.t.bytes)+33 > MaxTurn {
		return false
	}
	b.add(entry{kind: entrySleep}, author, nil)
	return true
}

// Deliver adds a parcel.
func (b *Builder) Deliver(source, seq uint64, parcel []byte) (taken bool, err error) {
	next := b.m.Expect(source)
	for i := range b.t.entries {
		if e := &b.t.entries[i]; e.kind == entryParcel && e.island == source && e.number == next {
			next++
		}
	}
	switch {
	case len(parcel) == 0 || len(parcel) > MaxParcel || source == 0 || source == b.m.self:
		return false, ErrTurn
	case seq < next:
		return true, nil
	case seq > next || len(b.t.bytes)+len(parcel)+20 > MaxTurn:
		return false, nil
	}
	b.add(entry{kind: entryParcel, island: source, number: seq}, Author{}, parcel)
	return true, nil
}

// Acknowledge adds a receipt.
func (b *Builder) Acknowledge(by uint64, upto uint64) (taken bool, err error) {
	i, ok := b.m.findOutbox(by)
	switch {
	case !ok || upto <= b.m.outboxes[i].first || Faults.Hoards:
		return true, nil
	case upto > b.m.outboxes[i].first+uint64(len(b.m.outboxes[i].parcels)):
		return false, ErrTurn
	case len(b.t.bytes)+20 > MaxTurn:
		return false, nil
	}
	b.add(entry{kind: entryReceipt, island: by, number: upto}, Author{}, nil)
	return true, nil
}

// add appends an entry, with a copy of its author and its body.
func (b *Builder) add(e entry, author Author, body []byte) {
	to := append(b.t.bytes, e.kind)
	e.author = uint16(len(to))
	switch e.kind {
	case entryCommand:
		to = wire.AppendBlob(wire.AppendUvarint(append(to, author[:]...), e.number), body)
	case entryParcel:
		to = wire.AppendBlob(wire.AppendUvarint(wire.AppendU64(to, e.island), e.number), body)
	case entryReceipt:
		to = wire.AppendUvarint(wire.AppendU64(to, e.island), e.number)
	case entrySleep:
		to = append(to, author[:]...)
	case entryOrdinance:
		to = append(to, body...)
	}
	e.to = uint16(len(to))
	e.from = e.to - uint16(len(body))
	b.t.bytes, b.t.entries = to, append(b.t.entries, e)
}
