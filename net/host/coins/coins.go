// Package coins is a Machine of net/host for tests and simulations: accounts with coins, on islands. Coins are
// never made or lost: whoever enters home gets Purse coins, once, and all islands' Total, with what is under way
// between them, is Purse for each who ever entered.
//
// It divides and merges as it is told by commands, so that a test says when: accounts can be set apart (Apart), an
// island can be called near (Call), an account can walk to another island with its coins (Walk), and coins can be
// sent to an account of another island (Send).
//
// A turn is u8 ticks and entries up to its end, each u8 kind and:
//
//	1 command      author (32 bytes), uvarint number, blob
//	2 parcel       u64 source, uvarint number, blob
//	3 receipt      u64 island, uvarint number: all parcels before it have been taken there
//	4 sleep        author
//
// The snapshot is one part of net/transfer.
package coins

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"manyhold/net/wire"
)

const (
	// Purse is how many coins whoever enters gets.
	Purse = 1000
	// Home is the island that admits strangers.
	Home uint64 = 1
	// MaxTurn is the largest turn in bytes.
	MaxTurn = 500
	// MaxCommand is the longest command in bytes.
	MaxCommand = 200
	// MaxParts is how many parts can be set apart at a time.
	MaxParts = 3
	// Aside is what is added to the number of a part that stands aside: it is an island of its own only when there are too many
	// people together.
	Aside = 250

	entryCommand = 1
	entryParcel  = 2
	entryReceipt = 3
	entrySleep   = 4
)

// ErrTurn says that bytes are not a turn. ErrStranger says that an author is not on this island.
var (
	ErrTurn     = errors.New("coins: malformed turn")
	ErrStranger = errors.New("coins: not on this island")
)

// Author is a key.
type Author = [32]byte

// Account is what an author has.
type Account struct {
	Author Author
	Seq    uint64 // number of the last command taken
	Coins  uint64
	Awake  bool
	Part   uint8 // of those set apart; zero: none
}

// Machine is an island. The zero value is nothing; New and Restore make one.
type Machine struct {
	self     uint64
	tick     uint64
	Accounts []Account // ascending by author
	Pot      uint64    // coins that came for somebody who is not here
	Entered  []Author  // home: who ever got a purse, ascending
	near     uint64    // the island that was called near; zero: none
	outboxes []outbox  // ascending by island
	inboxes  []inbox   // ascending by both islands
	within   []uint64  // islands that were taken in, here or by one that was, ascending
	scratch  []byte
}

// outbox is what was sent to an island and is not acknowledged.
type outbox struct {
	to      uint64
	first   uint64 // number of the first parcel
	parcels [][]byte
}

// inbox is how many parcels were taken of an island, of those for an island that is this one now.
type inbox struct{ from, as, next uint64 }

// New returns home at the beginning.
func New() *Machine { return &Machine{self: Home} }

// Self is the island.
func (m *Machine) Self() uint64 { return m.self }

// Contains reports whether another island was taken in here, or by one that was.
func (m *Machine) Contains(island uint64) bool {
	_, ok := slices.BinarySearch(m.within, island)
	return ok
}

// Tick counts.
func (m *Machine) Tick() uint64 { return m.tick }

// Begin starts an empty turn.
func (m *Machine) Begin(dst []byte, ticks uint8) []byte { return append(dst, ticks) }

// Append adds a command.
func (m *Machine) Append(turn []byte, author Author, seq uint64, body []byte) ([]byte, bool, error) {
	if len(body) > MaxCommand || len(body) == 0 {
		return turn, false, ErrTurn
	}
	if m.account(author) == nil && (m.self != Home || m.HasEntered(author)) && body[0] != pass {
		return turn, false, ErrStranger
	}
	if len(turn)+len(body)+45 > MaxTurn {
		return turn, false, nil
	}
	turn = append(append(turn, entryCommand), author[:]...)
	return wire.AppendBlob(wire.AppendUvarint(turn, seq), body), true, nil
}

// Depart puts an account to sleep.
func (m *Machine) Depart(turn []byte, author Author) ([]byte, bool) {
	if a := m.account(author); a == nil || !a.Awake || len(turn)+33 > MaxTurn {
		return turn, false
	}
	return append(append(turn, entrySleep), author[:]...), true
}

// Present lists who is awake.
func (m *Machine) Present(dst [][32]byte) [][32]byte {
	for _, a := range m.Accounts {
		if a.Awake {
			dst = append(dst, a.Author)
		}
	}
	return dst
}

// visitor takes the entries of a turn.
type visitor struct {
	command func(author Author, seq uint64, body []byte)
	parcel  func(source, seq uint64, parcel []byte)
	receipt func(by, upto uint64)
	sleep   func(author Author)
}

func walk(turn []byte, v visitor) error {
	c := wire.NewCursor(turn)
	if t := c.U8(); t == 0 || t > 6 || len(turn) > MaxTurn {
		return ErrTurn
	}
	for c.Err() == nil && c.Len() > 0 {
		switch c.U8() {
		case entryCommand:
			if author, seq, body := c.Hash(), c.Uvarint(), c.Blob(MaxCommand); c.Err() == nil && len(body) > 0 {
				v.command(author, seq, body)
			}
		case entryParcel:
			if source, seq, parcel := c.U64(), c.Uvarint(), c.Blob(MaxCommand); c.Err() == nil {
				v.parcel(source, seq, parcel)
			}
		case entryReceipt:
			if by, upto := c.U64(), c.Uvarint(); c.Err() == nil {
				v.receipt(by, upto)
			}
		case entrySleep:
			if author := c.Hash(); c.Err() == nil {
				v.sleep(author)
			}
		default:
			return ErrTurn
		}
	}
	return c.Done()
}

// Commands calls f with every command of a turn, and with number 0 for every author that is put to sleep.
func Commands(turn []byte, f func(author Author, seq uint64, body []byte)) error {
	return walk(turn, visitor{f, func(uint64, uint64, []byte) {}, func(uint64, uint64) {}, func(author Author) { f(author, 0, nil) }})
}

// Commands calls f with every command of a turn that its author asked for.
func (m *Machine) Commands(turn []byte, f func(author Author, seq uint64, body []byte)) error {
	return Commands(turn, func(author Author, seq uint64, body []byte) {
		if seq != 0 {
			f(author, seq, body)
		}
	})
}

// Check refuses what is no turn.
func (m *Machine) Check(turn []byte) error {
	return walk(turn, visitor{func(Author, uint64, []byte) {}, func(uint64, uint64, []byte) {}, func(uint64, uint64) {}, func(Author) {}})
}

// Step executes a turn.
func (m *Machine) Step(turn []byte) error {
	if err := m.Check(turn); err != nil {
		return err
	}
	m.tick += uint64(turn[0])
	return walk(turn, visitor{m.do, m.take, m.prune, func(author Author) {
		if a := m.account(author); a != nil {
			a.Awake = false
		}
	}})
}

// Sequence is the number of the author's last command.
func (m *Machine) Sequence(author Author) uint64 {
	if a := m.account(author); a != nil {
		return a.Seq
	}
	return 0
}

// Holds reports whether an account is here.
func (m *Machine) Holds(author Author) bool { return m.account(author) != nil }

// People is how many are awake.
func (m *Machine) People() (n uint16) {
	for _, a := range m.Accounts {
		if a.Awake {
			n++
		}
	}
	return n
}

// Total is how many coins are here, those under way to other islands included as far as an island that they go
// to has not taken them; expect says what that is.
func (m *Machine) Total(expect func(to uint64) uint64) uint64 {
	sum := m.Pot
	for _, a := range m.Accounts {
		sum += a.Coins
	}
	for _, o := range m.outboxes {
		for i, p := range o.parcels {
			if o.first+uint64(i) >= expect(o.to) {
				sum += worth(p)
			}
		}
	}
	return sum
}

func (m *Machine) find(author Author) (int, bool) {
	low, high := 0, len(m.Accounts) // slices.BinarySearchFunc would copy an account for each it looks at
	for low < high {
		middle := int(uint(low+high) / 2)
		switch bytes.Compare(m.Accounts[middle].Author[:], author[:]) {
		case 0:
			return middle, true
		case 1:
			high = middle
		default:
			low = middle + 1
		}
	}
	return low, false
}

func (m *Machine) account(author Author) *Account {
	if i, ok := m.find(author); ok {
		return &m.Accounts[i]
	}
	return nil
}

func (m *Machine) put(a Account) error {
	i, ok := m.find(a.Author)
	if ok {
		return fmt.Errorf("coins: account %x is here twice", a.Author[:4])
	}
	m.Accounts = slices.Insert(m.Accounts, i, a)
	return nil
}

func compareAuthors(a, b Author) int { return slices.Compare(a[:], b[:]) }

// HasEntered reports whether an author ever got a purse, which home knows.
func (m *Machine) HasEntered(author Author) bool {
	_, ok := slices.BinarySearchFunc(m.Entered, author, compareAuthors)
	return ok
}
