package directory

import (
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

// seats is the size of committees in a world with so many linked peers.
func (h *holders) seats() int {
	n := 1
	for _, l := range h.Peers.Values() {
		if m := h.world.MemberOf(l); l.Greeted && m.Votes() {
			n++
		}
	}
	return roster.Size(n)
}

// invite asks peers to execute an island that this peer leads, as long as too few able ones do.
func (h *holders) invite(c Island) {
	id := c.Island()
	if at, ok := h.invited[id]; !h.Shares() || id == message.Home || !c.Steady() || ok && h.Now.Sub(at) < inviteEvery {
		return
	}
	coming := c.Able()
	missing := h.seats() - 1 - len(coming)
	if missing <= 0 {
		return
	}
	h.invited[id] = h.Now
	for _, m := range h.ranking(id) {
		if missing > 0 && m.Key != h.Me && !slices.Contains(coming, m.Key) && m.Votes() {
			missing--
			h.Send(m.Key, message.EncodeInvitation(id))
		}
	}
}

// removed forgets an island that is not executed here any more.
func (h *holders) removed(island uint64) { delete(h.invited, island) }

// hearFound notes that this peer's player was reported to be on an island, if it is sought.
func (s *subscriptions) hearFound(island uint64) {
	if s.gap > 0 {
		s.found[island] = s.Now
	}
}

// hearInvitation accepts an invitation from a peer that votes on the island, as far as is known here.
func (s *subscriptions) hearInvitation(from key.ID, island uint64) {
	if _, here := s.here.Find(island); here || s.ended.Has(island) {
		return
	}
	if r := s.entries.Newest(island); r == nil || !r.Votes(from) {
		s.Counters[counter.Unexpected]++
		return
	}
	s.invited[island] = s.Now
}

// seek asks all others where this peer's player is, when it is nowhere here.
func (s *subscriptions) seek() {
	if _, there := s.world.Player(); there || !s.Shares() {
		s.sought, s.gap = s.Now, seekFirst
		clear(s.found)
		return
	}
	if s.Now.Sub(s.sought) < max(s.gap, seekFirst) {
		return
	}
	s.sought, s.gap = s.Now, min(2*max(s.gap, seekFirst), seekMost)
	for _, l := range s.Peers.Values() {
		s.Send(l.Key, message.EncodeSeek())
	}
}

// answerSeek tells a peer that its player is on an island here.
func (d *Directory) answerSeek(from key.ID) {
	for _, c := range d.here.All() {
		if c.Island() != message.Home && !c.Retired() && !c.Over() && c.Holds(from) {
			d.Send(from, message.EncodeFound(c.Island()))
		}
	}
}
