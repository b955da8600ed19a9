package e2e

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/patience"
)

// TestCableOut: the cable of one of three machines is out for five seconds. Soon after it is in again, its
// player is the same as before, awake where it stood, in the one firm fork of all; nothing built there
// meanwhile is lost.
func TestCableOut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute; run without -short")
	}
	t.Parallel()
	l := newLAN(t, 3)
	var nodes []*lanNode
	for i := range 3 {
		nodes = append(nodes, l.node(i, filepath.Join(t.TempDir(), lanNodeNames[i])))
		nodes[i].await("turns", 20*time.Second, func() bool { _, _, ok := nodes[i].look(); return ok })
	}
	settled(nodes, 3, 40*time.Second)
	for i, n := range nodes {
		if out, err := l.do(i, n.data, "say here"); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	ada, bo := nodes[0], nodes[1]
	person := func(n *lanNode) (p status.PersonStatus, found bool) {
		_, i, ok := n.look()
		k := slices.IndexFunc(i.People, func(p status.PersonStatus) bool { return p.Name == "Bo" })
		if !ok || k < 0 {
			return p, false
		}
		return i.People[k], true
	}
	ada.await("Bo to be seen", 5*time.Second, func() bool { _, ok := person(ada); return ok })
	before, _ := person(ada)
	l.ip("-n", l.hub, "link", "set", "p1", "down")
	out := time.Now()
	ada.await("five seconds", 10*time.Second, func() bool { return time.Since(out) > 5*time.Second })
	l.ip("-n", l.hub, "link", "set", "p1", "up")
	in := patience.Now()
	ada.await("Bo to be back in one firm fork", 20*time.Second, func() bool {
		_, a, ok1 := ada.look()
		_, b, ok2 := bo.look()
		now, seen := person(ada)
		own, there := person(bo)
		return ok1 && ok2 && seen && there && now.Key == before.Key && now.Seat == before.Seat && own.Key == before.Key &&
			a.Firm && b.Firm && a.Epoch == b.Epoch && b.Waiting == "" && a.Waiting == "" && b.TurnOrdered+20 > a.TurnOrdered
	})
	took := patience.Since(in)
	t.Logf("back %v after the cable was in", took)
	if took > 5*time.Second {
		t.Errorf("Bo was back %v after the cable was in, want 5 s at most", took)
	}
	if out, err := l.do(1, bo.data, "say I am back"); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
