package fork

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Quorum
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
	firm := k.c.Ancestry.FirmOne()
	if k.Shared.Abandon.LostEnd(firm) {
		return false // it cannot be ended twice
	}
	name := firm.Hash()
	living, all := 0, true
	for _, v := range firm.Voters {
		p := k.c.Peers.Get(v.Key)
		switch {
		case k.c.Standing.Refused(v.Key, k.c.Now):
			all = false // by the charter
		case v.Key == k.c.Me:
			if v == k.c.Self && k.Shared.Provisional.living() {
				living++
			}
			all = all && !k.c.Options.Offer.PlayOnly
		case p == nil || !p.Greeted || p.Said.PlayOnly || p.Said.FirmName != name || k.c.Now.Sub(p.Heard) > kernel.StalledAfter:
			all = false
		case p.Said.Living && p.Said.Incarnation == v.Incarnation:
			if p.Said.Name == name && !k.Shared.Provisional.StillLacks(p) && !k.leadsFirm(p, firm) {
				all = false
			} else {
				living++
			}
		}
	}
	return all || 2*living > len(firm.Voters)
}

// living reports whether this process is still a member of the epoch of the chain's firm ancestor.
func (a *Provisional) living() bool {
	if s := a.Parked; s != nil && a.isParked(a.c.Ancestry.FirmOne()) {
		return s.e != nil && s.e.Member()
	}
	return a.c.Epoch != nil && a.c.Epoch.Member() && a.c.Epoch.Record().Firm
}

// agreeing is when the peers that could continue the firm chain came together, or last made progress.
func (k *Fork) agreeing() time.Time {
	return latest(k.Shared.Provisional.quorum, k.c.Recovery.Moved())
}

// rankIn is where a record names a peer: among the voters, among the heirs, or after them.
func rankIn(r *epoch.Record, k key.ID) int {
	for i, v := range r.Voters {
		if v.Key == k {
			return i
		}
	}
	if i := slices.Index(r.Heirs, k); i >= 0 {
		return len(r.Voters) + i
	}
	return len(r.Voters) + len(r.Heirs)
}

// RankAlone is how many of the peers without quorum come before this one.
func (separate *Provisional) RankAlone() (rank int) {
	name, mine := separate.c.Ancestry.Last().Hash(), min(separate.c.History.Committed, separate.c.History.Executed)
	separate.c.Peers.Each(func(p *kernel.Peer) {
		if !p.Greeted || !p.Said.Lacks || p.Said.PlayOnly || !separate.c.Standing.MayEnter(p.Key) || p.Said.Name != name || separate.c.Now.Sub(p.SaidAt) > 3*kernel.LackGreeting {
			return
		}
		if theirs, own := separate.c.Standing.MayHost(p.Key), separate.c.Standing.MayHost(separate.c.Me); theirs != own {
			if theirs {
				rank++
			}
			return
		}
		a, b := rankIn(separate.c.Ancestry.Last(), p.Key), rankIn(separate.c.Ancestry.Last(), separate.c.Me)
		switch {
		case p.Said.Committed != mine:
			if p.Said.Committed > mine {
				rank++
			}
		case a != b:
			if a < b {
				rank++
			}
		case message.CompareIDs(p.Key, separate.c.Me) < 0:
			rank++
		}
	})
	return rank
}
