package host

import (
	"cmp"
	"slices"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// # Invitations
//
// A committee is chosen from the peers that execute the island. Where islands are shared out, its size
// follows the number of linked, willing peers (see roster.Size). If too few of these execute the island, its
// leader asks the first willing and trusted peers of the island's ranking. They come as observers, and vote
// once they are settled.

// size is how many voters the committee should have when so many able peers are there beside the leader.
func (d *Division) size(able int) int {
	if d.c.siblings == nil || !d.c.siblings.Shares() {
		return roster.Size(able + 1)
	}
	return d.c.siblings.Seats()
}

// seats is the size of committees in a world with so many linked peers.
func (h *holders) seats() int {
	n := 1
	for _, l := range h.links.Values() {
		if m := h.memberOf(l); l.greeted && m.Votes() {
			n++
		}
	}
	return roster.Size(n)
}

// inherits reports whether a peer may be named as an heir. Where peers execute some islands only, these are
// the peers with a player here, which execute the island anyway.
func (d *Division) inherits(k key.ID) bool {
	if d.c.siblings == nil || !d.c.siblings.Shares() || d.c.island == message.Home {
		return true
	}
	return d.hasPlayer(k)
}

// hasPlayer reports whether a peer's player is on the island.
func (d *Division) hasPlayer(k key.ID) bool {
	return d.c.machine != nil && d.c.machine.Holds(k)
}

// invite asks peers to execute an island that this peer leads, as long as too few able ones do.
func (h *holders) invite(c *Core) {
	if !h.shares() || c.island == message.Home || !c.epochs.steady() || !c.retirement.invited.IsZero() && h.now.Sub(c.retirement.invited) < inviteEvery {
		return
	}
	missing := h.seats() - 1
	coming := map[key.ID]bool{}
	c.peers.each(func(p *peer) {
		if m := c.peers.memberOf(p); p.greeted && m.Votes() {
			coming[p.key] = true
			missing--
		}
	})
	if missing <= 0 {
		return
	}
	c.retirement.invited = h.now
	for _, m := range h.ranking(c.island) {
		if missing > 0 && m.Key != h.me && !coming[m.Key] && m.Votes() {
			missing--
			h.send(m.Key, message.EncodeInvitation(c.island))
		}
	}
}

// hearInvitation accepts an invitation from a peer that votes on the island, as far as is known here.
func (s *subscriptions) hearInvitation(from key.ID, island uint64) {
	if s.world.islands.get(island) != nil || s.world.ended.has(island) {
		return
	}
	if r := s.world.directory.newest(island); r == nil || !r.Votes(from) {
		s.counters[counter.Unexpected]++
		return
	}
	s.invited[island] = s.now
}

// seek asks all others where this peer's player is, when it is nowhere here.
func (sub *subscriptions) seek() {
	s := sub
	if !sub.shares() || sub.world.player.isOn(sub.world.player.here()) {
		s.sought, s.gap = sub.now, seekFirst
		clear(s.found)
		return
	}
	if sub.now.Sub(s.sought) < max(s.gap, seekFirst) {
		return
	}
	s.sought, s.gap = sub.now, min(2*max(s.gap, seekFirst), seekMost)
	for _, l := range sub.links.Values() {
		sub.send(l.key, message.EncodeSeek())
	}
}

// answerSeek tells a peer that its player is on an island here.
func (d *directory) answerSeek(from key.ID) {
	d.world.islands.each(func(c *Core) {
		if m := c.machine; m != nil && c.island != message.Home && c.retirement.retired.IsZero() && !c.ancestry.over() && m.Holds(from) {
			n := d.newsOf(c)
			n.Yours = true
			d.send(from, n.Encode())
		}
	})
}

// shareOut puts members that are ranked by ability in the order in which they hold an island: those that are
// strained or far come last as before, and of the others those first that live there and so execute it
// anyway, then those that are to keep a copy of it.
func shareOut(ranked []roster.Member, island uint64, lives func(key.ID) bool) {
	slices.SortStableFunc(ranked, func(a, b roster.Member) int {
		return cmp.Or(
			compareBool(a.Strained, b.Strained),
			compareBool(b.Headless, a.Headless),
			compareBool(a.RTT >= roster.Near, b.RTT >= roster.Near),
			compareBool(lives(b.Key), lives(a.Key)),
			cmp.Compare(weight(a.Key, island), weight(b.Key, island)),
		)
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
