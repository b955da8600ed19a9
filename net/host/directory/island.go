package directory

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/store"
)

// Island is an island that this peer executes, or home at rest, as the directory sees it.
type Island interface {
	Chain
	Seat
	Executors

	// Island is the island's id.
	Island() uint64
	// AtRest reports whether it is home, which is executed elsewhere.
	AtRest() bool
	// HasState is false while its state is being fetched for the first time.
	HasState() bool
	// Retired reports whether another island has taken it in.
	Retired() bool
	// News is how the island is now.
	News() message.News
	// Turn is the last executed turn.
	Turn() uint64
	// Goes reports whether the island goes on here firmly, with a turn within a time.
	Goes(within time.Duration) bool
	// Holds reports whether a player's body or record is on the island, by the state.
	Holds(player key.ID) bool
	// Contains reports whether the state is of a living island and says that it has taken another in.
	Contains(island uint64) bool
	// Neighbours appends the islands that lie close by, ascending. ok is false when the island has ended or
	// its state knows of no others.
	Neighbours(dst []uint64) (ids []uint64, ok bool)
	// Moved is when fetching its state last made progress; zero: it has not begun.
	Moved() time.Time
	// Leavable reports whether this peer has nothing under way there, and all executed turns in the file.
	Leavable() bool
}

// Chain is the records of an island that is executed here.
type Chain interface {
	// Records are all of its fork, from the first on; none: the island is being fetched.
	Records() []*epoch.Record
	// Firm is the newest firm one of them; nil: there is none.
	Firm() *epoch.Record
	// Ancestors are the island's ancestry, verified.
	Ancestors() []*epoch.Record
	// Over reports whether the island has ended.
	Over() bool
	// Divided returns the record by which another island, which begins with first, was divided from this one,
	// and the ancestry of that island; nil: there is no such record here. never: there is none at all.
	Divided(first *epoch.Record) (parent *epoch.Record, ancestry []*epoch.Record, never bool)
}

// Seat is this peer's part in the present epoch of an island.
type Seat interface {
	// Record is that of the present epoch; nil while this peer has no place in the log.
	Record() *epoch.Record
	// Leader is the leader of the present epoch; zero: none is known.
	Leader() key.ID
	// Leads reports whether this peer leads it.
	Leads() bool
	// Announces reports whether this peer leads the island, which is firm and goes on.
	Announces() bool
	// Steady reports whether this peer leads the island, and the log could be ended now.
	Steady() bool
	// Seated reports whether this peer votes there.
	Seated() bool
	// Follows reports whether this peer has a place in the log and fetches nothing.
	Follows() bool
}

// Executors are the linked peers that execute an island that is executed here, too.
type Executors interface {
	// Executes reports whether a linked peer has said that it executes the island.
	Executes(k key.ID) bool
	// Executors are all of these, with their last greetings.
	Executors() []links.Executor
	// Able lists the linked peers that execute the island and may vote there.
	Able() []key.ID
	// Strangers lists the linked peers that never greeted as executing it.
	Strangers() []key.ID
	// Acknowledged reports whether a linked peer executes the same epoch of the island, and has executed
	// about all turns up to one.
	Acknowledged(k key.ID, epoch, turn uint64) bool
}

// Copy is an island's log in the file, which may be woken.
type Copy interface {
	// Read has the log read. Then Directory.Woken is called.
	Read()
	// Wake goes on with the island from the data that was read. The error leaves everything as it was; the
	// copy is of no use then.
	Wake(line store.LoadedLog) error
}

// Islands are the islands that this peer executes.
type Islands interface {
	// Find returns an island; ok is false when it is not executed here.
	Find(island uint64) (c Island, ok bool)
	// All lists them in ascending order of ids. The list stays as it is when islands come and go.
	All() []Island
}

// Runner begins to execute islands, and ends that.
type Runner interface {
	// TakeOver begins to fetch an island from others; false: that fails.
	TakeOver(island uint64, why string) bool
	// TakeHomeOver has home, which is at rest, fetched again.
	TakeHomeOver(why string)
	// GiveUp ends the fetching of an island.
	GiveUp(island uint64)
	// Leave leaves an island to others, and tells them.
	Leave(island uint64)
	// Copy opens an island's log in the file.
	Copy(island uint64) (Copy, error)
}
