package relay

import (
	"testing"
	"time"

	"manyhold/net/key"
)

// bearer is a direct link to a peer.
type bearer byte

func (b bearer) Peer() key.ID              { return key.ID{byte(b)} }
func (b bearer) First() (Bearer, int)      { return b, 0 }
func (b bearer) Carry(key.ID, []byte) bool { return true }

// TestCarriers: the peer in use keeps its place while it brings packets; one that brings none of the other
// side is avoided, ever longer, unless there is no other.
func TestCarriers(t *testing.T) {
	c, now, all := newCarriers(key.ID{9}), time.Unix(1000, 0), []Bearer{bearer(1), bearer(2), bearer(9)}
	const every = 200 * time.Millisecond
	pass := func(d time.Duration) { now = now.Add(d); c.pick(all, every, now) }
	uses := func(what string, want ...byte) {
		t.Helper()
		got := []byte{}
		for _, b := range c.used {
			got = append(got, b.Peer()[0])
		}
		if string(got) != string(want) {
			t.Errorf("%s: uses %v, want %v", what, got, want)
		}
	}
	pass(0)
	uses("at first", 1, 2)
	c.comes(bearer(1), 1, true, now)
	uses("packets by 1", 1)
	for range 5 { // 2 brings more
		pass(100 * time.Millisecond)
		c.comes(bearer(2), 1, true, now)
		c.comes(bearer(1), 1, true, now)
	}
	uses("packets by both", 1)
	c.avoid(now)
	uses("1 has been in use for a moment", 1)
	pass(hollowAfter)
	c.comes(bearer(1), 1, true, now)
	c.avoid(now)
	pass(0)
	uses("1 is hollow", 2)
	c.comes(bearer(1), 1, true, now)
	uses("1 goes on", 2)
	pass(avoidFor)
	uses("after a while", 1, 2)
	c.comes(bearer(1), 1, true, now)
	pass(hollowAfter)
	c.comes(bearer(1), 1, true, now)
	c.avoid(now)
	pass(avoidFor)
	uses("hollow again, and for longer", 2)
	c.refuse(key.ID{2}, now)
	pass(0)
	uses("nobody else", 1)
	c.comes(bearer(1), 1, true, now)
	if c.via != bearer(1) {
		t.Error("the only one is not taken")
	}
	pass(refusedFor)
	c.comes(bearer(2), MaxHops+1, true, now)
	if c.via == bearer(2) {
		t.Error("a way over too many peers is taken")
	}
}
