// Package door lets players into a world that does not admit everybody: by invitations, and by knocking.
//
// # Redeeming an invitation
//
// A peer with the secret of an invitation makes a ticket (see net/charter) and asks the voters of home to
// countersign it. A voter does if the invitation is valid by the voter's own charter and clock and has a use
// left; uses that it countersigned within the last minute count, whether their tickets have come back or not.
// With most signatures, the peer adds the ticket to its charter and sends it to all linked peers, so that the
// leader's next turn has the rank.
//
// # Knocking
//
// A player without an invitation knocks: a signed note with the player's name. Peers pass it on, at most
// maxHops times, and the nodes of founder and keepers keep it as a question. A knock is repeated every
// KnockEvery, forgotten after knockTime, and withdrawn by a note of its own. A keeper's signed answer goes
// the same way back. Letting in is an entry of the charter; the answer only tells of it.
//
// # A place for the invited
//
// A peer serves a bounded number of links, and strangers can hold all of them. So a peer with the secret of
// an invitation shows that to each peer that it is linked with, before it knows anything of the world. The
// other side gives it the place of a stranger; see package host, places.
//
// # Messages
//
// The first byte is wire.Door, the second the step. Numbers are u64 little endian.
//
//	1 redeem   the ticket, without countersignatures, under the sender's epoch; see charter.Ticket
//	2 seal     at of the ticket, countersignature (64)
//	3 knock    hops (u8), player (32), at (Unix seconds), withdrawn (u8: 0 or 1), name (text, at most 32
//	           bytes), signature (64) of world and all from player on, domain "manyhold knock"
//	4 answer   hops (u8), keeper (32), player (32), at of the knock, verdict (u8: 1 let in, 2 refused),
//	           signature (64) of world and all from keeper on, domain "manyhold knock answer"
//	5 present  see charter.Presentation
//
// # What a hostile peer can do
//
// It can knock, at most once in KnockEvery, with as many keys as it has links or peers that pass knocks on.
// Of knocks that came by one link, a keeper keeps MaxOfLink, and MaxWaiting in all; a player with a login in
// the ledger takes the place of one without. It cannot redeem a ticket of another player, nor one more often
// than the invitation lets. It can withhold knocks and answers from peers that know no other peer.
package door

import (
	"fmt"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps in the first byte of Door's body.
const (
	StepRedeem = 1
	stepSeal   = 2
	StepKnock  = 3
	StepAnswer = 4
	// StepPresent is taken by the World, which gives places, and not by Door.
	StepPresent = 5
)

// skew is how far the clock of another peer may differ.
const skew = 10 * time.Minute

// Door lets players into the world. It is a mechanism of home.
type Door struct {
	c *kernel.Core
	kernel.ObserverBase

	Redeeming
	Knocks
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Door {
	d := &Door{c: c}
	d.Redeeming.c, d.Knocks.c = c, c
	d.shown = kernel.NewSlot[key.ID](c)
	d.Knocks.init()
	return d
}

// Step does the due work.
func (d *Door) Step() {
	if d.c.ID != message.Home || !d.c.Options.Charter {
		return
	}
	d.present()
	if d.c.Standing.Charter == nil {
		return
	}
	d.redeem()
	d.repeat()
}

// Receive takes a message about the door.
func (d *Door) Receive(p *kernel.Peer, b []byte) error {
	if d.c.ID != message.Home || d.c.Standing.Charter == nil {
		return nil // it comes again
	}
	k := message.Body(b)
	switch step := k.U8(); step {
	case StepRedeem:
		return d.countersign(p, k.Rest())
	case stepSeal:
		return d.sealed(p, k)
	case StepKnock:
		return d.hearKnock(p, k)
	case StepAnswer:
		return d.hearAnswer(p, k)
	case StepPresent:
		return nil // the World has taken it
	default:
		return fmt.Errorf("host: step %d of a door", step)
	}
}

// Report describes the door.
func (d *Door) Report(s *status.Host) {
	t := d.c.Standing.State()
	if d.c.ID != message.Home || t == nil {
		return
	}
	s.Charter.Door.Entry, s.Charter.Door.Default = t.Entry, t.Default
	for _, i := range t.Invitations() {
		s.Charter.Door.Invitations = append(s.Charter.Door.Invitations, *i)
	}
	s.Charter.Door.Ticket = d.Redeeming.report()
	s.Charter.Door.Waiting, s.Charter.Door.Knock = d.Knocks.report()
}

// head begins a message.
func head(step byte) []byte { return []byte{byte(wire.Door), step} }
