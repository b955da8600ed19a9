package sim

import (
	"slices"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
)

// nodeLinks are the links of a node's process, and the peers that the node wants to be linked with.
type nodeLinks struct {
	of      *node
	up      []*memory.Link // by the number of the other node; nil: none
	near    []*node        // those, ascending
	ends    []*memory.Link // of near
	needs   []key.ID       // nodes that its world needs a link with, as of the last look
	friends []*node        // permanent links, ascending; nil: all nodes
}

// began forgets the links of the process before: a new one has none.
func (l *nodeLinks) began() {
	l.up, l.near, l.ends = make([]*memory.Link, l.of.s.o.Nodes), nil, nil
}

// ended drops all links without a word.
func (l *nodeLinks) ended() { l.up, l.near, l.ends = nil, nil, nil }

// set notes a link that is up.
func (l *nodeLinks) set(is link.Link) {
	m, end := l.of.s.by[is.Peer()], is.(*memory.Link)
	i, has := slices.BinarySearchFunc(l.near, m, byIndex)
	if !has {
		l.near, l.ends = slices.Insert(l.near, i, m), slices.Insert(l.ends, i, end)
	}
	l.ends[i], l.up[m.index] = end, end
}

// drop notes a link that is gone.
func (l *nodeLinks) drop(was link.Link) {
	m := l.of.s.by[was.Peer()]
	l.up[m.index] = nil
	if i, has := slices.BinarySearchFunc(l.near, m, byIndex); has {
		l.near, l.ends = slices.Delete(l.near, i, i+1), slices.Delete(l.ends, i, i+1)
	}
}

// to returns the link with another node; nil: none.
func (l *nodeLinks) to(m *node) *memory.Link {
	if l.up == nil || m == nil {
		return nil
	}
	return l.up[m.index]
}

// toKey is the same by the other's key.
func (l *nodeLinks) toKey(k key.ID) *memory.Link { return l.to(l.of.s.by[k]) }

// has reports whether a link is one of the present process, and up.
func (l *nodeLinks) has(one link.Link) bool {
	end, ok := one.(*memory.Link)
	return ok && slices.Contains(l.ends, end)
}

// redial makes missing links, and closes unneeded ones.
func (l *nodeLinks) redial() {
	n := l.of
	if n.quitting {
		return
	}
	dial := func(m *node) {
		if m != nil && m != n && m.world != nil && l.to(m) == nil {
			n.end.Dial(m.pair.ID(), nil)
		}
	}
	if n.s.o.Links == 0 {
		for _, m := range n.s.nodes {
			dial(m)
		}
		return
	}
	l.needs = n.world.Needs()
	for _, m := range l.friends {
		dial(m)
	}
	for _, k := range l.needs {
		dial(n.s.by[k])
	}
	closed := 0
	for _, m := range slices.Clone(l.near) {
		if closed == closesAtOnce {
			return
		}
		if m.index > n.index && !l.wants(m) && !m.links.wants(n) && n.s.net.Now().Sub(l.to(m).Stats().ConnectedAt) >= settledAfter {
			l.to(m).Close("nobody needs it")
			closed++
		}
	}
}

// wants reports whether a node has a reason to be linked with another.
func (l *nodeLinks) wants(m *node) bool {
	return l.of.quitting || slices.Contains(l.friends, m) || slices.Contains(l.needs, m.pair.ID())
}

// complete reports whether a node has all links it should have.
func (l *nodeLinks) complete() bool {
	for _, m := range l.friends {
		if l.to(m) == nil {
			return false
		}
	}
	return !slices.ContainsFunc(l.needs, func(k key.ID) bool { return l.toKey(k) == nil })
}
