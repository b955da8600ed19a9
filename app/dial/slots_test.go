package dial

import (
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/signal"
)

// TestRoom: blind dials leave slots for peers that are there, and a holder of an island always has one.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		name                     string
		there, blind, holders    int
		helper, unsured, aHolder bool
	}{
		{"nothing under way", 0, 0, 0, true, true, true},
		{"blind dials", 0, blindAtMost, 0, true, false, true},
		{"all slots", dialsAtMost - blindAtMost, blindAtMost, 0, false, false, true},
		{"peers that are there", dialsAtMost, 0, 0, false, false, true},
		{"holders", 0, 0, 2 * dialsAtMost, true, true, true},
	} {
		f := &Dialer{tries: map[key.ID]*attempt{}}
		add := func(n int, a attempt) {
			for range n {
				f.tries[key.ID{byte(len(f.tries) + 1)}] = &a
			}
		}
		add(c.there, attempt{busy: true, need: helps})
		add(c.blind, attempt{busy: true, need: unsure, blind: &blind{}})
		add(c.holders, attempt{busy: true, need: holder})
		add(50, attempt{})
		if got := [3]bool{f.room(helps, true), f.room(unsure, false), f.room(holder, false)}; got != [3]bool{c.helper, c.unsured, c.aHolder} {
			t.Errorf("%s: room for one that helps, one that may be gone, and a holder: %v", c.name, got)
		}
		if n := f.busy((*attempt).toThere); n != c.there+c.holders {
			t.Errorf("%s: %d dials to peers that are there", c.name, n)
		}
	}
}

// TestQueue: the order in which blind dials begin.
func TestQueue(t *testing.T) {
	inviter, near, named := key.ID{1}, key.ID{2}, key.ID{3}
	f := &Dialer{Invite: &signal.Invite{Peer: inviter}, tries: map[key.ID]*attempt{}}
	began := time.Unix(1000, 0)
	book := make([]route, 6)
	for i := range book {
		book[i] = route{peer: key.ID{9, byte(i)}, name: doorWays + "192.0.2.1:1"}
		f.tries[book[i].peer] = &attempt{next: began}
	}
	f.tries[book[0].peer].next = began.Add(9 * time.Second) // they have failed
	f.tries[book[3].peer].next = began.Add(5 * time.Second)
	f.tries[inviter] = &attempt{next: began.Add(7 * time.Second)}
	f.tries[named] = &attempt{next: began}
	routes := append(append([]route{}, book...), route{peer: named, name: "config.toml"}, route{peer: inviter, name: "invitation"}, route{peer: near, there: true})
	f.queue(routes)
	for i, want := range []key.ID{near, inviter, named, book[1].peer, book[2].peer, book[4].peer, book[5].peer, book[3].peer, book[0].peer} {
		if routes[i].peer != want {
			t.Errorf("place %d: %v, want %v", i, routes[i].peer[:2], want[:2])
		}
	}
}
