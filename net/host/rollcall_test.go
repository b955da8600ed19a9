package host

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

// TestRollCall: every member of an island knows who executes it, and each sees within two seconds that one is
// silent, within six that it is gone, and soon that it is back: a follower, a voter, and the leader.
func TestRollCall(t *testing.T) {
	t.Parallel()
	for who := range 6 {
		k := newCluster(t, 600, lan)
		k.grow(6)
		k.run(8 * time.Second)
		all := make([]key.ID, len(k.nodes))
		for i, n := range k.nodes {
			all[i] = n.id()
		}
		slices.SortFunc(all, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
		complete := func(x *testNode) bool {
			for _, n := range k.alive() {
				i := n.core.Status(k.net.Now()).Island
				known := slices.Concat(i.Voters, i.Observers)
				slices.SortFunc(known, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
				if n != x && (!slices.Equal(known, all) || len(i.Lagging)+len(i.Silent) > 0) {
					return false
				}
			}
			return true
		}
		k.until("everybody to know everybody", 10*time.Second, func() bool { return complete(nil) })
		x := k.nodes[who]
		others := func(list func(n *testNode) []key.ID) bool {
			for _, n := range k.nodes {
				if n != x && !slices.Contains(list(n), x.id()) {
					return false
				}
			}
			return true
		}
		x.stop(false)
		lagged := k.until("it to lag", 10*time.Second, func() bool {
			return others(func(n *testNode) []key.ID { return n.core.Status(k.net.Now()).Island.Lagging })
		})
		gone := lagged + k.until("it to be gone", 10*time.Second, func() bool {
			return others(func(n *testNode) []key.ID { return n.core.Status(k.net.Now()).Island.Silent })
		})
		x.wake()
		back := k.until("it to be back", 10*time.Second, func() bool { return complete(x) })
		t.Logf("node %d: lags for all after %v, gone after %v, back after %v", who, lagged, gone, back)
		if lagged > 2*time.Second || gone > 6*time.Second || back > 2*time.Second {
			t.Errorf("node %d: lags for all after %v, gone after %v, back after %v", who, lagged, gone, back)
		}
	}
}

// TestFalseRolls: only the leader's roll is believed, and nonsense of it is refused.
func TestFalseRolls(t *testing.T) {
	t.Parallel()
	k := newCluster(t, 600, lan)
	k.grow(4)
	k.run(8 * time.Second)
	leader := k.leader()
	var victim, liar *testNode
	for _, n := range k.nodes {
		switch {
		case n == leader:
		case victim == nil:
			victim = n
		default:
			liar = n
		}
	}
	say := func(from *testNode, m message.Roll) (refused uint64) {
		before := victim.core.Counters[counter.Unexpected] + victim.core.Counters[counter.Garbage]
		victim.core.Receive(k.net.Now(), from.id(), link.Stream, m.Encode())
		return victim.core.Counters[counter.Unexpected] + victim.core.Counters[counter.Garbage] - before
	}
	gone := []message.Attendance{{Peer: liar.id(), State: roster.Gone}}
	if say(liar, message.Roll{Whole: true, Peers: gone}) != 1 || len(victim.core.Status(k.net.Now()).Island.Silent) != 0 {
		t.Error("the roll of a follower was taken")
	}
	twice := []message.Attendance{gone[0], gone[0]}
	if say(leader, message.Roll{Whole: true, Peers: twice}) != 1 {
		t.Error("a roll with a peer twice was taken")
	}
	if say(leader, message.Roll{Peers: []message.Attendance{{Peer: liar.id(), State: 4}}}) != 1 {
		t.Error("an unknown state was taken")
	}
	if say(leader, message.Roll{Peers: []message.Attendance{{Peer: key.ID{1}, State: roster.Gone}}}) != 0 || len(victim.core.Status(k.net.Now()).Island.Silent) != 1 {
		t.Error("the leader's roll was not taken")
	}
	if say(leader, message.Roll{Peers: []message.Attendance{{Peer: key.ID{1}, State: roster.Absent}}}) != 0 || len(victim.core.Status(k.net.Now()).Island.Silent) != 0 {
		t.Error("a peer that is gone stays on the roll")
	}
	for i := range 3 { // rolls as large as may be
		var m message.Roll
		for n := range message.MaxRoll {
			m.Peers = append(m.Peers, message.Attendance{Peer: key.ID{byte(i + 1), byte(n >> 8), byte(n)}})
		}
		say(leader, m)
	}
	if n := len(victim.core.Status(k.net.Now()).Island.Observers); n > message.MaxRoll+1 {
		t.Errorf("%d peers are on the roll", n)
	}
}

// FuzzRoll reads any bytes as a roll; what is read has one encoding.
func FuzzRoll(f *testing.F) {
	m := message.Roll{Whole: true, Peers: []message.Attendance{{Peer: key.ID{1}}, {Peer: key.ID{2}, State: roster.Lagging}}}
	f.Add(m.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := message.DecodeRoll(b); err == nil && !bytes.Equal(m.Encode()[1:], b[1:]) {
			t.Fatalf("%x became %x", b, m.Encode())
		}
	})
}
