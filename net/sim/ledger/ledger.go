// Package ledger is a small machine to be replicated in simulations: accounts with coins, which have a place
// on a line of whole numbers, and items, which lie at places or are held. Whatever happens, no coin is made but
// by opening an account and no item but by making it, so that a checker can tell from any state whether
// something was lost or doubled. It trusts its host: a command that comes a second time takes effect a second
// time, and is counted.
//
// # Turns
//
// A turn is its number of ticks (u8), and for each command its author (32 bytes), its number (uvarint; zero:
// the author departed, and the body is empty) and its body (uvarint length). A body is one of:
//
//	1 i8        step that many places
//	2 key u8    give that many coins to whoever has an account
//	3           make an item at one's place
//	4           take the item with the least id that lies within Reach
//	5           drop the held item with the least id
//	6           break it
//	7 bytes     say something: nothing changes
//
// Everything else is refused by Append.
package ledger

import (
	"bytes"
	"errors"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/wire"
)

const (
	// Opening is how many coins a new account has.
	Opening = 100
	// Reach is how many places off an item may lie to be taken.
	Reach = 8
	// Width is how far places reach in both directions; a step beyond it is none.
	Width = 1 << 20
	// MaxItems is how many items a state may have; more are not made.
	MaxItems = 4096
	// MaxTurn is the largest turn in bytes.
	MaxTurn = 340
	maxBody = 256
)

// ErrTurn says that bytes are not a valid turn.
var ErrTurn = errors.New("ledger: not a valid turn")

// ErrState says that bytes are not a valid snapshot.
var ErrState = errors.New("ledger: not a valid state")

// Account is what the ledger knows of one author.
type Account struct {
	Key   [32]byte
	Seq   uint64 // of its last command
	Sum   uint64 // hash of all its commands, in their order
	Coins uint64
	Place int32
	Awake bool
}

// Item is one thing. It is held by an account or lies at a place.
type Item struct {
	ID     uint64
	Holder [32]byte // zero: it lies
	Place  int32
}

// Ledger is the state. The zero value is the beginning.
type Ledger struct {
	tick     uint64
	order    uint64    // hash of all commands, in their order
	accounts []Account // by key
	items    []Item    // by id
	made     uint64
	broken   uint64
	repeated uint64 // commands that came again, or before an earlier one
	flip     uint64 // a flipped bit
	scratch  []byte
}

// Tick returns the tick that was reached.
func (l *Ledger) Tick() uint64 { return l.tick }

// Begin starts a turn.
func (l *Ledger) Begin(dst []byte, ticks uint8) []byte { return append(dst, ticks) }

// Append adds a command to a turn.
func (l *Ledger) Append(turn []byte, author [32]byte, seq uint64, body []byte) ([]byte, bool, error) {
	if seq == 0 || !valid(body) {
		return turn, false, ErrTurn
	}
	if len(turn)+len(body)+32+10+2 > MaxTurn {
		return turn, false, nil
	}
	return append1(turn, author, seq, body), true, nil
}

func append1(turn []byte, author [32]byte, seq uint64, body []byte) []byte {
	turn = append(turn, author[:]...)
	turn = wire.AppendUvarint(turn, seq)
	return wire.AppendBlob(turn, body)
}

func valid(body []byte) bool {
	if len(body) == 0 {
		return false
	}
	switch body[0] {
	case opStep:
		return len(body) == 2
	case opGive:
		return len(body) == 34
	case opMake, opTake, opDrop, opBreak:
		return len(body) == 1
	case opSay:
		return len(body) <= maxBody
	}
	return false
}

// Depart adds that an author has left.
func (l *Ledger) Depart(turn []byte, author [32]byte) ([]byte, bool) {
	a := l.Account(author)
	if a == nil || !a.Awake || len(turn)+34 > MaxTurn {
		return turn, false
	}
	return append1(turn, author, 0, nil), true
}

// Present appends the authors who are awake.
func (l *Ledger) Present(dst [][32]byte) [][32]byte {
	for i := range l.accounts {
		if l.accounts[i].Awake {
			dst = append(dst, l.accounts[i].Key)
		}
	}
	return dst
}

// Commands calls f with every command of a turn; departures have number 0.
func Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error {
	if len(turn) > MaxTurn {
		return ErrTurn
	}
	c := wire.NewCursor(turn)
	if ticks := c.U8(); ticks == 0 || ticks > 6 {
		return ErrTurn
	}
	for c.Err() == nil && c.Len() > 0 {
		author, seq, body := c.Hash(), c.Uvarint(), c.Blob(maxBody)
		if c.Err() != nil || seq == 0 && len(body) > 0 || seq > 0 && !valid(body) {
			return ErrTurn
		}
		f(author, seq, body)
	}
	return c.Done()
}

// Commands calls f with every command of a turn that its author asked for.
func (l *Ledger) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error {
	return Commands(turn, func(author [32]byte, seq uint64, body []byte) {
		if seq != 0 {
			f(author, seq, body)
		}
	})
}

// Check refuses what is not a turn.
func (l *Ledger) Check(turn []byte) error {
	return Commands(turn, func([32]byte, uint64, []byte) {})
}

// Step executes a turn.
func (l *Ledger) Step(turn []byte) error {
	if err := l.Check(turn); err != nil {
		return err
	}
	l.tick += uint64(turn[0])
	return Commands(turn, l.execute)
}

// Account returns an author's account, or nil. It is the ledger's.
func (l *Ledger) Account(author [32]byte) *Account {
	if i, ok := l.find(author); ok {
		return &l.accounts[i]
	}
	return nil
}

func (l *Ledger) find(author [32]byte) (int, bool) {
	return slices.BinarySearchFunc(l.accounts, author, func(a Account, b [32]byte) int { return bytes.Compare(a.Key[:], b[:]) })
}

// Sequence returns the number of the author's last command.
func (l *Ledger) Sequence(author [32]byte) uint64 {
	if a := l.Account(author); a != nil {
		return a.Seq
	}
	return 0
}

// Digest returns a hash of the whole state.
func (l *Ledger) Digest() uint64 {
	l.scratch = l.Snapshot(l.scratch[:0])
	return xxh3.Hash(l.scratch)
}

// Flip changes one bit of the state, as bad memory does.
func (l *Ledger) Flip() { l.flip ^= 1 << 17 }

// Repeated returns how many commands came again, or before an earlier one of their author.
func (l *Ledger) Repeated() uint64 { return l.repeated }
