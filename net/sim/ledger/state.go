package ledger

import (
	"bytes"
	"fmt"

	"manyhold/net/wire"
)

// Holdings is what a state holds, to be compared with what it should.
type Holdings struct {
	Accounts uint64
	Coins    uint64
	Items    uint64
	Made     uint64
	Broken   uint64
}

// Holdings counts.
func (l *Ledger) Holdings() Holdings {
	h := Holdings{Accounts: uint64(len(l.accounts)), Items: uint64(len(l.items)), Made: l.made, Broken: l.broken}
	for i := range l.accounts {
		h.Coins += l.accounts[i].Coins
	}
	return h
}

// Wrong says what a whole world's holdings lack or have too much of, or "".
func (h Holdings) Wrong() string {
	switch {
	case h.Coins != h.Accounts*Opening:
		return fmt.Sprintf("%d coins in %d accounts, which began with %d each", h.Coins, h.Accounts, Opening)
	case h.Items != h.Made-h.Broken:
		return fmt.Sprintf("%d items, of %d made and %d broken", h.Items, h.Made, h.Broken)
	}
	return ""
}

const stateMagic = "MHLG\x01"

// Snapshot appends "MHLG", version 1, then tick, hash of all commands, items made and broken, commands repeated (u64
// each); the number of accounts and for each key, number, hash, coins (u64 each), place (u32), awake; the number
// of items and for each id (u64), holder and place (u32).
func (l *Ledger) Snapshot(dst []byte) []byte {
	dst = append(dst, stateMagic...)
	for _, v := range [...]uint64{l.tick, l.order ^ l.flip, l.made, l.broken, l.repeated, uint64(len(l.accounts))} {
		dst = wire.AppendU64(dst, v)
	}
	for i := range l.accounts {
		a := &l.accounts[i]
		dst = append(dst, a.Key[:]...)
		dst = wire.AppendU64(dst, a.Seq)
		dst = wire.AppendU64(dst, a.Sum)
		dst = wire.AppendU64(dst, a.Coins)
		dst = wire.AppendU32(dst, uint32(a.Place))
		dst = wire.AppendBool(dst, a.Awake)
	}
	dst = wire.AppendU64(dst, uint64(len(l.items)))
	for i := range l.items {
		t := &l.items[i]
		dst = wire.AppendU64(dst, t.ID)
		dst = append(dst, t.Holder[:]...)
		dst = wire.AppendU32(dst, uint32(t.Place))
	}
	return dst
}

// maxAccounts bounds what Restore accepts.
const maxAccounts = 1 << 16

// Restore replaces the state. Its error wraps ErrState.
func (l *Ledger) Restore(snapshot []byte) error {
	c := wire.NewCursor(snapshot)
	if string(c.Bytes(len(stateMagic))) != stateMagic {
		return fmt.Errorf("%w: not version 1", ErrState)
	}
	n := Ledger{tick: c.U64(), order: c.U64(), made: c.U64(), broken: c.U64(), repeated: c.U64()}
	for k := c.U64(); k > 0 && c.Err() == nil; k-- {
		a := Account{Key: c.Hash(), Seq: c.U64(), Sum: c.U64(), Coins: c.U64(), Place: int32(c.U32()), Awake: c.Bool()}
		if m := len(n.accounts); c.Err() == nil && (m > 0 && bytes.Compare(n.accounts[m-1].Key[:], a.Key[:]) >= 0 || m == maxAccounts) {
			c.Fail(fmt.Errorf("accounts out of order, or too many"))
		}
		n.accounts = append(n.accounts, a)
	}
	for k := c.U64(); k > 0 && c.Err() == nil; k-- {
		t := Item{ID: c.U64(), Holder: c.Hash(), Place: int32(c.U32())}
		if m := len(n.items); c.Err() == nil && (m > 0 && n.items[m-1].ID >= t.ID || m == MaxItems) {
			c.Fail(fmt.Errorf("items out of order, or too many"))
		}
		n.items = append(n.items, t)
	}
	if err := c.Done(); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	n.scratch = l.scratch
	*l = n
	return nil
}
