package dial

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// quietLink is a link that records whether it should be quiet.
type quietLink struct {
	link.Link
	peer  key.ID
	since time.Time
	quiet bool
}

func (l *quietLink) Peer() key.ID      { return l.peer }
func (l *quietLink) Quiet(on bool)     { l.quiet = on }
func (l *quietLink) Stats() link.Stats { return link.Stats{ConnectedAt: l.since} }

// TestHush: in a crowd links are quiet, but for a leader's.
func TestHush(t *testing.T) {
	me, leader, voter, heir := key.ID{1}, key.ID{2}, key.ID{3}, key.ID{4}
	for _, c := range []struct {
		name  string
		links int
		seats linkPlan
		loud  []key.ID // nil: all
	}{
		{"few", crowdLinks, linkPlan{wanted: []key.ID{leader, voter, heir}, leaders: []key.ID{leader}}, nil},
		{"a crowd", crowdLinks + 1, linkPlan{wanted: []key.ID{leader, voter, heir}, leaders: []key.ID{leader}}, []key.ID{leader}},
		{"a voter in it", crowdLinks + 1, linkPlan{wanted: []key.ID{leader, me, voter, heir}, leaders: []key.ID{leader}}, []key.ID{leader}},
		{"the leader", crowdLinks + 1, linkPlan{wanted: []key.ID{me, voter, heir}, leaders: []key.ID{me}}, nil},
		{"nobody leads", crowdLinks + 1, linkPlan{wanted: []key.ID{voter}, lacks: true}, nil},
	} {
		var links []link.Link
		for i := range c.links {
			links = append(links, &quietLink{peer: key.ID{byte(2 + i)}, quiet: true})
		}
		c.seats.hush(links, me)
		for _, l := range links {
			q := l.(*quietLink)
			if want := c.loud != nil && !slices.Contains(c.loud, q.peer); q.quiet != want {
				t.Errorf("%s: the link to %d is quiet: %v", c.name, q.peer[0], q.quiet)
			}
		}
	}
}

// TestLackingTurns: a node without turns dials the holders, a few others that are there, then one after the
// other, and everybody who may be gone.
func TestLackingTurns(t *testing.T) {
	holder := key.ID{1, 9}
	var routes []route
	for i := range 50 {
		routes = append(routes, route{peer: key.ID{byte(i), 7}, there: true})
	}
	routes = append(routes, route{peer: holder, there: true}, route{peer: key.ID{2, 9}})
	links := func(n int) (out []link.Link) {
		for i := range n {
			out = append(out, &quietLink{peer: key.ID{byte(i), 8}})
		}
		return out
	}
	for _, c := range []struct {
		links, busy int
		others      int // beside the holder and the one who may be gone
	}{
		{0, 0, lackLinks}, {0, 1, lackLinks - 1}, {1, 0, lackLinks - 1}, {3, 1, 0}, {lackLinks, 0, 1}, {lackLinks, 1, 0}, {meshMost - 1, 0, 1}, {meshMost, 0, 0},
	} {
		s := linkPlan{wanted: []key.ID{holder}, lacks: true}
		got := s.missing(slices.Clone(routes), links(c.links), key.ID{99}, c.busy)
		if len(got) != c.others+2 || got[0].peer != holder || got[len(got)-1].there {
			t.Errorf("%d links and %d attempts: %d others are dialled, want %d", c.links, c.busy, len(got)-2, c.others)
		}
	}
	seen := map[key.ID]bool{}
	for range 200 {
		s := linkPlan{lacks: true}
		for _, r := range s.missing(slices.Clone(routes), nil, key.ID{99}, 0) {
			seen[r.peer] = true
		}
	}
	if len(seen) != len(routes) {
		t.Errorf("in 200 rounds %d of %d peers have their turn", len(seen), len(routes))
	}
}

// TestCrowdKeepsFewLinks plays 64 nodes that come one after the other and know each other's addresses: all
// are linked with those that hold the island, none of the others has many links, and when the former are gone
// the rest still hang together.
func TestCrowdKeepsFewLinks(t *testing.T) {
	const peers, held = 64, 9
	id := func(i int) key.ID { return key.ID{byte(i + 1), 7} }
	var s linkPlan
	for i := range held {
		s.wanted = append(s.wanted, id(i))
	}
	s.leaders = s.wanted[:1]
	linked := map[key.ID]map[key.ID]bool{}
	now := time.Unix(1000, 0)
	linksOf := func(k key.ID) (out []link.Link) {
		for i := range peers {
			if p := id(i); linked[k][p] {
				out = append(out, &quietLink{peer: p, since: now.Add(-settledAfter)})
			}
		}
		return out
	}
	changes := 0
	round := func(come int) {
		for i := range come {
			me := id(i)
			var routes []route
			for j := range come {
				if p := id(j); p != me && !linked[me][p] {
					routes = append(routes, route{peer: p})
				}
			}
			for _, r := range s.missing(routes, linksOf(me), me, 0) {
				linked[me][r.peer], linked[r.peer][me] = true, true
				changes++
			}
			if l := s.surplus(linksOf(me), me, now); l != nil {
				delete(linked[me], l.Peer())
				delete(linked[l.Peer()], me)
				changes++
			}
		}
	}
	for i := range peers {
		linked[id(i)] = map[key.ID]bool{}
		round(i + 1)
	}
	for range 40 {
		changes = 0
		round(peers)
	}
	if changes > 0 {
		t.Errorf("%d links are made or closed in a round, after forty", changes)
	}
	most := 0
	for i := range peers {
		for j := range held {
			if i != j && !linked[id(i)][id(j)] {
				t.Errorf("peer %d is not linked with %d, who holds the island", i, j)
			}
		}
		if i >= held {
			most = max(most, len(linked[id(i)]))
		}
	}
	if most > meshMost {
		t.Errorf("one that holds nothing has %d links", most)
	}
	seen := map[key.ID]bool{id(held): true}
	for todo := []key.ID{id(held)}; len(todo) > 0; todo = todo[1:] {
		for i := held; i < peers; i++ {
			if p := id(i); linked[todo[0]][p] && !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	if len(seen) != peers-held {
		t.Errorf("without those that hold the island %d of %d hang together", len(seen), peers-held)
	}
	s.lacks = true
	if s.surplus(linksOf(id(20)), id(20), now) != nil {
		t.Error("without turns a link is closed")
	}
	s.lacks, s.mesh = false, true
	if n := len(s.missing(make([]route, 50), linksOf(id(20)), id(20), 0)); n != 50 || s.surplus(linksOf(id(20)), id(20), now) != nil {
		t.Errorf("with several islands %d of 50 are to be linked", n)
	}
	t.Logf("at most %d links", most)
}

// TestAssetsAreWanted: peers that may have wanted assets are linked like those that hold islands.
func TestAssetsAreWanted(t *testing.T) {
	open := func(store.Genesis) (kernel.Machine, kernel.Log, error) { return nil, nil, kernel.ErrNoWorld }
	h, err := host.Join(kernel.Options{Key: key.FromSeed([32]byte{1}), Open: open}, store.WorldID{2})
	if err != nil {
		t.Fatal(err)
	}
	provider := key.ID{5}
	plan := PlanOf(h, func() []key.ID { return []key.ID{provider} })()
	if !plan.holds(provider) || plan.holds(key.ID{6}) {
		t.Errorf("%+v", plan)
	}
}
