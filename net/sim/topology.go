package sim

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host/message"
)

// With Options.Links a node is linked with a few others drawn by lot, its friends, and with nodes that its
// world or the other's needs (see host.World.Needs). All other links are closed after a while. Any known
// node can be dialled, as with a signalling network.

// settledAfter is the age from which an unneeded link is closed.
const settledAfter = 10 * time.Second

// hubLinks is the number of links of a node: all newcomers link with those that hold home.
const hubLinks = 2 * message.DefaultLinks

// closesAtOnce is how many links a node closes in a second.
const closesAtOnce = 8

// drawFriends draws the permanent links: each node with the next one, so that the network is connected, and
// the rest by lot.
func (s *Sim) drawFriends() {
	if s.o.Links == 0 || len(s.nodes) < 2 {
		return
	}
	rng := rand.New(rand.NewPCG(s.o.Seed, saltLinks))
	tie := func(a, b *node) {
		if a != b && !slices.Contains(a.links.friends, b) {
			a.links.friends, b.links.friends = append(a.links.friends, b), append(b.links.friends, a)
		}
	}
	for i, n := range s.nodes {
		tie(n, s.nodes[(i+1)%len(s.nodes)])
	}
	for _, n := range s.nodes {
		for tries := 0; len(n.links.friends) < s.o.Links && tries < 4*s.o.Links; tries++ {
			if m := s.nodes[rng.IntN(len(s.nodes))]; len(m.links.friends) < s.o.Links+2 {
				tie(n, m)
			}
		}
	}
	for _, n := range s.nodes {
		slices.SortFunc(n.links.friends, byIndex)
	}
}

func byIndex(a, b *node) int { return cmp.Compare(a.index, b.index) }

// measuring returns the interval of round-trip times.
func (s *Sim) measuring() time.Duration {
	if s.o.Links > 0 {
		return measureFar
	}
	return measureEvery
}
