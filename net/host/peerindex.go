package host

import "manyhold/net/key"

// peer returns the state of a linked peer; nil: it is not linked.
func (ps *Peers) peer(k key.ID) *peer { return ps.Get(k) }

// leaderCache holds the result of the last search for the leader, see leaderHere.
type leaderCache struct {
	leader  key.ID
	p       *peer
	version uint64 // of the peers
	valid   bool
}

// leaderHere is the peer that leads the present epoch; nil: it is not linked, or not known. Every call asks
// for it, and the answer rarely changes.
func (ps *Peers) leaderHere() *peer {
	k := ps.c.e.Leader()
	if l := &ps.led; !l.valid || l.leader != k || l.version != ps.Version() {
		*l = leaderCache{k, ps.peer(k), ps.Version(), true}
	}
	return ps.led.p
}
