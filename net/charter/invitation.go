package charter

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"slices"

	"manyhold/net/key"
)

// # Invitations
//
// An invitation is a key pair. The founder or a keeper writes an Invite entry about its public key, with the
// Terms: a rank, a number of uses, and the last day. Its private half is derived from a Capability of 16
// bytes, which the text of the invitation carries. A player with the text makes a Ticket; see there.
//
// Revoke ends an invitation for further players. Those that came by it keep their rank.

// Capability is the secret of an invitation: the right to come in.
type Capability [16]byte

const capabilityDomain = "manyhold invitation"

// Pair returns the key pair of the invitation to a world.
func (c Capability) Pair(world [32]byte) key.Pair {
	b := append([]byte(capabilityDomain), world[:]...)
	return key.FromSeed(sha256.Sum256(append(b, c[:]...)))
}

// Limits and defaults of invitations.
const (
	// MaxUses is how many players one invitation can let in.
	MaxUses = 1000
	// MaxInviteDays is how long an invitation can be valid, in days.
	MaxInviteDays = 366
	// InviteUses and InviteDays are the usual terms.
	InviteUses, InviteDays = 20, 7
	// MaxInvitations is how many invitations of one author can be open: the latest count.
	MaxInvitations = 64
)

// Terms are what an invitation gives, packed into the value of its entry: the rank in the lowest 8 bits, then
// 16 bits of uses, then the last day.
type Terms struct {
	Rank Rank   // Visitor, Builder or Keeper
	Uses uint16 // 1 to MaxUses
	Last uint32 // the last day on which it can be used, since 1970, UTC
}

// Pack makes a number of the terms.
func (t Terms) Pack() uint64 {
	return uint64(t.Last)<<24 | uint64(t.Uses)<<8 | uint64(t.Rank)
}

// UnpackTerms is the inverse of Pack. ok is false for numbers that are no terms.
func UnpackTerms(v uint64) (t Terms, ok bool) {
	t = Terms{Rank: Rank(v), Uses: uint16(v >> 8), Last: uint32(v >> 24 & 0xffffffff)}
	return t, t.Pack() == v && t.Rank <= Keeper && t.Uses > 0 && t.Uses <= MaxUses && t.Last <= MaxDay
}

// malformedInvite returns the fault of an Invite entry, or "".
func (e *Entry) malformedInvite() string {
	t, ok := UnpackTerms(e.Value)
	if !ok || t.Last < e.Day || t.Last > e.Day+MaxInviteDays {
		return "terms out of range"
	}
	return ""
}

// Invitation is one as the fold knows it.
type Invitation struct {
	Key key.ID
	Terms
	By      key.ID
	Note    string
	Day     uint32 // of its entry
	Revoked bool
	Players []key.ID // that came by it, the first first: at most Uses

	clock uint64
}

// Errors of tickets. They are for people.
var (
	// ErrTicket reports that a ticket's signatures or numbers are wrong.
	ErrTicket = errors.New("this invitation's ticket was altered")
	// ErrNoInvitation reports that the charter has no such invitation, or that its author may not invite.
	ErrNoInvitation = errors.New("this invitation is not valid in this world")
	// ErrExpired reports that an invitation's last day is over.
	ErrExpired = errors.New("this invitation has expired")
	// ErrRevoked reports that an invitation was revoked.
	ErrRevoked = errors.New("this invitation was revoked")
	// ErrUsedUp reports that as many players came by an invitation as it lets in.
	ErrUsedUp = errors.New("this invitation has been used by as many players as it lets in")
)

// Invitations returns those of entries that count, the latest first.
func (t *State) Invitations() []*Invitation {
	all := make([]*Invitation, 0, len(t.invitations))
	for _, i := range t.invitations {
		all = append(all, i)
	}
	slices.SortFunc(all, func(a, b *Invitation) int {
		return cmp.Or(cmp.Compare(b.clock, a.clock), a.Key.Compare(b.Key))
	})
	return all
}

// Invitation returns the one with this key, or nil.
func (t *State) Invitation(k key.ID) *Invitation { return t.invitations[k] }

// May reports whether an author may sign an invitation that gives a rank.
func (t *State) mayInvite(author key.ID, r Rank) bool {
	if author == t.Founder {
		return r <= Keeper
	}
	_, banned := t.Bans[author]
	return !banned && t.Rank(author) == Keeper && r <= Builder
}

// Admits returns nil if a player may still use an invitation on a day. Errors are ErrNoInvitation,
// ErrExpired, ErrRevoked and ErrUsedUp. A player that came by it before may.
func (t *State) Admits(invitation, player key.ID, day uint32) error {
	i := t.invitations[invitation]
	switch {
	case i == nil:
		return ErrNoInvitation
	case slices.Contains(i.Players, player):
		return nil
	case i.Revoked:
		return ErrRevoked
	case !t.mayInvite(i.By, i.Rank):
		return ErrNoInvitation
	case day > i.Last:
		return ErrExpired
	case len(i.Players) >= int(i.Uses):
		return ErrUsedUp
	}
	return nil
}

// allowsInvite reports whether an Invite or a Revoke counts. Nobody can change the terms of an invitation;
// the founder ends every one, its author its own, and keepers those of keepers.
func (t *State) allowsInvite(e *Entry) bool {
	old := t.invitations[e.Subject]
	if e.Act == Invite {
		terms, _ := UnpackTerms(e.Value)
		return old == nil && t.mayInvite(e.Author, terms.Rank)
	}
	return old != nil && (e.Author == t.Founder || old.By != t.Founder)
}

// invite applies an Invite or a Revoke.
func (t *State) invite(e *Entry) {
	if e.Act == Revoke {
		t.invitations[e.Subject].Revoked = true
		return
	}
	terms, _ := UnpackTerms(e.Value)
	t.invitations[e.Subject] = &Invitation{Key: e.Subject, Terms: terms, By: e.Author, Note: e.Text, Day: e.Day, clock: e.Clock}
}
