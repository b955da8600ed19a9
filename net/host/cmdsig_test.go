package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/authorqueue"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// signed is a command of a node, signed for the epoch in which it is.
func (n *testNode) signed(seq uint64, text string) message.Command {
	k := kernel.OwnCommand{Command: message.Command{Seq: seq, Body: []byte(text)}}
	sum := kernel.CommandSum(n.core.Epochs.Where(), seq, k.Body)
	k.Signature = n.pair.Sign(verify.CommandDomain, sum[:])
	return k.Command
}

// follower is a node that does not lead, and votes or not.
func (c *cluster) follower(votes bool) *testNode {
	for _, n := range c.nodes {
		if !n.core.Epoch.Leading() && n.core.Epoch.Member() == votes {
			return n
		}
	}
	c.t.Fatal("no such follower")
	return nil
}

// signaturesFor are the command signatures of a turn with one command.
func signaturesFor(signature [key.SignatureSize]byte) []byte {
	return epoch.AppendAggregate(epoch.AppendCommandSignature(nil, 0, [key.HalfSize]byte(signature[:])), [key.HalfSize]byte(signature[key.HalfSize:]))
}

// forgeTurn has a leader order a command in another's name, with a signature; zero: with none.
func (n *testNode) forgeTurn(author *testNode, seq uint64, text string, signature [key.SignatureSize]byte) {
	turn := n.machine.Begin(3)
	_, _ = turn.Append(author.id(), seq, []byte(text))
	var signatures []byte
	if signature != [key.SignatureSize]byte{} {
		signatures = signaturesFor(signature)
	}
	n.orderTurn(turn.Turn().Bytes(), signatures)
}

// orderTurn has a leader order a turn with any command signatures.
func (n *testNode) orderTurn(turn, signatures []byte) {
	must(n.c.t, n.core.Epoch.Close(n.now(), turn, signatures, nil))
	n.core.Epochs.Settle()
	n.core.Leader.Broadcast()
	n.deceived, n.c.forging = true, true // nobody else takes its turns for ordered
	n.act()
}

// TestForgingLeader: a leader of three orders a command in another player's name, with any signature that it
// can make or has seen. The command is not committed, and the leader loses its seat and is known as an
// offender. The player of that name is told, with or without a vote.
func TestForgingLeader(t *testing.T) {
	for name, c := range map[string]struct {
		nodes     int
		votes     bool // the victim does
		signature func(leader, victim *testNode) [key.SignatureSize]byte
	}{
		"no signature, of a voter":     {3, true, func(_, _ *testNode) (none [key.SignatureSize]byte) { return none }},
		"its own, of a voter":          {3, true, func(l, v *testNode) [key.SignatureSize]byte { return l.signed(3, "forged").Signature }},
		"no signature, of an observer": {4, false, func(_, _ *testNode) (none [key.SignatureSize]byte) { return none }},
		"that of another command":      {3, true, func(_, v *testNode) [key.SignatureSize]byte { return v.signed(2, "true 2").Signature }},
		"that of another number":       {3, true, func(_, v *testNode) [key.SignatureSize]byte { return v.signed(2, "forged").Signature }},
		"that of a branch": {3, true, func(_, v *testNode) [key.SignatureSize]byte {
			at := v.core.Epochs.Where()
			at.Epoch[0]++
			sum := kernel.CommandSum(at, 3, []byte("forged"))
			return v.pair.Sign(verify.CommandDomain, sum[:])
		}},
	} {
		t.Run(name, func(t *testing.T) { forging(t, c.nodes, c.votes, c.signature) })
	}
}

func forging(t *testing.T, nodes int, votes bool, signature func(leader, victim *testNode) [key.SignatureSize]byte) {
	c := newCluster(t, 1, lan)
	c.grow(nodes)
	liar, v := c.nodes[0], c.follower(votes)
	v.say("true 1")
	v.say("true 2")
	c.agree(time.Second)
	liar.forgeTurn(v, 3, "forged", signature(liar, v))
	others := c.nodes[1:]
	c.until("another leads", 2*time.Second, func() bool { l := c.leader(); return l != nil && l != liar })
	c.until("the liar has no seat", 5*time.Second, func() bool { l := c.leader(); return l != nil && !l.core.Epoch.Record().Votes(liar.id()) })
	for _, n := range others {
		n.say("go on")
	}
	c.until("what they say is taken", 3*time.Second, func() bool {
		for _, n := range others {
			for _, m := range others {
				if m.machine.Sequence(n.id()) != n.seq {
					return false
				}
			}
		}
		return true
	})
	for _, n := range others {
		if n.core.Epoch.Record().Votes(n.id()) && n.core.Counters[counter.TurnsForged] == 0 && nodes == 3 {
			t.Errorf("%s did not notice", n.name)
		}
	}
	s := v.core.Status(v.now())
	if v.core.Counters[counter.TurnsForged] == 0 || len(s.Offenders) != 1 || s.Offenders[0].Key != liar.id() || s.Fork.Notice == "" {
		t.Errorf("the victim knows %v, and is told %q", s.Offenders, s.Fork.Notice)
	}
	if a, b := others[0].machine, others[1].machine; a.Sequence(v.id()) != v.seq || len(a.taken(v.id())) != len(b.taken(v.id())) || len(a.taken(v.id())) != 3 {
		t.Errorf("%v of the victim's were taken", a.taken(v.id()))
	}
}

// TestForgedAmongOthers: a turn with genuine commands and a forged one is refused whole by every peer. Only
// the player whose name was misused can tell which one is forged.
func TestForgedAmongOthers(t *testing.T) {
	c := newCluster(t, 6, lan)
	c.grow(5)
	liar, v := c.nodes[0], c.follower(true)
	others := slices.DeleteFunc(slices.Clone(c.nodes[1:]), func(n *testNode) bool { return n == v })
	c.agree(time.Second)
	b := liar.machine.Begin(3)
	var all []authorqueue.Taken
	for _, n := range append(others, v) {
		k := kernel.OwnCommand{Command: message.Command{Seq: 1, Body: []byte("true")}}
		if n.core.Commands.Sign(&k); n == v {
			k.Command, n.core.Own.Signed = n.signed(1, "other"), [kernel.OwnRemembered][32]byte{}
		}
		_, _ = b.Append(n.id(), 1, []byte("true"))
		all = append(all, authorqueue.Taken{Author: n.id(), Seq: 1, Signature: k.Signature})
	}
	turn := b.Turn()
	liar.orderTurn(turn.Bytes(), liar.core.Commands.SignaturesOf(turn, all))
	c.until("another leads", 2*time.Second, func() bool { l := c.leader(); return l != nil && l != liar })
	for _, n := range c.nodes[1:] {
		for _, m := range c.nodes[1:] {
			if m.machine.Sequence(n.id()) != 0 {
				t.Errorf("%s took what was ordered in the name of %s", m.name, n.name)
			}
		}
		if s := n.core.Status(n.now()); (s.Fork.Notice != "") != (n == v) {
			t.Errorf("%s is told %q", n.name, s.Fork.Notice)
		}
	}
}

// TestBadSignatures: a command with an invalid signature is refused and counted, later ones do not overtake
// it, and a signature for another epoch is worthless.
func TestBadSignatures(t *testing.T) {
	c := newCluster(t, 2, lan)
	c.grow(3)
	a, b := c.nodes[0], c.nodes[1]
	send := func(commands ...message.Command) {
		frame := message.AppendCommands(message.BeginFrame(nil, a.core.Epoch.Record().Number), commands)
		must(t, b.links[a.id()].Send(link.Datagram, frame))
		c.run(100 * time.Millisecond)
	}
	bad, old := b.signed(1, "one"), kernel.OwnCommand{}
	bad.Signature[9]++
	send(bad, b.signed(2, "two"))
	if a.machine.Sequence(b.id()) != 0 || a.core.Counters[counter.CommandsForged] != 1 {
		t.Errorf("%d taken, %d refused", a.machine.Sequence(b.id()), a.core.Counters[counter.CommandsForged])
	}
	at := b.core.Epochs.Where()
	at.Epoch = a.core.Ancestry.Records[0].Hash()
	sum := kernel.CommandSum(at, 1, []byte("one"))
	old.Command = message.Command{Seq: 1, Body: []byte("one"), Signature: b.pair.Sign(verify.CommandDomain, sum[:])}
	send(old.Command)
	if a.core.Epoch.Record().Number == 1 || a.machine.Sequence(b.id()) != 0 || a.core.Counters[counter.CommandsForged] != 2 {
		t.Errorf("epoch %d: %d taken, %d refused", a.core.Epoch.Record().Number, a.machine.Sequence(b.id()), a.core.Counters[counter.CommandsForged])
	}
	for range 3 { // an old number is passed over
		send(b.signed(1, "one"), b.signed(2, "two"))
		send(b.signed(1, "another one"))
	}
	if a.machine.Sequence(b.id()) != 2 || a.core.Counters[counter.CommandsForged] != 2 || a.core.Counters[counter.CommandsTaken] != 2 {
		t.Errorf("%d taken, %d refused", a.core.Counters[counter.CommandsTaken], a.core.Counters[counter.CommandsForged])
	}
	for i := range 2000 {
		bad.Seq = uint64(3 + i)
		must(t, b.links[a.id()].Send(link.Datagram, message.AppendCommands(message.BeginFrame(nil, a.core.Epoch.Record().Number), []message.Command{bad})))
		c.run(time.Millisecond)
	}
	if n := a.core.Counters[counter.CommandsForged]; n > 2+2*kernel.SignatureRate+2*kernel.SignatureRate+10 {
		t.Errorf("%d signatures were looked at in two seconds", n)
	}
	b.seq = 2
	c.run(3 * time.Second)
	c.agree(time.Second)
}

// TestWhatAnEarlierProcessAsked: a peer takes a turn with a command of an earlier process of its player, once
// it has seen the signature. A voter that missed turns gets their signatures with them, and no peer is
// accused.
func TestWhatAnEarlierProcessAsked(t *testing.T) {
	c := newCluster(t, 3, lan)
	c.grow(4)
	a, b, d := c.nodes[0], c.follower(true), c.follower(false)
	signed := d.core.Own.Next
	d.say("something")
	for d.core.Own.Next == signed {
		c.run(time.Millisecond)
	}
	d.core.Own.Signed = [kernel.OwnRemembered][32]byte{}
	c.until("it is taken everywhere", time.Second, func() bool {
		for _, n := range c.nodes {
			if n.machine.Sequence(d.id()) != 1 {
				return false
			}
		}
		return true
	})
	if d.machine.Sequence(d.id()) != 1 || d.core.Counters[counter.TurnsForged] != 0 {
		t.Error("not taken by who asked for it")
	}
	for lost := range 20 {
		d.say("unseen")
		for d.core.Own.Next == signed+lost+1 {
			c.run(time.Millisecond)
		}
		c.net.Cut(a.id(), b.id())
		c.run(time.Duration(1+lost%6) * message.DefaultTurn)
		c.net.Mend(a.id(), b.id())
		c.until("it gets what it missed", time.Second, func() bool { return b.machine.Sequence(d.id()) == d.seq })
	}
	if c.leader() != a {
		t.Error("another leads")
	}
	c.agree(time.Second)
}

// TestUnansweredForgery: a leader that gives no signatures in its frames, and none when it is asked, gets
// nothing committed.
func TestUnansweredForgery(t *testing.T) {
	c := newCluster(t, 4, lan)
	c.grow(3)
	a, b := c.nodes[0], c.nodes[1]
	committed := b.core.History.Committed
	a.forgeTurn(b, 1, "forged", [key.SignatureSize]byte{})
	a.twist = func(_ key.ID, m []byte) []byte {
		if wire.Kind(m[0]) == wire.Turns {
			return nil
		}
		return m
	}
	c.run(2 * time.Second)
	for _, n := range c.nodes[1:] {
		if n.machine.Sequence(b.id()) != 0 || n.core.History.Committed < committed {
			t.Errorf("%s took it", n.name)
		}
	}
}

// TestManyAtOnce: a turn with so many commands that their signatures do not fit a frame comes to the voters
// all the same, at once.
func TestManyAtOnce(t *testing.T) {
	c := newCluster(t, 5, lan)
	c.grow(5)
	c.watchGaps, c.lastTurn = true, c.net.Now()
	for range 10 {
		for _, n := range c.nodes {
			for range 4 {
				n.say("x")
			}
		}
		c.run(300 * time.Millisecond)
	}
	if c.longest > 110*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	c.agree(time.Second)
	if n := c.nodes[0].core.Counters[counter.CommandsTaken]; n < 190 {
		t.Errorf("%d taken", n)
	}
}

// BenchmarkCommandSignature measures the cost of a command's signature for its author, its leader and each
// voter.
func BenchmarkCommandSignature(b *testing.B) {
	pair, at, body := key.FromSeed([32]byte{1}), epoch.Where{Island: 1}, []byte("place stone 10 12")
	var good *verify.Cache
	sum := kernel.CommandSum(at, 7, body)
	b.Run("sign", func(b *testing.B) {
		for b.Loop() {
			good.SignCommand(pair, kernel.CommandSum(at, 7, body))
		}
	})
	signature := good.SignCommand(pair, sum)
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if !good.CommandSigned(pair.ID(), kernel.CommandSum(at, 7, body), signature) {
				b.Fatal("refused")
			}
		}
	})
}

// TestFakeCommandSignatures: in a process that plays all peers, fake signatures aggregate and verify as real
// ones do elsewhere. Neither kind is good for another signer or another command.
func TestFakeCommandSignatures(t *testing.T) {
	pairs := []key.Pair{key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})}
	at := epoch.Where{Island: message.Home, Epoch: [32]byte{7}}
	for what, g := range map[string]*verify.Cache{"one that plays all": {}, "none": nil} {
		var all []key.Statement
		var halves [][key.HalfSize]byte
		for i, p := range pairs {
			w := g.SignCommand(p, kernel.CommandSum(at, uint64(i), []byte("dig")))
			all = append(all, kernel.StatementOf(at, p.ID(), uint64(i), []byte("dig"), [key.HalfSize]byte(w[:])))
			halves = append(halves, [key.HalfSize]byte(w[key.HalfSize:]))
		}
		half, err := key.Aggregate(verify.CommandDomain, all, halves)
		if err != nil || !g.AllCommandsSigned(all, half) {
			t.Errorf("%s: not found good, %v", what, err)
		}
		other := all[1]
		all[1] = kernel.StatementOf(at, other.Signer, 1, []byte("fill"), other.Nonce)
		if g.AllCommandsSigned(all, half) {
			t.Errorf("%s: another command counts as good", what)
		}
		if all[1], all[1].Signer = other, pairs[2].ID(); g.AllCommandsSigned(all, half) || g.AllCommandsSigned(nil, half) {
			t.Errorf("%s: another's command counts as good, or none at all", what)
		}
	}
}
