package relay

import (
	"slices"

	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
	"manyhold/net/wire"
)

// Wish asks the leader for turns by another peer; the leader's own key ends the wish.
func (r *Relay) Wish(leader *kernel.Peer, by key.ID) {
	b := wire.AppendUvarint([]byte{byte(wire.Relay), relayWish}, r.c.Epoch.Record().Number)
	r.c.Send(leader.Key, link.Stream, append(b, by[:]...))
}

// wished takes a peer's choice of its relay.
func (relay *Relay) wished(p *kernel.Peer, number uint64, by key.ID) error {
	if !p.Said.PlayOnly {
		return kernel.ErrUnexpected
	}
	if relay.c.Epoch == nil || !relay.c.Epoch.Leading() || number != relay.c.Epoch.Record().Number {
		return nil // it will ask the leader of the epoch that it comes to
	}
	if by == relay.c.Me {
		by = key.ID{}
	}
	r := relay.Child(p)
	if by == r.wish || !r.wishes.Take(relay.c.Now, 1, wishRate, wishBurst) {
		return nil
	}
	r.wish = by
	return nil
}

// AssignRelays assigns followers to relays: in a crowd as many as the leader does not serve itself, and
// always those with a wish. It is called before each turn is sent.
func (relay *Relay) AssignRelays() {
	crowded := relay.c.Leader.Followers > RelaysFrom
	wishes := relay.wishes()
	if !crowded && len(wishes) == 0 {
		if relay.relayed {
			relay.relayed = false
			relay.c.Peers.Each(func(p *kernel.Peer) { relay.Child(p).Of = key.ID{} })
			relay.tellRelays(nil)
		}
		return
	}
	relay.relayed = true
	relays := relay.relays(wishes)
	load := map[key.ID]int{}
	served := 0
	relay.c.Peers.Each(func(p *kernel.Peer) {
		r := relay.Child(p)
		if !r.Of.IsZero() && relay.Passes(p) && p.Acked+lateTurns < relay.c.History.Executed {
			r.Of, r.wish, r.direct = key.ID{}, key.ID{}, relay.c.Now.Add(directFor)
		}
		fits := func(k key.ID) bool { return !k.IsZero() && load[k] < relays[k] && !relay.Holds(p.Key) }
		switch {
		case fits(r.wish):
			if r.Of != r.wish {
				r.Of, r.Since = r.wish, relay.c.Now
			}
		case !crowded || !fits(r.Of):
			r.Of = key.ID{}
		}
		if r.Of.IsZero() && p.Greeted {
			served++
		} else if !r.Of.IsZero() {
			load[r.Of]++
		}
	})
	if crowded {
		relay.share(relays, load, served)
	}
	relay.tellRelays(relays)
}

// share gives followers to relays until the leader serves servedMost itself. Voters relay only when the heirs
// have no room left and the leader's uplink does not suffice for the rest: turns are committed when voters
// acknowledge them, and each child costs its relay 1.5 KB a second of acknowledgements, on the way down.
func (relay *Relay) share(relays, load map[key.ID]int, served int) {
	me := relay.c.Committee.Member()
	for _, k := range relay.c.Peers.Keys() {
		p := relay.c.Peers.Get(k)
		if served <= servedMost {
			break
		}
		if !p.Greeted || !relay.Child(p).Of.IsZero() || relay.c.Now.Before(relay.Child(p).direct) || relay.Holds(p.Key) {
			continue
		}
		best := key.ID{}
		for _, r := range relay.c.Peers.Keys() {
			free := load[r] < relays[r] && relay.Holds(r) && (!me.Leads(served) || !relay.c.Epoch.Record().Votes(r))
			if free && (best.IsZero() || relay.before(r, best, load)) {
				best = r
			}
		}
		if best.IsZero() {
			break
		}
		relay.Child(p).Of, relay.Child(p).Since = best, relay.c.Now
		load[best]++
		served--
	}
}

// before reports whether a relay is chosen before another one, given how many children each has.
func (relay *Relay) before(a, b key.ID, load map[key.ID]int) bool {
	r := relay.c.Epoch.Record()
	if r.Votes(a) != r.Votes(b) {
		return r.Votes(b)
	}
	return load[a] < load[b]
}

// wishes are the relays that peers asked for.
func (relay *Relay) wishes() map[key.ID]bool {
	var all map[key.ID]bool
	relay.c.Peers.Each(func(p *kernel.Peer) {
		if k := relay.Child(p).wish; !k.IsZero() {
			if all == nil {
				all = map[key.ID]bool{}
			}
			all[k] = true
		}
	})
	return all
}

// Holds reports whether a peer is a voter or an heir: every peer is linked with those.
func (relay *Relay) Holds(k key.ID) bool {
	r := relay.c.Epoch.Record()
	return r.Votes(k) || slices.Contains(r.Heirs, k)
}

// relays returns how many children each peer can have that may relay turns: the committee and its heirs, with
// which every peer is linked, and those that were wished for.
func (r *Relay) relays(wishes map[key.ID]bool) map[key.ID]int {
	out := map[key.ID]int{}
	r.c.Peers.Each(func(p *kernel.Peer) {
		m := r.c.Peers.MemberOf(p)
		if !r.Holds(p.Key) && !wishes[p.Key] || !r.c.Committee.Here(p) || m.Strained || m.Slow || p.Loss >= kernel.LossyFrom || r.c.Now.Before(r.Child(p).Unfit) || p.Acked+kernel.CloseTo < r.c.History.Executed {
			return
		}
		room := MaxChildren
		if m.Uplink > 0 {
			// its own frames to its leader count as one
			room = min(room, int(m.Uplink)/roster.UplinkFollower-1)
		}
		out[p.Key] = max(0, room)
	})
	return out
}

// tellRelays sends the relays with changed children their new lists.
func (relay *Relay) tellRelays(relays map[key.ID]int) {
	children := map[key.ID][]key.ID{}
	relay.c.Peers.Each(func(p *kernel.Peer) {
		if !relay.Child(p).Of.IsZero() {
			children[relay.Child(p).Of] = append(children[relay.Child(p).Of], p.Key)
		}
	})
	number, term := relay.c.Epoch.Record().Number, relay.c.Epoch.Term()
	relay.c.Peers.Each(func(p *kernel.Peer) {
		r, now := relay.Child(p), children[p.Key]
		same := slices.Equal(r.told, now) && (len(now) == 0 || r.epoch == number && r.term == term)
		if same {
			return
		}
		r.told, r.epoch, r.term = now, number, term
		b := wire.AppendUvarint([]byte{byte(wire.Relay), RelayChildren}, number)
		b = append(wire.AppendUvarint(b, term), byte(len(now)))
		for _, k := range now {
			b = append(b, k[:]...)
		}
		relay.c.Send(p.Key, link.Stream, b)
	})
}

// Audience is to how many peers a leader sends turns.
func (r *Relay) Audience() int {
	if n := r.c.Peers.Followers(); n <= RelaysFrom {
		return n
	}
	return servedMost
}
