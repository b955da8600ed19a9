package coins

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/wire"
)

const (
	// maxList is the longest list in a snapshot.
	maxList = 1 << 12
	// accountSize and itemSize are the sizes of their records in a snapshot, in bytes.
	accountSize = 32 + 3*8 + 4 + 2
	itemSize    = 32 + 8 + 32 + 4
)

// Digest is a hash of the snapshot.
func (m *Machine) Digest() uint64 {
	m.scratch = m.appendState(m.scratch[:0])
	return xxh3.Hash(m.scratch)
}

// Snapshot appends the state: blob "coins", and a blob of u64 island, tick, island near and coins in the pot;
// accounts (author, u64 number, hash and coins, u32 place, bool awake, u8 part); the tallies of coins and
// items (four u64 each: made, in, out, broken); u64 hash of all commands and commands repeated; items (maker,
// u64 number, holder, u32 place); authors that entered; outboxes (u64 island and first number, parcels as
// blobs); inboxes (u64 source, addressee and next number); absorbed islands (u64); ordinances. The number of
// each list is a uvarint before it.
func (m *Machine) Snapshot(dst []byte) []byte {
	return wire.AppendBlob(wire.AppendBlob(dst, []byte("coins")), m.appendState(nil))
}

// appendState appends the content of a snapshot's only part.
func (m *Machine) appendState(b []byte) []byte {
	// The digest of each turn encodes all accounts and items: room for them is made once.
	b = slices.Grow(b, 256+accountSize*len(m.Accounts)+itemSize*len(m.items)+len(Author{})*len(m.Entered))
	b = wire.AppendU64(b, m.self)
	b = wire.AppendU64(b, m.tick)
	b = wire.AppendU64(b, m.near)
	b = wire.AppendU64(b, m.Pot)
	b = wire.AppendUvarint(b, uint64(len(m.Accounts)))
	for i := range m.Accounts {
		end := len(b) + accountSize
		m.Accounts[i].put((*[accountSize]byte)(b[len(b):end]))
		b = b[:end]
	}
	for _, t := range [...]Tally{m.coins, m.goods} {
		for _, n := range t.counts() {
			b = wire.AppendU64(b, n)
		}
	}
	b = wire.AppendU64(wire.AppendU64(b, m.order), m.repeated)
	b = wire.AppendUvarint(b, uint64(len(m.items)))
	for i := range m.items {
		end := len(b) + itemSize
		m.items[i].put((*[itemSize]byte)(b[len(b):end]))
		b = b[:end]
	}
	b = wire.AppendUvarint(b, uint64(len(m.Entered)))
	for i := range m.Entered {
		b = append(b, m.Entered[i][:]...)
	}
	b = wire.AppendUvarint(b, uint64(len(m.outboxes)))
	for _, o := range m.outboxes {
		b = wire.AppendU64(wire.AppendU64(b, o.to), o.first)
		b = wire.AppendUvarint(b, uint64(len(o.parcels)))
		for _, p := range o.parcels {
			b = wire.AppendBlob(b, p)
		}
	}
	b = wire.AppendUvarint(b, uint64(len(m.inboxes)))
	for _, i := range m.inboxes {
		b = wire.AppendU64(wire.AppendU64(wire.AppendU64(b, i.from), i.as), i.next)
	}
	b = wire.AppendUvarint(b, uint64(len(m.absorbed)))
	for _, i := range m.absorbed {
		b = wire.AppendU64(b, i)
	}
	return m.ordinances.append(wire.AppendUvarint(b, uint64(len(m.ordinances))))
}

// put encodes an account.
func (a *Account) put(r *[accountSize]byte) {
	*(*Author)(r[:]) = a.Author
	binary.LittleEndian.PutUint64(r[32:], a.Seq)
	binary.LittleEndian.PutUint64(r[40:], a.Sum)
	binary.LittleEndian.PutUint64(r[48:], a.Coins)
	binary.LittleEndian.PutUint32(r[56:], uint32(a.Place))
	r[60] = 0
	if a.Awake {
		r[60] = 1
	}
	r[61] = a.Part
}

// put encodes an item.
func (t *Item) put(r *[itemSize]byte) {
	*(*Author)(r[:]) = t.Maker
	binary.LittleEndian.PutUint64(r[32:], t.Seq)
	*(*Author)(r[40:]) = t.Holder
	binary.LittleEndian.PutUint32(r[72:], uint32(t.Place))
}

// Restore replaces the state.
func (m *Machine) Restore(snapshot []byte) error {
	part := wire.NewCursor(snapshot)
	if string(part.Blob(5)) != "coins" {
		return fmt.Errorf("coins: not a snapshot")
	}
	c := wire.NewCursor(part.Blob(1 << 20))
	if err := part.Done(); err != nil {
		return fmt.Errorf("coins: %w", err)
	}
	var n Machine
	n.self, n.tick, n.near, n.Pot = c.U64(), c.U64(), c.U64(), c.U64()
	for range c.Count(maxList) {
		n.Accounts = append(n.Accounts, Account{Author: c.Hash(), Seq: c.U64(), Sum: c.U64(), Coins: c.U64(), Place: int32(c.U32()),
			Awake: c.Bool(), Part: c.U8()})
	}
	n.coins, n.goods = tallyOf(c), tallyOf(c)
	n.order, n.repeated = c.U64(), c.U64()
	for range c.Count(maxList) {
		n.items = append(n.items, Item{Maker: c.Hash(), Seq: c.U64(), Holder: c.Hash(), Place: int32(c.U32())})
	}
	for range c.Count(maxList) {
		n.Entered = append(n.Entered, c.Hash())
	}
	for range c.Count(maxList) {
		o := outbox{to: c.U64(), first: c.U64()}
		for range c.Count(maxList) {
			o.parcels = append(o.parcels, append([]byte(nil), c.Blob(MaxParcel)...))
		}
		n.outboxes = append(n.outboxes, o)
	}
	for range c.Count(maxList) {
		n.inboxes = append(n.inboxes, inbox{c.U64(), c.U64(), c.U64()})
	}
	for range c.Count(maxList) {
		n.absorbed = append(n.absorbed, c.U64())
	}
	for range c.Count(maxList) {
		if b := c.Bytes(ordinanceSize); c.Err() == nil {
			n.ordinances = append(n.ordinances, ordinanceOf(b))
		}
	}
	if err := c.Done(); err != nil {
		return fmt.Errorf("coins: %w", err)
	}
	*m = n
	return nil
}

// Containing returns the snapshot of an island without accounts that has absorbed others, for tests.
func Containing(island uint64, others ...uint64) []byte {
	m := on(island, 0)
	m.absorbed = slices.Sorted(slices.Values(others))
	return m.Snapshot(nil)
}
