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

// A leader that lies tells some peers one turn and others another. It signs the chain of every twentieth turn, and
// peers pass the signed heads on, each to one other. Two heads of one term and turn that differ
// are a proof, which convinces everybody; it goes to all, stays, and its signer is no voter and no heir in this world
// any more. A peer that sees a head that contradicts what the same leader gave it knows that it lied, too, though it
// cannot show it; it leaves that leader for this epoch. Those who were told the other turns than most take the state
// of the next leader.

const (
	// maxTestimony is how many signed heads are remembered to be compared.
	maxTestimony = 64
	// maxProofs is how many proofs are kept, one of each peer. With more liars than that nothing helps.
	maxProofs = 32
	// witnessGap is the least time between two words of one peer that are looked at; signatures are checked in it.
	witnessGap = 20 * time.Millisecond
	// falseGap is how long a peer's proofs are ignored after one that proves nothing.
	falseGap = time.Second
	// undeceiveGap is the least time between two states taken over because of a liar.
	undeceiveGap = time.Second
)

// Steps in the first byte of Witness' body.
const (
	witnessHead   = 1
	witnessProof  = 2
	witnessCharge = 3
)

// testimony is a head and who signed it in which epoch.
type testimony struct {
	epoch  [32]byte
	signer key.ID
	head   epoch.Head
}

// witness is what this peer has seen leaders sign.
type witness struct {
	seen   []testimony // a ring
	next   int
	heeded int // proofs that the present epoch knows of
	healed time.Time
}

// guilt is what a world knows of liars, and of everybody: its islands share it.
type guilt struct {
	proofs []*epoch.Proof
	by     map[key.ID]*epoch.Proof
	// forgers are leaders that this peer saw order what nobody asked for, or of whom most voters say that they did.
	forgers []Forger
	charges []*epoch.Charge // see charge.go
	heard   uint64          // how often there was something new among them

	charter *registry // what is true of the world; nil while it is not known
	exiles  map[key.ID]exiled
}

func newGuilt() *guilt { return &guilt{by: map[key.ID]*epoch.Proof{}, exiles: map[key.ID]exiled{}} }

func (g *guilt) of(k key.ID) bool { return g.by[k] != nil }

// forged reports whether a peer is known to have ordered what nobody asked for.
func (g *guilt) forged(k key.ID) bool {
	return slices.ContainsFunc(g.forgers, func(f Forger) bool { return f.Key == k })
}

// where names the present epoch.
func (c *Core) where() epoch.Where { return c.e.Where() }

// testify remembers a head whose signature is good and compares it with what the signer signed elsewhere. It reports
// whether the head is new.
func (c *Core) testify(signer key.ID, h epoch.Head) bool {
	at, w := c.where(), &c.witness
	for _, t := range w.seen {
		if t.epoch != at.Epoch || t.signer != signer || t.head.Term != h.Term || t.head.Turn != h.Turn {
			continue
		}
		if t.head.Hash == h.Hash {
			return false
		}
		if p, ok := epoch.Prove(at, signer, t.head, h); ok {
			c.convict(p)
			return false
		}
	}
	t := testimony{at.Epoch, signer, h}
	if len(w.seen) < maxTestimony {
		w.seen = append(w.seen, t)
	} else {
		w.seen[w.next%maxTestimony] = t
		w.next++
	}
	return true
}

// passOn tells one other peer of a head that came from its signer. All peers in the order of their keys make a ring, in which
// everybody tells the one that is as many places on: at every second head the next one, so that wherever the ring is
// cut in two somebody tells across the cut; in between another each time, so that everybody hears everybody.
func (c *Core) passOn(signer key.ID, h epoch.Head) {
	ring := make([]key.ID, 0, len(c.order)+1)
	for _, k := range c.order {
		if k != signer && c.peers[k].greeted {
			ring = append(ring, k)
		}
	}
	at, _ := slices.BinarySearchFunc(ring, c.me, message.CompareIDs)
	if len(ring) == 0 {
		return
	}
	distance := uint64(0) // beyond the next
	if n := h.Turn / headEvery; n%2 == 1 {
		distance = n / 2 % uint64(len(ring))
	}
	to := ring[(uint64(at)+distance)%uint64(len(ring))]
	c.send(to, link.Datagram, encodeTestimony(c.where().Epoch, signer, h))
}

func encodeTestimony(name [32]byte, signer key.ID, h epoch.Head) []byte {
	b := append([]byte{byte(wire.Witness), witnessHead}, name[:]...)
	return h.Append(append(b, signer[:]...))
}

func encodeProof(p *epoch.Proof) []byte {
	return p.Append([]byte{byte(wire.Witness), witnessProof})
}

// receiveWitness takes what a peer says of what a leader signed.
func (c *Core) receiveWitness(p *peer, b []byte) error {
	k := message.Body(b)
	step := k.U8()
	if step == witnessProof {
		return c.shownProof(p, k.Rest())
	}
	if step == witnessCharge {
		return c.shownCharge(p, k.Rest())
	}
	t := testimony{epoch: k.Hash(), signer: k.Hash(), head: epoch.ReadHead(k)}
	if step != witnessHead {
		k.Fail(fmt.Errorf("host: step %d of a witness", step))
	}
	if err := k.Done(); err != nil {
		return err
	}
	switch {
	case c.e == nil || t.epoch != c.where().Epoch || c.guilt.of(t.signer) || c.known(t) || c.now.Sub(p.witness) < witnessGap:
		return nil
	case !c.e.Record().Votes(t.signer):
		return errUnexpected
	}
	p.witness = c.now
	if !c.options.GoodHeads.HeadSigned(t.signer, c.where(), t.head) {
		return fmt.Errorf("%w: a head with a wrong signature", errUnexpected)
	}
	c.testify(t.signer, t.head)
	at, ok := c.e.At(t.head.Turn)
	if ok && at.Hash != t.head.Hash && at.Term == t.head.Term && c.e.Term() == at.Term && c.e.Leader() == t.signer && t.signer != c.me && !c.e.Renounced(t.signer) {
		c.event("the leader signed another turn than it gave this peer", "peer", t.signer.Short(), "turn", t.head.Turn)
		c.e.Renounce(c.now, t.signer)
	}
	return nil
}

// known reports whether just this was seen before.
func (c *Core) known(t testimony) bool {
	for _, s := range c.witness.seen {
		if s.epoch == t.epoch && s.signer == t.signer && s.head == t.head {
			return true
		}
	}
	return false
}

// shownProof takes a proof from a peer.
func (c *Core) shownProof(p *peer, b []byte) error {
	signer, ok := epoch.Accused(b)
	if ok && c.guilt.of(signer) || c.now.Sub(p.falsely) < falseGap {
		return nil
	}
	proof, err := epoch.DecodeProof(b)
	if err == nil && proof.World != c.world {
		err = errUnexpected
	}
	if err != nil {
		p.falsely = c.now
		return err
	}
	c.convict(proof)
	return nil
}

// convict keeps a proof and tells everybody.
func (c *Core) convict(p *epoch.Proof) {
	if c.guilt.of(p.Signer) || p.Signer == c.me || len(c.guilt.proofs) >= maxProofs {
		return
	}
	c.guilt.proofs = append(c.guilt.proofs, p)
	c.guilt.by[p.Signer] = p
	c.counters[counter.Proofs]++
	c.event("a peer is proven to have told two stories", "peer", c.called(epoch.Voter{Key: p.Signer}), "turn", p.Heads[0].Turn)
	home := c
	if c.siblings != nil {
		home = c.siblings.islands.home()
	}
	if home.guilt.charter != nil { // else with the charter, once there is a file
		home.keepCharter(p.Append(nil)) // one of each liar, so that the file stays bounded
	}
	b := encodeProof(p)
	for _, k := range c.order {
		c.send(k, link.Stream, b)
	}
	c.heed()
}

// heed has the present epoch know who is proven to lie.
func (c *Core) heed() {
	if c.e == nil {
		return
	}
	for ; c.witness.heeded < len(c.guilt.proofs); c.witness.heeded++ {
		c.e.Renounce(c.now, c.guilt.proofs[c.witness.heeded].Signer)
	}
	for i := range c.guilt.forgers {
		c.e.Renounce(c.now, c.guilt.forgers[i].Key)
	}
}

// showProofs tells a peer who is proven to lie.
func (c *Core) showProofs(to key.ID) {
	for _, p := range c.guilt.proofs {
		c.send(to, link.Stream, encodeProof(p))
	}
}

// undeceive takes the state of a leader whose chain differs from what a liar made this peer believe.
func (c *Core) undeceive(from key.ID) {
	if c.now.Sub(c.witness.healed) < undeceiveGap || c.e.Leading() {
		return
	}
	c.witness.healed = c.now
	c.resync(from, "a leader that is gone told it other turns than most")
}

// proven lists who is proven to lie.
func (c *Core) proven() (all []Proven) {
	for _, p := range c.guilt.proofs {
		all = append(all, Proven{Key: p.Signer, Name: c.called(epoch.Voter{Key: p.Signer}), Turn: p.Heads[0].Turn, Proof: p.Append(nil)})
	}
	return all
}
