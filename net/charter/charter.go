// Package charter holds facts about a whole world: its founder, ranks, bans, the host policy, settings, and
// when each player was first and last there. It is pure: a set of signed entries, and one deterministic fold
// of it, the State. It is called with entries and dates; it neither sends nor writes.
//
// There is no leader. A player with the right signs an Entry and adds it to its Set. Sets of peers merge by
// exchanging missing entries, even after months. Equal sets fold to equal states, in any order of arrival.
//
// # Entries
//
// An entry is the act of one author: "this player is a keeper", "this one is banned". It has the author's
// number for it (1, 2, 3 …), a clock (Lamport 1978: greater than that of everything its author had seen) and
// a day. Its encoding is, with numbers as uvarints unless stated otherwise:
//
//	1 (u8), act (u8), author (32 bytes), number, clock, day, subject (32), upto, value, text (length,
//	UTF-8),
//	signature (64) of the world's id and all before it, domain "manyhold charter"
//
// Fields that an act does not use are zero, so that each entry has one encoding.
//
// The fold goes through all entries in the order of (clock, author, number). At each place it checks whether
// the author has the right:
//
//	Name      value is the Rank of the subject: the founder every rank below its own; a keeper members and
//	          guests
//	Ban       the founder everybody else; a keeper members and guests. The text is the reason
//	Pardon    the same authors, but no keeper lifts a ban by the founder
//	Kick      the same authors as Ban: a subject that entered before tick value leaves, and may come back.
//	          The text is the reason. The subject's peer obeys; all other peers keep it out for a minute,
//	          see net/host
//	SetPolicy, SetCap, SetSplit   the founder
//	SetTitle, SetDescription, SetPicture   founder and keepers
//	SetStrangers, SetBranchTime, SetPlaces   the founder
//	Heir, SetAbsence, SetRecent   the founder: see Appointments
//	Invite    founder and keepers, keepers for builders at most: the subject is the invitation's key, value
//	          its terms (see Terms), text a note. The first entry about a key counts
//	Revoke    ends an invitation: founder and keepers; those of the founder only the founder
//	SetLaw    founder and keepers, the latest counts: value is twice the number of a law of the machine,
//	          plus one if it is in force. Only the machine knows its laws; see host.Lawful for how they get
//	          there
//
// A later entry in the order overrides earlier ones. But only the founder can change its own entries about a
// player's rank, a ban, a title or a description. Of several entries of one author and number, the one with
// the lesser SHA-256 counts, and every peer forgets the others. Of one author's entries of one day the first
// PerDay count, by number. Entries that do not count stay in the set, are counted in State.Void and have no
// effect.
//
// A former keeper could backdate entries. So an entry that takes its office away contains, in upto, the
// greatest of its numbers that the remover had seen. Greater numbers of that time in office do not count,
// with any date.
//
// # Logins
//
// A Login tells when a player was first and last in the world. The player signs it, and a majority of the
// voters of an epoch of home countersigns it. Of each player the latest is kept (of two with one date the one
// with the lesser SHA-256), and of all players the latest MaxLogins. Its encoding, with numbers as u64 little
// endian:
//
//	2 (u8), player (32), first, last (Unix seconds), signature (64) of world, first and last, domain
//	"manyhold login";
//	hash of the epoch's record (32), uvarint count of countersignatures (at most 5), for each key (32) and
//	signature
//	(64) of world, record, player, first and last, domain "manyhold login seal"; ascending by key
//
// The logins of players whom the charter names (founder, keepers, members, heirs) go last: strangers in any
// number push none of them out.
//
// # Appointments
//
// When the founder and all keepers have been absent for more than State.Absence days, a temporary keeper
// governs: the first heir that was there within State.Recent days, else the member that is known longest,
// else such a player without a rank by name. Set.Due decides that from the logins. Logins are replaced every
// day, but entries of a temporary keeper must count for ever, or never. So an Appointment says it. A majority
// of the voters of an epoch of home signs it, each by its own ledger. It has a clock, and so a place in the
// order of entries. From there to the next appointment its player has the rank of keeper, on the days of the
// appointment only, and may name itself keeper for good. An appointment of nobody ends the time of a
// temporary keeper. The next appointment also names, in upto, the last entry of the former temporary keeper
// that its voters had seen: later numbers do not count, with any date.
//
// An appointment is renewed every day: of two with one clock and player the one with the later end counts,
// then the one with the lesser SHA-256. One that the entries before it contradict appoints nobody: its player
// may not govern, or founder or a keeper has written an entry within State.Absence days. Of all appointments
// the latest MaxAppointments are kept. Its encoding, numbers as uvarints unless stated otherwise:
//
//	3 (u8), player (32; zero: nobody), clock, first day, last day, reason, former temporary keeper
//	(32; zero: none), upto; hash of the epoch's record (32), count of signatures (at most 5), for
//	each key (32) and signature (64) of world, record and all before the record, domain
//	"manyhold appointment"; ascending by key
//
// # Invitations and tickets
//
// See Invitation and Ticket.
//
// # Exchange
//
// Two sets of different digests become equal by Summaries. A Summary covers entries, in buckets of BucketSize
// numbers of one author, appointments, in four buckets by their clock, and logins and tickets, in Buckets by
// the first byte of the player. Each bucket has the sum of the first eight bytes of the hashes in it. The
// receiver of a summary sends the content of buckets that differ (Missing), and its own summary if it may
// lack something. Its encoding, numbers little endian:
//
//	uvarint count of authors, for each, ascending: key (32), uvarint count of buckets, for each, ascending:
//	uvarint
//	bucket, sum (u64); uvarint count of appointments' buckets, for each, ascending: bucket (u8), sum (u64);
//	likewise logins' buckets; likewise those of tickets, if there are any
//
// # What a hostile peer can do
//
// It can withhold entries from peers that know no other peer. It cannot forge an entry of another author, nor
// make one beyond its rank. Entries of authors that the founder never named keeper are dropped, except
// MaxWaiting of them, which may have arrived before the naming. A keeper can use its rights PerDay times a
// day, MaxNumber times in all, and undo acts of other keepers, until the founder ends it. A clock cannot be
// beyond the end of its day, and entries of future days are not taken yet, so that every entry can be
// overridden. A majority of a committee can write false dates into logins, and appoint a temporary keeper
// before its time, except within State.Absence days of an entry by founder or a keeper. The founder ends that
// by an entry about the player, and with an absence of 0 there is no temporary keeper.
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
	// MaxWaiting is the number of entries kept from authors not named yet. Beyond it, those of the greatest
	// author and number are dropped, and come again with the next exchange.
	MaxWaiting = 256
	// MaxLogins is how many players' logins are kept: the latest.
	MaxLogins = 4096
	// MaxSignatures is the largest number of countersignatures: the largest committee.
	MaxSignatures = 5
	// MaxCap is the greatest number of players of an island.
	MaxCap = 64
	// MaxPlaces is the greatest number of players in the world at a time.
	MaxPlaces = 64
	// MaxLaws is how many laws there can be.
	MaxLaws = 8
	// MaxDays bounds settings in days.
	MaxDays = 10_000
	// MaxHeirs is how many heirs there can be.
	MaxHeirs = 16
	// MaxStrangers is the greatest number of strangers that may vote: less than half of the largest
	// committee.
	MaxStrangers = 2
	// MaxBranchTime bounds how long a branch can be, in minutes: a month.
	MaxBranchTime = 31 * 24 * 60
	// DefaultBranchTime is the bound while no entry says another: a day.
	DefaultBranchTime = 24 * 60
	// MaxDay bounds days, in days since 1970: the year 10,000.
	MaxDay = 2_932_896

	// clocksPerDay is how far a clock can come in a day.
	clocksPerDay = 1 << 20
	// daysAhead is how many days an entry may be ahead of the receiver's date: that of other time zones.
	daysAhead = 1
)

// Errors. Wrapping errors add details.
var (
	// ErrEntry reports that bytes are not a valid entry or login.
	ErrEntry = errors.New("charter: not a valid entry")
	// ErrFuture reports that an entry or login is of a future day. It may be taken then.
	ErrFuture = errors.New("charter: of a future day")
	// ErrRight reports that the author lacks the right.
	ErrRight = errors.New("charter: you may not do that in this world")
	// ErrFull reports that the author has used all its entries.
	ErrFull = errors.New("charter: no more entries of this author")
	// ErrEpoch reports that a login is not countersigned by a majority of a known epoch.
	ErrEpoch = errors.New("charter: not countersigned by a known committee")
	// ErrUnknown reports that the epoch of a login is not known here, or not yet. It is an ErrEpoch.
	ErrUnknown = fmt.Errorf("%w: the epoch is not known here", ErrEpoch)
)

// Act is the act of an entry. The numbers are stored.
type Act uint8

// The acts.
const (
	Name           Act = 1 // subject has the rank Value
	Ban            Act = 2 // subject may not enter; Text is the reason
	Pardon         Act = 3 // subject may enter again
	SetPolicy      Act = 4 // Value is the Policy
	SetCap         Act = 5 // Value is how many players an island has at most, 1 to MaxCap
	SetSplit       Act = 6 // Value is 1 when islands may split, else 0
	SetTitle       Act = 7 // Text is the world's title
	SetDescription Act = 8 // Text describes the world
	// subject leaves, if it entered before tick Value, and may come back; Text is the reason
	Kick   Act = 9
	SetLaw Act = 10 // Value is twice the number of a law, and one more while it holds

	SetEntry       Act = 11 // Value is the Entry policy
	SetDefaultRank Act = 12 // Value is the Rank of players without one: Visitor or Builder
	SetClaimDays   Act = 13 // Value: after how many days without a visit a claim ends; 0: the machine's default
	SetSpawn       Act = 14 // Value: where newcomers appear, as the machine packs it; 0: where the world began
	Mute           Act = 15 // subject may not talk until tick Value
	// Subject is the key of an invitation, Value its terms (see Terms), Text a note of its author
	Invite Act = 16
	Revoke Act = 17 // Subject is the key of an invitation, which ends
	// subject governs when founder and keepers are absent; Value is its place among the heirs, 0: none
	Heir          Act = 18
	SetStrangers  Act = 19 // Value is how many strangers may vote in a committee
	SetAbsence    Act = 20 // Value: after how many days a founder or keeper counts as absent
	SetRecent     Act = 21 // Value: within how many days a temporary keeper must have been there
	SetBranchTime Act = 22 // Value: how many minutes of a branch are executed again at most
	SetPicture    Act = 23 // Text is the world's picture, see Picture
	SetPlaces     Act = 24 // Value is how many players are in the world at a time at most; 0: MaxPlaces
)

var acts = [...]string{"nothing", "name", "ban", "pardon", "policy", "cap", "split", "title", "description", "kick", "law",
	"entry", "default rank", "claim days", "spawn", "mute", "invite", "revoke", "heir", "strangers", "absence", "recent", "branch time", "picture", "places"}

// String returns the act in a word.
func (a Act) String() string {
	if int(a) < len(acts) {
		return acts[a]
	}
	return acts[0]
}

// subjected reports whether entries of this act are about a player.
func (a Act) subjected() bool {
	switch a {
	case Name, Ban, Pardon, Kick, Mute, Invite, Revoke, Heir:
		return true
	}
	return false
}

// texted reports whether entries of this act may have a text.
func (a Act) texted() bool {
	switch a {
	case Ban, Kick, Mute, SetTitle, SetDescription, SetPicture, Invite:
		return true
	}
	return false
}

// Rank is a player's rank in the world. The numbers are stored.
type Rank uint8

// The ranks, ascending. A player that no entry names has State.Default.
const (
	Visitor Rank = 0
	Builder Rank = 1
	Keeper  Rank = 2
	Founder Rank = 3 // by the genesis alone
)

// String returns the rank in a word.
func (r Rank) String() string {
	return [...]string{"visitor", "builder", "keeper", "founder"}[min(r, Founder)]
}

// The value of a Name entry is one of these.
const (
	NameNobody  = 0 // the subject has no rank by name any more
	NameBuilder = 1
	NameKeeper  = 2
	NameVisitor = 3
)

// NameValue is the value of a Name entry that gives a rank.
func NameValue(r Rank) uint64 {
	if r == Visitor {
		return NameVisitor
	}
	return uint64(r)
}

// named returns the rank that the value of a Name entry gives; ok is false if it takes the rank away.
func named(value uint64) (r Rank, ok bool) {
	switch value {
	case NameNobody:
		return Visitor, false
	case NameVisitor:
		return Visitor, true
	}
	return Rank(value), true
}

// Entry policies say who may enter. The numbers are stored.
const (
	EntryAnyone  = 0 // everybody that is not banned
	EntryInvited = 1 // players with an invitation, and all that have a rank by name
	EntryMembers = 2 // players with the rank of builder or more by name
)

// EntryName returns an entry policy in words.
func EntryName(policy uint64) string {
	return [...]string{"anyone", "by invitation", "members"}[min(policy, EntryMembers)]
}

// Policy decides which peers may vote in a committee. The numbers are stored.
type Policy uint8

// The policies.
const (
	Open    Policy = 0 // all peers that are not banned
	Invited Policy = 1 // members: players with the rank of builder or more by name
	Trusted Policy = 2 // keepers and the founder
)

// String returns the policy in words.
func (p Policy) String() string {
	return [...]string{"open", "invited", "trusted only"}[min(p, Trusted)]
}

// World is the world that entries are checked against.
type World struct {
	ID      [32]byte
	Founder key.ID
}

// Day returns the day of a time in Unix seconds.
func Day(unix int64) uint32 { return uint32(max(0, unix/86400)) }
