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
//	5 ordinance    u8 topic, subject (32 bytes), u64 value, u64 word
//
// The snapshot is one part of net/transfer; see Snapshot.
package coins

import (
	"errors"
	"slices"
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
	// an ordinance, as ordinances.append encodes it
	entryOrdinance = 5
)

// ErrTurn reports that bytes are not a turn. ErrStranger reports that an author is not on this island.
var (
	ErrTurn     = errors.New("coins: malformed turn")
	ErrStranger = errors.New("coins: not on this island")
)

// Machine is an island. The zero value is no island; New and Restore make one.
type Machine struct {
	topology
	mailbox
	ordinances
	library
	Accounts
	items    items
	tick     uint64
	Pot      uint64   // coins sent to accounts that are not here
	Entered  []Author // home: the accounts that ever got a purse, ascending
	coins    Tally
	goods    Tally  // of items
	order    uint64 // hash of all commands, in order
	repeated uint64 // commands that came again, or after a later one
	scratch  []byte
	building Builder // the one that Begin returned last
}

// New returns home at the beginning.
func New() *Machine { return on(Home, 0) }

// on returns an empty island at a tick.
func on(island, tick uint64) *Machine { return &Machine{topology: topology{self: island}, tick: tick} }

// Faults are mistakes of all machines of a process. Tests of the simulator make them, one at a time, to show
// that its checkers notice; no machine is used meanwhile.
var Faults struct {
	Redelivers bool // a parcel is taken again
	Forgets    bool // a machine does not know which islands it took in
	Hoards     bool // an outbox is never emptied
}

// Tick returns the tick that was reached.
func (m *Machine) Tick() uint64 { return m.tick }

// Adopt is machine.Machine's: all rules are alike.
func (m *Machine) Adopt(uint32) error { return nil }

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

func compareAuthors(a, b Author) int { return slices.Compare(a[:], b[:]) }

// HasEntered reports whether an author ever got a purse. Only home knows.
func (m *Machine) HasEntered(author Author) bool {
	_, ok := slices.BinarySearchFunc(m.Entered, author, compareAuthors)
	return ok
}
