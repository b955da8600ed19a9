package host

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// TestAuthorIsTheLink: the author of a frame's commands is its sender, whatever the frame contains. A frame
// taken from one link and sent over another orders the second one's command.
func TestAuthorIsTheLink(t *testing.T) {
	c := newCluster(t, 1, lan)
	c.grow(3)
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	frame := message.BeginFrame(nil, a.core.Epoch.Record().Number)
	frame = message.AppendCommands(frame, []message.Command{d.signed(1, b.pair.ID().String())})
	must(t, d.links[a.id()].Send(link.Datagram, frame))
	c.run(300 * time.Millisecond)
	if a.machine.Sequence(b.id()) != 0 || a.machine.Sequence(d.id()) != 1 {
		t.Errorf("b has %d commands, d %d", a.machine.Sequence(b.id()), a.machine.Sequence(d.id()))
	}
}

// TestReplayedCommandsAreTakenOnce: an author's commands take effect once and in their order.
func TestReplayedCommandsAreTakenOnce(t *testing.T) {
	c := newCluster(t, 1, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	for range 30 {
		frame := message.AppendCommands(message.BeginFrame(nil, 1), []message.Command{b.signed(1, "once"), b.signed(2, "twice")})
		must(t, b.links[a.id()].Send(link.Datagram, frame))
		c.run(10 * time.Millisecond)
	}
	if got := a.core.Counters[counter.CommandsTaken]; got != 2 {
		t.Errorf("%d commands taken", got)
	}
	b.seq = 2
	c.agree(time.Second)
}

// TestOverFullTurnIsRefused: followers refuse a leader's turn beyond the limits, count it, and elect another.
func TestOverFullTurnIsRefused(t *testing.T) {
	c := newCluster(t, 2, lan)
	c.grow(3)
	a := c.nodes[0]
	c.run(time.Second)
	must(t, a.core.Epoch.Close(c.net.Now(), append([]byte{3}, make([]byte, message.MaxTurn)...), nil, nil))
	a.core.Epoch.Ready()
	a.core.History.Stale = true // it is not a host any more, but a liar
	c.until("the others go on without it", 3*time.Second, func() bool { l := c.leader(); return l != nil && l != a })
	for _, n := range c.nodes[1:] {
		if n.core.Counters[counter.TurnsRefused] == 0 {
			t.Errorf("%s did not refuse", n.name)
		}
	}
	a.crash()
	c.run(time.Second)
	c.nodes[1].say("without")
	c.agree(time.Second)
}

// TestGarbage: whatever bytes a peer sends, it is dropped and counted, and the others do not notice.
func TestGarbage(t *testing.T) {
	c := newCluster(t, 3, lan)
	c.grow(3)
	a, d := c.nodes[0], c.nodes[2]
	c.watchGaps = true
	for i := range 3000 {
		b := make([]byte, 1+i%97)
		for j := range b {
			b[j] = byte(i * (j + 7) >> 3)
		}
		b[0] = byte(wire.FirstApplication) + byte(i%24)
		ch := link.Datagram
		if i%2 == 0 {
			ch = link.Stream
		}
		if wire.Kind(b[0]) != wire.Join { // it may say anything of itself
			_ = d.links[a.id()].Send(ch, b)
		}
		if i%10 == 0 {
			c.run(5 * time.Millisecond)
		}
	}
	if a.core.Counters[counter.Garbage] < 500 {
		t.Errorf("%d counted", a.core.Counters[counter.Garbage])
	}
	if c.longest > 110*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	for _, n := range c.nodes {
		n.say("fine")
	}
	c.agree(time.Second)
}

// TestFalseWelcome: a joiner does not believe a welcome to another world, or records that do not follow.
func TestFalseWelcome(t *testing.T) {
	c := newCluster(t, 4, lan)
	a := c.found("a")
	c.run(time.Second)
	x := NewCore(kernel.Options{Key: key.FromSeed([32]byte{77}), Open: func(store.Genesis) (kernel.Machine, kernel.Log, error) {
		return nil, nil, errors.New("opened a false world")
	}})
	now := c.net.Now()
	must(t, protocolOf(x).joining.Join(now, c.world))
	liar := key.FromSeed([32]byte{78})
	x.LinkUp(now, liar.ID(), link.Info{})
	g := message.Greeting{Incarnation: 1, Willing: true, Epoch: 1, Turn: 5}
	x.Receive(now, liar.ID(), link.Stream, g.Encode())
	x.Tick(now)
	other := a.core.Genesis
	other.Seed++
	forged := *a.core.Ancestry.Records[0]
	forged.Voters = []epoch.Voter{{Key: liar.ID()}}
	forged.Sign(liar)
	for name, try := range map[string]func() message.Welcome{
		"another world": func() message.Welcome {
			x.Receive(now, liar.ID(), link.Stream, recordlist.Encode(recordlist.Welcome, [32]byte{}, a.core.Ancestry.Records[:1])[0])
			return message.Welcome{Genesis: other, Epoch: 1, At: epoch.Position{Index: 5, Term: 2, Turn: 3}}
		},
		"not the founder's": func() message.Welcome {
			x.Receive(now, liar.ID(), link.Stream, recordlist.Encode(recordlist.Welcome, [32]byte{}, []*epoch.Record{&forged})[0])
			return message.Welcome{Genesis: a.core.Genesis, Epoch: 1, At: epoch.Position{Index: 5, Term: 2, Turn: 3}}
		},
		"without its record": func() message.Welcome {
			return message.Welcome{Genesis: a.core.Genesis, Epoch: 2, At: epoch.Position{Index: 5, Term: 2, Turn: 3}}
		},
	} {
		protocolOf(x).joining.Fetch.Ask(now, liar.ID())
		garbage := x.Counters[counter.Garbage]
		w := try()
		x.Receive(now, liar.ID(), link.Stream, w.Encode())
		if protocolOf(x).joining.Fetch.Welcome != nil || x.Counters[counter.Garbage] == garbage {
			t.Errorf("%s: believed", name)
		}
	}
}

// TestSlowPeerSlowsNobody: a peer that stops reading and answering delays no turn of the others.
func TestSlowPeerSlowsNobody(t *testing.T) {
	c := newCluster(t, 5, lan)
	c.grow(5)
	c.run(time.Second)
	slow := c.nodes[4]
	c.watchGaps, c.lastTurn = true, c.net.Now()
	for _, n := range c.nodes[:4] {
		c.net.SetConditions(n.id(), slow.id(), memory.Conditions{Delay: 3 * time.Second, Bandwidth: 500})
		c.net.SetConditions(slow.id(), n.id(), memory.Conditions{Delay: 3 * time.Second, Bandwidth: 500})
	}
	for i := range 20 {
		c.nodes[i%4].say("go on")
		c.run(200 * time.Millisecond)
	}
	if c.longest > 110*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
}

// TestNobodyGivesItsStateUp: a peer tells all others at once, unasked, that they missed more than others
// keep. No peer drops its state: otherwise none would have one to give.
func TestNobodyGivesItsStateUp(t *testing.T) {
	c := newCluster(t, 6, lan)
	c.grow(4)
	c.run(5 * time.Second)
	voter, observer := c.nodes[1], c.nodes[3]
	for _, liar := range []*testNode{observer, voter} {
		c.watchGaps, c.longest, c.lastTurn = true, 0, c.net.Now()
		for range 100 {
			for _, n := range c.nodes {
				if n != liar {
					n.core.Receive(n.now(), liar.id(), link.Stream, message.BeginTurns(n.core.Follower.NameOf(n.core.Epoch)))
					n.act()
				}
			}
			c.run(20 * time.Millisecond)
		}
		for _, n := range c.nodes {
			if n.core.Counters[counter.Resyncs] > 0 || n.core.History.Stale {
				t.Errorf("%s gave its state up", n.name)
			}
		}
		if c.longest > 110*time.Millisecond {
			t.Errorf("a pause of %v", c.longest)
		}
	}
	if c.nodes[0].core.Counters[counter.Unexpected] < 200 {
		t.Errorf("%d counted", c.nodes[0].core.Counters[counter.Unexpected])
	}
	c.agree(2 * time.Second)
}
