package node

import (
	"testing"
	"time"

	"manyhold/net/beacon"
	"manyhold/net/store"
)

// TestYield: of two fresh worlds that hear of each other exactly one stays, whatever the machines' clocks
// say.
func TestYield(t *testing.T) {
	now := time.Now()
	low, high := store.WorldID{1}, store.WorldID{2}
	for _, c := range []struct {
		name     string
		mine     store.WorldID
		born     time.Duration // of mine, ago
		other    store.WorldID
		otherAge time.Duration // as announced
		edited   bool
		want     bool
	}{
		{"of an age, mine is higher", high, 0, low, time.Second, false, true},
		{"of an age, mine is lower", low, 0, high, time.Second, false, false},
		{"the other is older", low, 0, high, time.Hour, false, true},
		{"something was built in the other", low, 0, high, 0, true, true},
		{"the other's clock goes an hour ahead", high, 0, low, -time.Hour, false, false},
		{"mine is not fresh", high, 2 * time.Minute, low, time.Hour, true, false},
		{"the same world", low, 0, low, time.Hour, true, false},
	} {
		n := &node{ledger: ledger{world: c.mine}, youth: youth{born: now.Add(-c.born)}}
		a := beacon.Announcement{World: c.other, Born: now.Add(-c.otherAge), Edited: c.edited}
		if got := n.shouldYield(a); got != c.want {
			t.Errorf("%s: yields %v, want %v", c.name, got, c.want)
		}
		if other := (&node{ledger: ledger{world: c.other}, youth: youth{born: a.Born}}); !c.edited && c.mine != c.other && n.fresh() && other.fresh() {
			if other.shouldYield(beacon.Announcement{World: c.mine, Born: n.born}) == c.want {
				t.Errorf("%s: both decide %v", c.name, c.want)
			}
		}
	}
}
