// Package relay passes the turns of a leader with many followers on, by a tree of peers.
package relay

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # Relays
//
// A leader that has more than RelaysFrom followers sends turns to the committee, its heirs and some more
// peers. Committee and heirs relay the turns to the rest, because every peer is linked with them already. A
// frame to a relay is signed by the leader as it stands and goes on unchanged, so that a relay can hold
// frames back but not forge them. A peer that gets its turns by a relay is the relay's child.
//
// Relayed turns have no command signatures (see package kernel), because the children have no use for them. A
// relay that votes gets a small frame of its own with the newest turn and its signatures, and takes turns
// from that only.
//
// Children send acknowledgements and commands to their leader themselves; nothing is gathered on the way up.
// Commands are signed and could be gathered. But only the link proves who executed a turn, so that a child's
// frame would go to its leader anyway, and a relay could leave commands out. There is little to gain: in a
// crowd of 64, with a command of each every 1.6 s, the leader takes 407 packets and 66 KB a second, and sends
// 246 KB (go test -v -run TestRelays ./net/host).
//
// A child that misses turns for a few turns' time reports that to the leader. It gets the missed turns and
// the next ones from the leader, and later another relay. After reports of several children, or of its only
// one, a peer is no relay for a while.
//
// A peer that only plays chooses its relay itself (see net/host/attach): any peer that hosts the island. It
// tells the leader, which grants that in a small crowd, too, as long as the relay is fit and has room.
//
// The body of Relay is u8 step, then
//
//	1 turns: u8 the leader's place among the voters, signature (64 bytes), a Frame with its kind; datagram
//	2 children: uvarint epoch, uvarint raft term, u8 n, n keys; from the leader, replaces the list; stream
//	3 lost: uvarint epoch, key of the relay that is silent, zero when none is known; stream
//	4 wish: uvarint epoch, key of the relay that the sender wants; the leader's own key ends a wish; stream

const (
	// RelaysFrom is how many followers a leader serves alone, and servedMost how many it serves itself when
	// there are more.
	RelaysFrom = 32
	servedMost = 24
	// MaxChildren is how many children a relay has at most.
	MaxChildren = 12
	// relayLostAfter is for how many turns' time a child gets no turn before it says so.
	relayLostAfter = 5
	// bothFor is how long a new child gets turns from its leader as well, until its relay knows of it.
	bothFor = 500 * time.Millisecond
	// directFor is how long a child without a relay is served by its leader, at least, and unfitFor how long
	// a bad relay is none.
	directFor = 10 * time.Second
	// servedLeast is how long a relay must have had a child before the child's report counts against it.
	servedLeast = 2 * time.Second
	// lateTurns is how many turns a child may be behind before its leader serves it itself: a relay can pass
	// turns on late.
	lateTurns = 20
	unfitFor  = time.Minute
	// wishRate is how many changed wishes of a peer are granted in a second, and wishBurst how many at once.
	wishRate  = 1
	wishBurst = 5

	RelayTurns    = 1
	RelayChildren = 2
	RelayLost     = 3
	relayWish     = 4

	relayDomain = "manyhold relayed frame"
	sealedHead  = 1 + 1 + 1 + key.SignatureSize // before the frame
)

// Relay is the tree by which a leader with many followers passes turns on, and this peer's place in it. It
// owns no turn: it passes on frames that the leader signed.
type Relay struct {
	c *kernel.Core
	kernel.ObserverBase

	peers kernel.Slot[child]

	crowd    bool      // the leader serves so many that it repeats no digests
	relayed  bool      // some followers get turns by relays
	by       key.ID    // the last turn came by it; zero: from the leader
	reported time.Time // when this peer last reported the loss of its relay
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Relay { return &Relay{c: c, peers: kernel.NewSlot[child](c)} }

// Child is the state of a peer.
func (r *Relay) Child(p *kernel.Peer) *child { return r.peers.Of(p) }

// assignment is the list of children to which a peer relays another one's turns when that leads. Every peer
// may set it, for its own turns.
type assignment struct {
	epoch    uint64
	term     uint64
	children []key.ID
}

// child is a leader's knowledge of a follower's relay.
type child struct {
	Of     key.ID // the relay; zero: none
	Since  time.Time
	direct time.Time // served by the leader until then
	wish   key.ID    // the relay that it asked for; zero: none
	wishes capacity.Quota
	// Of a relay:
	relayLosses map[key.ID]time.Time // when its children reported its silence last
	Unfit       time.Time            // until then it is none
	told        []key.ID             // its children by the last list that it was sent
	term        uint64               // and in which term; with the epoch
	epoch       uint64
	// Of any peer:
	assignment assignment
}

// Crowded reports whether the leader serves so many peers that it repeats no digests.
func (r *Relay) Crowded() bool { return r.crowd }

// HeardLeader notes that a turn came from the leader itself.
func (r *Relay) HeardLeader() { r.by = key.ID{} }

// HeardRun notes that turns came, with so many digests.
func (r *Relay) HeardRun(digests int) { r.crowd = digests == 1 || !r.by.IsZero() }

// HasChildren reports whether a peer passes this leader's turns on to others.
func (r *Relay) HasChildren(p *kernel.Peer) bool { return len(r.Child(p).told) > 0 }

// PeerLeft forgets a peer's part in the relaying.
func (r *Relay) PeerLeft(p *kernel.Peer) { *r.Child(p) = child{} }

// Source is the peer by which turns come here; zero: they come from the leader.
func (r *Relay) Source() key.ID { return r.by }

// Passes reports whether a follower gets turns by a relay and not from its leader.
func (r *Relay) Passes(p *kernel.Peer) bool {
	return !r.Child(p).Of.IsZero() && r.c.Now.Sub(r.Child(p).Since) >= bothFor
}

// Seal signs a frame as it stands, for relays.
func (r *Relay) Seal(frame []byte) []byte {
	place := slices.IndexFunc(r.c.Epoch.Record().Voters, func(v epoch.Voter) bool { return v.Key == r.c.Me })
	s := r.c.Options.Key.Sign(relayDomain, r.sealed(frame))
	b := append(make([]byte, 0, sealedHead+len(frame)), byte(wire.Relay), RelayTurns, byte(place))
	return append(append(b, s[:]...), frame...)
}

// sealed is the signed part of a frame: world (32 bytes), island (u64), hash of the epoch's record (32), the
// frame.
func (r *Relay) sealed(frame []byte) []byte {
	at := r.c.Epochs.Where()
	b := append(make([]byte, 0, 72+len(frame)), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	return append(append(b, at.Epoch[:]...), frame...)
}

// ReceiveRelay takes a message about relays.
func (relay *Relay) ReceiveRelay(p *kernel.Peer, b []byte) error {
	k := message.Body(b)
	switch step := k.U8(); step {
	case RelayTurns:
		return relay.receiveSealed(p, b)
	case RelayChildren:
		r := assignment{epoch: k.Uvarint(), term: k.Uvarint()}
		for range message.Count8(k, MaxChildren) {
			r.children = append(r.children, k.Hash())
		}
		if err := k.Done(); err != nil {
			return err
		}
		if old := relay.Child(p).assignment; r.epoch > old.epoch || r.epoch == old.epoch && r.term >= old.term {
			relay.Child(p).assignment = r
		}
	case RelayLost:
		number, of := k.Uvarint(), key.ID(k.Hash())
		if err := k.Done(); err != nil {
			return err
		}
		relay.relayLost(p, number, of)
	case relayWish:
		number, by := k.Uvarint(), key.ID(k.Hash())
		if err := k.Done(); err != nil {
			return err
		}
		return relay.wished(p, number, by)
	default:
		return fmt.Errorf("host: step %d of a relay", step)
	}
	return nil
}

// receiveSealed takes a frame that a leader signed, from it or from a relay, and passes it on.
func (relay *Relay) receiveSealed(p *kernel.Peer, b []byte) error {
	if len(b) <= sealedHead {
		return fmt.Errorf("host: a sealed frame of %d bytes", len(b))
	}
	f := &relay.c.Follower.Frame
	if err := f.Decode(b[sealedHead:]); err != nil {
		return err
	}
	if relay.c.Epoch == nil || len(relay.c.Ancestry.Records) == 0 || !relay.c.Ancestry.InFork(f.Epoch, f.Forked, f.Tag) {
		return nil
	}
	r := relay.c.Epoch.Record()
	switch {
	case f.Epoch > r.Number:
		relay.c.Follower.WantFrom(p)
		return nil
	case f.Epoch < r.Number:
		return nil
	case int(b[2]) >= len(r.Voters):
		return kernel.ErrUnexpected
	}
	leader := r.Voters[b[2]].Key
	switch {
	case leader == relay.c.Me:
		return nil
	case leader == p.Key:
		relay.passDown(p, b)
	case !f.HasRun || f.Run.Last() <= relay.c.Epoch.Last().Index && f.Run.Commit <= relay.c.Epoch.Commit():
		return nil // nothing new
	case !relay.c.Options.SignatureCache.Verify(leader, relayDomain, relay.sealed(b[sealedHead:]), [key.SignatureSize]byte(b[3:])):
		return fmt.Errorf("%w: a sealed frame with a wrong signature", kernel.ErrUnexpected)
	}
	speaker := relay.c.Peers.Get(leader)
	if speaker == nil {
		speaker = &kernel.Peer{Key: leader} // it is heard though it is not linked
	}
	if p.Key != leader {
		relay.by = p.Key
	}
	f.Messages, f.Commands = f.Messages[:0], f.Commands[:0] // their author is known by the link they come by
	f.HasRun = f.HasRun && !relay.c.Epoch.Member()          // a voter gets turns with their command signatures
	speaker.Heard = relay.c.Now
	return relay.c.Follower.ApplyFrame(speaker, f)
}

// passDown passes a leader's frame on to the children of this peer.
func (relay *Relay) passDown(leader *kernel.Peer, b []byte) {
	r := &relay.Child(leader).assignment
	if r.epoch != relay.c.Epoch.Record().Number {
		return
	}
	for _, k := range r.children {
		if p := relay.c.Peers.Get(k); p != nil && k != leader.Key {
			relay.c.Counters[counter.FramesOut]++
			relay.c.Counters[counter.FrameBytesOut] += uint64(len(b))
			relay.c.Send(k, link.Datagram, slices.Clone(b))
		}
	}
}

// relayLost has the leader itself serve a child with a silent relay.
func (tree *Relay) relayLost(p *kernel.Peer, number uint64, of key.ID) {
	r := tree.Child(p)
	if tree.c.Epoch == nil || !tree.c.Epoch.Leading() || number != tree.c.Epoch.Record().Number {
		return
	}
	r.direct = tree.c.Now.Add(directFor)
	if of.IsZero() || r.wish == of {
		r.wish = key.ID{} // it wishes for another; perhaps it has already
	}
	if r.Of.IsZero() || !of.IsZero() && r.Of != of {
		return
	}
	of, r.Of = r.Of, key.ID{}
	tree.c.Counters[counter.RelayLosses]++
	silent := tree.c.Peers.Get(of)
	if silent == nil || tree.c.Now.Sub(r.Since) < servedLeast {
		return
	}
	a := tree.Child(silent)
	maps.DeleteFunc(a.relayLosses, func(_ key.ID, t time.Time) bool { return tree.c.Now.Sub(t) >= directFor })
	if a.relayLosses == nil {
		a.relayLosses = map[key.ID]time.Time{}
	}
	a.relayLosses[p.Key] = tree.c.Now // one that reports again and again is still one
	if len(a.relayLosses) >= min(2, len(a.told)) {
		a.relayLosses, a.Unfit = nil, tree.c.Now.Add(unfitFor)
		tree.c.Event("a relay is silent", "peer", silent.Name())
	}
}

// ReportRelayLoss tells the leader that this peer's relay is silent.
func (relay *Relay) ReportRelayLoss() {
	if relay.c.Epoch == nil || !relay.MayReportLoss() || relay.c.Now.Before(relay.LossReportAt()) {
		return
	}
	p := relay.c.Peers.Get(relay.c.Epoch.Leader())
	if p == nil || relay.c.Epoch.Leading() {
		return
	}
	relay.reported = relay.c.Now
	b := wire.AppendUvarint([]byte{byte(wire.Relay), RelayLost}, relay.c.Epoch.Record().Number)
	relay.c.Send(p.Key, link.Stream, append(b, relay.by[:]...))
	relay.c.Follower.WantFrom(p)
}

// MayReportLoss reports whether this peer may have a relay: it has one, or its leader serves many and may
// have named one that is not linked.
func (r *Relay) MayReportLoss() bool {
	return !r.c.Epoch.Member() && (r.crowd || !r.by.IsZero())
}

// LossReportAt is when the next loss report is due.
func (r *Relay) LossReportAt() time.Time {
	since := r.c.History.OrderedAt
	if r.reported.After(since) {
		since = r.reported
	}
	return since.Add(relayLostAfter * r.c.Leader.TurnTime())
}
