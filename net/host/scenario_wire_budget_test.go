package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
)

// Budgets of a follower in a world of eight builders, with the cost of a packet around its payload. The
// network card sees more: SCTP's acknowledgements of a frame in two, idle links and beacons, which took 2.4
// KB/s down and 2.0 up when the whole was 6.4 and 4.0; the bar for that is 8 and 5.
const (
	// bytes a second, of commands far more frequent than people's; 0.1 KB/s are for reports of agreeing pairs
	budgetDown = 7800
	budgetUp   = 2300
	// Voters get the signatures of all 32 commands of a second, 33 bytes each, but nothing again that they
	// have said to have; and acknowledge more.
	budgetVoterDown = 7300
	budgetVoterUp   = 2500
)

// TestWireBudget: eight peers, each with four commands a second, for twenty seconds.
func TestWireBudget(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 1, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.01})
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(8)
	c.run(5 * time.Second)
	down, up, frames := make([]uint64, 8), make([]uint64, 8), make([]uint64, 8)
	for i, n := range c.nodes {
		n.bytesIn, n.packets = 0, 0
		up[i], frames[i] = n.core.Counters[counter.FrameBytesOut], n.core.Counters[counter.FramesOut]
	}
	const seconds = 20
	for range seconds * 4 {
		for _, n := range c.nodes {
			n.say("place rock") // the toy adds two bytes to it
		}
		c.run(250 * time.Millisecond)
	}
	for i, n := range c.nodes {
		down[i] = n.bytesIn / seconds
		up[i] = (n.core.Counters[counter.FrameBytesOut] - up[i] + 95*(n.core.Counters[counter.FramesOut]-frames[i])) / seconds
		t.Logf("%s: %d bytes/s down in %.1f packets/s, %d up", n.name, down[i], float64(n.packets)/seconds, up[i])
		if n.core.Epoch.Leading() {
			continue
		}
		most, mostUp := uint64(budgetDown), uint64(budgetUp)
		if n.core.Epoch.Member() {
			most, mostUp = budgetVoterDown, budgetVoterUp
		}
		if down[i] > most || up[i] > mostUp {
			t.Errorf("%s: beyond %d down, %d up", n.name, most, mostUp)
		}
	}
	c.agree(2 * time.Second)
}

// TestJoinerMidStream: a joiner takes a snapshot of a megabyte from a busy world; nobody pauses, and it is
// there within a second and a half.
func TestJoinerMidStream(t *testing.T) {
	c := newCluster(t, 2, lan)
	a := c.found("a")
	a.machine.ballast = make([]byte, 1<<20)
	for i := range a.machine.ballast {
		a.machine.ballast[i] = byte(i * i >> 7)
	}
	c.join("b")
	c.run(2 * time.Second)
	c.watchGaps, c.lastTurn = true, c.net.Now()
	busy := func() { a.say("busy"); c.nodes[1].say("busy too"); c.run(60 * time.Millisecond) }
	busy()
	d := c.join("d")
	began := c.net.Now()
	for d.core.Machine == nil || d.core.Epoch == nil || d.core.History.Executed+3 < a.core.History.Executed {
		busy()
		if c.net.Now().Sub(began) > 1500*time.Millisecond {
			c.dump()
			t.Fatal("it takes too long")
		}
	}
	t.Logf("there after %v", c.net.Now().Sub(began))
	c.agree(time.Second)
	if c.longest > 110*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	if len(d.machine.ballast) != 1<<20 {
		t.Error("something is missing")
	}
}

func BenchmarkFrameEncode(b *testing.B) {
	c := newCluster(b, 1, lan)
	c.grow(3)
	a := c.nodes[0]
	a.say("something to send")
	c.run(100 * time.Millisecond)
	p := a.core.Peers.Get(c.nodes[1].id())
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		b.SetBytes(int64(len(a.core.Leader.EncodeLead(nil, p))))
	}
}

func BenchmarkFrameDecode(b *testing.B) {
	c := newCluster(b, 1, lan)
	c.grow(3)
	a := c.nodes[0]
	p := a.core.Peers.Get(c.nodes[1].id())
	msg := append([]byte(nil), a.core.Leader.EncodeLead(nil, p)...)
	var f message.Frame
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if err := f.Decode(msg); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTurn is one turn through so many nodes: closed, sent, executed, acknowledged, committed, compared.
func BenchmarkTurn(b *testing.B) {
	for _, n := range []int{1, 3, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := newCluster(b, 1, lan)
			c.grow(n)
			b.ReportAllocs()
			b.ResetTimer()
			from := c.maxTurn
			for range b.N {
				c.run(message.DefaultTurn)
			}
			b.ReportMetric(float64(c.maxTurn-from)/float64(b.N), "turns/op")
		})
	}
}
