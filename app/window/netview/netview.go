// Package netview turns the status of a node into what the network view shows.
package netview

import (
	"slices"
	"time"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// differTime is how long the network view tells of a digest that differed after it last did.
const differTime = 10 * time.Second

// Agreements remembers of each peer how many of its digests were compared and equal, to notice when one
// differs.
type Agreements map[string]*agreement

type agreement struct {
	compared, equal uint64
	differed        time.Time // when one last differed
}

// Of returns whether a peer's state is the same as here, as far as is known.
func (a Agreements) Of(l *status.LinkStatus, now time.Time) model.Agreement {
	was := a[l.Peer]
	if was == nil {
		was = &agreement{compared: l.Compared, equal: l.Equal}
		a[l.Peer] = was
	}
	if l.Compared-was.compared > l.Equal-was.equal {
		was.differed = now
	}
	was.compared, was.equal = l.Compared, l.Equal
	switch {
	case now.Sub(was.differed) < differTime:
		return model.Differs
	case l.Compared == 0:
		return model.NotCompared
	}
	return model.Agrees
}

// Pairs returns the pairs of linked peers whose agreement is known.
func Pairs(dst []model.PairView, st *status.Status) []model.PairView {
	link := func(peer string) int {
		return slices.IndexFunc(st.Links, func(l status.LinkStatus) bool { return l.Peer == peer })
	}
	for _, p := range st.Pairs {
		v := model.PairView{A: link(p.A), B: link(p.B), Agreement: model.Agrees}
		if !p.Equal {
			v.Agreement = model.Differs
		}
		if v.A >= 0 && v.B >= 0 {
			dst = append(dst, v)
		}
	}
	return dst
}

// Keep forgets the peers that are not linked any more.
func (a Agreements) Keep(links []status.LinkStatus) {
	for peer := range a {
		here := false
		for i := range links {
			here = here || links[i].Peer == peer
		}
		if !here {
			delete(a, peer)
		}
	}
}

// Peer fills the network view's properties of a linked peer, besides its link.
func Peer(v *model.LinkView, l *status.LinkStatus, here *status.IslandStatus) {
	if id, err := key.ParseID(l.Peer); err == nil {
		v.Player = game.PlayerID(id)
	}
	v.Version, v.Headless = l.Version, l.Headless
	v.Part = model.Observes
	switch {
	case here == nil:
	case here.Leader.Peer == l.Peer:
		v.Part = model.Leads
	case l.Voter:
		v.Part = model.Votes
	}
}

// Territories are the islands that this node knows the regions of, the one where its player is first.
func Territories(st *status.Status) []model.Territory {
	var all []model.Territory
	for _, i := range st.Islands {
		t := model.Territory{Holder: i.Leader.String(), Firm: i.Firm, Here: i.Here}
		for _, p := range i.Places {
			t.Regions = append(t.Regions, grid.Region{X: p[0], Y: p[1]})
		}
		if i.Here && len(all) > 0 {
			all = append(all, all[0])
			all[0] = t
			continue
		}
		all = append(all, t)
	}
	return all
}

// PartOf is the part of this node in an island.
func PartOf(i *status.IslandStatus) model.Part {
	switch i.Role {
	case status.Leads:
		return model.Leads
	case status.Votes:
		return model.Votes
	case status.Plays:
		return model.Plays
	}
	return model.Observes
}
