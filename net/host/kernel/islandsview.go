package kernel

import (
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

	// ParcelSources are the islands from which parcels may come to one, ascending; until the next call.
	ParcelSources(to uint64) []uint64
	// Letters are the newest letters to an island, in ascending order of their senders.
	Letters(to uint64) []*message.Letter
	// ForgetLetter drops an island's letter to another.
	ForgetLetter(from, to uint64)
	// Cosigned takes another voter's signature of a letter that an island here writes.
	Cosigned(c *Core, g message.Gist, s epoch.Cosignature) error
}

// HomeTurn is the last turn of home that was executed here, by which islands tell since when peers are known.
func HomeTurn(c *Core) uint64 {
	if c.Islands != nil && c.ID != message.Home {
		if c = c.Islands.Home(); c == nil {
			return 0
		}
	}
	return c.History.Executed
}
