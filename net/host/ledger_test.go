package host

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/host/coins"
	"manyhold/net/host/machine"
	"manyhold/net/wire"
)

// ledger is the Machine of the tests of one island: the toy of package coins, for which every text is a
// command without effect. A text that begins with 0xff is refused. The ledger remembers each command that it
// took. Its snapshots can be made large, and its state wrong.
type ledger struct {
	coins.Machine
	books   []book     // by author
	ballast []byte     // makes snapshots large
	order   uint64     // hash over all commands in order
	wrong   uint64     // flipped bits of order; the highest: authors are taken for others
	adopted []uint32   // rules, since it was made; not part of the state
	turn    ledgerTurn // the one that Begin returned last
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

// book is what was taken of an author.
type book struct {
	author [32]byte
	taken  []entry // in order of number and sum, each once
}

// entry is a command that was taken.
type entry struct{ seq, sum uint64 }

func newLedger() *ledger { return &ledger{Machine: *coins.New()} }

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.sum, b.sum))
}

// note adds an entry and reports whether it is new.
func (k *book) note(e entry) bool {
	i, had := slices.BinarySearchFunc(k.taken, e, compareEntries)
	if !had {
		k.taken = slices.Insert(k.taken, i, e)
	}
	return !had
}

// taken returns what was taken of an author.
func (l *ledger) taken(author [32]byte) []entry {
	if i, ok := l.find(author); ok {
		return l.books[i].taken
	}
	return nil
}

func (l *ledger) find(author [32]byte) (int, bool) {
	return slices.BinarySearchFunc(l.books, author, func(k book, author [32]byte) int { return slices.Compare(k.author[:], author[:]) })
}

// open returns the book of an author, a new one if need be.
func (l *ledger) open(author [32]byte) *book {
	i, ok := l.find(author)
	if !ok {
		l.books = slices.Insert(l.books, i, book{author: author})
	}
	return &l.books[i]
}

// asleep reports whether an author is in the world, and asleep.
func (l *ledger) asleep(author [32]byte) bool {
	return l.Holds(author) && !slices.Contains(l.Present(nil), author)
}

var errLedger = errors.New("ledger: refused")

// ledgerLimit is the largest turn in bytes. It is below coins.MaxTurn, so that bursts overflow into a second
// turn. Entries with 32 bytes of an author are three times as long as the game's. At 500 bytes a burst of
// eight commands would be one turn that still fits a frame's repetitions, and voters would get all of it
// twice.
const ledgerLimit = 340

// ledgerTurn is a turn under construction.
type ledgerTurn struct {
	machine.Builder
	l        *ledger
	size     int // bytes
	entering [][32]byte
}

func (l *ledger) Begin(ticks uint8) machine.Builder {
	l.turn = ledgerTurn{Builder: l.Machine.Begin(ticks), l: l, size: 1, entering: l.turn.entering[:0]}
	return &l.turn
}

func (t *ledgerTurn) Append(author [32]byte, seq uint64, body []byte) (bool, error) {
	if len(body) > 0 && body[0] == 0xff {
		return false, errLedger
	}
	stranger := !t.l.Holds(author)
	if stranger && slices.Contains(t.entering, author) {
		return false, nil // a stranger's second command waits until it has entered
	}
	size := t.size + len(body) + len(wire.AppendUvarint(nil, seq)) + 35 // two kinds, the author, a length
	if size > ledgerLimit {
		return false, nil
	}
	taken, err := t.Builder.Append(author, seq, coins.Say(string(body)))
	if taken {
		t.size = size
	}
	if taken && stranger {
		t.entering = append(t.entering, author)
	}
	return taken, err
}

func (l *ledger) Commands(t machine.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	var entering [][32]byte
	l.Machine.Commands(t, func(author [32]byte, seq uint64, body []byte) {
		switch {
		case l.Holds(author):
		case slices.Contains(entering, author):
			author = [32]byte{} // as if the turn named it by a seat that it gets in this turn
		default:
			entering = append(entering, author)
		}
		if i := slices.IndexFunc(l.Accounts, func(a coins.Account) bool { return a.Author == author }); i >= 0 && l.wrong>>63 != 0 {
			author = l.Accounts[(i+1)%len(l.Accounts)].Author
		}
		f(author, seq, body[1:])
	})
}

func (l *ledger) Step(t machine.Turn) {
	last := map[[32]byte]uint64{}
	l.Machine.Commands(t, func(author [32]byte, seq uint64, body []byte) {
		if seq > max(last[author], l.Sequence(author)) {
			last[author] = seq
			l.open(author).note(entry{seq, xxh3.HashSeed(body, seq)})
			l.order = xxh3.HashSeed(body, l.order+seq)
		}
	})
	l.Machine.Step(t)
}

func (l *ledger) Digest() uint64 {
	return xxh3.HashSeed(l.appendBooks(wire.AppendU64(nil, l.Machine.Digest())), uint64(len(l.ballast)))
}

// appendBooks appends what the ledger has beside the coins, without its ballast.
func (l *ledger) appendBooks(dst []byte) []byte {
	dst = wire.AppendU64(dst, l.order^l.wrong)
	dst = wire.AppendUvarint(dst, uint64(len(l.books)))
	for _, k := range l.books {
		dst = wire.AppendUvarint(append(dst, k.author[:]...), uint64(len(k.taken)))
		for _, e := range k.taken {
			dst = wire.AppendU64(wire.AppendU64(dst, e.seq), e.sum)
		}
	}
	return dst
}

// Snapshot appends the part of the coins, and one of the ledger.
func (l *ledger) Snapshot(dst []byte) []byte {
	dst = wire.AppendBlob(l.Machine.Snapshot(dst), []byte("ledger"))
	return wire.AppendBlob(dst, append(l.appendBooks(nil), l.ballast...))
}

func (l *ledger) Restore(b []byte) error {
	parts := wire.NewCursor(b)
	parts.Blob(16)
	parts.Blob(1 << 20)
	first := b[:len(b)-parts.Len()]
	name, c := parts.Blob(16), wire.NewCursor(parts.Blob(1<<24))
	if err := parts.Done(); err != nil || string(name) != "ledger" {
		return fmt.Errorf("ledger: a part %q, %w", name, err)
	}
	n := ledger{order: c.U64()}
	for range c.Count(1 << 16) {
		k := book{author: c.Hash()}
		for range c.Count(1 << 16) {
			k.taken = append(k.taken, entry{c.U64(), c.U64()})
		}
		n.books = append(n.books, k)
	}
	n.ballast = append([]byte(nil), c.Rest()...)
	if err := c.Done(); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	if err := n.Machine.Restore(first); err != nil {
		return err
	}
	*l = n
	return nil
}

// ReconcileLand and Another are machine.Machine's.
func (l *ledger) ReconcileLand(base, branch []byte) ([]byte, error) { return []byte("no land"), nil }

func (l *ledger) Another() machine.Machine { return newLedger() }

// Reconcile takes the entries of a branch that the state does not have.
func (l *ledger) Reconcile(base, branch []byte) ([]byte, error) {
	var b, t ledger
	if err := b.Restore(base); err != nil {
		return nil, err
	}
	if err := t.Restore(branch); err != nil {
		return nil, err
	}
	if _, err := l.Machine.Reconcile(b.Machine.Snapshot(nil), t.Machine.Snapshot(nil)); err != nil {
		return nil, err
	}
	took, had := 0, 0
	for _, k := range t.books {
		before := b.taken(k.author)
		mine := l.open(k.author)
		for _, e := range k.taken {
			if _, old := slices.BinarySearchFunc(before, e, compareEntries); old {
				continue
			}
			if mine.note(e) {
				took++
			} else {
				had++
			}
		}
	}
	l.order = l.order*31 + t.order
	return fmt.Appendf(nil, "%d entries taken, %d were there", took, had), nil
}
