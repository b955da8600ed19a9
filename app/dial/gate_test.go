package dial

import (
	"testing"
	"time"
)

// TestGate: a bounded number of attempts is under way in a process, fewer to peers that nobody needs, and a
// new link counts for a while.
func TestGate(t *testing.T) {
	var g gate
	now := time.Unix(1000, 0)
	for i := range gateRoom[spare] {
		if !g.enter(spare, now) {
			t.Fatalf("no room for attempt %d", i)
		}
	}
	if g.enter(spare, now) {
		t.Error("room for one more that nobody needs")
	}
	for range gateRoom[unsure] - gateRoom[spare] {
		if !g.enter(unsure, now) {
			t.Fatal("no room for one that may be gone")
		}
	}
	if g.enter(unsure, now) {
		t.Error("those that may be gone leave no room for those that are there")
	}
	for range gateRoom[helps] - gateRoom[unsure] {
		if !g.enter(helps, now) {
			t.Fatal("no room for one that helps")
		}
	}
	if g.enter(helps, now) {
		t.Error("room for one more that helps")
	}
	for range gateRoom[holder] - gateRoom[helps] {
		if !g.enter(holder, now) {
			t.Fatal("a holder of the island waits for others")
		}
	}
	if g.enter(holder, now) {
		t.Error("room beyond the bound")
	}
	g.leave(false, now)
	if !g.enter(holder, now) {
		t.Error("a failed attempt keeps its place")
	}
	g.leave(true, now)
	if g.enter(holder, now.Add(youngFor-1)) {
		t.Error("a new link costs nothing")
	}
	if !g.enter(holder, now.Add(youngFor)) {
		t.Error("a link that is not new keeps its place")
	}
}
