package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
	"manyhold/net/wire"
)

// # Relays
//
// A leader that has more than relaysFrom followers sends turns to the committee, its heirs and some more
// peers. Committee and heirs relay the turns to the rest, because every peer is linked with them already. A
// frame to a relay is signed by the leader as it stands and goes on unchanged, so that a relay can hold
// frames back but not forge them. A peer that gets its turns by a relay is the relay's child.
//
// Relayed turns have no command signatures (see cmdsig.go), because the children have no use for them. A
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
// The body of Relay is u8 step, then
//
//	1 turns: u8 the leader's place among the voters, signature (64 bytes), a Frame with its kind; datagram
//	2 children: uvarint epoch, uvarint raft term, u8 n, n keys; from the leader, replaces the list; stream
//	3 lost: uvarint epoch, key of the relay that is silent, zero when none is known; stream

const (
	// relaysFrom is how many followers a leader serves alone, and servedMost how many it serves itself when
	// there are more.
	relaysFrom = 32
	servedMost = 24
	// maxChildren is how many children a relay has at most.
	maxChildren = 12
	// relayLostAfter is for how many turns' time a child gets no turn before it says so.
	relayLostAfter = 5
	// bothFor is how long a new child gets turns from its leader as well, until its relay knows of it.
	bothFor = 500 * time.Millisecond
	// directFor is how long a child without a relay is served by its leader, at least, and unfitFor how long
	// a bad relay is none.
	directFor = 10 * time.Second
	unfitFor  = time.Minute

	relayTurns    = 1
	relayChildren = 2
	relayLost     = 3

	relayDomain = "manyhold relayed frame"
	sealedHead  = 1 + 1 + 1 + key.SignatureSize // before the frame
)

// Relay is the tree by which a leader with many followers passes turns on, and this peer's place in it. It
// owns no turn: it passes on frames that the leader signed.
type Relay struct {
	c *Core
	observerBase

	peers slot[child]

	crowd    bool      // the leader serves so many that it repeats no digests
	relayed  bool      // some followers get turns by relays
	by       key.ID    // the last turn came by it; zero: from the leader
	reported time.Time // when this peer last reported the loss of its relay
}

// newRelay makes the mechanism of an island.
func newRelay(c *Core) *Relay { return &Relay{c: c, peers: newSlot[child](c)} }

// child is the state of a peer.
func (r *Relay) child(p *peer) *child { return r.peers.of(p) }

// assignment is the list of children to which a peer relays another one's turns when that leads. Every peer
// may set it, for its own turns.
type assignment struct {
	epoch    uint64
	term     uint64
	children []key.ID
}

// child is a leader's knowledge of a follower's relay.
type child struct {
	of     key.ID // the relay; zero: none
	since  time.Time
	direct time.Time // served by the leader until then
	// Of a relay:
	relayLosses []time.Time // when its children reported its silence, within directFor
	unfit       time.Time   // until then it is none
	told        []key.ID    // its children by the last list that it was sent
	term        uint64      // and in which term; with the epoch
	epoch       uint64
	// Of any peer:
	assignment assignment
}

// crowded reports whether the leader serves so many peers that it repeats no digests.
func (r *Relay) crowded() bool { return r.crowd }

// heardLeader notes that a turn came from the leader itself.
func (r *Relay) heardLeader() { r.by = key.ID{} }

// heardRun notes that turns came, with so many digests.
func (r *Relay) heardRun(digests int) { r.crowd = digests == 1 || !r.by.IsZero() }

// hasChildren reports whether a peer passes this leader's turns on to others.
func (r *Relay) hasChildren(p *peer) bool { return len(r.child(p).told) > 0 }

// peerLeft forgets a peer's part in the relaying.
func (r *Relay) peerLeft(p *peer) { *r.child(p) = child{} }

// assignRelays assigns followers to relays. It is called before each turn is sent.
func (relay *Relay) assignRelays() {
	if relay.c.leader.followers <= relaysFrom {
		if relay.relayed {
			relay.relayed = false
			relay.c.peers.each(func(p *peer) { relay.child(p).of = key.ID{} })
			relay.tellRelays(nil)
		}
		return
	}
	relay.relayed = true
	relays := relay.relays()
	load := map[key.ID]int{}
	served := 0
	relay.c.peers.each(func(p *peer) {
		r := relay.child(p)
		if room := relays[r.of]; !r.of.IsZero() && (room == 0 || load[r.of] >= room || relay.holds(p.key)) {
			r.of = key.ID{}
		}
		if r.of.IsZero() && p.greeted {
			served++
		} else if !r.of.IsZero() {
			load[r.of]++
		}
	})
	for _, k := range relay.c.peers.Keys() {
		p := relay.c.peers.Get(k)
		if served <= servedMost {
			break
		}
		if !p.greeted || !relay.child(p).of.IsZero() || relay.c.now.Before(relay.child(p).direct) || relay.holds(p.key) {
			continue
		}
		best := key.ID{}
		for _, r := range relay.c.peers.Keys() {
			if load[r] < relays[r] && (best.IsZero() || load[r] < load[best]) {
				best = r
			}
		}
		if best.IsZero() {
			break
		}
		relay.child(p).of, relay.child(p).since = best, relay.c.now
		load[best]++
		served--
	}
	relay.tellRelays(relays)
}

// holds reports whether a peer is a voter or an heir: every peer is linked with those.
func (relay *Relay) holds(k key.ID) bool {
	r := relay.c.e.Record()
	return r.Votes(k) || slices.Contains(r.Heirs, k)
}

// relays returns how many children each that may relay turns can have.
func (r *Relay) relays() map[key.ID]int {
	out := map[key.ID]int{}
	r.c.peers.each(func(p *peer) {
		m := r.c.peers.memberOf(p)
		if !r.holds(p.key) || !r.c.seats.here(p) || m.Strained || p.loss >= lossyFrom || r.c.now.Before(r.child(p).unfit) || p.acked+closeTo < r.c.history.executed {
			return
		}
		room := maxChildren
		if m.Uplink > 0 {
			// its own frames to its leader count as one
			room = min(room, int(m.Uplink)/roster.UplinkFollower-1)
		}
		out[p.key] = max(0, room)
	})
	return out
}

// tellRelays sends the relays with changed children their new lists.
func (relay *Relay) tellRelays(relays map[key.ID]int) {
	children := map[key.ID][]key.ID{}
	relay.c.peers.each(func(p *peer) {
		if !relay.child(p).of.IsZero() {
			children[relay.child(p).of] = append(children[relay.child(p).of], p.key)
		}
	})
	number, term := relay.c.e.Record().Number, relay.c.e.Term()
	relay.c.peers.each(func(p *peer) {
		r, now := relay.child(p), children[p.key]
		same := slices.Equal(r.told, now) && (len(now) == 0 || r.epoch == number && r.term == term)
		if same {
			return
		}
		r.told, r.epoch, r.term = now, number, term
		b := wire.AppendUvarint([]byte{byte(wire.Relay), relayChildren}, number)
		b = append(wire.AppendUvarint(b, term), byte(len(now)))
		for _, k := range now {
			b = append(b, k[:]...)
		}
		relay.c.send(p.key, link.Stream, b)
	})
}

// passes reports whether a follower gets turns by a relay and not from its leader.
func (r *Relay) passes(p *peer) bool {
	return !r.child(p).of.IsZero() && r.c.now.Sub(r.child(p).since) >= bothFor
}

// audience is to how many peers a leader sends turns.
func (r *Relay) audience() int {
	if n := r.c.peers.followers(); n <= relaysFrom {
		return n
	}
	return servedMost
}

// seal signs a frame as it stands, for relays.
func (r *Relay) seal(frame []byte) []byte {
	place := slices.IndexFunc(r.c.e.Record().Voters, func(v epoch.Voter) bool { return v.Key == r.c.me })
	s := r.c.options.Key.Sign(relayDomain, r.sealed(frame))
	b := append(make([]byte, 0, sealedHead+len(frame)), byte(wire.Relay), relayTurns, byte(place))
	return append(append(b, s[:]...), frame...)
}

// sealed is the signed part of a frame: world (32 bytes), island (u64), hash of the epoch's record (32), the
// frame.
func (r *Relay) sealed(frame []byte) []byte {
	at := r.c.epochs.where()
	b := append(make([]byte, 0, 72+len(frame)), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	return append(append(b, at.Epoch[:]...), frame...)
}

// receiveRelay takes a message about relays.
func (relay *Relay) receiveRelay(p *peer, b []byte) error {
	k := message.Body(b)
	switch step := k.U8(); step {
	case relayTurns:
		return relay.receiveSealed(p, b)
	case relayChildren:
		r := assignment{epoch: k.Uvarint(), term: k.Uvarint()}
		for range message.Count8(k, maxChildren) {
			r.children = append(r.children, k.Hash())
		}
		if err := k.Done(); err != nil {
			return err
		}
		if old := relay.child(p).assignment; r.epoch > old.epoch || r.epoch == old.epoch && r.term >= old.term {
			relay.child(p).assignment = r
		}
	case relayLost:
		number, of := k.Uvarint(), key.ID(k.Hash())
		if err := k.Done(); err != nil {
			return err
		}
		relay.relayLost(p, number, of)
	default:
		return fmt.Errorf("host: step %d of a relay", step)
	}
	return nil
}

// receiveSealed takes a frame that a leader signed, from it or from a relay, and passes it on.
func (relay *Relay) receiveSealed(p *peer, b []byte) error {
	if len(b) <= sealedHead {
		return fmt.Errorf("host: a sealed frame of %d bytes", len(b))
	}
	f := &relay.c.follower.frame
	if err := f.Decode(b[sealedHead:]); err != nil {
		return err
	}
	if relay.c.e == nil || len(relay.c.ancestry.records) == 0 || !relay.c.ancestry.inFork(f.Epoch, f.Forked, f.Tag) {
		return nil
	}
	r := relay.c.e.Record()
	switch {
	case f.Epoch > r.Number:
		relay.c.follower.wantFrom(p)
		return nil
	case f.Epoch < r.Number:
		return nil
	case int(b[2]) >= len(r.Voters):
		return errUnexpected
	}
	leader := r.Voters[b[2]].Key
	switch {
	case leader == relay.c.me:
		return nil
	case leader == p.key:
		relay.passDown(p, b)
	case !f.HasRun || f.Run.Last() <= relay.c.e.Last().Index && f.Run.Commit <= relay.c.e.Commit():
		return nil // nothing new
	case !relay.c.options.SignatureCache.Verify(leader, relayDomain, relay.sealed(b[sealedHead:]), [key.SignatureSize]byte(b[3:])):
		return fmt.Errorf("%w: a sealed frame with a wrong signature", errUnexpected)
	}
	speaker := relay.c.peers.Get(leader)
	if speaker == nil {
		speaker = &peer{key: leader} // it is heard though it is not linked
	}
	if p.key != leader {
		relay.by = p.key
	}
	f.Messages, f.Commands = f.Messages[:0], f.Commands[:0] // their author is known by the link they come by
	f.HasRun = f.HasRun && !relay.c.e.Member()              // a voter gets turns with their command signatures
	speaker.heard = relay.c.now
	return relay.c.follower.applyFrame(speaker, f)
}

// passDown passes a leader's frame on to the children of this peer.
func (relay *Relay) passDown(leader *peer, b []byte) {
	r := &relay.child(leader).assignment
	if r.epoch != relay.c.e.Record().Number {
		return
	}
	for _, k := range r.children {
		if p := relay.c.peers.Get(k); p != nil && k != leader.key {
			relay.c.counters[counter.FramesOut]++
			relay.c.counters[counter.FrameBytesOut] += uint64(len(b))
			relay.c.send(k, link.Datagram, slices.Clone(b))
		}
	}
}

// relayLost has the leader itself serve a child with a silent relay.
func (tree *Relay) relayLost(p *peer, number uint64, of key.ID) {
	r := tree.child(p)
	if tree.c.e == nil || !tree.c.e.Leading() || number != tree.c.e.Record().Number {
		return
	}
	r.direct = tree.c.now.Add(directFor)
	if r.of.IsZero() || !of.IsZero() && r.of != of {
		return
	}
	of, r.of = r.of, key.ID{}
	tree.c.counters[counter.RelayLosses]++
	silent := tree.c.peers.Get(of)
	if silent == nil {
		return
	}
	a := tree.child(silent)
	a.relayLosses = append(slices.DeleteFunc(a.relayLosses, func(t time.Time) bool { return tree.c.now.Sub(t) >= directFor }), tree.c.now)
	if len(a.relayLosses) >= min(2, len(a.told)) {
		a.relayLosses, a.unfit = nil, tree.c.now.Add(unfitFor)
		tree.c.event("a relay is silent", "peer", silent.name())
	}
}

// reportRelayLoss tells the leader that this peer's relay is silent.
func (relay *Relay) reportRelayLoss() {
	if relay.c.e == nil || !relay.mayReportLoss() || relay.c.now.Before(relay.lossReportAt()) {
		return
	}
	p := relay.c.peers.Get(relay.c.e.Leader())
	if p == nil || relay.c.e.Leading() {
		return
	}
	relay.reported = relay.c.now
	b := wire.AppendUvarint([]byte{byte(wire.Relay), relayLost}, relay.c.e.Record().Number)
	relay.c.send(p.key, link.Stream, append(b, relay.by[:]...))
	relay.c.follower.wantFrom(p)
}

// mayReportLoss reports whether this peer may have a relay: it has one, or its leader serves many and may
// have named one that is not linked.
func (r *Relay) mayReportLoss() bool {
	return !r.c.e.Member() && (r.crowd || !r.by.IsZero())
}

// lossReportAt is when the next loss report is due.
func (r *Relay) lossReportAt() time.Time {
	since := r.c.history.orderedAt
	if r.reported.After(since) {
		since = r.reported
	}
	return since.Add(relayLostAfter * r.c.leader.turnTime())
}
