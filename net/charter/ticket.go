package charter

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Tickets
//
// A Ticket is one use of an invitation by one player. The invitation's private key signs the player's key, so
// that a ticket is of no use to others. A majority of the voters of an epoch of home countersigns it: each
// voter checks the invitation, its last day by the voter's own clock, and the uses left. So a ticket cannot
// be backdated, and overuse needs two committees that do not know of each other; then the first count. Its
// encoding is, with numbers as u64 little endian:
//
//	4 (u8), invitation (32), player (32), at (Unix seconds), clock,
//	proof (64): the invitation's signature of world, player, at and clock, domain "manyhold ticket",
//	signature (64): the player's of world, invitation, at and clock, domain "manyhold ticket player",
//	hash of the epoch's record (32), uvarint count of countersignatures (at most 5), for each key (32) and
//	signature (64) of world, record, invitation, player, at and clock, domain "manyhold ticket seal";
//	ascending by key
//
// The clock is that of entries: greater than all that the player knew. In the order of the fold, the ticket
// stands before entries of that clock. It raises the player's rank, and lowers none. A Name entry with a
// later clock overrides it. Of an invitation, the first tickets count, by at and player, as many as it has
// uses; of one player and invitation the first, of all tickets the first MaxTickets. Tickets do not compete
// with logins for places.

const (
	ticketKind         = 4
	ticketDomain       = "manyhold ticket"
	ticketPlayerDomain = "manyhold ticket player"
	ticketSealDomain   = "manyhold ticket seal"

	// MaxTickets is how many tickets are kept.
	MaxTickets = 2048
)

// Ticket is one use of an invitation.
type Ticket struct {
	Invitation key.ID
	Player     key.ID
	At         uint64 // Unix seconds
	Clock      uint64
	Proof      [key.SignatureSize]byte // the invitation's
	Signature  [key.SignatureSize]byte // the player's
	Epoch      [32]byte                // name of the epoch whose voters countersigned it
	Signatures []epoch.Cosignature
}

// numbers appends the part of statements that they have in common.
func (k *Ticket) numbers(b []byte) []byte { return wire.AppendU64(wire.AppendU64(b, k.At), k.Clock) }

func (k *Ticket) proofStatement(world [32]byte) []byte {
	return k.numbers(append(slices.Clone(world[:]), k.Player[:]...))
}

func (k *Ticket) playerStatement(world [32]byte) []byte {
	return k.numbers(append(slices.Clone(world[:]), k.Invitation[:]...))
}

func (k *Ticket) sealStatement(world, record [32]byte) []byte {
	b := append(slices.Clone(world[:]), record[:]...)
	return k.numbers(append(append(b, k.Invitation[:]...), k.Player[:]...))
}

// Sign makes the ticket of a player with an invitation: At and Clock are given.
func (k *Ticket) Sign(invitation, player key.Pair, world [32]byte) {
	k.Invitation, k.Player = invitation.ID(), player.ID()
	k.Proof = invitation.Sign(ticketDomain, k.proofStatement(world))
	k.Signature = player.Sign(ticketPlayerDomain, k.playerStatement(world))
}

// Signed reports whether both signatures are good, for this world.
func (k *Ticket) Signed(world [32]byte) bool {
	return key.Verify(k.Invitation, ticketDomain, k.proofStatement(world), k.Proof) &&
		key.Verify(k.Player, ticketPlayerDomain, k.playerStatement(world), k.Signature)
}

// Cosign returns the countersignature of p as a voter of the epoch with this name.
func (k *Ticket) Cosign(p key.Pair, world, record [32]byte) epoch.Cosignature {
	return epoch.Cosignature{Key: p.ID(), Signature: p.Sign(ticketSealDomain, k.sealStatement(world, record))}
}

// CosignedBy reports whether s is a good countersignature of a voter of the epoch of r.
func (k *Ticket) CosignedBy(s epoch.Cosignature, r *epoch.Record) bool {
	return r.Votes(s.Key) && key.Verify(s.Key, ticketSealDomain, k.sealStatement(r.World, r.Hash()), s.Signature)
}

// WithSignatures returns a copy with the countersignatures of voters of the epoch of r.
func (k *Ticket) WithSignatures(r *epoch.Record, signatures []epoch.Cosignature) *Ticket {
	c := *k
	c.Epoch = r.Hash()
	c.Signatures = inKeyOrder(signatures)
	return &c
}

// Countersigned checks that a majority of the voters of the epoch of r has signed. Errors wrap ErrEpoch.
func (k *Ticket) Countersigned(r *epoch.Record) error {
	return countersigned(r, k.Epoch, k.Signatures, k.CosignedBy)
}

// Append appends the only encoding.
func (k *Ticket) Append(dst []byte) []byte {
	dst = append(append(append(dst, ticketKind), k.Invitation[:]...), k.Player[:]...)
	dst = append(append(k.numbers(dst), k.Proof[:]...), k.Signature[:]...)
	return appendSeals(dst, k.Epoch, k.Signatures)
}

// Hash is the SHA-256 of the encoding.
func (k *Ticket) Hash() [32]byte { return sha256.Sum256(k.Append(nil)) }

// DecodeTicket reads the bytes of Append and checks the form, but no signatures. Its errors wrap ErrEntry.
func DecodeTicket(b []byte) (*Ticket, error) {
	c := wire.NewCursor(b)
	if c.U8() != ticketKind {
		return nil, fmt.Errorf("%w: of another kind", ErrEntry)
	}
	k := &Ticket{Invitation: c.Hash(), Player: c.Hash(), At: c.U64(), Clock: c.U64(), Proof: c.Signature(), Signature: c.Signature()}
	k.Epoch, k.Signatures = readSeals(c)
	if c.Err() == nil && !k.plausible() {
		c.Fail(fmt.Errorf("numbers out of range"))
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return k, nil
}

func (k *Ticket) plausible() bool {
	return !k.Player.IsZero() && !k.Invitation.IsZero() && k.Player != k.Invitation && k.At > 0 && k.At < maxTime &&
		k.Clock > 0 && k.Clock < clockEnd(Day(int64(k.At)))
}

// before is the order in which tickets count. Of one player and invitation, two of one date differ in their
// hash: the lesser counts.
func (k *Ticket) before(o *Ticket) int {
	if c := cmp.Or(cmp.Compare(k.At, o.At), k.Player.Compare(o.Player), k.Invitation.Compare(o.Invitation)); c != 0 {
		return c
	}
	a, b := k.Hash(), o.Hash()
	return slices.Compare(a[:], b[:])
}

// use is the place of a ticket. Each holds at most one.
type use struct{ invitation, player key.ID }

// tickets are those of one set.
type tickets struct {
	all map[use]item[*Ticket]
}

// list returns all of them in the order in which they count.
func (t *tickets) list() []*Ticket {
	all := make([]*Ticket, 0, len(t.all))
	for _, x := range t.all {
		all = append(all, x.value)
	}
	slices.SortFunc(all, (*Ticket).before)
	return all
}

// clock is the greatest of all tickets, 0 without any.
func (t *tickets) clock() (most uint64) {
	for _, x := range t.all {
		most = max(most, x.value.Clock)
	}
	return most
}

// trim drops those beyond the uses of their invitations, and beyond MaxTickets.
func (t *tickets) trim(uses func(invitation key.ID) int) {
	list := t.list()
	left, kept := map[key.ID]int{}, 0
	for _, k := range list {
		n, met := left[k.Invitation]
		if !met {
			n = uses(k.Invitation)
		}
		if left[k.Invitation] = n - 1; n <= 0 || kept >= MaxTickets {
			delete(t.all, use{k.Invitation, k.Player})
			continue
		}
		kept++
	}
}

// uses returns how many uses an invitation has: by the entries that may count, the most that one says.
func (s *Set) uses(invitation key.ID) (most int) {
	for at, x := range s.entries {
		if e := x.value; e.Act == Invite && e.Subject == invitation && s.authors[at.author] {
			t, _ := UnpackTerms(e.Value)
			most = max(most, int(t.Uses))
		}
	}
	return most
}

// admitInvited lets the keepers that came by invitations of the founder have entries.
func admitInvited(s *Set) {
	keeper := map[key.ID]bool{}
	for n := uint64(1); n <= MaxNumber && len(s.tickets.all) > 0; n++ {
		if x, ok := s.entries[slot{s.world.Founder, n}]; ok && x.value.Act == Invite {
			t, _ := UnpackTerms(x.value.Value)
			keeper[x.value.Subject] = t.Rank == Keeper
		}
	}
	if len(keeper) == 0 {
		return
	}
	for _, k := range s.tickets.list() {
		if keeper[k.Invitation] && len(s.authors) <= MaxKeepers {
			s.authors[k.Player] = true
		}
	}
}

func (t *tickets) digest(h io.Writer) {
	for _, k := range t.list() {
		x := t.all[use{k.Invitation, k.Player}].hash
		h.Write(x[:])
	}
}

// AddTicket takes a ticket and reports whether the set changed. known and now are those of AddLogin. Errors
// wrap ErrEntry or ErrEpoch, or are ErrFuture, or ErrNoInvitation while the invitation is unknown.
func (s *Set) AddTicket(k *Ticket, known func(name [32]byte) *epoch.Record, now int64) (bool, error) {
	at := use{k.Invitation, k.Player}
	old, has := s.tickets.all[at]
	switch {
	case has && old.value.before(k) <= 0:
		return false, nil
	case !k.plausible():
		return false, fmt.Errorf("%w: numbers out of range", ErrEntry)
	case s.uses(k.Invitation) == 0:
		return false, ErrNoInvitation
	case !k.Signed(s.world.ID):
		return false, fmt.Errorf("%w: %w", ErrEntry, ErrTicket)
	case Day(int64(k.At)) > Day(now)+daysAhead:
		return false, ErrFuture
	}
	r := known(k.Epoch)
	if r == nil || r.World != s.world.ID {
		return false, ErrUnknown
	}
	if err := k.Countersigned(r); err != nil {
		return false, err
	}
	s.tickets.all[at] = item[*Ticket]{k, k.Hash()}
	s.tickets.trim(s.uses)
	x, kept := s.tickets.all[at]
	if kept = kept && x.value == k; kept {
		s.admit()
		s.state = nil
	}
	return kept, nil
}

// disownTickets drops those of epochs that known does not find.
func disownTickets(s *Set, known func(name [32]byte) *epoch.Record, player key.ID) (own bool) {
	for at, x := range s.tickets.all {
		if known(x.value.Epoch) == nil {
			delete(s.tickets.all, at)
			own = own || at.player == player
			s.state = nil
		}
	}
	if s.state == nil {
		s.admit()
	}
	return own
}

// Ticket returns a player's ticket of an invitation, or nil.
func (s *Set) Ticket(invitation, player key.ID) *Ticket {
	return s.tickets.all[use{invitation, player}].value
}

// NextTicket returns an unsigned ticket with a clock greater than all that the set knows.
func (s *Set) NextTicket(now int64) *Ticket {
	k := &Ticket{At: uint64(max(1, now)), Clock: 1 + s.tickets.clock()}
	for at, x := range s.entries {
		if s.authors[at.author] {
			k.Clock = max(k.Clock, x.value.Clock+1)
		}
	}
	k.Clock = min(k.Clock, clockEnd(Day(now))-1)
	return k
}

// redeem applies a ticket: the player gets the invitation's rank, if that is more than it had.
func (t *State) redeem(k *Ticket) {
	i := t.invitations[k.Invitation]
	if i == nil || k.Clock <= i.clock || k.Player == t.Founder || len(i.Players) >= int(i.Uses) {
		return
	}
	i.Players = append(i.Players, k.Player)
	if had, named := t.Ranks[k.Player]; named && had >= i.Rank {
		return
	}
	t.Ranks[k.Player] = i.Rank
	t.offices.members[k.Player] = i.Rank == Builder && (i.By == t.Founder || t.Ranks[i.By] == Keeper)
	t.ordain(t.ranked(k.Player, k.Clock))
}

// byClock returns the tickets in the order of the fold: by clock.
func (t *tickets) byClock() []*Ticket {
	list := t.list()
	slices.SortStableFunc(list, func(a, b *Ticket) int { return cmp.Compare(a.Clock, b.Clock) })
	return list
}
