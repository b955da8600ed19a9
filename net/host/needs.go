package host

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Needed links
//
// In a large world a peer is linked with a few others, and by these it hears of all islands. Needs says which links it
// has to have beside them.

const (
	// maxNeeds is how many peers Needs names at most.
	maxNeeds = 48
	// maxDoors is how many are remembered of each link that are said to hold what this peer cannot follow yet.
	maxDoors = 4
	// seekFar is how long a player may be found by nobody who is linked before those are sought who hold other islands.
	seekFar = 2 * time.Second
)

// door is a peer that is said to lead an island. Nothing of it is proven: it costs an attempt to link.
type door struct {
	island uint64
	leader key.ID
}

// knock remembers who is said to lead an island that this peer has to follow and cannot yet: it is new in the world, or
// was away, and cannot tell what is true.
func (w *World) knock(from key.ID, p message.Posted) {
	c := w.core(p.Island)
	l := w.links.Get(from)
	if c == nil || c.resting || l == nil || c.e != nil && c.joining.fetch == nil {
		return
	}
	l.doors = slices.DeleteFunc(l.doors, func(d door) bool { return d.island == p.Island })
	if l.doors = append(l.doors, door{p.Island, p.Leader}); len(l.doors) > maxDoors {
		l.doors = slices.Delete(l.doors, 0, 1)
	}
}

// Needs returns the peers with which this one ought to be linked, in order of need, whether it is or not: those that hold
// what it executes, those from whom it can take over what it should execute, and those to whom it writes.
func (w *World) Needs() (all []key.ID) {
	seen := map[key.ID]bool{w.me: true, {}: true}
	add := func(k key.ID) {
		if !seen[k] && len(all) < maxNeeds {
			seen[k] = true
			all = append(all, k)
		}
	}
	holders := func(id uint64, most int) {
		if n := w.board.latest(id); n != nil {
			add(n.Leader)
		}
		if r := w.newest(id); r != nil {
			for _, v := range r.Voters[:min(len(r.Voters), most)] {
				add(v.Key)
			}
		}
	}
	w.each(func(c *Core) {
		if c.resting {
			return
		}
		if c.e != nil {
			add(c.e.Leader())
		}
		if holders(c.island, epoch.MaxVoters); len(c.records) > 0 {
			for _, k := range c.last().Heirs {
				add(k)
			}
		}
		for _, l := range w.links.Values() {
			for _, d := range l.doors {
				if d.island == c.island && (c.e == nil || c.joining.fetch != nil) {
					add(d.leader)
				}
			}
		}
	})
	for _, id := range w.distant() {
		holders(id, 1)
	}
	return all
}

// distant are the islands that are not executed here and with whose holders there has to be a link, ascending.
func (w *World) distant() []uint64 {
	s, ids := &w.subscriptions, map[uint64]bool{}
	for id, r := range w.heard {
		if w.ended(id) || len(r.greetings) > 0 && w.voterLinked(r) {
			continue
		}
		if s.why[id] != "" || s.gap >= seekFar {
			ids[id] = true
		}
	}
	for k := range w.post.out {
		if c := w.core(k.to); c == nil || c.resting {
			ids[k.to] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// voterLinked reports whether a voter of the island's newest known epoch is linked.
func (w *World) voterLinked(r *rumour) bool {
	s := w.seatOf(r)
	return s != nil && s.linked
}
