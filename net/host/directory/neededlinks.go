package directory

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
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

// needed returns the peers with which this one ought to be linked, in order of need, whether it is or not:
// the holders of islands that it executes, the peers from which it can take over islands that it should
// execute, and the recipients of its letters.
func (s *subscriptions) needed() (all []key.ID) {
	seen := map[key.ID]bool{s.Me: true, {}: true}
	add := func(k key.ID) {
		if !seen[k] && len(all) < maxNeeds {
			seen[k] = true
			all = append(all, k)
		}
	}
	holders := func(id uint64, most int) {
		if n := s.announcements.Latest(id); n != nil {
			add(n.Leader)
		}
		if r := s.entries.Newest(id); r != nil {
			for _, v := range r.Voters[:min(len(r.Voters), most)] {
				add(v.Key)
			}
		}
	}
	for _, c := range s.here.All() {
		if c.AtRest() {
			continue
		}
		if c.Record() != nil {
			add(c.Leader())
		}
		holders(c.Island(), epoch.MaxVoters)
		if records := c.Records(); len(records) > 0 {
			for _, k := range records[len(records)-1].Heirs {
				add(k)
			}
		}
		if c.Follows() {
			continue
		}
		for _, l := range s.Peers.Keys() {
			for _, d := range s.announcements.leaders[l] {
				if d.island == c.Island() {
					add(d.leader)
				}
			}
		}
	}
	for _, id := range s.Distant() {
		holders(id, 1)
	}
	return all
}

// Distant returns the islands executed elsewhere whose holders this peer must be linked with, ascending.
func (s *subscriptions) Distant() []uint64 {
	ids := map[uint64]bool{}
	for id, r := range s.entries.Known {
		if s.ended.Has(id) || len(r.greetings) > 0 && s.entries.voterLinked(r) {
			continue
		}
		if s.why[id] != "" || s.gap >= seekFar {
			ids[id] = true
		}
	}
	for _, id := range s.writesTo() {
		if c, ok := s.here.Find(id); !ok || c.AtRest() {
			ids[id] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}
