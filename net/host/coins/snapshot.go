package coins

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/wire"
)

// maxList is the longest list in a snapshot.
const maxList = 1 << 12

// Digest is a hash of the snapshot.
func (m *Machine) Digest() uint64 {
	m.scratch = m.appendState(m.scratch[:0])
	return xxh3.Hash(m.scratch)
}

// Snapshot appends the state.
func (m *Machine) Snapshot(dst []byte) []byte {
	return wire.AppendBlob(wire.AppendBlob(dst, []byte("coins")), m.appendState(nil))
}

// appendState appends what a snapshot's only part has.
func (m *Machine) appendState(b []byte) []byte {
	b = wire.AppendU64(b, m.self)
	b = wire.AppendU64(b, m.tick)
	b = wire.AppendU64(b, m.near)
	b = wire.AppendU64(b, m.Pot)
	b = wire.AppendUvarint(b, uint64(len(m.Accounts)))
	for _, a := range m.Accounts {
		b = append(b, a.Author[:]...)
		b = wire.AppendU64(b, a.Seq)
		b = wire.AppendU64(b, a.Coins)
		b = append(wire.AppendBool(b, a.Awake), a.Part)
	}
	b = wire.AppendUvarint(b, uint64(len(m.Entered)))
	for _, a := range m.Entered {
		b = append(b, a[:]...)
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
	b = wire.AppendUvarint(b, uint64(len(m.within)))
	for _, i := range m.within {
		b = wire.AppendU64(b, i)
	}
	return b
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
	n := Machine{self: c.U64(), tick: c.U64(), near: c.U64(), Pot: c.U64()}
	for range c.Count(maxList) {
		n.Accounts = append(n.Accounts, Account{Author: c.Hash(), Seq: c.U64(), Coins: c.U64(), Awake: c.Bool(), Part: c.U8()})
	}
	for range c.Count(maxList) {
		n.Entered = append(n.Entered, c.Hash())
	}
	for range c.Count(maxList) {
		o := outbox{to: c.U64(), first: c.U64()}
		for range c.Count(maxList) {
			o.parcels = append(o.parcels, append([]byte(nil), c.Blob(MaxCommand)...))
		}
		n.outboxes = append(n.outboxes, o)
	}
	for range c.Count(maxList) {
		n.inboxes = append(n.inboxes, inbox{c.U64(), c.U64(), c.U64()})
	}
	for range c.Count(maxList) {
		n.within = append(n.within, c.U64())
	}
	if err := c.Done(); err != nil {
		return fmt.Errorf("coins: %w", err)
	}
	*m = n
	return nil
}

// Containing is the snapshot of an island without accounts that has taken in others, for tests.
func Containing(island uint64, others ...uint64) []byte {
	m := &Machine{self: island, within: slices.Sorted(slices.Values(others))}
	return m.Snapshot(nil)
}
