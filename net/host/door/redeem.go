package door

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// redeemEvery is how often the voters are asked to countersign, until most have.
	redeemEvery = time.Second
	// unknownAfter is how long the charter may take to arrive before an unknown invitation counts as invalid.
	unknownAfter = 5 * time.Second
	// unsignedAfter is how long the voters may take before the player is told.
	unsignedAfter = 10 * time.Second
	// pendingFor is how long a countersigned ticket that has not come back counts as a use.
	pendingFor = time.Minute
)

// ErrNotSigned reports that no majority of the voters countersigns a ticket. It is for people.
var ErrNotSigned = errors.New("the hosts of this world do not accept this invitation now; is the clock of this machine right?")

// Redeeming is the use of an invitation by this peer's player, and the voter's part in the use by others.
type Redeeming struct {
	c          *kernel.Core
	capability charter.Capability
	given      bool
	since      time.Time // when it was given, or the world became known

	asked  time.Time
	first  time.Time // when the voters were asked first
	ticket *charter.Ticket
	under  *epoch.Record // whose voters are asked
	seals  []epoch.Cosignature
	done   bool
	why    error // what keeps the player from using it

	pending map[pendingUse]time.Time // countersigned as a voter, and when

	shown kernel.Slot[key.ID] // the invitation that a linked peer was shown
}

// pendingUse is a use of an invitation that this voter countersigned.
type pendingUse struct{ invitation, player key.ID }

// Redeem has an invitation used by this peer's player. A newer one takes its place.
func (r *Redeeming) Redeem(c charter.Capability) {
	if r.given && r.capability == c {
		return
	}
	r.capability, r.given, r.done, r.why, r.ticket = c, true, false, nil, nil
	r.since, r.asked, r.first = time.Time{}, time.Time{}, time.Time{}
}

// present shows the invitation to linked peers, to each once: without a place among their links, this peer
// would learn nothing of the world.
func (r *Redeeming) present() {
	c := r.c
	if !r.given || r.done || c.World == ([32]byte{}) {
		return
	}
	pair := r.capability.Pair(c.World)
	for _, p := range c.Peers.Values() {
		if shown := r.shown.Of(p); *shown != pair.ID() {
			*shown = pair.ID()
			k := charter.Present(pair, c.Me, c.World)
			c.Send(p.Key, message.StreamChannel, k.Append(head(StepPresent)))
		}
	}
}

// redeem asks the voters to countersign this player's ticket.
func (r *Redeeming) redeem() {
	c := r.c
	if !r.given || r.done || c.Epoch == nil || c.AtRest || c.Joining.Fetching() || c.Now.Sub(r.asked) < redeemEvery {
		return
	}
	if r.since.IsZero() {
		r.since = c.Now
	}
	set, pair := c.Standing.Charter.Set, r.capability.Pair(c.World)
	t := set.State()
	i := t.Invitation(pair.ID())
	rank, named := t.Ranks[c.Me]
	if set.Ticket(pair.ID(), c.Me) != nil || c.Me == t.Founder || i != nil && named && rank >= i.Rank {
		r.done, r.why = true, nil
		return
	}
	r.asked = c.Now
	if err := t.Admits(pair.ID(), c.Me, charter.Day(c.Today())); err != nil {
		if !errors.Is(err, charter.ErrNoInvitation) || c.Now.Sub(r.since) >= unknownAfter {
			r.why = err
		}
		return
	}
	switch {
	case r.first.IsZero():
		r.first, r.why = c.Now, nil
	case c.Now.Sub(r.first) >= unsignedAfter:
		r.why = ErrNotSigned
	}
	k := set.NextTicket(c.Today())
	k.Sign(pair, c.Options.Key, c.World)
	r.under = c.Epoch.Record()
	r.ticket, r.seals = k.WithSignatures(r.under, nil), nil
	for _, v := range r.under.Voters {
		if v.Key != c.Me {
			c.Send(v.Key, message.StreamChannel, r.ticket.Append(head(StepRedeem)))
		}
	}
	if r.under.Votes(c.Me) {
		r.take(k.Cosign(c.Options.Key, c.World, r.under.Hash()))
	}
}

// countersign signs the ticket of a linked player, when this peer votes and the invitation is valid.
func (r *Redeeming) countersign(p *kernel.Peer, b []byte) error {
	c := r.c
	k, err := charter.DecodeTicket(b)
	if err != nil {
		return err
	}
	if k.Player != p.Key || !k.Signed(c.World) {
		return kernel.ErrUnexpected
	}
	set, today := c.Standing.Charter.Set, c.Today()
	off := time.Duration(int64(k.At)-today) * time.Second
	switch {
	case c.Epoch == nil || !c.Epoch.Record().Votes(c.Me) || c.Epoch.Record().Hash() != k.Epoch:
		return nil // it asks again
	case !c.Policy.MayAct(p.Key) || max(off, -off) > skew || k.Clock > set.NextTicket(today).Clock:
		return nil
	case set.State().Admits(k.Invitation, k.Player, charter.Day(today)) != nil || !r.reserve(k):
		return nil // the player's own charter says why
	}
	s := k.Cosign(c.Options.Key, c.World, k.Epoch)
	c.Send(p.Key, message.StreamChannel, append(wire.AppendU64(head(stepSeal), k.At), s.Signature[:]...))
	return nil
}

// reserve reports whether an invitation has a use left for a ticket, with those that were just countersigned,
// and counts it.
func (r *Redeeming) reserve(k *charter.Ticket) bool {
	i := r.c.Standing.State().Invitation(k.Invitation)
	left := int(i.Uses) - len(i.Players)
	for u, at := range r.pending {
		if r.c.Now.Sub(at) >= pendingFor {
			delete(r.pending, u)
		} else if u.invitation == k.Invitation && u.player != k.Player && !slices.Contains(i.Players, u.player) {
			left--
		}
	}
	if left <= 0 && !slices.Contains(i.Players, k.Player) {
		return false
	}
	if r.pending == nil {
		r.pending = map[pendingUse]time.Time{}
	}
	r.pending[pendingUse{k.Invitation, k.Player}] = r.c.Now
	return true
}

// sealed takes a voter's countersignature.
func (r *Redeeming) sealed(p *kernel.Peer, k *wire.Cursor) error {
	at, s := k.U64(), epoch.Cosignature{Key: p.Key, Signature: k.Signature()}
	if err := k.Done(); err != nil {
		return err
	}
	if r.ticket != nil && r.ticket.At == at {
		r.take(s)
	}
	return nil
}

// take adds a countersignature. With most of them the ticket is sent to everybody.
func (r *Redeeming) take(s epoch.Cosignature) {
	if r.done || !r.ticket.CosignedBy(s, r.under) || slices.ContainsFunc(r.seals, func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
		return
	}
	r.seals = append(r.seals, s)
	k := r.ticket.WithSignatures(r.under, r.seals)
	if k.Countersigned(r.under) != nil {
		return
	}
	r.done, r.why = true, nil
	r.c.Policy.Spread(k.Append(nil))
}

// RecordsCut has the ticket made again if it was countersigned in an archived fork.
func (d *Door) RecordsCut(uint64) { d.Redeeming.done = false }

func (r *Redeeming) report() status.Ticket {
	if !r.given {
		return status.Ticket{}
	}
	return status.Ticket{Invitation: r.capability.Pair(r.c.World).ID(), Done: r.done, Err: r.why}
}
