package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// Islands is an island's view of the other islands of its world: those that are executed here, and those that
// others execute. A World implements it; an island without one is alone.
type Islands interface {
	// Home is the island of the spawn, which keeps the charter and has links to all peers.
	Home() *Core
	// Each calls f for every island that is executed here, in ascending order of ids.
	Each(f func(c *Core))
	// Count is how many islands are executed here.
	Count() int
	// Shares reports whether so many peers are linked that each executes some islands only.
	Shares() bool
	// Seats is the size of a committee in a world with so many linked peers.
	Seats() int
	// Most is how many people an island may have; zero: any number.
	Most() uint64
	// Burdens counts the islands that each peer leads, as far as is known here.
	Burdens() map[key.ID]int
	// Invite asks others to execute an island that this peer leads, when too few do.
	Invite(c *Core)
	// Ended reports whether an island is known to have been taken in by another.
	Ended(island uint64) bool
	// Final returns the last state of an island that has ended, by its SHA-256; nil when it is not here.
	Final(island uint64, sum [32]byte) []byte
	// Begins checks the first record of an island that comes from others, and returns its ancestry.
	Begins(first *epoch.Record) (ancestry []*epoch.Record, err error)
	// Chains returns the lists of records that are known here of an island.
	Chains(island uint64) [][]*epoch.Record

	// Correspondents are the islands from which parcels may come to one, ascending. The list lasts until the
	// next call.
	Correspondents(to uint64) []uint64
	// Letters are the newest letters to an island, in ascending order of their senders.
	Letters(to uint64) []*message.Letter
	// ForgetLetter drops an island's letter to another.
	ForgetLetter(from, to uint64)
	// Cosigned takes another voter's signature of a letter that an island here writes.
	Cosigned(c *Core, g message.Gist, s epoch.Cosignature) error
}

// siblings is a World as its islands see it.
type siblings struct{ w *World }

func (s siblings) Home() *Core                            { return s.w.islands.home() }
func (s siblings) Each(f func(c *Core))                   { s.w.islands.each(f) }
func (s siblings) Count() int                             { return s.w.islands.table.Len() }
func (s siblings) Shares() bool                           { return s.w.shares() }
func (s siblings) Seats() int                             { return s.w.directory.Seats() }
func (s siblings) Most() uint64                           { return s.w.islands.most() }
func (s siblings) Burdens() map[key.ID]int                { return s.w.islands.burdens() }
func (s siblings) Invite(c *Core)                         { s.w.directory.Invite(directoryView{c}) }
func (s siblings) Ended(island uint64) bool               { return s.w.directory.Ended(island) }
func (s siblings) Correspondents(to uint64) []uint64      { return s.w.mailbox.correspondents(to) }
func (s siblings) Letters(to uint64) []*message.Letter    { return s.w.mailbox.letters(to) }
func (s siblings) ForgetLetter(from, to uint64)           { s.w.mailbox.forgetLetter(from, to) }
func (s siblings) Chains(island uint64) [][]*epoch.Record { return s.w.directory.Chains(island) }

func (s siblings) Final(island uint64, sum [32]byte) []byte { return s.w.islands.final(island, sum) }

func (s siblings) Begins(first *epoch.Record) ([]*epoch.Record, error) {
	return s.w.directory.Begins(first)
}

func (s siblings) Cosigned(c *Core, g message.Gist, seal epoch.Cosignature) error {
	if err := s.w.mailbox.cosigned(mailView{c}, g, seal); err != nil {
		return fmt.Errorf("%w: %w", errUnexpected, err)
	}
	return nil
}
