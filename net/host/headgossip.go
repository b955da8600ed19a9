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
	"manyhold/net/wire"
)

// A lying leader may send some peers one turn and others another (equivocation). A leader signs the chain of
// every twentieth turn, and peers pass the signed heads on, each to one other. Two different heads of one
// term and turn are a proof that convinces every peer. The proof goes to all peers and is kept, and its
// signer is neither voter nor heir in this world again. A head that contradicts this peer's own turns of the
// same leader also shows a lie, but not to others; this peer then leaves that leader for the rest of the
// epoch. Peers with other turns than most take the state of the next leader.

const (
	// maxTestimony is how many signed heads are remembered to be compared.
	maxSignedHeads = 64
	// maxProofs is how many proofs are kept, one of each peer. With more liars than that nothing helps.
	maxProofs = 32
	// headGossipGap is the least time between two words of one peer that are looked at; signatures are
	// checked in it.
	headGossipGap = 20 * time.Millisecond
	// falseGap is how long a peer's proofs are ignored after one that proves nothing.
	falseGap = time.Second
	// resyncGap is the least time between two states taken over because of a liar.
	resyncGap = time.Second
)

// Steps: the first byte of the body of wire.HeadGossip.
const (
	gossipHead       = 1
	gossipProof      = 2
	gossipAccusation = 3
)

// Evidence gathers signed heads, proves that a leader signed two histories, and keeps accusations.
type Evidence struct {
	c *Core
	observerBase

	peers slot[accusedPeer]

	seen      []signedHead // a ring
	next      int
	renounced int // proofs that the present epoch knows of
	healed    time.Time
}

// newEvidence makes the mechanism of an island.
func newEvidence(c *Core) *Evidence { return &Evidence{c: c, peers: newSlot[accusedPeer](c)} }

// of is the state of a peer.
func (e *Evidence) of(p *peer) *accusedPeer { return e.peers.of(p) }

// accusedPeer is Evidence's state of a peer.
type accusedPeer struct {
	accusations uint64    // standing.heard when it was shown accusations last
	falseProof  time.Time // when it showed a proof last that proves nothing
	gossiped    time.Time // when it passed something on last that was looked at
}

func (e *Evidence) epochBegan() { e.renounced = 0 }

func (e *Evidence) linkUp(id key.ID) { e.showProofs(id) }

func (e *Evidence) peerGreeted(p *peer) {
	if e.c.island == message.Home {
		e.showAccusations(p)
	}
}

func (e *Evidence) report(s *Status) {
	s.Proofs = e.proven()
	s.Offenders = slices.Clone(e.c.standing.offenders)
}

// signedHead is a head with its signer and epoch.
type signedHead struct {
	epoch  [32]byte
	signer key.ID
	head   epoch.Head
}

// observeHead remembers a head with a valid signature and compares it with the signer's other heads. It
// reports whether the head is new.
func (e *Evidence) observeHead(signer key.ID, h epoch.Head) bool {
	at := e.c.epochs.where()
	for _, t := range e.seen {
		if t.epoch != at.Epoch || t.signer != signer || t.head.Term != h.Term || t.head.Turn != h.Turn {
			continue
		}
		if t.head.Hash == h.Hash {
			return false
		}
		if p, ok := epoch.NewEquivocation(at, signer, t.head, h); ok {
			e.addEvidence(p)
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

// gossipHead passes a head that came from its signer to one other peer. All peers in the order of their keys
// form a ring, in which each passes the head to the peer a given distance ahead. At every second head that is
// the next peer, so that some peer passes it across any cut of the ring. In between the distance changes each
// time, so that every peer hears every other.
func (e *Evidence) gossipHead(signer key.ID, h epoch.Head) {
	ring := make([]key.ID, 0, e.c.peers.Len()+1)
	for _, k := range e.c.peers.Keys() {
		if k != signer && e.c.peers.Get(k).greeted {
			ring = append(ring, k)
		}
	}
	at, _ := slices.BinarySearchFunc(ring, e.c.me, message.CompareIDs)
	if len(ring) == 0 {
		return
	}
	distance := uint64(0) // beyond the next
	if n := h.Turn / headEvery; n%2 == 1 {
		distance = n / 2 % uint64(len(ring))
	}
	to := ring[(uint64(at)+distance)%uint64(len(ring))]
	e.c.send(to, link.Datagram, encodeSignedHead(e.c.epochs.where().Epoch, signer, h))
}

func encodeSignedHead(name [32]byte, signer key.ID, h epoch.Head) []byte {
	b := append([]byte{byte(wire.HeadGossip), gossipHead}, name[:]...)
	return h.Append(append(b, signer[:]...))
}

func encodeProof(p *epoch.Equivocation) []byte {
	return p.Append([]byte{byte(wire.HeadGossip), gossipProof})
}

// receiveHeads takes a peer's message about a leader's signed heads.
func (e *Evidence) receiveHeads(p *peer, b []byte) error {
	k := message.Body(b)
	step := k.U8()
	if step == gossipProof {
		return e.shownProof(p, k.Rest())
	}
	if step == gossipAccusation {
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
	case e.c.e == nil || t.epoch != e.c.epochs.where().Epoch || e.c.standing.of(t.signer) || e.known(t) || e.c.now.Sub(e.of(p).gossiped) < headGossipGap:
		return nil
	case !e.c.e.Record().Votes(t.signer):
		return errUnexpected
	}
	e.of(p).gossiped = e.c.now
	if !e.c.options.SignatureCache.HeadSigned(t.signer, e.c.epochs.where(), t.head) {
		return fmt.Errorf("%w: a head with a wrong signature", errUnexpected)
	}
	e.observeHead(t.signer, t.head)
	at, ok := e.c.e.At(t.head.Turn)
	if ok && at.Hash != t.head.Hash && at.Term == t.head.Term && e.c.e.Term() == at.Term && e.c.e.Leader() == t.signer && t.signer != e.c.me && !e.c.e.Renounced(t.signer) {
		e.c.event("the leader signed another turn than it gave this peer", "peer", t.signer.Short(), "turn", t.head.Turn)
		e.c.e.Renounce(e.c.now, t.signer)
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
func (e *Evidence) shownProof(p *peer, b []byte) error {
	signer, ok := epoch.Accused(b)
	if ok && e.c.standing.of(signer) || e.c.now.Sub(e.of(p).falseProof) < falseGap {
		return nil
	}
	proof, err := epoch.DecodeEquivocation(b)
	if err == nil && proof.World != e.c.world {
		err = errUnexpected
	}
	if err != nil {
		e.of(p).falseProof = e.c.now
		return err
	}
	e.addEvidence(proof)
	return nil
}

// addEvidence keeps a proof and sends it to all peers.
func (e *Evidence) addEvidence(p *epoch.Equivocation) {
	if e.c.standing.of(p.Signer) || p.Signer == e.c.me || len(e.c.standing.proofs) >= maxProofs {
		return
	}
	e.c.standing.proofs = append(e.c.standing.proofs, p)
	e.c.standing.by[p.Signer] = p
	e.c.counters[counter.Proofs]++
	e.c.event("a peer is proven to have told two stories", "peer", e.c.measures.called(epoch.Voter{Key: p.Signer}), "turn", p.Heads[0].Turn)
	home := e.c
	if e.c.islands != nil {
		home = e.c.islands.Home()
	}
	if home.standing.charter != nil { // else with the charter, once there is a file
		home.policy.keepCharter(p.Append(nil)) // one of each liar, so that the file stays bounded
	}
	b := encodeProof(p)
	for _, k := range e.c.peers.Keys() {
		e.c.send(k, link.Stream, b)
	}
	e.applyProofs()
}

// applyProofs tells the present epoch the proven liars.
func (e *Evidence) applyProofs() {
	if e.c.e == nil {
		return
	}
	for ; e.renounced < len(e.c.standing.proofs); e.renounced++ {
		e.c.e.Renounce(e.c.now, e.c.standing.proofs[e.renounced].Signer)
	}
	for i := range e.c.standing.offenders {
		e.c.e.Renounce(e.c.now, e.c.standing.offenders[i].Key)
	}
}

// showProofs sends a peer the proofs against liars.
func (e *Evidence) showProofs(to key.ID) {
	for _, p := range e.c.standing.proofs {
		e.c.send(to, link.Stream, encodeProof(p))
	}
}

// resyncAfterLie takes the state of a leader whose chain differs from the one that a liar gave this peer.
func (e *Evidence) resyncAfterLie(from key.ID, why string) {
	if e.c.now.Sub(e.healed) < resyncGap || e.c.e.Leading() {
		return
	}
	e.healed = e.c.now
	e.c.joining.resync(from, why)
}

// proven lists the proven liars.
func (e *Evidence) proven() (all []Proven) {
	for _, p := range e.c.standing.proofs {
		all = append(all, Proven{Key: p.Signer, Name: e.c.measures.called(epoch.Voter{Key: p.Signer}), Turn: p.Heads[0].Turn, Proof: p.Append(nil)})
	}
	return all
}
