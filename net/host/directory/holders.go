package directory

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// holders says which peers ought to hold an island.
type holders struct {
	*links.Hub
	world World

	invited map[uint64]time.Time // when others were asked last to execute an island
}

func newHolders(h *links.Hub, world World) *holders {
	return &holders{Hub: h, world: world, invited: map[uint64]time.Time{}}
}

// candidate is a peer that may hold an island: a linked one, or this one.
type candidate struct {
	roster.Member
	weight uint64 // by the hash of island and key
}

// class is the first criterion of the ranking: willing peers without a window, other willing peers, the rest.
func (c *candidate) class() int {
	switch {
	case c.Willing && c.Headless:
		return 0
	case c.Willing:
		return 1
	}
	return 2
}

// ranking returns all linked peers of the world and this one in the order in which they hold an island,
// without those that only play.
func (h *holders) ranking(id uint64) []candidate {
	all := make([]candidate, 0, h.Peers.Len()+1)
	add := func(m roster.Member) {
		if m.PlayOnly {
			return
		}
		all = append(all, candidate{m, roster.Weight(m.Key, id)})
	}
	add(h.world.Member())
	for _, l := range h.Peers.Values() {
		if l.Greeted && !l.Said.Leaving {
			add(h.world.MemberOf(l))
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.class(), b.class()), cmp.Compare(a.weight, b.weight), message.CompareIDs(a.Key, b.Key))
	})
	return all
}

// first returns the first n of an island's ranking.
func (h *holders) first(id uint64, n int) (keys []key.ID) {
	all := h.ranking(id)
	for _, c := range all[:min(n, len(all))] {
		keys = append(keys, c.Key)
	}
	return keys
}
