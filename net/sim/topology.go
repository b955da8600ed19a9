package sim

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
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
		if a != b && !slices.Contains(a.friends, b) {
			a.friends, b.friends = append(a.friends, b), append(b.friends, a)
		}
	}
	for i, n := range s.nodes {
		tie(n, s.nodes[(i+1)%len(s.nodes)])
	}
	for _, n := range s.nodes {
		for tries := 0; len(n.friends) < s.o.Links && tries < 4*s.o.Links; tries++ {
			if m := s.nodes[rng.IntN(len(s.nodes))]; len(m.friends) < s.o.Links+2 {
				tie(n, m)
			}
		}
	}
	for _, n := range s.nodes {
		slices.SortFunc(n.friends, byIndex)
	}
}

func byIndex(a, b *node) int { return cmp.Compare(a.index, b.index) }

// setLink notes a link that is up, dropLink one that is gone.
func (n *node) setLink(l link.Link) {
	m, end := n.s.by[l.Peer()], l.(*memory.Link)
	i, has := slices.BinarySearchFunc(n.near, m, byIndex)
	if !has {
		n.near, n.ends = slices.Insert(n.near, i, m), slices.Insert(n.ends, i, end)
	}
	n.ends[i], n.links[m.index] = end, end
}

func (n *node) dropLink(l link.Link) {
	m := n.s.by[l.Peer()]
	n.links[m.index] = nil
	if i, has := slices.BinarySearchFunc(n.near, m, byIndex); has {
		n.near, n.ends = slices.Delete(n.near, i, i+1), slices.Delete(n.ends, i, i+1)
	}
}

// link returns the link with another node; nil: none.
func (n *node) link(m *node) *memory.Link {
	if n.links == nil || m == nil {
		return nil
	}
	return n.links[m.index]
}

// linkTo is the same by the other's key.
func (n *node) linkTo(k key.ID) *memory.Link { return n.link(n.s.by[k]) }

// measuring returns the interval of round-trip times.
func (s *Sim) measuring() time.Duration {
	if s.o.Links > 0 {
		return measureFar
	}
	return measureEvery
}

// has reports whether a link is one of the present process, and up.
func (n *node) has(l link.Link) bool {
	end, ok := l.(*memory.Link)
	return ok && slices.Contains(n.ends, end)
}

// redial makes missing links, and closes unneeded ones.
func (n *node) redial() {
	if n.quitting {
		return
	}
	dial := func(m *node) {
		if m != nil && m != n && m.world != nil && n.link(m) == nil {
			n.end.Dial(m.pair.ID(), nil)
		}
	}
	if n.s.o.Links == 0 {
		for _, m := range n.s.nodes {
			dial(m)
		}
		return
	}
	n.needs = n.world.Needs()
	for _, m := range n.friends {
		dial(m)
	}
	for _, k := range n.needs {
		dial(n.s.by[k])
	}
	closed := 0
	for _, m := range slices.Clone(n.near) {
		if closed == closesAtOnce {
			return
		}
		if m.index > n.index && !n.wants(m) && !m.wants(n) && n.s.net.Now().Sub(n.link(m).Stats().ConnectedAt) >= settledAfter {
			n.link(m).Close("nobody needs it")
			closed++
		}
	}
}

// wants reports whether a node has a reason to be linked with another.
func (n *node) wants(m *node) bool {
	return n.quitting || slices.Contains(n.friends, m) || slices.Contains(n.needs, m.pair.ID())
}

// hasLinks reports whether a node has all links it should have.
func (n *node) hasLinks() bool {
	for _, m := range n.friends {
		if n.link(m) == nil {
			return false
		}
	}
	return !slices.ContainsFunc(n.needs, func(k key.ID) bool { return n.linkTo(k) == nil })
}
