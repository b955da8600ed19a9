// Package machine says what a host replicates: a state that every peer steps through the same turns, and that
// has the same digest on all of them afterwards.
//
// A turn is parsed once. The leader adds commands to a Builder, which keeps what it was given in parsed form,
// and gets a Turn. Every other peer makes its Turn by Parse when the bytes come in. From there on the Turn is
// passed on: to the check of command signatures, and to Step.
//
// app/replica makes a game/island.Island a Machine. net/host/coins is the toy of tests and of the simulator.
package machine

import "manyhold/net/charter"

// Turn is a turn in the parsed form of the machine that made it. It does not change.
type Turn interface {
	// Bytes is the turn's only encoding. They belong to the turn and are not to be changed.
	Bytes() []byte
}

// Machine is the state that is replicated. It is owned by the host's goroutine from Found, Resume or
// Options.Open on: no other goroutine calls it, and callbacks run in that one.
type Machine interface {
	// Tick returns the tick that the state has reached.
	Tick() uint64
	// Begin starts an empty, valid turn of that many ticks, to follow the present state. The builder belongs
	// to the machine. It is valid until the next Begin, or until the state changes.
	Begin(ticks uint8) Builder
	// Parse reads a turn and keeps its bytes, which are not to be changed. It refuses one that Step could not
	// execute: malformed or over its limits. It depends on the bytes only, so that every peer refuses the
	// same turns.
	Parse(body []byte) (Turn, error)
	// Commands calls f with every command of a turn, in the order in which they stand there, with the bytes
	// that Append was given; not with the additions of the leader itself. The turn is taken to follow the
	// present state: author is zero when that state does not know the author. An author that an earlier state
	// of the same history knows is the right one.
	Commands(t Turn, f func(author [32]byte, seq uint64, body []byte))
	// Ticks is how many ticks a turn has.
	Ticks(t Turn) uint8
	// Departs calls f with every player that a turn puts to sleep, as Builder.Depart adds it. The turn is
	// taken to follow the present state; a player that the state does not know is left out.
	Departs(t Turn, f func(author [32]byte))
	// Step executes a turn that this machine or another one of its kind built or parsed.
	Step(t Turn)
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
	// Present appends the authors with awake bodies, in any order that is the same everywhere. The leader
	// puts those without a link to sleep, even after a restart.
	Present(dst [][32]byte) [][32]byte
	// Ordinances appends the ordinances that hold, ascending by topic and subject. They are part of the
	// state.
	Ordinances(dst []charter.Ordinance) []charter.Ordinance
	// OrdinanceSum is a hash of the ordinances.
	OrdinanceSum() uint64
	// Adopt lets the state go on under the rules of an epoch that begins. It is called between two turns, at
	// the same place on every peer. Its error is about rules that this version does not run, or that are
	// older than the present ones; the state is then unchanged.
	Adopt(rules uint32) error
	// Reconcile applies a branch to the state, which is that of the fork that goes on. The branch is the
	// difference between two snapshots: that of its beginning, which both forks share, and that of its end.
	// The result depends on the state and the snapshots only. report describes it, one result a line; each
	// line is a notice (see package notice). Reconcile refuses snapshots that are malformed or do not belong
	// together, without panic and without changing the state.
	Reconcile(base, branch []byte) (report []byte, err error)
	// ReconcileLand is Reconcile of the branch's land alone: nothing that a player could carry or use up
	// comes in. Reconcile from the base with that land on it (another machine's ReconcileLand of both in the
	// state of the base) brings in the rest.
	ReconcileLand(base, branch []byte) (report []byte, err error)
	// Delivers reports whether a turn has parcels of other islands, which no signature of the turn covers.
	Delivers(t Turn) bool
	// Another returns a machine of the same kind for other turns, for a state to be restored into. The two
	// share nothing that changes.
	Another() Machine

	Island
	Library
}

// Library is the part of a Machine that knows the blueprints of its world: see net/register. They are part of
// the state.
type Library interface {
	// BlueprintSum is a hash of all blueprints, 0 when there are none. It changes with the pieces of one that
	// is still arriving, too.
	BlueprintSum() uint64
	// Blueprints calls f with the ID, the hash and the bytes of every blueprint that holds, in an order that
	// is the same everywhere. The bytes are not to be changed.
	Blueprints(f func(id uint64, hash [32]byte, data []byte))
	// Version returns the hash of the version of a blueprint that holds; zero: it is not known.
	Version(id uint64) (hash [32]byte)
	// Refuses says why a blueprint cannot come to hold now; nil: it can, or it holds already.
	Refuses(data []byte) error
}

// Builder is a turn under construction. It keeps the parsed form of all that was added, so that a command
// costs as much in a full turn as in an empty one.
type Builder interface {
	// Append adds a command of author. seq numbers the author's commands from 1. taken=false and err=nil: it
	// does not fit or is meant for a later turn, and is offered again. err: it can never be taken, and is
	// dropped and counted.
	Append(author [32]byte, seq uint64, body []byte) (taken bool, err error)
	// Depart adds that author has left, so that its body falls asleep, in the same form on whichever peer
	// leads. It is false when there is nothing to add, because author is not in the world or the turn is
	// full.
	Depart(author [32]byte) bool
	// Proclaim adds an ordinance of the charter; a Word of 0 takes away the one about the same. It is false
	// when there is nothing to add: the ordinance holds already, is none of this version's, or finds no room.
	Proclaim(o charter.Ordinance) bool
	// Publish adds the next piece of a blueprint's bytes, of at most room bytes. It is false when there is
	// nothing to add: the state has this version or refuses it, a piece was added before, or the turn is
	// full.
	Publish(data []byte, room int) bool
	// Deliver adds a parcel of another island, as Append does.
	Deliver(source, seq uint64, parcel []byte) (taken bool, err error)
	// Acknowledge adds that another island has taken all parcels before the number upto, which need not be
	// kept any longer.
	Acknowledge(by, upto uint64) (taken bool, err error)
	// Empty reports whether nothing was added.
	Empty() bool
	// Turn ends the construction. The builder has no part in the turn any more.
	Turn() Turn
}

// Island is the part of a Machine that knows the other islands of its world: it is divided into islands and
// joined again, and its islands send each other parcels. The results depend on the state only.
//
// A parcel under way is part of the state of its sender until it is acknowledged. Parcels from one island to
// another are numbered from 1.
type Island interface {
	// Self is the island's id.
	Self() uint64
	// People is how many players are awake here, for caps.
	People() uint16
	// Holds reports whether a player's body, or its record while it is away, is here.
	Holds(author [32]byte) bool
	// Place appends the island's position, for people to read: at most 32 bytes that only the maker of the
	// machine understands.
	Place(dst []byte) []byte

	// Divide says how the island should be divided now: opaque descriptions of parts, in an order that is the
	// same everywhere. nil: not now.
	Divide() (parts [][]byte)
	// Disperse says in the same way how the island could be divided now if it had too many people.
	Disperse() (parts [][]byte)
	// Carve takes a part out of the state; child is the snapshot of a machine with Self equal to island. Its
	// error leaves the state unchanged.
	Carve(part []byte, island uint64) (child []byte, err error)
	// Absorb takes in all of another island, given as its last snapshot. It refuses one that it Contains. Its
	// error leaves the state unchanged.
	Absorb(snapshot []byte) error
	// Contains reports whether another island was taken in by this one, or by one that it Contains. It is
	// part of the state; carved parts do not inherit it.
	Contains(island uint64) bool
	// Near appends the islands with which this one should be one now, in ascending order. Both of a pair say
	// so.
	Near(dst []uint64) []uint64
	// Neighbours appends the islands that a player of this one may come to within a short while, in ascending
	// order. A peer that executes this island for its player or as a voter executes them as well.
	Neighbours(dst []uint64) []uint64

	// Parcels appends the parcels for another island that are not acknowledged, from a number on, each of at
	// most message.MaxParcel bytes.
	Parcels(to uint64, from uint64, dst [][]byte) [][]byte
	// Towards appends the islands for which there are any, in ascending order.
	Towards(dst []uint64) []uint64
	// Expect is the number of the next parcel wanted from another island; all before have been taken.
	Expect(source uint64) uint64
}
