package coins

import (
	"slices"

	"manyhold/net/mutant"
	"manyhold/net/wire"
)

// Parcels are a letter and what follows it.
const (
	parcelAccount = 'a' // author, uvarint number, coins; bool awake
	parcelCoins   = 'c' // author, uvarint coins
	parcelPassed  = 'f' // u64 sender, u64 the island that it was for, uvarint number, blob: passed on by its sender
)

func parcelOf(a Account) []byte {
	b := append([]byte{parcelAccount}, a.Author[:]...)
	b = wire.AppendUvarint(wire.AppendUvarint(b, a.Seq), a.Coins)
	return wire.AppendBool(b, a.Awake)
}

func coinsFor(to Author, coins uint64) []byte {
	return wire.AppendUvarint(append([]byte{parcelCoins}, to[:]...), coins)
}

// passed is a parcel that another island had for one that has ended.
func passed(sender, addressee, seq uint64, parcel []byte) []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{parcelPassed}, sender), addressee)
	return wire.AppendBlob(wire.AppendUvarint(b, seq), parcel)
}

// worth is how many coins are in a parcel.
func worth(parcel []byte) uint64 {
	c := wire.NewCursor(parcel)
	switch c.U8() {
	case parcelAccount:
		c.Hash()
		c.Uvarint()
		return c.Uvarint()
	case parcelCoins:
		c.Hash()
		return c.Uvarint()
	case parcelPassed:
		c.U64()
		c.U64()
		c.Uvarint()
		return worth(c.Blob(MaxCommand))
	}
	return 0
}

func (m *Machine) findOutbox(to uint64) (int, bool) {
	return slices.BinarySearchFunc(m.outboxes, to, func(o outbox, to uint64) int {
		if o.to < to {
			return -1
		} else if o.to > to {
			return 1
		}
		return 0
	})
}

func (m *Machine) findInbox(from, as uint64) (int, bool) {
	return slices.BinarySearchFunc(m.inboxes, [2]uint64{from, as}, func(b inbox, k [2]uint64) int {
		return slices.Compare([]uint64{b.from, b.as}, k[:])
	})
}

// mail puts a parcel into the outbox.
func (m *Machine) mail(to uint64, parcel []byte) {
	i, ok := m.findOutbox(to)
	if !ok {
		m.outboxes = slices.Insert(m.outboxes, i, outbox{to: to, first: 1})
	}
	m.outboxes[i].parcels = append(m.outboxes[i].parcels, parcel)
}

// Parcels appends the parcels for an island from a number on.
func (m *Machine) Parcels(to uint64, from uint64, dst [][]byte) [][]byte {
	i, ok := m.findOutbox(to)
	if !ok {
		return dst
	}
	o := m.outboxes[i]
	if from = max(from, o.first); from >= o.first+uint64(len(o.parcels)) {
		return dst
	}
	return append(dst, o.parcels[from-o.first:]...)
}

// Towards appends the islands that something waits for.
func (m *Machine) Towards(dst []uint64) []uint64 {
	for _, o := range m.outboxes {
		if len(o.parcels) > 0 {
			dst = append(dst, o.to)
		}
	}
	return dst
}

// Expect is the number of the next parcel of an island.
func (m *Machine) Expect(source uint64) uint64 { return m.expects(source, m.self) }

func (m *Machine) expects(from, as uint64) uint64 {
	if i, ok := m.findInbox(from, as); ok {
		return m.inboxes[i].next
	}
	return 1
}

// Inherited is the number of the next parcel of an island for one that went into this one.
func (m *Machine) Inherited(from, as uint64) (next uint64, ok bool) {
	if i, ok := m.findInbox(from, as); ok {
		return m.inboxes[i].next, true
	}
	return 1, false
}

// Deliver adds a parcel to a turn.
func (m *Machine) Deliver(turn []byte, source, seq uint64, parcel []byte) ([]byte, bool, error) {
	next := m.Expect(source)
	if err := walk(turn, visitor{func(Author, uint64, []byte) {}, func(from, n uint64, _ []byte) {
		if from == source && n == next {
			next++
		}
	}, func(uint64, uint64) {}, func(Author) {}}); err != nil {
		return turn, false, err
	}
	switch {
	case len(parcel) == 0 || len(parcel) > MaxCommand || source == 0 || source == m.self:
		return turn, false, ErrTurn
	case seq < next:
		return turn, true, nil
	case seq > next || len(turn)+len(parcel)+20 > MaxTurn:
		return turn, false, nil
	}
	turn = wire.AppendU64(append(turn, entryParcel), source)
	return wire.AppendBlob(wire.AppendUvarint(turn, seq), parcel), true, nil
}

// Acknowledge adds a receipt to a turn.
func (m *Machine) Acknowledge(turn []byte, by uint64, upto uint64) ([]byte, bool, error) {
	i, ok := m.findOutbox(by)
	switch {
	case !ok || upto <= m.outboxes[i].first:
		return turn, true, nil
	case upto > m.outboxes[i].first+uint64(len(m.outboxes[i].parcels)):
		return turn, false, ErrTurn
	case len(turn)+20 > MaxTurn:
		return turn, false, nil
	}
	turn = wire.AppendU64(append(turn, entryReceipt), by)
	return wire.AppendUvarint(turn, upto), true, nil
}

// take takes a parcel, if it is the next one.
func (m *Machine) take(source, seq uint64, parcel []byte) { m.takeAs(source, m.self, seq, parcel) }

func (m *Machine) takeAs(source, as, seq uint64, parcel []byte) {
	i, ok := m.findInbox(source, as)
	if !ok {
		m.inboxes = slices.Insert(m.inboxes, i, inbox{source, as, 1})
	}
	if m.inboxes[i].next != seq {
		return
	}
	if !mutant.Is(mutant.Redelivered) || m.tick%2 == 0 {
		m.inboxes[i].next++
	}
	c := wire.NewCursor(parcel)
	switch c.U8() {
	case parcelAccount:
		a := Account{Author: c.Hash(), Seq: c.Uvarint(), Coins: c.Uvarint(), Awake: c.Bool()}
		if c.Done() == nil {
			if old := m.account(a.Author); old != nil {
				m.Pot += a.Coins // never: an account is in one place
			} else {
				_ = m.put(a)
			}
		}
	case parcelCoins:
		if a, n := m.account(c.Hash()), c.Uvarint(); c.Done() == nil && a != nil {
			a.Coins += n
		} else {
			m.Pot += n
		}
	case parcelPassed:
		from, addressee, n, inner := c.U64(), c.U64(), c.Uvarint(), c.Blob(MaxCommand)
		if c.Done() == nil && addressee != m.self {
			m.takeAs(from, addressee, n, inner)
		}
	}
}

// takeAll takes all that another island still has for this one, and empties the outbox there.
func (m *Machine) takeAll(other *Machine) {
	i, ok := other.findOutbox(m.self)
	if !ok {
		return
	}
	o := &other.outboxes[i]
	for k, p := range o.parcels {
		m.take(other.self, o.first+uint64(k), p)
	}
	o.first, o.parcels = o.first+uint64(len(o.parcels)), nil
}

// prune forgets what another island has taken.
func (m *Machine) prune(by, upto uint64) {
	i, ok := m.findOutbox(by)
	if !ok {
		return
	}
	o := &m.outboxes[i]
	if n := upto - o.first; upto > o.first && n <= uint64(len(o.parcels)) {
		o.parcels, o.first = o.parcels[n:], upto
	}
}

// redirect passes on what waits for an island that went into another.
func (m *Machine) redirect(island, into uint64) {
	i, ok := m.findOutbox(island)
	if !ok {
		return
	}
	o := &m.outboxes[i]
	parcels, first := o.parcels, o.first
	o.parcels, o.first = nil, first+uint64(len(parcels))
	for k, p := range parcels {
		if into == m.self {
			m.takeAs(m.self, island, first+uint64(k), p)
			continue
		}
		m.mail(into, passed(m.self, island, first+uint64(k), p))
	}
}
