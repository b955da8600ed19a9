package dial

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/host"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
)

// In a small world all peers are linked with each other. In a crowd those links would be most of the traffic.
// There a node is linked with the holders of its islands, as turns, fail-over and the transfer of states
// need, and with a few others, so that the remaining peers find each other when all holders are gone. With
// several islands all peers are still linked with each other, until there are so many that each executes its
// share: then news of islands are passed on, and the host names the peers that it needs. The few others are
// random, but both ends of a pair agree on them: see bond.
const (
	// meshLinks is how many links a node makes by its own doing, except to those that hold its islands.
	meshLinks = 12
	// lackLinks is how many links a node makes at once while it gets no turns. If those do not help, it makes
	// one after the other up to meshMost: sixty nodes that all dial each other have no time for turns.
	lackLinks = 4
	// meshMost is the number of links above which unneeded ones are closed, and settledAfter the least age of
	// a closed link.
	meshMost     = 20
	settledAfter = 10 * time.Second
	// crowdLinks is the number of links from which those without turns become quiet.
	crowdLinks = 10
)

// linkPlan names the holders of a node's islands.
type linkPlan struct {
	wanted  []key.ID // the committees, the heirs, and the voters that are missed
	leaders []key.ID
	lacks   bool // no turns come, or none yet: anybody may help
	mesh    bool // there are several islands, and everybody executes all: everybody counts
}

func (s *linkPlan) holds(id key.ID) bool { return slices.Contains(s.wanted, id) }

// needs says how much the node needs a link by a route.
func (s *linkPlan) needs(r route) need {
	switch {
	case s.holds(r.peer):
		return holder
	case !r.there:
		return unsure
	case s.lacks:
		return helps
	}
	return spare
}

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

// missing returns those of the routes that are to be tried now, given the number of attempts under way at
// peers that are there: to the holders of the islands, and to others as long as there are few links. Which
// others is random while no turns come. Routes that may lead nowhere are all tried then: whoever is there is
// unknown.
func (s *linkPlan) missing(routes []route, links []link.Link, me key.ID, busy int) (out []route) {
	if s.mesh && !s.lacks {
		return routes
	}
	var others, blind []route
	for _, r := range routes {
		switch {
		case s.holds(r.peer):
			out = append(out, r)
		case s.lacks && !r.there:
			blind = append(blind, r)
		case !slices.ContainsFunc(links, func(l link.Link) bool { return l.Peer() == r.peer }):
			others = append(others, r)
		}
	}
	if s.lacks {
		room := max(0, lackLinks-len(links)-busy)
		if busy == 0 && len(links) < meshMost {
			room = max(room, 1)
		}
		rand.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		return slices.Concat(out, others[:min(len(others), room)], blind)
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

// bond is a pseudo-random number that two peers have in common. Of two others a peer prefers the link with
// the lesser bond, so that both ends of a link agree about its value.
func bond(a, b key.ID) uint64 {
	if bytes.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return xxh3.Hash(append(a[:], b[:]...))
}

// PlanOf returns a function that reads the holders of a host's islands. assets returns peers that may have
// wanted assets.
func PlanOf(h *host.Host, assets func() []key.ID) func() linkPlan {
	return func() linkPlan {
		st := h.Status()
		plan := linkPlanIn(&st)
		plan.wanted = append(plan.wanted, assets()...)
		return plan
	}
}

// linkPlanIn reads it from a status.
func linkPlanIn(st *status.Host) linkPlan {
	all := linkPlan{wanted: slices.Concat(st.Fork.Missing, st.Needs), lacks: st.Joining, mesh: len(st.Islands)+len(st.Known) > 1 && !st.Shared}
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
