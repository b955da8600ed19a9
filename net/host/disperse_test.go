package host

import (
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/host/committee"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// lower makes all peers allow fewer players on an island from now on.
func (a *archipelago) lower(most uint16) {
	for _, n := range a.nodes {
		n.world.islands.options.Cap = most
	}
}

// TestACrowdIsDivided: a cap is lowered below the people of an island. Nothing happens while they stand
// together; when some have stood aside for long they get an island of their own, at every peer alike, and the
// two do not become one again before the cap allows it. Nothing is lost or doubled.
func TestACrowdIsDivided(t *testing.T) {
	a := gathering(t, 71, 4, 0)
	first, last := a.nodes[0], a.nodes[3]
	a.lower(3)
	a.run(committee.DispersedFor + 5*time.Second)
	a.settled(time.Second, 1)
	first.say(coins.Apart(coins.Aside+1, last.id()))
	a.run(committee.DispersedFor / 2)
	a.lower(4) // and back: waiting for the old cap begins anew
	a.run(time.Second)
	a.lower(3)
	a.run(committee.DispersedFor * 3 / 4)
	a.settled(time.Second, 1)
	a.settled(committee.DispersedFor/2, 2)
	island := last.where()
	if island == message.Home || first.where() != message.Home {
		t.Fatalf("the last is on %s, the first on %s", message.IslandName(island), message.IslandName(first.where()))
	}
	meet := func() {
		first.say(coins.Call(island))
		last.say(coins.Call(message.Home))
	}
	meet()
	a.run(5 * time.Second)
	a.settled(time.Second, 2)
	a.lower(4)
	meet()
	a.settled(10*time.Second, 1)
	for _, n := range a.nodes {
		if c := &n.world.islands.home().Counters; c[counter.Resyncs] > 0 || c[counter.Contradictions] > 0 {
			t.Errorf("%s: %d resyncs, %d contradictions", n.name, c[counter.Resyncs], c[counter.Contradictions])
		}
	}
}

// TestACrowdStaysTogether: the machine finds no parts, and the charter's cap or an own one divides nothing.
func TestACrowdStaysTogether(t *testing.T) {
	a := gathering(t, 72, 2, 0)
	a.lower(1)
	a.run(2 * committee.DispersedFor)
	a.settled(time.Second, 1)
}
