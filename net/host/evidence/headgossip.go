// Package evidence proves that a leader signed two histories, and accuses leaders that forged commands.
package evidence

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/standing"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// A lying leader may send some peers one turn and others another (equivocation). A leader signs the chain of
// every twentieth turn, and peers pass the signed heads on, each to one other. Two different heads of one
// term and turn are a proof that convinces every peer. The proof goes to all peers and is kept, and its
// signer is neither voter nor heir in this world again. A head that contradicts this peer's own turns of the
// same leader also shows a lie, but not to others; this peer then leaves that leader for the rest of the
// epoch. Peers with other turns than most take the state of the next leader.

const (
	// maxSignedHeads is how many signed heads are remembered to be compared.
	maxSignedHeads = 64
	// headGossipGap is the least time between two words of one peer that are looked at; signatures are
	// checked in it.
	headGossipGap = 20 * time.Millisecond
	// FalseGap is how long a peer's proofs are ignored after one that proves nothing.
	FalseGap = time.Second
	// ResyncGap is the least time between two states taken over because of a liar.
	ResyncGap = time.Second
)

// Steps: the first byte of the body of wire.HeadGossip.
const (
	gossipHead       = 1
	GossipProof      = 2
	GossipAccusation = 3
)

// Evidence gathers signed heads, proves that a leader signed two histories, and keeps accusations.
type Evidence struct {
	c *kernel.Core
	kernel.ObserverBase

	peers kernel.Slot[accusedPeer]

	seen      []signedHead // a ring
	next      int
	renounced int // proofs that the present epoch knows of
	healed    time.Time
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Evidence {
	return &Evidence{c: c, peers: kernel.NewSlot[accusedPeer](c)}
}

// of is the state of a peer.
func (e *Evidence) of(p *kernel.Peer) *accusedPeer { return e.peers.Of(p) }

// accusedPeer is Evidence's state of a peer.
type accusedPeer struct {
	accusations uint64    // standing.heard when it was shown accusations last
	falseProof  time.Time // when it showed a proof last that proves nothing
	gossiped    time.Time // when it passed something on last that was looked at
}

// EpochBegan has the proven liars renounced again.
func (e *Evidence) EpochBegan() { e.renounced = 0 }

// LinkUp shows a peer the proofs.
func (e *Evidence) LinkUp(id key.ID) { e.showProofs(id) }

// PeerGreeted shows a peer the accusations.
func (e *Evidence) PeerGreeted(p *kernel.Peer) {
	if e.c.ID == message.Home {
		e.ShowAccusations(p)
	}
}

// Report lists the proven liars and the offenders.
func (e *Evidence) Report(s *status.Host) {
	s.Proofs = e.proven()
	s.Offenders = slices.Clone(e.c.Standing.Offenders)
}

// signedHead is a head with its signer and epoch.
type signedHead struct {
	epoch  [32]byte
	signer key.ID
	head   epoch.Head
}

// ObserveHead remembers a head with a valid signature and compares it with the signer's other heads. It
// reports whether the head is new.
func (e *Evidence) ObserveHead(signer key.ID, h epoch.Head) bool {
	at := e.c.Epochs.Where()
	for _, t := range e.seen {
		if t.epoch != at.Epoch || t.signer != signer || t.head.Term != h.Term || t.head.Turn != h.Turn {
			continue
		}
		if t.head.Hash == h.Hash {
			return false
		}
		if p, ok := epoch.NewEquivocation(at, signer, t.head, h); ok {
			e.AddEvidence(p)
			return false
		}
	}
	t := signedHead{at.Epoch, signer, h}
	if len(e.seen) < maxSignedHeads {
		e.seen = append(e.seen, t)
	} else {
		e.seen[e.next%maxSignedHeads] = t
		e.next++
	}
	return true
}

// GossipHead passes a head that came from its signer to one other peer. All peers in the order of their keys
// form a ring, in which each passes the head to the peer a given distance ahead. At every second head that is
// the next peer, so that some peer passes it across any cut of the ring. In between the distance changes each
// time, so that every peer hears every other.
func (e *Evidence) GossipHead(signer key.ID, h epoch.Head) {
	ring := make([]key.ID, 0, e.c.Peers.Len()+1)
	for _, k := range e.c.Peers.Keys() {
		if k != signer && e.c.Peers.Get(k).Greeted {
			ring = append(ring, k)
		}
	}
	at, _ := slices.BinarySearchFunc(ring, e.c.Me, message.CompareIDs)
	if len(ring) == 0 {
		return
	}
	distance := uint64(0) // beyond the next
	if n := h.Turn / kernel.HeadEvery; n%2 == 1 {
		distance = n / 2 % uint64(len(ring))
	}
	to := ring[(uint64(at)+distance)%uint64(len(ring))]
	e.c.Send(to, link.Datagram, EncodeSignedHead(e.c.Epochs.Where().Epoch, signer, h))
}

// EncodeSignedHead packs a signed head that is passed on.
func EncodeSignedHead(name [32]byte, signer key.ID, h epoch.Head) []byte {
	b := append([]byte{byte(wire.HeadGossip), gossipHead}, name[:]...)
	return h.Append(append(b, signer[:]...))
}

// EncodeProof packs a proof of equivocation.
func EncodeProof(p *epoch.Equivocation) []byte {
	return p.Append([]byte{byte(wire.HeadGossip), GossipProof})
}

// ReceiveHeads takes a peer's message about a leader's signed heads.
func (e *Evidence) ReceiveHeads(p *kernel.Peer, b []byte) error {
	k := message.Body(b)
	step := k.U8()
	if step == GossipProof {
		return e.shownProof(p, k.Rest())
	}
	if step == GossipAccusation {
		return e.shownAccusation(p, k.Rest())
	}
	t := signedHead{epoch: k.Hash(), signer: k.Hash(), head: epoch.ReadHead(k)}
	if step != gossipHead {
		k.Fail(fmt.Errorf("host: step %d of head gossip", step))
	}
	if err := k.Done(); err != nil {
		return err
	}
	switch {
	case e.c.Epoch == nil || t.epoch != e.c.Epochs.Where().Epoch || e.c.Standing.Of(t.signer) || e.known(t) || e.c.Now.Sub(e.of(p).gossiped) < headGossipGap:
		return nil
	case !e.c.Epoch.Record().Votes(t.signer):
		return kernel.ErrUnexpected
	}
	e.of(p).gossiped = e.c.Now
	if !e.c.Options.SignatureCache.HeadSigned(t.signer, e.c.Epochs.Where(), t.head) {
		return fmt.Errorf("%w: a head with a wrong signature", kernel.ErrUnexpected)
	}
	e.ObserveHead(t.signer, t.head)
	at, ok := e.c.Epoch.At(t.head.Turn)
	if ok && at.Hash != t.head.Hash && at.Term == t.head.Term && e.c.Epoch.Term() == at.Term && e.c.Epoch.Leader() == t.signer && t.signer != e.c.Me && !e.c.Epoch.Renounced(t.signer) {
		e.c.Event("the leader signed another turn than it sent this peer", "peer", t.signer.Short(), "turn", t.head.Turn)
		e.c.Epoch.Renounce(e.c.Now, t.signer)
	}
	return nil
}

// known reports whether just this was seen before.
func (e *Evidence) known(t signedHead) bool {
	for _, s := range e.seen {
		if s.epoch == t.epoch && s.signer == t.signer && s.head == t.head {
			return true
		}
	}
	return false
}

// shownProof takes a proof from a peer.
func (e *Evidence) shownProof(p *kernel.Peer, b []byte) error {
	signer, ok := epoch.Accused(b)
	if ok && e.c.Standing.Of(signer) || e.c.Now.Sub(e.of(p).falseProof) < FalseGap {
		return nil
	}
	proof, err := epoch.DecodeEquivocation(b)
	if err == nil && proof.World != e.c.World {
		err = kernel.ErrUnexpected
	}
	if err != nil {
		e.of(p).falseProof = e.c.Now
		return err
	}
	e.AddEvidence(proof)
	return nil
}

// AddEvidence keeps a proof and sends it to all peers.
func (e *Evidence) AddEvidence(p *epoch.Equivocation) {
	if e.c.Standing.Of(p.Signer) || p.Signer == e.c.Me || len(e.c.Standing.Proofs) >= standing.MaxProofs {
		return
	}
	e.c.Standing.Proofs = append(e.c.Standing.Proofs, p)
	e.c.Standing.By[p.Signer] = p
	e.c.Counters[counter.Proofs]++
	e.c.Event("a leader signed two versions of a turn", "peer", e.c.Measures.Called(epoch.Voter{Key: p.Signer}), "turn", p.Heads[0].Turn)
	home := e.c
	if e.c.Islands != nil {
		home = e.c.Islands.Home()
	}
	if home.Standing.Charter != nil { // else with the charter, once there is a file
		home.Policy.KeepCharter(p.Append(nil)) // one of each liar, so that the file stays bounded
	}
	b := EncodeProof(p)
	for _, k := range e.c.Peers.Keys() {
		e.c.Send(k, link.Stream, b)
	}
	e.ApplyProofs()
}

// ApplyProofs tells the present epoch the proven liars.
func (e *Evidence) ApplyProofs() {
	if e.c.Epoch == nil {
		return
	}
	for ; e.renounced < len(e.c.Standing.Proofs); e.renounced++ {
		e.c.Epoch.Renounce(e.c.Now, e.c.Standing.Proofs[e.renounced].Signer)
	}
	for i := range e.c.Standing.Offenders {
		e.c.Epoch.Renounce(e.c.Now, e.c.Standing.Offenders[i].Key)
	}
}

// showProofs sends a peer the proofs against liars.
func (e *Evidence) showProofs(to key.ID) {
	for _, p := range e.c.Standing.Proofs {
		e.c.Send(to, link.Stream, EncodeProof(p))
	}
}

// ResyncAfterLie takes the state of a leader whose chain differs from the one that a liar gave this peer.
func (e *Evidence) ResyncAfterLie(from key.ID, why string) {
	if e.c.Now.Sub(e.healed) < ResyncGap || e.c.Epoch.Leading() {
		return
	}
	e.healed = e.c.Now
	e.c.Joining.Resync(from, why)
}

// proven lists the proven liars.
func (e *Evidence) proven() (all []status.Proven) {
	for _, p := range e.c.Standing.Proofs {
		all = append(all, status.Proven{Key: p.Signer, Name: e.c.Measures.Called(epoch.Voter{Key: p.Signer}), Turn: p.Heads[0].Turn, Proof: p.Append(nil)})
	}
	return all
}
