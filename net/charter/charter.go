// Package charter holds what is true of a whole world: who its founder is, who has which rank, who is banned, who may
// host, the world's settings, and when each player was first and last there. It is pure: a set of signed entries, and one
// deterministic fold of it, the State. Everything is called with entries and dates; nothing here sends or writes.
//
// There is no leader. Whoever has the right signs an Entry and adds it to its Set; sets of peers, also of those that
// were apart for months, merge by exchanging what the other lacks, and equal sets fold to equal states in whatever order
// and by whatever ways their entries came.
//
// # Entries
//
// An entry is the act of one author: "this player is a keeper", "this one is banned". It has the author's number for
// it (1, 2, 3 …), a clock (Lamport 1978: greater than that of everything its author had seen) and a day. Its encoding is,
// with numbers as uvarints unless said otherwise:
//
//	1 (u8), act (u8), author (32 bytes), number, clock, day, subject (32), upto, value, text (length, UTF-8),
//	signature (64) of the world's id and all before it, domain "manyhold charter"
//
// Fields that an act has no use for are zero, so that there is one encoding of each entry.
//
// The fold goes through all entries in the order of (clock, author, number) and asks at each place whether its author
// may do that there:
//
//	Name      value is the Rank of the subject: the founder every rank below its own; a keeper members and guests
//	Ban       the founder everybody else; a keeper members and guests. The text says why
//	Pardon    who may ban the subject, unless the founder banned it and a keeper pardons
//	Kick      who may ban the subject: whoever is in the world since before tick value leaves it, and may come back. The
//	          text says why. The peer of the subject obeys; those of others keep it out for a minute, see net/host
//	SetPolicy, SetCap, SetSplit   the founder
//	SetTitle, SetDescription      founder and keepers
//	SetLaw    founder and keepers, whoever says it last: value is twice the number of a law of the machine's, and one more
//	          while it holds. What the laws are only the machine knows; see host.Lawful for how they get there
//
// Later in the order goes before earlier; but what the founder said of a player's rank, of a ban, of a title or a
// description only the founder changes. Of several entries of one author and number the one with the lesser SHA-256
// counts and the others are forgotten everywhere. Of one author's entries of one day the first PerDay, by number,
// count. What does not count stays in the set, is counted in State.Void and changes nothing.
//
// A keeper that is no keeper any more could date entries back. Therefore an entry that takes its office away says, in
// upto, which of its numbers its remover had seen: greater ones, of that time in office, do not count wherever they are
// dated.
//
// # Logins
//
// A Login says when a player was first and last in the world, signed by the player, and countersigned by a majority of the voters of
// an epoch of home. Of each player the latest is kept (of two with one date the one with the lesser SHA-256), and of all players the latest
// MaxLogins. Its encoding, with numbers as u64 little endian:
//
//	2 (u8), player (32), first, last (Unix seconds), signature (64) of world, first and last, domain "manyhold login";
//	hash of the epoch's record (32), uvarint count of seals (at most 5), for each key (32) and signature (64) of world,
//	record, player, first and last, domain "manyhold login seal"; ascending by key
//
// # Exchange
//
// Two sets of different digests become equal by Summaries: of the slots of entries, in buckets of BucketSize numbers of
// one author, and of logins, in Buckets by the first byte of the player, each with the sum of the first eight bytes of
// the hashes in it. Who gets a summary sends what is in the buckets that differ (Missing), and its own summary
// when it may lack something. Its encoding, numbers little endian:
//
//	uvarint count of authors, for each, ascending: key (32), uvarint count of buckets, for each, ascending: uvarint
//	bucket, sum (u64); uvarint count of logins' buckets, for each, ascending: bucket (u8), sum (u64)
//
// # What a hostile peer can do
//
// It can withhold entries, as it can everything, from those that know nobody else. It cannot make one in
// another's name, nor one that its rank does not allow. Entries of authors who were never named keeper by the founder
// are not kept, but for MaxWaiting of them, which may have come before their author's naming did. A keeper can do
// what keepers may, PerDay times a day, MaxNumber times in all, and undo what other keepers did, until the founder
// ends it; a clock cannot be set further ahead than the end of its day, and entries of days to come are
// not taken yet, so that nobody's word stays the last. Who takes part in signing a login with a majority of a
// committee can write false dates into the ledger; nothing but the list of players depends on it.
package charter

import (
	"errors"
	"fmt"

	"manyhold/net/key"
)

// Limits.
const (
	// MaxText is the longest text of an entry in bytes.
	MaxText = 240
	// MaxEntry is the longest encoding of an entry or a login in bytes.
	MaxEntry = 768
	// MaxNumber is the greatest number of an author's entries.
	MaxNumber = 1024
	// MaxKeepers is how many different players can have been keepers: the first that the founder named.
	MaxKeepers = 32
	// PerDay is how many entries of an author count on one day.
	PerDay = 64
	// MaxWaiting is how many entries are kept whose author was not named yet; beyond, those of the greatest
	// author and number are forgotten, and come again with the next exchange.
	MaxWaiting = 256
	// MaxLogins is how many players' logins are kept: the latest.
	MaxLogins = 4096
	// MaxSeals is the largest number of countersignatures: the largest committee.
	MaxSeals = 5
	// MaxCap is the greatest number of players of an island.
	MaxCap = 64
	// MaxLaws is how many laws there can be.
	MaxLaws = 8
	// MaxDay bounds days, in days since 1970: the year 10,000.
	MaxDay = 2_932_896

	// clocksPerDay is how far a clock can come in a day.
	clocksPerDay = 1 << 20
	// daysAhead is how many days an entry may be ahead of the receiver's date: that of other time zones.
	daysAhead = 1
)

// Errors. What wraps them says more.
var (
	// ErrEntry says that bytes are no valid entry or login.
	ErrEntry = errors.New("charter: not a valid entry")
	// ErrFuture says that an entry or login is of a day that is yet to come. It may be taken then.
	ErrFuture = errors.New("charter: of a day to come")
	// ErrRight says that the author may not do that.
	ErrRight = errors.New("charter: you may not do that in this world")
	// ErrFull says that the author has made all the entries that it may.
	ErrFull = errors.New("charter: no more entries of this author")
	// ErrEpoch says that a login is not countersigned by a majority of an epoch that is known.
	ErrEpoch = errors.New("charter: not countersigned by a committee that is known")
	// ErrUnknown says that a login is of an epoch that is not known here, or not yet. It is an ErrEpoch.
	ErrUnknown = fmt.Errorf("%w: the epoch is not known here", ErrEpoch)
)

// Act is what an entry does. The numbers are stored.
type Act uint8

// The acts.
const (
	Name           Act = 1  // subject has the rank Value
	Ban            Act = 2  // subject may not enter; Text says why
	Pardon         Act = 3  // subject may enter again
	SetPolicy      Act = 4  // Value is the Policy
	SetCap         Act = 5  // Value is how many players an island has at most, 1 to MaxCap
	SetSplit       Act = 6  // Value is 1 when islands may split, else 0
	SetTitle       Act = 7  // Text is what the world is called
	SetDescription Act = 8  // Text is what is said of the world
	Kick           Act = 9  // subject leaves, if it came in before tick Value, and may come back; Text says why
	SetLaw         Act = 10 // Value is twice the number of a law, and one more while it holds
)

var acts = [...]string{"nothing", "name", "ban", "pardon", "policy", "cap", "split", "title", "description", "kick", "law"}

// String returns the act in a word.
func (a Act) String() string {
	if int(a) < len(acts) {
		return acts[a]
	}
	return acts[0]
}

// subjected reports whether entries of this act are about a player.
func (a Act) subjected() bool { return a == Name || a == Ban || a == Pardon || a == Kick }

// Rank is what a player is in the world. The numbers are stored.
type Rank uint8

// The ranks, ascending. Who has none is a guest.
const (
	Guest   Rank = 0
	Member  Rank = 1
	Keeper  Rank = 2
	Founder Rank = 3 // by the genesis alone
)

// String returns the rank in a word.
func (r Rank) String() string {
	return [...]string{"guest", "member", "keeper", "founder"}[min(r, Founder)]
}

// Policy says who may vote in a committee. The numbers are stored.
type Policy uint8

// The policies.
const (
	Open    Policy = 0 // everybody who is not banned
	Invited Policy = 1 // members, keepers and the founder
	Trusted Policy = 2 // keepers and the founder
)

// String returns the policy in words.
func (p Policy) String() string {
	return [...]string{"open", "invited", "trusted only"}[min(p, Trusted)]
}

// World is what entries are checked against.
type World struct {
	ID      [32]byte
	Founder key.ID
}

// Day returns the day of a time in Unix seconds.
func Day(unix int64) uint32 { return uint32(max(0, unix/86400)) }
