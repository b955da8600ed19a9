package host

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/link"
)

// begin begins the islands that were carved out here, and those carved out of them.
func (w *World) begin() {
	for again := true; again; {
		again = false
		if !slices.ContainsFunc(w.islands.all(), func(c *Core) bool { return len(c.history.births) > 0 }) {
			return
		}
		for _, c := range w.islands.all() {
			births := c.history.births
			c.history.births = nil
			for _, b := range births {
				again = true
				if w.islands.get(b.first.Island) == nil && !w.directory.Ended(b.first.Island) {
					w.bear(c, b)
				}
			}
		}
	}
}

// bear begins an island that was carved out of another. Its first state is in the file before its record is.
func (w *World) bear(parent *Core, b birth) {
	id := b.first.Island
	m, l, err := w.islands.open(parent.genesis, id)
	if err != nil {
		parent.event("cannot begin an island", "begun", message.IslandName(id), "why", err.Error())
		return // it is taken over from others later
	}
	var ancestors []*epoch.Record
	if i := parent.ancestry.indexOf(b.first); i >= 0 {
		ancestors = parent.ancestry.ancestryTo(i)
	}
	c := w.islands.add(id)
	if err := c.bear(w.given(), parent.genesis, b, ancestors, m, l); err != nil {
		parent.event("cannot begin an island", "begun", message.IslandName(id), "why", err.Error())
		w.remove(id)
		return
	}
	if parent.history.unborn == nil {
		parent.history.unborn = map[uint64]bool{}
	}
	parent.history.unborn[id] = true
	w.early = append(w.early, c.Ready())
	c.journal.again()
	w.introduce(c)
}

// introduceLinks tells an island's core of all links.
func (w *World) introduceLinks(c *Core) {
	for _, p := range w.links.Values() {
		c.LinkUp(w.given(), p.key, p.info)
		c.Measured(p.key, p.rtt)
	}
}

// introduce tells an island's core of all links, and passes on the greetings that came before it existed.
func (w *World) introduce(c *Core) {
	w.introduceLinks(c)
	for _, g := range w.directory.TakeOut(c.island) {
		c.Receive(w.given(), g.From, link.Stream, g.Bytes)
	}
}

// remove forgets an island.
func (w *World) remove(island uint64) {
	w.islands.remove(island)
	w.directory.Removed(island)
}

// retire ends the file's log of an island that another has taken in. Its last turns are written before.
func (w *World) retire(c *Core) {
	out := c.Ready()
	out.End = true
	w.early = append(w.early, out)
}

// rest puts a core at rest in the place of home's, which has been left.
func (w *World) rest(old *Core) {
	c := w.islands.add(message.Home)
	c.standing, c.peers.names, c.counters, c.measures.desyncs = old.standing, old.peers.names, old.counters, old.measures.desyncs
	c.world, c.genesis, c.began = old.world, old.genesis, old.began
	c.journal.opened, c.idle = opened{old.machine, old.journal.log}, true
	w.introduceLinks(c)
}
