package dial

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/link"
)

// In a small world everybody is linked with everybody. In a crowd that would be most of the traffic: there a
// node is linked with those that hold its islands, which turns, fail-over and the transfer of states need,
// and with a few others, so that whoever is left finds each other when all of the former are gone. With
// several islands everybody is linked with everybody all the same, until there are so many that each executes
// its share: then news of islands are passed on, and the host says whom it needs. Which others is by chance,
// but the same for both of two: see bond.
const (
	// meshLinks is how many links a node makes by its own doing, except to those that hold its islands.
	meshLinks = 12
	// meshMost is how many there may be before some are closed that nobody needs, and settledAfter how old
	// they are.
	meshMost     = 20
	settledAfter = 10 * time.Second
	// crowdLinks is how many links are so many that those that carry no turns are to be quiet.
	crowdLinks = 10
)

// linkPlan is who holds the islands of a node.
type linkPlan struct {
	wanted  []key.ID // the committees, the heirs, and the voters that are missed
	leaders []key.ID
	lacks   bool // no turns come, or none yet: everybody counts
	mesh    bool // there are several islands, and everybody executes all: everybody counts, too
}

func (s *linkPlan) holds(id key.ID) bool { return slices.Contains(s.wanted, id) }

// hush makes links quiet if there are many. The links to and from leaders carry turns and stay loud. A new
// leader's links become loud at once, so no election waits for a sign of life.
func (s *linkPlan) hush(links []link.Link, me key.ID) {
	crowd := len(links) > crowdLinks && !s.lacks && !slices.Contains(s.leaders, me)
	for _, l := range links {
		if q, ok := l.(link.Quieter); ok {
			id := l.Peer()
			q.Quiet(crowd && !slices.Contains(s.leaders, id))
		}
	}
}

// missing returns the routes to those with whom there ought to be a link, when so many attempts are under
// way: to everybody while no turns come; else to those that hold the islands, and to others as long as there
// are few links.
func (s *linkPlan) missing(routes []route, links []link.Link, me key.ID, busy int) (out []route) {
	if s.lacks || s.mesh {
		return routes
	}
	var others []route
	for _, r := range routes {
		switch {
		case s.holds(r.peer):
			out = append(out, r)
		case !slices.ContainsFunc(links, func(l link.Link) bool { return l.Peer() == r.peer }):
			others = append(others, r)
		}
	}
	slices.SortStableFunc(others, func(a, b route) int { return cmp.Compare(bond(me, a.peer), bond(me, b.peer)) })
	return append(out, others[:min(len(others), max(0, meshLinks-len(links)-busy))]...)
}

// surplus returns a link that may be closed, or nil: neither end holds an island, and there are many others.
func (s *linkPlan) surplus(links []link.Link, me key.ID, now time.Time) (out link.Link) {
	if len(links) <= meshMost || s.lacks || s.mesh || s.holds(me) {
		return nil
	}
	for _, l := range links {
		if s.holds(l.Peer()) || slices.Contains(s.leaders, l.Peer()) || now.Sub(l.Stats().ConnectedAt) < settledAfter {
			continue
		}
		if out == nil || bond(me, l.Peer()) > bond(me, out.Peer()) {
			out = l
		}
	}
	return out
}

// bond is a number that two peers have in common, as good as drawn by lot. Of two others a peer is rather
// linked with the one with which it has the lesser, so that both ends of a link agree about what it is worth.
func bond(a, b key.ID) uint64 {
	if bytes.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return xxh3.Hash(append(a[:], b[:]...))
}

// linkPlanOf returns what a host says of who holds its islands.
func PlanOf(h *host.Host) func() linkPlan {
	return func() linkPlan {
		st := h.Status()
		return linkPlanIn(&st)
	}
}

// linkPlanIn reads it from a status.
func linkPlanIn(st *host.Status) linkPlan {
	all := linkPlan{wanted: slices.Concat(st.Missing, st.Needs), lacks: st.Joining, mesh: len(st.Islands)+len(st.Known) > 1 && !st.Shared}
	add := func(to []key.ID, more ...key.ID) []key.ID {
		for _, k := range more {
			if !k.IsZero() && !slices.Contains(to, k) {
				to = append(to, k)
			}
		}
		return to
	}
	for _, i := range st.Islands {
		all.wanted = add(add(all.wanted, i.Voters...), i.Heirs...)
		all.leaders = add(all.leaders, i.Leader)
		all.lacks = all.lacks || i.Lacks
	}
	for _, k := range st.Known {
		if !st.Shared {
			all.wanted = add(all.wanted, k.Voters...)
		}
	}
	return all
}
