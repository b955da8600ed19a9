package epoch

import (
	"errors"

	"manyhold/net/cosign"
	"manyhold/net/key"
)

// Limits of records.
const (
	// MaxVoters is the largest committee.
	MaxVoters = cosign.MaxSigners
	// MaxHeirs is how many peers are ranked beside the voters.
	MaxHeirs = 4
	// MaxParts is into how many new islands one record may divide an island.
	MaxParts = 3
	// MaxRoster is the largest number of players of a room.
	MaxRoster = 64
	// MaxRecord is the longest encoding of a record in bytes: a room's of three parts with a full roster
	// has 3,720. A record that does not fit a frame's run is sent by the stream, because receivers ask for
	// it.
	MaxRecord = 4 << 10
	// MaxTicks is the longest turn in ticks.
	MaxTicks = 6
	// maxNumber bounds epochs and turns, so that their sums cannot overflow.
	maxNumber = 1 << 62

	recordMagic   = "MHEP"
	recordVersion = 2
	recordDomain  = "manyhold epoch"
)

// Home is the island of the spawn, begun by the world's founding record. Zero is no island.
const Home uint64 = 1

// Errors of records and of received data. Wrapping errors add where.
var (
	// ErrRecord reports that bytes are not a valid record.
	ErrRecord = errors.New("epoch: not a valid record")
	// ErrSuccession reports that a record does not continue the one before it.
	ErrSuccession = errors.New("epoch: the record does not continue its predecessor")
)

// Reason is why an epoch began. The numbers are stored.
type Reason uint8

// The reasons. Recovered, Agreed and Provisional records begin outside the log of the epoch that they end.
// Founded and Begun records end no epoch. All others are the last valid entry of their predecessor's log.
const (
	Founded     Reason = 1  // the world's first
	Committee   Reason = 2  // other voters, the same leader
	HandOver    Reason = 3  // the leader quits and names another
	Recovered   Reason = 4  // a lone voter restarted
	Agreed      Reason = 5  // too few processes of the voters were left, and all voters signed
	Provisional Reason = 6  // a minority continues without the others, to be merged with them later
	Merged      Reason = 7  // the branch of another fork was merged
	Split       Reason = 8  // regions went to new islands
	Ended       Reason = 9  // the island goes into another: its last record
	Absorbed    Reason = 10 // another island was taken in
	Decreed     Reason = 11 // the world's founder made a provisional fork firm
	Room        Reason = 12 // a split for a match, with a roster
	Begun       Reason = 13 // a new island's first
)

var reasons = [...]string{"unknown", "founded", "committee", "hand-over", "recovered", "recovered by all", "provisional", "merged",
	"split", "ended", "absorbed", "decreed", "room", "begun"}

// String returns the reason in a few words.
func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return reasons[0]
}

// divides reports whether records of this reason have Parts.
func (r Reason) divides() bool { return r == Split || r == Room }

// takes reports whether records of this reason have Taken.
func (r Reason) takes() bool { return r == Merged || r == Absorbed }

// ordered reports whether records of this reason may be the last entry of a log.
func (r Reason) ordered() bool {
	switch r {
	case Committee, HandOver, Merged, Split, Ended, Absorbed, Decreed, Room:
		return true
	}
	return false
}

// Voter is a member of a committee: a key and the process that held it when it was named.
type Voter struct {
	Key         key.ID
	Incarnation uint64
}

// Record founds an epoch.
type Record struct {
	Reason    Reason
	World     [32]byte
	Island    uint64
	Number    uint64   // of the island's epoch, from 1
	Previous  [32]byte // Hash of the record before; zero for the world's first
	FirstTurn uint64   // from 1
	Chain     [32]byte // chain hash before FirstTurn
	Rules     uint32
	Ticks     uint8   // of a turn, 1 to MaxTicks
	Firm      bool    // false: provisional, to be merged
	Voters    []Voter // 1, 3 or 5, in the order in which they campaign; the first leads. Ended has none.
	Heirs     []key.ID
	Signer    key.ID
	Signature [key.SignatureSize]byte

	// Of Agreed records, which have no Signature: see recovery.go. In a Provisional record, Round is any
	// number that tells it from others of the same founder at the same place; it has no Signatures.
	Round      uint64
	Signatures []Cosignature

	Taken  Taken    // of Merged and Absorbed
	Parts  []Part   // of Split and Room, 1 to MaxParts
	Roster []key.ID // of Room, 1 to MaxRoster
	Into   uint64   // of Ended: the island that takes this one in
	From   uint64   // of Absorbed: the island that was taken in
	Parent uint64   // of Begun: the island that it was part of

	early bool // encoded in version 1
}

// Taken names the branch that a state took in when its epoch began.
type Taken struct {
	Record [32]byte // Hash of the last record of the branch, or of the Ended record of the island
	Turn   uint64   // its last turn
	Chain  [32]byte // chain hash after that turn
	Blob   [32]byte // SHA-256 of the bytes that the change of state reads
}

// Part is a new island that a record divides from its own.
type Part struct {
	Island uint64 // as returned by IslandOf
	Voters []Voter
	Heirs  []key.ID
	State  [32]byte // SHA-256 of the new island's first snapshot
}

// Leader returns the voter that leads first; the zero Voter for an Ended record.
func (r *Record) Leader() Voter {
	if len(r.Voters) == 0 {
		return Voter{}
	}
	return r.Voters[0]
}

// VoterKeys returns the voters' keys, in the record's order.
func (r *Record) VoterKeys() []key.ID {
	keys := make([]key.ID, len(r.Voters))
	for i, v := range r.Voters {
		keys[i] = v.Key
	}
	return keys
}

// Votes reports whether k is among the voters, in any incarnation.
func (r *Record) Votes(k key.ID) bool { return votes(r.Voters, k) }

func votes(voters []Voter, k key.ID) bool {
	for _, v := range voters {
		if v.Key == k {
			return true
		}
	}
	return false
}

// Lone reports whether the epoch has a single voter.
func (r *Record) Lone() bool { return len(r.Voters) == 1 }

// ChangesLand reports whether a record takes land out of its island or into it.
func (r *Record) ChangesLand() bool { return len(r.Parts) > 0 || r.Reason == Absorbed }
