package host

import (
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
)

// TestCrowdRepeatsLess: in a crowd, a frame on a loss-free link has one turn less, and a voter's only the
// newest; where packets are lost nobody suffers from that. The link of a peer that had to ask counts as lossy
// for a while.
func TestCrowdRepeatsLess(t *testing.T) {
	c := newCluster(t, 1, memory.Conditions{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.05})
	c.grow(message.Crowded + 2)
	c.run(3 * time.Second)
	l := c.leader().core
	voters, others := 0, 0
	l.Peers.Each(func(p *kernel.Peer) {
		for _, loss := range []float64{0, 0.1} {
			p.Loss, p.Follower.Answered = loss, time.Time{}
			votes := l.Epoch.Record().Votes(p.Key)
			want, digests := message.Repeated, message.DigestsKept
			switch unknown := int(l.Epoch.Last().Index - l.Epoch.Acknowledged(p.Key)); {
			case votes && loss == 0:
				want, digests = 1, 1
			case votes: // only the turns that it has not acknowledged
				want = min(want, unknown)
			case loss == 0:
				want, digests = want-1, 1
			}
			var f message.Frame
			if err := f.Decode(l.Leader.EncodeLead(nil, p)); err != nil || len(f.Run.Entries) != want || len(f.Digests) != digests {
				t.Errorf("%s, who votes: %v, loses %v: %d turns and %d digests in a frame, %v", p.Name(), votes, loss, len(f.Run.Entries), len(f.Digests), err)
			}
			if votes {
				voters++
			} else {
				others++
			}
		}
		if p.Loss, p.Follower.Answered = 0, c.net.Now(); l.Peers.Lossless(p) {
			t.Errorf("%s asked a moment ago and counts as one that loses nothing", p.Name())
		}
		p.Follower.Answered = time.Time{}
	})
	if voters == 0 || others == 0 {
		t.Fatalf("%d voters and %d others are looked at", voters, others)
	}
	for range 20 {
		for _, n := range c.nodes {
			n.say("place stone")
		}
		c.run(100 * time.Millisecond)
	}
	c.agree(2 * time.Second)
}
