package host

import (
	"fmt"
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

// sleeping is an island that is needed here while no executing peer is known.
type sleeping struct {
	since   time.Time
	asked   time.Time // the file; zero: not yet
	machine Machine
	log     Log
}

// wake reads those islands from the file that are needed and that no known peer executes.
func (sub *subscriptions) wake() {
	s := sub
	needed := map[uint64]bool{}
	for id := range s.near {
		needed[id] = true
	}
	for id, r := range sub.world.directory.known {
		mine := false
		if c := sub.world.islands.get(id); c != nil && len(c.ancestry.records) > 0 {
			mine = c.ancestry.last().Votes(sub.me)
		} else if s := sub.world.directory.seatOf(r); s != nil {
			mine = s.mine
		}
		if mine {
			needed[id] = true
		}
	}
	for id := range s.asleep {
		if !needed[id] || sub.world.islands.get(id) != nil {
			delete(s.asleep, id)
		}
	}
	ids := make([]uint64, 0, len(needed))
	for id := range needed {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := sub.world.directory.known[id]
		switch z := s.asleep[id]; {
		case sub.world.islands.get(id) != nil || sub.world.ended.has(id) || id == message.Home:
		case r != nil && len(r.greetings) > 0:
			delete(s.asleep, id)
		case z == nil:
			s.asleep[id] = &sleeping{since: sub.now}
		case sub.now.Sub(z.since) >= wakeAfter && (z.asked.IsZero() || sub.now.Sub(z.asked) >= wakeAgain):
			z.asked = sub.now
			sub.load(id, z)
		}
	}
}

// load asks for an island's rows of the file.
func (s *subscriptions) load(id uint64, z *sleeping) {
	if z.machine == nil {
		m, l, err := s.world.islands.open(s.world.islands.home().genesis, id)
		if err != nil {
			return
		}
		z.machine, z.log = m, l
	}
	if _, ok := z.log.(Sleeper); ok {
		s.early = append(s.early, Output{Island: id, Log: z.log, Wake: true})
	}
}

// woken takes the file's log of an island that Output.Wake named, or the error.
func (s *subscriptions) woken(island uint64, log store.LoadedLog, err error) {
	z, r := s.asleep[island], s.world.directory.known[island]
	if z == nil || err != nil || s.world.islands.get(island) != nil || s.world.ended.has(island) || r != nil && len(r.greetings) > 0 {
		return
	}
	home := s.world.islands.home()
	if why := s.superseded(island, log); why != "" {
		home.event("does not wake an island", "asleep", islandName(island), "why", why)
		return
	}
	c := s.world.islands.add(island)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return s.world.islands.open(g, island) }
	err = c.joining.Resume(s.given(), store.Loaded{Genesis: home.genesis, LoadedLog: store.LoadedLog{Checkpoint: log.Checkpoint, Epochs: log.Epochs, Tail: log.Tail}}, z.machine, z.log)
	if err != nil {
		home.event("cannot wake an island", "asleep", islandName(island), "why", err.Error())
		s.world.islands.remove(island)
		z.machine = nil // it may be in any state
		return
	}
	delete(s.asleep, island)
	home.event("wakes an island", "asleep", islandName(island), "turn", c.history.executed)
	delete(s.world.directory.known, island)
	for _, p := range s.links.Values() {
		c.LinkUp(s.given(), p.key, p.info)
		c.Measured(p.key, p.rtt)
	}
	s.world.settle()
}

// superseded says why a copy must not be woken, by the known records of its island; "" when it may.
func (s *subscriptions) superseded(island uint64, log store.LoadedLog) string {
	newest := uint64(0)
	for _, row := range log.Epochs {
		if r, err := epoch.DecodeRecord(row.Record); err == nil && row.Number != vowRow {
			if newest = max(newest, r.Number); r.Reason == epoch.Ended {
				return "it has ended"
			}
		}
	}
	if t := s.world.ended.unproven[island]; t != nil {
		return fmt.Sprintf("island %s says that it has taken it in, and nobody has shown its end yet", islandName(t.into))
	}
	r := s.world.directory.known[island]
	if r == nil {
		return ""
	}
	if tip := r.tip(); tip != nil && tip.Reason == epoch.Ended {
		return "it has ended"
	}
	if i := slices.IndexFunc(r.records, func(x *epoch.Record) bool { return x.Number > newest && changesLand(x) }); i >= 0 {
		return fmt.Sprintf("its land changed by the record of epoch %d (%s), after the copy was made", r.records[i].Number, r.records[i].Reason)
	}
	return ""
}
