package coins

import (
	"slices"

	"manyhold/net/wire"
)

// Parcels are a letter and its fields.
const (
	// author, uvarint number, coins, u64 hash of commands, u32 place, bool awake; items: maker, uvarint
	// number
	parcelAccount = 'a'
	parcelCoins   = 'c' // author, uvarint coins
	parcelPassed  = 'f' // u64 sender, u64 original addressee, uvarint number, blob: passed on by its sender
)

func parcelOf(a Account, held []Item) []byte {
	b := append([]byte{parcelAccount}, a.Author[:]...)
	b = wire.AppendUvarint(wire.AppendUvarint(b, a.Seq), a.Coins)
	b = wire.AppendBool(wire.AppendU32(wire.AppendU64(b, a.Sum), uint32(a.Place)), a.Awake)
	b = wire.AppendUvarint(b, uint64(len(held)))
	for _, t := range held {
		b = wire.AppendUvarint(append(b, t.Maker[:]...), t.Seq)
	}
	return b
}

// accountOf reads the fields that parcelOf wrote.
func accountOf(c *wire.Cursor) (a Account, held []Item) {
	a = Account{Author: c.Hash(), Seq: c.Uvarint(), Coins: c.Uvarint(), Sum: c.U64(), Place: int32(c.U32()), Awake: c.Bool()}
	for range c.Count(MaxHeld) {
		held = append(held, Item{Maker: c.Hash(), Seq: c.Uvarint(), Holder: a.Author})
	}
	return a, held
}

func coinsFor(to Author, coins uint64) []byte {
	return wire.AppendUvarint(append([]byte{parcelCoins}, to[:]...), coins)
}

// passed is a parcel that another island had for one that has ended.
func passed(sender, addressee, seq uint64, parcel []byte) []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{parcelPassed}, sender), addressee)
	return wire.AppendBlob(wire.AppendUvarint(b, seq), parcel)
}

// contents returns the coins and the items in a parcel.
func contents(parcel []byte) (coins uint64, items []Item) {
	c := wire.NewCursor(parcel)
	switch c.U8() {
	case parcelAccount:
		a, held := accountOf(c)
		return a.Coins, held
	case parcelCoins:
		c.Hash()
		return c.Uvarint(), nil
	case parcelPassed:
		c.U64()
		c.U64()
		c.Uvarint()
		return contents(c.Blob(MaxParcel))
	}
	return 0, nil
}

// mailbox has the parcels under way from an island, and counts those that came.
type mailbox struct {
	outboxes []outbox // ascending by island
	inboxes  []inbox  // ascending by both islands
}

// outbox has the parcels that another island has not acknowledged.
type outbox struct {
	to      uint64
	first   uint64 // number of the first parcel
	parcels [][]byte
}

// inbox counts the parcels taken from an island, sent to an island that is part of this one now.
type inbox struct{ from, as, next uint64 }

func (b *mailbox) findOutbox(to uint64) (int, bool) {
	return slices.BinarySearchFunc(b.outboxes, to, func(o outbox, to uint64) int {
		if o.to < to {
			return -1
		} else if o.to > to {
			return 1
		}
		return 0
	})
}

func (b *mailbox) findInbox(from, as uint64) (int, bool) {
	return slices.BinarySearchFunc(b.inboxes, [2]uint64{from, as}, func(i inbox, k [2]uint64) int {
		return slices.Compare([]uint64{i.from, i.as}, k[:])
	})
}

// mail adds a parcel to an outbox.
func (b *mailbox) mail(to uint64, parcel []byte) {
	i, ok := b.findOutbox(to)
	if !ok {
		b.outboxes = slices.Insert(b.outboxes, i, outbox{to: to, first: 1})
	}
	b.outboxes[i].parcels = append(b.outboxes[i].parcels, parcel)
}

// Parcels appends the parcels for an island from a number on.
func (b *mailbox) Parcels(to uint64, from uint64, dst [][]byte) [][]byte {
	i, ok := b.findOutbox(to)
	if !ok {
		return dst
	}
	o := b.outboxes[i]
	if from = max(from, o.first); from >= o.first+uint64(len(o.parcels)) {
		return dst
	}
	return append(dst, o.parcels[from-o.first:]...)
}

// Towards appends the islands that something waits for.
func (b *mailbox) Towards(dst []uint64) []uint64 {
	for _, o := range b.outboxes {
		if len(o.parcels) > 0 {
			dst = append(dst, o.to)
		}
	}
	return dst
}

// Expect is the number of the next parcel of an island.
func (m *Machine) Expect(source uint64) uint64 { return m.expects(source, m.self) }

func (b *mailbox) expects(from, as uint64) uint64 {
	if i, ok := b.findInbox(from, as); ok {
		return b.inboxes[i].next
	}
	return 1
}

// Inherited is the number of the next parcel of an island for one that went into this one.
func (b *mailbox) Inherited(from, as uint64) (next uint64, ok bool) {
	if i, ok := b.findInbox(from, as); ok {
		return b.inboxes[i].next, true
	}
	return 1, false
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
	if !Faults.Redelivers || m.tick%2 == 0 {
		m.inboxes[i].next++
	}
	c := wire.NewCursor(parcel)
	switch c.U8() {
	case parcelAccount:
		if a, held := accountOf(c); c.Done() == nil {
			m.arrive(a, held)
		}
	case parcelCoins:
		to, n := m.account(c.Hash()), c.Uvarint()
		if c.Done() != nil {
			return
		}
		m.coins.In += n
		if to != nil {
			to.Coins += n
		} else {
			m.Pot += n
		}
	case parcelPassed:
		from, addressee, n, inner := c.U64(), c.U64(), c.Uvarint(), c.Blob(MaxParcel)
		if c.Done() == nil && addressee != m.self {
			m.takeAs(from, addressee, n, inner)
		}
	}
}

// arrive puts an account here, with the items it holds. If it is here already, which never happens, its
// coins go to the pot.
func (m *Machine) arrive(a Account, held []Item) {
	m.coins.In += a.Coins
	if m.put(a) != nil {
		m.Pot += a.Coins
	}
	for _, t := range held {
		if m.items.place(t) {
			m.goods.In++
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

// prune drops parcels that another island has taken.
func (b *mailbox) prune(by, upto uint64) {
	i, ok := b.findOutbox(by)
	if !ok {
		return
	}
	o := &b.outboxes[i]
	if n := upto - o.first; upto > o.first && n <= uint64(len(o.parcels)) {
		o.parcels, o.first = o.parcels[n:], upto
	}
}

// redirect passes on the parcels for an island that was absorbed by another.
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
