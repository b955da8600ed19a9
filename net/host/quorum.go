package host

import "time"

// # Those who could go on
//
// Before it goes on without the missing peers, a peer waits as long as the linked peers could continue the
// firm chain: a majority of the processes that its record names elects a leader, and all its voters together
// can recover it.

const (
	// quorumPatience is how long this peer waits for linked peers that could continue the firm chain.
	quorumPatience = 10 * time.Second
	// quorumStill is how long it waits while no peer is heard to promise or sign anything. The second
	// coordinator of a recovery, when the first misses a link, begins sooner; any two peers must go on within
	// six seconds.
	quorumStill = 3 * time.Second
)

// quorum reports whether the linked peers can continue the firm chain: a majority of the processes that its
// record names, or all its voters. Peers that continue it already, under a leader that is not linked with
// this peer, do not count: waiting for them may last.
func (k *Fork) quorum() bool {
	firm := k.c.ancestry.firmOne()
	if k.in.abandon.lostEnd(firm) {
		return false // it cannot be ended twice
	}
	name := firm.Hash()
	living, all := 0, true
	for _, v := range firm.Voters {
		p := k.c.peers.Get(v.Key)
		switch {
		case v.Key == k.c.me:
			if v == k.c.self && k.in.separate.living() {
				living++
			}
		case p == nil || !p.greeted || p.said.FirmName != name || k.c.now.Sub(p.heard) > stalledAfter:
			all = false
		case p.said.Living && p.said.Incarnation == v.Incarnation:
			if p.said.Name == name && !k.in.separate.stillLacks(p) && !k.leadsFirm(p, firm) {
				all = false
			} else {
				living++
			}
		}
	}
	return all || 2*living > len(firm.Voters)
}

// agreeing is when the peers that could continue the firm chain came together, or last made progress.
func (k *Fork) agreeing() time.Time {
	return latest(k.in.separate.quorum, k.c.recovering.moved())
}
