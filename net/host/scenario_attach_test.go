package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/attach"
	"manyhold/net/host/counter"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
)

// attached is a world with a committee of three, and a guest that is nearest to the second of the others.
type attached struct {
	*cluster
	guest  *testNode
	direct map[key.ID]int // packets to the guest, by sender
	noise  memory.Conditions
}

// newAttached makes the round trips from the guest to the hosts 80, 60, 20 and 40 ms; the first host leads.
// With later seeds, packets are late and lost now and then.
func newAttached(t testing.TB, seed uint64, hosts int) *attached {
	a := &attached{cluster: newCluster(t, seed, memory.Conditions{Delay: 10 * time.Millisecond}), direct: map[key.ID]int{}}
	if seed > 1 {
		a.noise = memory.Conditions{Jitter: 4 * time.Millisecond, Loss: 0.01}
	}
	a.found("a")
	a.run(200 * time.Millisecond)
	for i := 1; i < hosts; i++ {
		a.join(string(rune('a' + i)))
	}
	a.until("the committee is complete", 20*time.Second, func() bool {
		return a.leader() == a.nodes[0] && len(a.leader().core.Epoch.Record().Voters) == 3
	})
	a.guest = a.add("guest")
	a.guest.playOnly()
	for i := range hosts {
		a.far(i, []time.Duration{40, 30, 10, 20}[i]*time.Millisecond)
		m := a.nodes[i]
		m.twist = func(to key.ID, b []byte) []byte {
			if to == a.guest.id() {
				a.direct[m.id()]++
			}
			return b
		}
	}
	a.guest.joins()
	a.watchGaps = true
	a.until("the guest gets its turns by the nearest", 10*time.Second, func() bool { return a.by() == a.nodes[2] })
	return a
}

// far sets the delay between the guest and a host.
func (a *attached) far(host int, delay time.Duration) {
	a.net.SetBoth(a.guest.id(), a.nodes[host].id(), memory.Conditions{Delay: delay, Jitter: a.noise.Jitter, Loss: a.noise.Loss})
}

// by is the host that the guest gets its turns from, as its status says.
func (a *attached) by() *testNode {
	var s status.Host // the whole status would put off the guest's next tick
	for _, o := range a.guest.core.Observers {
		if o, is := o.(*attach.Attachment); is {
			o.Report(&s)
		}
	}
	return a.cluster.by[s.Island.Playing.By]
}

// longestWait is the longest time in which the guest executed nothing, since a moment.
func (a *attached) longestWait(since time.Time) (longest time.Duration) {
	last := since
	for _, at := range append(a.guest.executed, a.net.Now()) {
		if at.After(since) {
			longest, last = max(longest, at.Sub(last)), at
		}
	}
	return longest
}

// TestAttachesToTheNearest: a guest gets its turns from the host with the lowest round trip, which is not the
// leader, and from nobody else; it says so with that round trip.
func TestAttachesToTheNearest(t *testing.T) {
	t.Parallel()
	a := newAttached(t, 1, 4)
	s := a.guest.core.Status(a.guest.now())
	if p := s.Island.Playing; p.RTT < 20*time.Millisecond || p.RTT > 30*time.Millisecond || !p.Only {
		t.Errorf("%+v", p)
	}
	a.run(time.Second) // the leader serves it as well until its replica has begun
	clear(a.direct)
	before := a.guest.core.History.Executed
	for range 20 {
		a.guest.say("place stone")
		a.run(500 * time.Millisecond)
	}
	turns := int(a.guest.core.History.Executed - before)
	t.Logf("%d turns; packets to the guest from the leader %d, from the nearest %d, from the others %d and %d", turns,
		a.direct[a.nodes[0].id()], a.direct[a.nodes[2].id()], a.direct[a.nodes[1].id()], a.direct[a.nodes[3].id()])
	if turns < 190 || a.direct[a.nodes[0].id()] > turns/4 || a.direct[a.nodes[2].id()] < turns {
		t.Errorf("%d turns in ten seconds; the leader sent %d packets, the nearest %d", turns, a.direct[a.nodes[0].id()], a.direct[a.nodes[2].id()])
	}
	a.agree(2 * time.Second)
	a.guest.holdsNothing()
	if n := a.guest.core.Counters[counter.Resyncs]; n != 0 {
		t.Errorf("it fetched the state %d times again", n)
	}
}

// TestAttachmentFailsOver: the host that passes turns on dies, or falls silent, or its link breaks. Within
// two seconds the guest has another, the nearest of the rest, and meanwhile no turn and no command is lost
// and no state fetched. The same when it is the leader that dies.
func TestAttachmentFailsOver(t *testing.T) {
	t.Parallel()
	const leaderIsNearest = "the leader is the nearest, and dies"
	for _, c := range []struct {
		name string
		fail func(a *attached)
		next int           // the host that follows
		gap  time.Duration // how long the guest may have no turn
	}{
		{"it dies", func(a *attached) { a.nodes[2].crash() }, 3, 600 * time.Millisecond},
		{"it falls silent", func(a *attached) { a.nodes[2].stopped = true }, 3, 600 * time.Millisecond},
		{"it passes nothing on", func(a *attached) {
			a.nodes[2].twist = func(to key.ID, b []byte) []byte {
				if to == a.guest.id() {
					return nil
				}
				return b
			}
		}, 3, 600 * time.Millisecond},
		{"its link breaks", func(a *attached) { a.guest.links[a.nodes[2].id()].Close("broken") }, 3, 600 * time.Millisecond},
		{"the leader dies", func(a *attached) { a.nodes[0].crash() }, 2, 2 * time.Second},
		{leaderIsNearest, func(a *attached) {
			a.nodes[0].crash()
		}, 2, 2 * time.Second},
	} {
		for seed := range few(8, 2) {
			t.Run(fmt.Sprint(c.name, " ", seed), func(t *testing.T) {
				a := newAttached(t, seed+1, 4)
				if c.name == leaderIsNearest {
					a.far(0, 2*time.Millisecond)
					a.until("it goes to the leader", 40*time.Second, func() bool { return a.by() == a.nodes[0] })
				}
				a.run(2 * time.Second)
				began := a.net.Now()
				a.guest.executed = nil
				c.fail(a)
				took := a.until("another passes turns on", 2*time.Second, func() bool {
					if a.net.Now().UnixMilli()%100 < 5 {
						a.guest.say("place stone")
					}
					return a.by() == a.nodes[c.next] && a.leader() != nil && len(a.guest.executed) > 0 && a.guest.executed[len(a.guest.executed)-1].After(began.Add(c.gap/2))
				})
				a.until("all commands are taken", 3*time.Second, func() bool { return a.guest.machine.Sequence(a.guest.id()) == a.guest.seq })
				gap := a.longestWait(began)
				t.Logf("another after %v; without a turn for %v", took, gap)
				if gap > c.gap {
					t.Errorf("without a turn for %v, and %v are allowed", gap, c.gap)
				}
				a.nodes[2].stopped = false
				if n := a.guest.core.Counters[counter.Resyncs] + a.guest.core.Counters[counter.TurnsLost]; n != 0 {
					t.Errorf("%d states fetched again, or turns lost", n)
				}
				a.agree(8 * time.Second)
				a.guest.holdsNothing()
			})
		}
	}
}

// TestAttachmentRests: round trips that vary change nothing; one that has become clearly lower does, after
// three seconds, and without a gap.
func TestAttachmentRests(t *testing.T) {
	t.Parallel()
	a := newAttached(t, 1, 4)
	a.run(2 * time.Second)
	for i := range 20 {
		a.far(3, []time.Duration{9, 12}[i%2]*time.Millisecond)
		a.run(time.Second)
		if a.by() != a.nodes[2] {
			t.Fatalf("it went to %s for a millisecond", a.by().name)
		}
	}
	a.guest.executed = nil
	began := a.net.Now()
	a.far(1, 2*time.Millisecond)
	took := a.until("it goes to the one that is clearly nearer", 40*time.Second, func() bool { return a.by() == a.nodes[1] })
	a.run(time.Second)
	gap := a.longestWait(began)
	t.Logf("after %v, with %v between two turns at most", took, gap)
	if took < 3*time.Second || gap > 200*time.Millisecond {
		t.Errorf("after %v, with %v between two turns", took, gap)
	}
	a.agree(2 * time.Second)
}

// TestAttachmentIsForGuests: a host that asks for a relay is refused; and a replica that the leader finds
// unfit is left for another.
func TestAttachmentIsForGuests(t *testing.T) {
	t.Parallel()
	a := newAttached(t, 1, 4)
	b, leader := a.nodes[1], a.nodes[0]
	protocolOf(b.core).relay.Wish(b.core.Peers.Get(leader.id()), a.nodes[2].id())
	before := leader.core.Counters[counter.Unexpected]
	b.act()
	a.run(time.Second)
	if leader.core.Counters[counter.Unexpected] != before+1 || !protocolOf(leader.core).relay.Child(leader.core.Peers.Get(b.id())).Of.IsZero() {
		t.Error("a voter got a relay")
	}
	// Half of its packets to the leader are lost: no relay for others.
	protocolOf(leader.core).seats.Lossy(a.nodes[2].id(), 0.5)
	leader.links[a.nodes[2].id()] = lossy{leader.links[a.nodes[2].id()]}
	a.until("another replica", 5*time.Second, func() bool { return a.by() == a.nodes[3] })
	a.agree(3 * time.Second)
}

// lossy is a link that says that it loses half of its packets.
type lossy struct{ link.Link }

func (l lossy) Stats() link.Stats {
	s := l.Link.Stats()
	s.Loss = 0.5
	return s
}
