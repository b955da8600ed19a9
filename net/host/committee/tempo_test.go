package committee

import (
	"testing"
	"time"
)

// TestTempo: a peer is slow when it is behind for most of two seconds, and for a while after.
func TestTempo(t *testing.T) {
	var p tempo
	now := time.Unix(1000, 0)
	look := func(n int, behind bool) (slow bool) {
		for range n {
			now = now.Add(surveyEvery)
			slow = p.look(now, behind)
		}
		return slow
	}
	if look(tempoBad-1, true) || look(20, false) {
		t.Error("a hiccup makes a peer slow")
	}
	for range 20 {
		if look(1, true) || look(1, false) {
			t.Fatal("one that is behind every other time is slow")
		}
	}
	look(20, false)
	if !look(tempoBad, true) {
		t.Error("one that stays behind is not slow")
	}
	back := int(slowFor / surveyEvery)
	if !look(back-1, false) {
		t.Error("it keeps up, and is trusted too early")
	}
	if look(8, false) {
		t.Error("it keeps up, and counts as slow for ever")
	}
}
