package host

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/evidence"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// liarFork is a lying leader's word to some of its peers: turns without their commands, in a chain of their
// own.
type liarFork struct {
	t      *testing.T
	liar   *testNode
	told   []key.ID
	record *epoch.Record
	hash   map[uint64][32]byte // of the false chain, after each of its turns
	signs  bool                // heads of the false chain
}

// lie makes a node tell some others a false story from the next turn with a command on.
func lie(n *testNode, signs bool, told ...*testNode) *liarFork {
	f := &liarFork{t: n.c.t.(*testing.T), liar: n, record: n.core.Epoch.Record(), hash: map[uint64][32]byte{}, signs: signs}
	for _, m := range told {
		f.told = append(f.told, m.id())
		m.deceived = true
	}
	n.twist = f.twist
	return f
}

// twist changes a message of the liar's honest core.
func (f *liarFork) twist(to key.ID, b []byte) []byte {
	if !slices.Contains(f.told, to) {
		return b
	}
	switch wire.Kind(b[0]) {
	case wire.Digests, wire.HeadGossip, wire.Turns:
		return nil // it drops messages that would betray it
	case wire.Frame:
	default:
		return b
	}
	var d message.Frame
	if err := d.Decode(b); err != nil || d.Epoch != f.record.Number || !d.HasRun {
		return b
	}
	out := message.BeginFrame(nil, d.Epoch)
	run := d.Run
	run.Entries = slices.Clone(run.Entries)
	log := f.liar.core.Epoch
	for i := range run.Entries {
		run.Entries[i].Data = f.retell(log, run.Previous+1+uint64(i), run.Entries[i].Data)
	}
	out[1] |= message.HasRun
	out = run.Append(out)
	if h := d.Head; d.HasHead {
		if other, ok := f.hash[h.Turn]; ok && f.signs {
			h = epoch.Head{Term: h.Term, Turn: h.Turn, Hash: other}.Signed(f.liar.pair, f.record.Where())
		}
		if _, ok := f.hash[h.Turn]; !ok || f.signs {
			out = message.AppendHead(out, h)
		}
	}
	if len(d.Messages) > 0 {
		out = message.AppendMessages(out, d.Messages)
	}
	return out
}

// retell returns an entry of the false log: a turn without its commands.
func (f *liarFork) retell(log *epoch.Epoch, index uint64, data []byte) []byte {
	if len(data) < 2 || data[0] == 2 {
		return data
	}
	told := data[1:]
	if data[0] == 3 { // with signatures
		told = wire.NewCursor(told).Blob(message.MaxTurn)
	}
	var turn epoch.Turn
	log.Turns(0, func(t epoch.Turn) bool {
		turn = t
		return !bytes.Equal(t.Body, told) || log.Last().Turn-t.Number > log.Last().Index-index
	})
	body := told[:1]
	before, forked := f.hash[turn.Number-1]
	if !forked {
		if len(told) == 1 {
			return data // nothing to lie about yet
		}
		at, ok := log.At(turn.Number - 1)
		if !ok {
			f.t.Fatal("the turn before is not known")
		}
		before = at.Hash
	}
	f.hash[turn.Number] = epoch.ChainHash(before, f.record.World, f.record.Number, turn.Number, f.record.Rules, body)
	return append([]byte{1}, body...)
}

// TestEquivocatingLeader: the leader tells one half of its peers other turns than the other half, and signs
// both stories. Within two seconds nobody follows it, everybody has the proof, and the honest ones agree; it
// is never named again.
func TestEquivocatingLeader(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		c := newCluster(t, 40+seed, lan)
		c.grow(5)
		c.run(2 * time.Second)
		liar := c.leader()
		if liar != c.nodes[0] {
			t.Fatal("another leads")
		}
		voters := liar.core.Epoch.Record().Voters
		var voter, observer *testNode
		for _, n := range c.nodes[1:] {
			if n.id() == voters[2].Key {
				voter = n
			} else if !liar.core.Epoch.Record().Votes(n.id()) {
				observer = n
			}
		}
		lie(liar, true, voter, observer)
		honest := c.nodes[1:]
		for _, n := range honest {
			n.say("what is left out")
		}
		c.until("the lie is told", time.Second, func() bool { return voter.core.History.Executed > 0 && differ(voter, honest) })
		took := c.until("nobody follows it, and everybody can prove why", 2*time.Second, func() bool {
			for _, n := range honest {
				p := n.core.Status(c.net.Now()).Proofs
				if n.core.Epoch == nil || n.core.Epoch.Leader() == liar.id() || n.core.Epoch.Leader().IsZero() || len(p) != 1 || p[0].Key != liar.id() {
					return false
				}
			}
			return true
		})
		t.Logf("after %v", took)
		liar.crash() // it may go on as it likes: nobody listens
		c.until("the honest agree", 10*time.Second, func() bool { return !differ(voter, honest) && !differ(observer, honest) })
		voter.deceived, observer.deceived = false, false
		for _, n := range honest {
			n.say("told again")
		}
		c.agree(5 * time.Second)
		liar.twist = nil
		liar.restart()
		c.until("it is back, and watches", 20*time.Second, func() bool { return liar.core.Epoch != nil && protocolOf(liar.core).joining.Fetch == nil })
		c.run(10 * time.Second)
		r := c.leader().core.Epoch.Record()
		if r.Votes(liar.id()) || slices.Contains(r.Heirs, liar.id()) {
			t.Error("it is named again")
		}
		if p, err := epoch.DecodeEquivocation(observer.core.Status(c.net.Now()).Proofs[0].Proof); err != nil || p.Signer != liar.id() {
			t.Errorf("a proof that proves nothing: %v", err)
		}
		newcomer := c.join("z")
		c.until("newcomers learn of it", 5*time.Second, func() bool { return newcomer.core.Standing.Of(liar.id()) })
	}
}

// differ reports whether a node's chain is another than most have at its last turn, or not known.
func differ(n *testNode, all []*testNode) bool {
	if n.core.History.Stale {
		return true
	}
	same, other := 0, 0
	for _, m := range all {
		turn := min(n.core.History.Executed, m.core.History.Executed)
		a, ok := n.core.History.HashAt(turn)
		b, has := m.core.History.HashAt(turn)
		switch {
		case m == n || !ok || !has:
		case a == b:
			same++
		default:
			other++
		}
	}
	return other > 0 || same == 0
}

// TestLeaderThatSignsOneStory: it gives some peers other turns and no signature. They hear the signed story
// from the others, and leave the leader, without a proof.
func TestLeaderThatSignsOneStory(t *testing.T) {
	c := newCluster(t, 50, lan)
	c.grow(3)
	c.run(2 * time.Second)
	liar, voter, other := c.nodes[0], c.nodes[1], c.nodes[2]
	lie(liar, false, voter)
	for _, n := range c.nodes {
		n.say("what is left out")
	}
	c.until("it is found out", 3*time.Second, func() bool { return voter.core.Epoch.Renounced(liar.id()) })
	if len(voter.core.Standing.Proofs)+len(other.core.Standing.Proofs) > 0 {
		t.Error("a proof of nothing")
	}
}

// TestFalseProofs: a message that proves nothing accuses nobody, and is not looked at again for a while.
func TestFalseProofs(t *testing.T) {
	c := newCluster(t, 51, lan)
	c.grow(3)
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	where := a.core.Epochs.Where()
	head := epoch.Head{Term: 2, Turn: 20}.Signed(a.pair, where)
	false1 := &epoch.Equivocation{Where: where, Signer: a.id(), Heads: [2]epoch.Head{head, {Term: 2, Turn: 20, Hash: [32]byte{1}}}}
	elsewhere := where
	elsewhere.World[0]++
	false2, ok := epoch.NewEquivocation(elsewhere, a.id(), epoch.Head{Term: 2, Turn: 20}.Signed(a.pair, elsewhere), epoch.Head{Term: 2, Turn: 20, Hash: [32]byte{1}}.Signed(a.pair, elsewhere))
	if !ok {
		t.Fatal("another world's")
	}
	before := b.core.Counters[counter.Garbage] + b.core.Counters[counter.Unexpected]
	for _, p := range []*epoch.Equivocation{false1, false2} {
		must(t, d.links[b.id()].Send(link.Stream, evidence.EncodeProof(p)))
		c.run(evidence.FalseGap + 100*time.Millisecond)
	}
	if len(b.core.Standing.Proofs) > 0 || b.core.Counters[counter.Garbage]+b.core.Counters[counter.Unexpected] != before+2 {
		t.Errorf("%d proofs, %+v", len(b.core.Standing.Proofs), b.core.Counters)
	}
	forged := head
	forged.Hash[0]++
	must(t, d.links[b.id()].Send(link.Datagram, evidence.EncodeSignedHead(where.Epoch, a.id(), forged)))
	c.run(100 * time.Millisecond)
	if b.core.Counters[counter.Garbage]+b.core.Counters[counter.Unexpected] != before+3 || b.core.Epoch.Deceived() {
		t.Error("a forged head is believed")
	}
	c.agree(time.Second)
}
