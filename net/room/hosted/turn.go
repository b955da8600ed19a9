package hosted

import (
	"manyhold/net/charter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/room"
	"manyhold/net/wire"
)

// The kinds of entries.
const (
	fromPlayer   = 1
	fromStranger = 2
	departure    = 3
)

// Turn is a parsed turn.
type Turn struct {
	bytes   []byte
	entries []entry
}

// entry is an entry of a turn.
type entry struct {
	kind   uint8
	player int      // of fromPlayer and departure
	author room.Key // of fromStranger
	number uint64
	body   []byte // of the turn's bytes
}

// Bytes is machine.Turn's.
func (t *Turn) Bytes() []byte { return t.bytes }

// Parse is machine.Machine's.
func (m *Machine) Parse(body []byte) (machine.Turn, error) {
	c := wire.NewCursor(body)
	if n := c.U8(); n == 0 || n > 6 || len(body) > message.MaxTurn {
		return nil, ErrTurn
	}
	t := &Turn{bytes: body}
	for c.Err() == nil && c.Len() > 0 {
		e := entry{kind: c.U8()}
		switch e.kind {
		case fromPlayer, departure:
			e.player = c.Count(MaxPlayers - 1)
		case fromStranger:
			e.author = c.Hash()
		default:
			return nil, ErrTurn
		}
		if e.kind != departure {
			e.number, e.body = c.Uvarint(), c.Blob(room.MaxPacket)
			if e.number == 0 || len(e.body) == 0 {
				return nil, ErrTurn
			}
		}
		t.entries = append(t.entries, e)
	}
	if c.Done() != nil {
		return nil, ErrTurn
	}
	return t, nil
}

// Commands is machine.Machine's.
func (m *Machine) Commands(t machine.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	for _, e := range t.(*Turn).entries {
		author := e.author
		if e.kind == departure {
			continue
		}
		if e.kind == fromPlayer && e.player < len(m.players) {
			author = m.players[e.player].key
		}
		f(author, e.number, e.body)
	}
}

// Ticks is machine.Machine's.
func (m *Machine) Ticks(t machine.Turn) uint8 { return t.Bytes()[0] }

// Departs is machine.Machine's.
func (m *Machine) Departs(t machine.Turn, f func(author [32]byte)) {
	for _, e := range t.(*Turn).entries {
		if e.kind == departure && e.player < len(m.players) {
			f(m.players[e.player].key)
		}
	}
}

// builder is a turn under construction.
type builder struct {
	m *Machine
	t Turn
}

// Begin is machine.Machine's.
func (m *Machine) Begin(ticks uint8) machine.Builder {
	m.build = builder{m, Turn{bytes: []byte{ticks}}}
	return &m.build
}

// Empty is machine.Builder's.
func (b *builder) Empty() bool { return len(b.t.bytes) == 1 }

// Turn is machine.Builder's.
func (b *builder) Turn() machine.Turn {
	t := b.t
	b.t = Turn{}
	return &t
}

// Append is machine.Builder's.
func (b *builder) Append(author [32]byte, seq uint64, body []byte) (taken bool, err error) {
	if _, err := room.ParsePacket(b.m.room.ID(), author, body); err != nil || len(body) > room.MaxPacket || seq == 0 {
		return false, ErrTurn
	}
	e := entry{kind: fromPlayer, player: b.m.find(author), author: author, number: seq}
	if e.player < 0 {
		if e.kind = fromStranger; len(b.m.players) >= MaxPlayers {
			return false, ErrFull
		}
	}
	return b.add(e, body), nil
}

// Depart is machine.Builder's.
func (b *builder) Depart(author [32]byte) bool {
	k := b.m.find(author)
	return k >= 0 && b.m.players[k].here && b.add(entry{kind: departure, player: k}, nil)
}

// add appends an entry with a copy of its body, if there is room.
func (b *builder) add(e entry, body []byte) bool {
	to := append(b.t.bytes, e.kind)
	if e.kind == fromStranger {
		to = append(to, e.author[:]...)
	} else {
		e.author = room.Key{}
		to = wire.AppendUvarint(to, uint64(e.player))
	}
	if e.kind != departure {
		to = wire.AppendBlob(wire.AppendUvarint(to, e.number), body)
	}
	if len(to) > message.MaxTurn {
		return false
	}
	e.body = to[len(to)-len(body) : len(to) : len(to)]
	b.t.bytes, b.t.entries = to, append(b.t.entries, e)
	return true
}

// Proclaim is machine.Builder's: a room has no laws.
func (b *builder) Proclaim(charter.Ordinance) bool { return false }

// Publish is machine.Builder's: a room has no blueprints.
func (b *builder) Publish([]byte, int) bool { return false }

// Deliver is machine.Builder's: no other island sends anything.
func (b *builder) Deliver(uint64, uint64, []byte) (bool, error) { return false, errAlone }

// Acknowledge is machine.Builder's: no other island was sent anything.
func (b *builder) Acknowledge(uint64, uint64) (bool, error) { return false, errAlone }
