// Package coins is the toy machine of net/host's tests and of the simulator: accounts with coins and items,
// on islands. It is small, and it always shows whether something was lost, doubled, repeated or reordered.
//
// # State
//
// An account has coins, a place on the axis of whole numbers, and can hold MaxHeld items. An account that
// enters home gets Purse coins, once; coins are made in no other way. Items are made and broken by
// commands. An item lies at a place or is held, and travels with its holder. Each island counts the coins
// and items that were made, came in from other islands, went out, and were broken (Tally). Holdings
// compares these counts with the accounts and items. All islands' Total, with parcels under way between
// them, is Purse for each account that ever entered.
//
// The state has a hash of each account's commands and one of all commands, both in their order. A repeated
// command is refused and counted (Repeated), because the host must never order it.
//
// # Islands
//
// The machine divides and merges by command, so that a test decides when. Accounts can be set apart
// (Apart), an island can be called near (Call), an account can walk to another island with everything it
// has (Walk), and coins can be sent to an account of another island (Send).
//
// # Formats
//
// A turn is u8 ticks and entries up to its end, each u8 kind and:
//
//	1 command      author (32 bytes), uvarint number, blob
//	2 parcel       u64 source, uvarint number, blob
//	3 receipt      u64 island, uvarint number: all parcels before it have been taken there
//	4 sleep        author
//
// The snapshot is one part of net/transfer; see Snapshot.
package coins

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"manyhold/net/host/machine"
)

const (
	// Purse is how many coins an account begins with.
	Purse = 1000
	// Home is the island that admits strangers.
	Home uint64 = 1
	// MaxTurn is the largest turn in bytes.
	MaxTurn = 500
	// MaxCommand is the longest command in bytes.
	MaxCommand = 200
	// MaxParts is how many parts can be set apart at a time.
	MaxParts = 3
	// MaxParcel is the longest parcel in bytes: an account with all that it holds, passed on five times.
	MaxParcel = 200
	// MaxItems is how many items an island may have before Make has no effect.
	MaxItems = 1024
	// MaxHeld is how many items an account can hold.
	MaxHeld = 1
	// Reach is the distance, in places, from which an item can be taken.
	Reach = 8
	// Width is the greatest place in both directions. A step beyond it has no effect.
	Width = 1 << 20
	// Aside is added to the number of a part that is set aside. Such a part becomes an island only when too
	// many players are together.
	Aside = 250

	entryCommand = 1
	entryParcel  = 2
	entryReceipt = 3
	entrySleep   = 4
)

// ErrTurn reports that bytes are not a turn. ErrStranger reports that an author is not on this island.
var (
	ErrTurn     = errors.New("coins: malformed turn")
	ErrStranger = errors.New("coins: not on this island")
)

// Author is a key.
type Author = [32]byte

// Account is the account of an author.
type Account struct {
	Author Author
	Seq    uint64 // number of the last command taken
	Sum    uint64 // hash of all its commands, in order
	Coins  uint64
	Place  int32
	Awake  bool
	Part   uint8 // number of the part it was set apart in; zero: none
}

// Machine is an island. The zero value is no island; New and Restore make one.
type Machine struct {
	machine.Base
	self     uint64
	tick     uint64
	Accounts []Account // ascending by author
	Pot      uint64    // coins sent to accounts that are not here
	Entered  []Author  // home: the accounts that ever got a purse, ascending
	items    []Item    // ascending by maker and number
	coins    Tally
	goods    Tally    // of items
	order    uint64   // hash of all commands, in order
	repeated uint64   // commands that came again, or after a later one
	near     uint64   // the island that was called near; zero: none
	outboxes []outbox // ascending by island
	inboxes  []inbox  // ascending by both islands
	absorbed []uint64 // islands that were taken in, here or by an island that was, ascending
	scratch  []byte
}

// outbox has the parcels that another island has not acknowledged.
type outbox struct {
	to      uint64
	first   uint64 // number of the first parcel
	parcels [][]byte
}

// inbox counts the parcels taken from an island, sent to an island that is part of this one now.
type inbox struct{ from, as, next uint64 }

// New returns home at the beginning.
func New() *Machine { return &Machine{self: Home} }

// Self is the island.
func (m *Machine) Self() uint64 { return m.self }

// Faults are mistakes of all machines of a process. Tests of the simulator make them, one at a time, to show
// that its checkers notice; no machine is used meanwhile.
var Faults struct {
	Redelivers bool // a parcel is taken again
	Forgets    bool // a machine does not know which islands it took in
	Hoards     bool // an outbox is never emptied
}

// Contains reports whether another island was taken in here, or by one that was.
func (m *Machine) Contains(island uint64) bool {
	if Faults.Forgets {
		return false
	}
	_, ok := slices.BinarySearch(m.absorbed, island)
	return ok
}

// Tick returns the tick that was reached.
func (m *Machine) Tick() uint64 { return m.tick }

// Present appends the authors that are awake.
func (m *Machine) Present(dst [][32]byte) [][32]byte {
	for _, a := range m.Accounts {
		if a.Awake {
			dst = append(dst, a.Author)
		}
	}
	return dst
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

// People returns how many accounts are awake.
func (m *Machine) People() (n uint16) {
	for _, a := range m.Accounts {
		if a.Awake {
			n++
		}
	}
	return n
}

// Total returns how many coins are here or under way from here. Parcels before the number that expect returns
// have been taken by their addressee and are not counted.
func (m *Machine) Total(expect func(to uint64) uint64) uint64 {
	sum := m.Pot
	for _, a := range m.Accounts {
		sum += a.Coins
	}
	m.underway(expect, func(coins uint64, _ []Item) { sum += coins })
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

// HasEntered reports whether an author ever got a purse. Only home knows.
func (m *Machine) HasEntered(author Author) bool {
	_, ok := slices.BinarySearchFunc(m.Entered, author, compareAuthors)
	return ok
}
