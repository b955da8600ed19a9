package host

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// ledger is the Machine of this package's tests: for each author, how many commands it has taken and a
// hash of them. Turn: ticks (u8), then for each command author (32 bytes), number (uvarint), body (blob).
// A body that begins with 0xff is refused; number zero closes the author's account ("depart").
type ledger struct {
	machine.Base
	tick     uint64
	accounts []account // by author
	order    uint64    // hash over all commands in order
	ballast  []byte    // makes snapshots large
	wrong    uint64    // a flipped bit; the highest: authors are taken for others
	adopted  []uint32  // rules, since it was made; not part of the state
}

// ledgerRules are the newest rules that a ledger runs.
const ledgerRules = 2

// Adopt takes the ledger over to other rules, which shows in its digest.
func (l *ledger) Adopt(rules uint32) error {
	if rules > ledgerRules {
		return errLedger
	}
	l.order = xxh3.HashSeed([]byte("rules"), l.order+uint64(rules))
	l.adopted = append(l.adopted, rules)
	return nil
}

type account struct {
	author [32]byte
	seq    uint64
	sum    uint64
	awake  bool
	taken  []entry // in order of number and sum, each once
}

// entry is a command that was taken.
type entry struct{ seq, sum uint64 }

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.sum, b.sum))
}

// note adds an entry and reports whether it is new.
func (a *account) note(e entry) bool {
	i, had := slices.BinarySearchFunc(a.taken, e, compareEntries)
	if !had {
		a.taken = slices.Insert(a.taken, i, e)
	}
	return !had
}

const ledgerLimit = 340 // bytes of commands in a turn

var errLedger = errors.New("ledger: malformed turn")

func (l *ledger) Tick() uint64 { return l.tick }

func (l *ledger) Begin(ticks uint8) machine.Builder { return &ledgerTurn{l: l, b: []byte{ticks}} }

// ledgerTurn is a turn, or one under construction.
type ledgerTurn struct {
	machine.Base
	l *ledger
	b []byte
}

func (t *ledgerTurn) Bytes() []byte      { return t.b }
func (t *ledgerTurn) Empty() bool        { return len(t.b) == 1 }
func (t *ledgerTurn) Turn() machine.Turn { return t }

func (t *ledgerTurn) Append(author [32]byte, seq uint64, body []byte) (bool, error) {
	if len(body) > 0 && body[0] == 0xff {
		return false, errLedger
	}
	if len(t.b)+len(body)+40 > ledgerLimit {
		return false, nil
	}
	if t.l.account(author) == nil && bytes.Contains(t.b, author[:]) {
		return false, nil // as a stranger who has not entered before this turn
	}
	t.b = append(t.b, author[:]...)
	t.b = wire.AppendUvarint(t.b, seq)
	t.b = wire.AppendBlob(t.b, body)
	return true, nil
}

func (t *ledgerTurn) Depart(author [32]byte) bool {
	a := t.l.account(author)
	if a == nil || !a.awake {
		return false
	}
	ok, _ := t.Append(author, 0, nil)
	return ok
}

func (l *ledger) Present(dst [][32]byte) [][32]byte {
	for _, a := range l.accounts {
		if a.awake {
			dst = append(dst, a.author)
		}
	}
	return dst
}

func (l *ledger) walk(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error {
	if len(turn) > ledgerLimit {
		return errLedger
	}
	c := wire.NewCursor(turn)
	if t := c.U8(); t == 0 || t > 6 {
		return errLedger
	}
	for c.Err() == nil && c.Len() > 0 {
		author, seq, body := c.Hash(), c.Uvarint(), c.Blob(message.MaxBody)
		if c.Err() == nil {
			f(author, seq, body)
		}
	}
	return c.Done()
}

func (l *ledger) Commands(t machine.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	var entering [][32]byte
	_ = l.walk(t.Bytes(), func(author [32]byte, seq uint64, body []byte) {
		switch {
		case seq == 0:
			return
		case l.account(author) != nil:
		case slices.Contains(entering, author):
			author = [32]byte{} // as if the turn named it by a seat that it gets in this turn
		default:
			entering = append(entering, author)
		}
		if i := slices.IndexFunc(l.accounts, func(a account) bool { return a.author == author }); i >= 0 && l.wrong>>63 != 0 {
			author = l.accounts[(i+1)%len(l.accounts)].author
		}
		f(author, seq, body)
	})
}

func (l *ledger) Parse(body []byte) (machine.Turn, error) {
	if err := l.walk(body, func([32]byte, uint64, []byte) {}); err != nil {
		return nil, err
	}
	return &ledgerTurn{l: l, b: body}, nil
}

func (l *ledger) Step(t machine.Turn) {
	l.tick += uint64(t.Bytes()[0])
	_ = l.walk(t.Bytes(), func(author [32]byte, seq uint64, body []byte) {
		a := l.open(author)
		if seq == 0 { // it departed
			a.awake = false
		}
		if seq <= a.seq {
			return
		}
		a.note(entry{seq, xxh3.HashSeed(body, seq)})
		a.seq, a.awake = seq, true
		a.sum = xxh3.HashSeed(body, a.sum+seq)
		l.order = xxh3.HashSeed(body, l.order+a.sum)
	})
}

// open returns an author's account, a new one if need be.
func (l *ledger) open(author [32]byte) *account {
	a := l.account(author)
	if a == nil {
		i, _ := slices.BinarySearchFunc(l.accounts, author, func(a account, b [32]byte) int { return slices.Compare(a.author[:], b[:]) })
		l.accounts = slices.Insert(l.accounts, i, account{author: author})
		a = &l.accounts[i]
	}
	return a
}

func (l *ledger) account(author [32]byte) *account {
	for i := range l.accounts {
		if l.accounts[i].author == author {
			return &l.accounts[i]
		}
	}
	return nil
}

func (l *ledger) Sequence(author [32]byte) uint64 {
	if a := l.account(author); a != nil {
		return a.seq
	}
	return 0
}

func (l *ledger) Digest() uint64 {
	b := l.Snapshot(nil)
	return xxh3.HashSeed(b[:len(b)-len(l.ballast)], uint64(len(l.ballast)))
}

func (l *ledger) Snapshot(dst []byte) []byte {
	dst = wire.AppendU64(dst, l.tick)
	dst = wire.AppendU64(dst, l.order^l.wrong)
	dst = wire.AppendU64(dst, uint64(len(l.accounts)))
	for _, a := range l.accounts {
		dst = append(dst, a.author[:]...)
		dst = wire.AppendU64(dst, a.seq)
		dst = wire.AppendU64(dst, a.sum)
		dst = wire.AppendBool(dst, a.awake)
		dst = wire.AppendU64(dst, uint64(len(a.taken)))
		for _, e := range a.taken {
			dst = wire.AppendU64(wire.AppendU64(dst, e.seq), e.sum)
		}
	}
	return append(dst, l.ballast...)
}

func (l *ledger) Restore(b []byte) error {
	c := wire.NewCursor(b)
	n := ledger{tick: c.U64(), order: c.U64()}
	for range min(c.U64(), 1<<16) {
		a := account{author: c.Hash(), seq: c.U64(), sum: c.U64(), awake: c.Bool()}
		for range min(c.U64(), 1<<16) {
			if a.taken = append(a.taken, entry{c.U64(), c.U64()}); c.Err() != nil {
				break
			}
		}
		n.accounts = append(n.accounts, a)
		if c.Err() != nil {
			return fmt.Errorf("ledger: %w", c.Err())
		}
	}
	n.ballast = append([]byte(nil), c.Rest()...)
	if err := c.Done(); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	*l = n
	return nil
}

// Reconcile takes the entries of a branch that the state does not have.
func (l *ledger) Reconcile(base, branch []byte) ([]byte, error) {
	var b, t ledger
	if err := b.Restore(base); err != nil {
		return nil, err
	}
	if err := t.Restore(branch); err != nil {
		return nil, err
	}
	if t.tick < b.tick {
		return nil, fmt.Errorf("ledger: a branch that ends before it begins")
	}
	took, had := 0, 0
	for _, a := range t.accounts {
		before := b.account(a.author)
		mine := l.open(a.author)
		for _, e := range a.taken {
			if before != nil {
				if _, old := slices.BinarySearchFunc(before.taken, e, compareEntries); old {
					continue
				}
			}
			if mine.note(e) {
				took++
			} else {
				had++
			}
		}
		mine.seq = max(mine.seq, a.seq)
		mine.sum += a.sum
	}
	l.tick = max(l.tick, t.tick)
	l.order = l.order*31 + t.order
	return fmt.Appendf(nil, "%d entries taken, %d were there", took, had), nil
}
