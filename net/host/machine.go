package host

// Machine is the state that is replicated: every peer steps it through the same turns and has the same digest
// afterwards. game/island is one; the tests of this package have a small ledger. It is owned by the host's
// goroutine from Found, Resume or Options.Open on: no other goroutine calls it, and callbacks run in that
// one.
type Machine interface {
	// Tick returns the tick that the state has reached.
	Tick() uint64
	// Begin starts an empty, valid turn of that many ticks in dst and returns it.
	Begin(dst []byte, ticks uint8) []byte
	// Append adds a command of author to a turn that Begin started. seq numbers the author's commands
	// from 1. taken=false and err=nil: it does not fit or is meant for a later turn, and is offered
	// again. err: it can never be taken, and is dropped and counted. out is the turn either way.
	Append(turn []byte, author [32]byte, seq uint64, body []byte) (out []byte, taken bool, err error)
	// Check refuses a turn that Step could not execute: malformed or over its limits. It depends on
	// the turn and the rules only, so that every peer refuses the same ones.
	Check(turn []byte) error
	// Commands calls f with every command of a turn that Check accepts, in the order in which they stand
	// there, with the bytes that Append was given; not with the additions of the leader itself. The turn is
	// taken to follow the present state: author is zero when that state does not know the author. An author
	// that an earlier state of the same history knows is the right one. The error is Check's.
	Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error
	// Step executes a turn. Its error is Check's, and the state is unchanged then.
	Step(turn []byte) error
	// Sequence returns the number of the author's last command taken, 0 when there was none.
	Sequence(author [32]byte) uint64
	// Digest returns a hash of the whole state; it is asked for after every turn.
	Digest() uint64
	// Snapshot appends the state as canonical bytes: a list of parts, see net/transfer. It runs in the
	// host's goroutine between two turns and must be a matter of a millisecond.
	Snapshot(dst []byte) []byte
	// Restore replaces the state by a snapshot's. It refuses malformed bytes without panic and without
	// changing the state.
	Restore(snapshot []byte) error
}

// Reconciler is optional for a Machine: it merges a branch of another fork. Without it such branches stay
// archives.
type Reconciler interface {
	// Reconcile applies a branch to the state, which is that of the fork that goes on. The branch is the
	// difference between two snapshots: that of its beginning, which both forks share, and that of its end.
	// The result depends on the state and the snapshots only. report describes it in plain words, one line
	// for each result. Reconcile refuses snapshots that are malformed or do not belong together, without
	// panic and without changing the state.
	Reconcile(base, branch []byte) (report []byte, err error)
}

// Departer is optional for a Machine: it is told when a peer is gone, so that its body falls asleep.
type Departer interface {
	// Depart adds to a turn under construction that author has left, in the same form on whichever
	// peer leads. ok=false: there is nothing to add, because author is not in the world or the turn is
	// full; out is then turn.
	Depart(turn []byte, author [32]byte) (out []byte, ok bool)
}

// Lawful is optional for a Machine: it has laws that the charter sets for the whole world. The leader of an
// island enforces them there. Nothing stops a leader that departs from the charter; the next honest one puts
// it right.
type Lawful interface {
	// Proclaim adds the laws in force to a turn under construction: bit n is law n of charter.SetLaw. word is
	// greater for a later version of the charter. ok=false: there is nothing to add, because these laws hold
	// already by this word, or the turn is full; out is then turn.
	Proclaim(turn []byte, laws uint8, word uint64) (out []byte, ok bool)
	// Word is that of the laws that hold, 0 while there was none. It is part of the state.
	Word() uint64
}

// Presenter is optional for a Machine that is a Departer. With it a leader finds players that are awake in
// the world and have no link, even after a restart; without it only peers that it saw leave.
type Presenter interface {
	// Present appends the authors with awake bodies, in any order that is the same everywhere.
	Present(dst [][32]byte) [][32]byte
}

// Carver is optional for a Machine: its state can be divided into islands and joined again. The results of
// Divide, Near, People and Holds depend on the state only.
type Carver interface {
	// Divide says how the island should be divided now: opaque descriptions of parts, in an order that is the
	// same everywhere. nil: not now.
	Divide() (parts [][]byte)
	// Carve takes a part out of the state; child is the snapshot of a machine with Self equal to island. Its
	// error leaves the state unchanged.
	Carve(part []byte, island uint64) (child []byte, err error)
	// Absorb takes in all of another island, given as its last snapshot. It refuses one that it Contains. Its
	// error leaves the state unchanged.
	Absorb(snapshot []byte) error
	// Contains reports whether another island was taken in by this one, or by one that it Contains. It is
	// part of the state; carved parts do not inherit it.
	Contains(island uint64) bool
	// Self is the island's id.
	Self() uint64
	// Near appends the islands with which this one should be one now, in ascending order. Both of a pair say
	// so.
	Near(dst []uint64) []uint64
	// People is how many players are awake here, for caps.
	People() uint16
	// Holds reports whether a player's body, or its record while it is away, is here.
	Holds(author [32]byte) bool
}

// Neighbour is optional for a Carver: it knows islands that lie close without merging with it. Without it an
// island is close when it is Near.
type Neighbour interface {
	// Neighbours appends the islands that a player of this one may come to within a short while, in ascending
	// order. A peer that executes this island for its player or as a voter executes them as well.
	Neighbours(dst []uint64) []uint64
}

// Placer is optional for a Carver: it tells where its island lies, for people to read.
type Placer interface {
	// Place appends the island's position, in at most 32 bytes that only the maker of the machine
	// understands.
	Place(dst []byte) []byte
}

// Mailer is optional for a Carver: its islands send each other parcels. A parcel under way is part of the
// state of its sender until it is acknowledged. Parcels from one island to another are numbered from 1.
type Mailer interface {
	// Parcels appends the parcels for another island that are not acknowledged, from a number on, each of at
	// most MaxParcel bytes.
	Parcels(to uint64, from uint64, dst [][]byte) [][]byte
	// Towards appends the islands for which there are any, in ascending order.
	Towards(dst []uint64) []uint64
	// Expect is the number of the next parcel wanted from another island; all before have been taken.
	Expect(source uint64) uint64
	// Deliver adds a parcel to a turn under construction, as Append does.
	Deliver(turn []byte, source, seq uint64, parcel []byte) (out []byte, taken bool, err error)
	// Acknowledge adds to a turn under construction that another island has taken all parcels before the
	// number upto, which need not be kept any longer.
	Acknowledge(turn []byte, by uint64, upto uint64) (out []byte, taken bool, err error)
}

// Disperser is optional for a Carver: it can be divided into more islands than it would choose itself.
type Disperser interface {
	// Disperse says how the island could be divided now if it had too many people, as Divide does. It depends
	// on the state only.
	Disperse() (parts [][]byte)
}
