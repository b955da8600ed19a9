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
// In a large world a peer has a few links, and hears of all islands through them. Needs names the links that
// it must have besides.

const (
	// maxNeeds is how many peers Needs names at most.
	maxNeeds = 48
	// maxAnnouncedLeaders is how many announced leaders of islands that this peer cannot follow yet are
	// remembered for each link.
	maxAnnouncedLeaders = 4
	// seekFar is how long the linked peers may fail to find a player before links to the holders of other
	// islands are sought.
	seekFar = 2 * time.Second
)

// announcedLeader is a peer that is announced as an island's leader. That is unverified: it costs an attempt
// to link.
type announcedLeader struct {
	island uint64
	leader key.ID
}

// noteLeader remembers the announced leader of an island that this peer has to follow and cannot yet: it is
// new in the world, or was away, and cannot verify the announcement.
func (dir *directory) noteLeader(from key.ID, p message.PassedBulletin) {
	c := dir.world.islands.get(p.Island)
	l := dir.links.Get(from)
	if c == nil || c.idle || l == nil || c.e != nil && !c.joining.fetching() {
		return
	}
	l.leaders = slices.DeleteFunc(l.leaders, func(d announcedLeader) bool { return d.island == p.Island })
	if l.leaders = append(l.leaders, announcedLeader{p.Island, p.Leader}); len(l.leaders) > maxAnnouncedLeaders {
		l.leaders = slices.Delete(l.leaders, 0, 1)
	}
}

// needed returns the peers with which this one ought to be linked, in order of need, whether it is or not:
// the holders of islands that it executes, the peers from which it can take over islands that it should
// execute, and the recipients of its letters.
func (s *subscriptions) needed() (all []key.ID) {
	seen := map[key.ID]bool{s.me: true, {}: true}
	add := func(k key.ID) {
		if !seen[k] && len(all) < maxNeeds {
			seen[k] = true
			all = append(all, k)
		}
	}
	holders := func(id uint64, most int) {
		if n := s.world.announcements.latest(id); n != nil {
			add(n.Leader)
		}
		if r := s.world.directory.newest(id); r != nil {
			for _, v := range r.Voters[:min(len(r.Voters), most)] {
				add(v.Key)
			}
		}
	}
	s.world.islands.each(func(c *Core) {
		if c.idle {
			return
		}
		if c.e != nil {
			add(c.e.Leader())
		}
		if holders(c.island, epoch.MaxVoters); len(c.ancestry.records) > 0 {
			for _, k := range c.ancestry.last().Heirs {
				add(k)
			}
		}
		for _, l := range s.links.Values() {
			for _, d := range l.leaders {
				if d.island == c.island && (c.e == nil || c.joining.fetching()) {
					add(d.leader)
				}
			}
		}
	})
	for _, id := range s.distant() {
		holders(id, 1)
	}
	return all
}

// distant returns the islands executed elsewhere whose holders this peer must be linked with, ascending.
func (sub *subscriptions) distant() []uint64 {
	s, ids := sub, map[uint64]bool{}
	for id, r := range sub.world.directory.known {
		if sub.world.ended.has(id) || len(r.greetings) > 0 && sub.world.directory.voterLinked(r) {
			continue
		}
		if s.why[id] != "" || s.gap >= seekFar {
			ids[id] = true
		}
	}
	for k := range sub.world.mailbox.out {
		if c := sub.world.islands.get(k.to); c == nil || c.idle {
			ids[k.to] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// voterLinked reports whether a voter of the island's newest known epoch is linked.
func (d *directory) voterLinked(r *directoryEntry) bool {
	s := d.seatOf(r)
	return s != nil && s.linked
}
