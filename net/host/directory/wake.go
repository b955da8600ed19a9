package directory

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// # Waking islands from the file
//
// The states say which island has a region: home registers the land that it lends, and all other land is its
// own. A sleeping region is part of the state of the island that has it, and wakes with a turn of that
// island. So it wakes firmly only where that island's committee is, and two groups that never met cannot both
// have it firmly.
//
// An island that no linked peer executes sleeps in the files of the peers that left it. A peer wakes it from
// its file when the island lies close to a player or a committee here, or when this peer votes on it, and no
// executing peer has been heard of for wakeAfter. The waking peer is like a restarted process: it is taken in
// when voters of the island's newest epoch come, and goes on provisionally when they do not. So the work of
// groups that did not know of each other is merged into the one firm chain, in any order of meeting.
//
// A copy is not woken when known records show that land left or joined the island after the copy was made, or
// that the island has ended: that land is another island's now, or its state is not here. The copy stays
// closed until a peer comes that has the newer state.

const (
	// wakeAfter is how long no executing peer may have been heard of before an island is woken from the file.
	wakeAfter = 5 * time.Second
	// wakeAgain is the time between two attempts to wake an island.
	wakeAgain = time.Minute
)

// wake reads those islands from the file that are needed and that no known peer executes. A peer that only
// plays wakes none.
func (s *subscriptions) wake() {
	if s.world.Member().PlayOnly {
		return
	}
	needed := map[uint64]bool{}
	for id := range s.near {
		needed[id] = true
	}
	for id, r := range s.entries.Known {
		mine := false
		if c, ok := s.here.Find(id); ok && len(c.Records()) > 0 {
			mine = s.entries.Newest(id).Votes(s.Me)
		} else if seat := s.entries.seatOf(r); seat != nil {
			mine = seat.mine
		}
		if mine {
			needed[id] = true
		}
	}
	for id := range s.asleep {
		if _, here := s.here.Find(id); here || !needed[id] {
			delete(s.asleep, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(needed)) {
		r := s.entries.Known[id]
		_, here := s.here.Find(id)
		switch z := s.asleep[id]; {
		case here || s.ended.Has(id) || id == message.Home:
		case r != nil && len(r.greetings) > 0:
			delete(s.asleep, id)
		case z == nil:
			s.asleep[id] = &sleeping{since: s.Now}
		case s.Now.Sub(z.since) >= wakeAfter && (z.asked.IsZero() || s.Now.Sub(z.asked) >= wakeAgain):
			z.asked = s.Now
			s.load(id, z)
		}
	}
}

// load asks for an island's rows of the file.
func (s *subscriptions) load(id uint64, z *sleeping) {
	if z.copy == nil {
		c, err := s.runner.Copy(id)
		if err != nil {
			return
		}
		z.copy = c
	}
	z.copy.Read()
}

// woken takes the file's log of an island whose copy was read, with its records, and reports whether the
// island goes on here.
func (s *subscriptions) woken(island uint64, line store.LoadedLog, records []*epoch.Record) bool {
	z, r := s.asleep[island], s.entries.Known[island]
	if _, here := s.here.Find(island); here || z == nil || s.ended.Has(island) || r != nil && len(r.greetings) > 0 {
		return false
	}
	if why := s.superseded(island, records); why != "" {
		s.world.Log("an island is not woken", "asleep", message.IslandName(island), "why", why)
		return false
	}
	if err := z.copy.Wake(line); err != nil {
		s.world.Log("cannot wake an island", "asleep", message.IslandName(island), "why", err.Error())
		z.copy = nil // it may be in any state
		return false
	}
	delete(s.asleep, island)
	delete(s.entries.Known, island)
	return true
}

// superseded says why a copy with these records must not be woken, by the known records of its island; ""
// when it may.
func (s *subscriptions) superseded(island uint64, records []*epoch.Record) string {
	newest := uint64(0)
	for _, r := range records {
		if newest = max(newest, r.Number); r.Reason == epoch.Ended {
			return "it has ended"
		}
	}
	if t := s.ended.Unproven[island]; t != nil {
		return fmt.Sprintf("island %s says that it has taken it in, and nobody has shown its end yet", message.IslandName(t.Into))
	}
	r := s.entries.Known[island]
	if r == nil {
		return ""
	}
	if tip := r.Tip(); tip != nil && tip.Reason == epoch.Ended {
		return "it has ended"
	}
	if i := slices.IndexFunc(r.records, func(x *epoch.Record) bool { return x.Number > newest && x.ChangesLand() }); i >= 0 {
		return fmt.Sprintf("its land changed by the record of epoch %d (%s), after the copy was made", r.records[i].Number, r.records[i].Reason)
	}
	return ""
}
