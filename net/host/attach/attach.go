// Package attach keeps a peer that only plays attached to the nearest host of its island: the peer with the
// lowest round trip passes the turns on to it.
package attach

import (
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// # Attachment
//
// A peer that only plays gets its turns from one replica: the leader, or any other peer that hosts the island
// and is linked with it. It chooses the one with the lowest round trip (see Choice) and tells the leader,
// which passes its turns by that replica like by any relay: the frames are the leader's, signed, so that a
// replica can hold turns back but not forge them. Commands and acknowledgements go to the leader itself,
// because only the link proves whose they are.
//
// No turn is lost in a change. The leader serves the peer itself until the new replica has begun
// (relay.bothFor), and again as soon as the peer reports that its replica is silent. Missing turns are asked
// for as always. A leader that was just elected serves all peers itself until they ask for a replica.

const (
	// lookEvery is the least time between two looks at the replicas.
	lookEvery = 50 * time.Millisecond
	// refusedAfter is how long a replica that was asked for may bring no turns: the leader found it unfit.
	refusedAfter = 2 * time.Second
	// avoidFor is how long a replica is not chosen that fell silent or was refused.
	avoidFor = 30 * time.Second
)

// Attachment is the replica by which a peer that only plays gets its turns. Of other peers it does nothing.
type Attachment struct {
	c *kernel.Core
	kernel.ObserverBase

	choice Choice
	looked time.Time
	asked  request
	at     time.Time // when the leader was asked
	served bool      // turns came by that replica since
	// The leader at the last look, and its epoch.
	leader key.ID
	epoch  uint64
}

// request is what a leader was asked for. It holds for one term of an epoch.
type request struct {
	replica, leader key.ID
	epoch, term     uint64
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Attachment { return &Attachment{c: c} }

// Step chooses a replica, and asks the leader for it.
func (a *Attachment) Step() {
	if !a.c.Options.Offer.PlayOnly || a.c.Epoch == nil || a.c.Now.Sub(a.looked) < lookEvery {
		return
	}
	a.looked = a.c.Now
	leader := a.c.Peers.LeaderHere()
	if leader == nil {
		return
	}
	now := request{a.asked.replica, leader.Key, a.c.Epoch.Record().Number, a.c.Epoch.Term()}
	if a.epoch == now.epoch && a.leader != now.leader {
		a.choice.Avoid(a.leader, a.c.Now.Add(avoidFor)) // it fell: its link may last a while
	}
	a.epoch, a.leader = now.epoch, now.leader
	if now == a.asked {
		a.judge(leader.Key)
	}
	now.replica = a.choice.Of(a.c.Now, a.replicas(leader))
	if now == a.asked || a.asked.replica.IsZero() && now.replica == leader.Key {
		return // without a wish, turns come from the leader
	}
	a.asked, a.at, a.served = now, a.c.Now, false
	a.c.Relay.Wish(leader, now.replica)
}

// judge avoids a replica that has stopped bringing turns, or never began.
func (a *Attachment) judge(leader key.ID) {
	if a.asked.replica == leader {
		return
	}
	why := ""
	switch source := a.source(leader); {
	case source == a.asked.replica:
		a.served = true
	case a.served:
		why = "it fell silent"
	case a.c.Now.Sub(a.at) >= refusedAfter:
		why = "it brings no turns"
	}
	if why != "" {
		a.choice.Avoid(a.asked.replica, a.c.Now.Add(avoidFor))
		a.c.Event("leaving the peer that passed turns on", "peer", a.asked.replica.Short(), "why", why)
	}
}

// source is the peer that turns come from.
func (a *Attachment) source(leader key.ID) key.ID {
	if k := a.c.Relay.Source(); !k.IsZero() {
		return k
	}
	return leader
}

// replicas lists the leader and the other linked peers that can pass its turns on.
func (a *Attachment) replicas(leader *kernel.Peer) []Replica {
	all := []Replica{{leader.Key, leader.RTT}}
	a.c.Peers.Each(func(p *kernel.Peer) {
		m := a.c.Peers.MemberOf(p)
		if p != leader && a.c.Peers.Executes(p) && !a.c.Fork.InOther(p) && m.Votes() && !m.Strained {
			all = append(all, Replica{p.Key, p.RTT})
		}
	})
	return all
}

// Report names the replica in use.
func (a *Attachment) Report(to *status.Host) {
	playing := status.Playing{Only: a.c.Options.Offer.PlayOnly}
	if playing.Only && a.c.Epoch != nil {
		playing.By = a.source(a.c.Epoch.Leader())
		if p := a.c.Peers.Get(playing.By); p != nil {
			playing.RTT = p.RTT
		}
	}
	to.Island.Playing = playing
}
