package host

import (
	"manyhold/net/key"
)

// peer is what is known of a linked peer; nil: it is not linked.
func (c *Core) peer(k key.ID) *peer { return c.peers.Get(k) }

// leaderCache holds the result of the last search for the leader, see leaderHere.
type leaderCache struct {
	leader  key.ID
	p       *peer
	version uint64 // of the peers
	valid   bool
}

// leaderHere is the peer that leads the present epoch; nil: it is not linked, or not known. Every call asks for it, and the
// answer rarely changes.
func (c *Core) leaderHere() *peer {
	k := c.e.Leader()
	if l := &c.led; !l.valid || l.leader != k || l.version != c.peers.Version() {
		*l = leaderCache{k, c.peer(k), c.peers.Version(), true}
	}
	return c.led.p
}
