package host

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
)

// # Islands that have ended
//
// A record that takes an island in is signed by a voter of the taker, and no peer of the other island need
// know of it. So the leader of any island could end any other in the files of all that hear it. The record is
// believed when the record that it names as the other island's end is known here: the last record of that
// island, signed by one of its own voters, after all records before. Until then the claim is kept as
// unproven, and linked peers are asked for the end. Meanwhile the island goes on here if it did before, and
// it is not woken from the file if it sleeps.
//
// So two records are needed, and a peer that votes in both islands can sign both. Like every record, the end
// of an island is signed by one voter, and peers that execute the island refuse a record that contradicts
// their log. A majority of signatures under the end alone would not help, because one voter could first make
// itself the only voter, by a change of committee that nobody else has seen. Peers that do not execute the
// island could know better only if a majority signed every record that ends an epoch, from the founding on.
//
// A peer that executed an island remembers its records after another island has taken it in, for peers that
// ask.
//
// A state that is executed here is believed when it says what it contains (see learn), unless the other
// island is executed here, too, and goes on: then its own committee contradicts.

const (
	// maxAbsorptions is how many takings are noted that are not proven; of more the end must be heard first.
	maxAbsorptions = 1 << 10
	// maxRemembered is how many islands' records are remembered that others have taken in.
	maxRemembered = 1 << 8
	// askEndEvery is how often one linked peer is asked how an island has ended.
	askEndEvery = time.Second
	// goesOn is how long after its last turn an island that is executed here counts as one that goes on.
	goesOn = 10 * time.Second
)

// absorption is a record's entry about an island that it takes in.
type absorption struct {
	into uint64
	end  [32]byte // the island's last record

	request recordsRequest // for the records up to that end
}

// endedIslands remembers islands that others have taken in, or claim to have.
type endedIslands struct {
	*hub
	here    executed
	world   knownWorld
	entries *entries

	// islands that have ended, and which took them in; zero: that is forgotten
	into       map[uint64]uint64
	unproven   map[uint64]*absorption     // by the island that was taken in: unproven absorptions
	remembered map[uint64]*directoryEntry // of islands that ended here
	order      []uint64                   // of remembered, oldest first
	asked      time.Time
}

func newEndedIslands(n *entries, world knownWorld) *endedIslands {
	return &endedIslands{hub: n.hub, here: n.here, world: world, entries: n, into: map[uint64]uint64{}, unproven: map[uint64]*absorption{}, remembered: map[uint64]*directoryEntry{}}
}

// claimed notes that a record of an island takes another in.
func (e *endedIslands) claimed(island uint64, r *epoch.Record) {
	if e.learn(r.From); e.has(r.From) || e.unproven[r.From] == nil && len(e.unproven) >= maxAbsorptions {
		return
	}
	e.unproven[r.From] = &absorption{into: island, end: r.Taken.Record}
	e.confirm(r.From)
}

// confirm believes that an island was taken in, when its end is known.
func (e *endedIslands) confirm(island uint64) {
	t := e.unproven[island]
	switch end := e.entries.newest(island); {
	case t == nil:
	case e.has(island):
		delete(e.unproven, island)
	case end != nil && end.Reason == epoch.Ended && end.Hash() == t.end:
		e.into[island] = t.into
		delete(e.unproven, island)
	}
}

// confirmAll looks at all of them again. Order does not matter: none depends on another.
func (e *endedIslands) confirmAll() {
	for island := range e.unproven {
		e.confirm(island)
	}
}

// goesOnHere reports whether an island is executed here firmly and has turns.
func (e *endedIslands) goesOnHere(island uint64) bool {
	c, ok := e.here.Find(island)
	return ok && c.Goes(goesOn)
}

// askEnds asks the linked peers, one after the other, for the missing ends of islands that are known here.
func (e *endedIslands) askEnds() {
	if len(e.unproven) == 0 || e.now.Sub(e.asked) < askEndEvery/4 {
		return
	}
	e.asked = e.now
	e.confirmAll()
	for _, island := range slices.Sorted(maps.Keys(e.unproven)) {
		t, known := e.unproven[island], e.entries.newestFirm(island)
		if known == nil || e.links.Len() == 0 || !t.request.Due(e.now, askEndEvery) {
			continue
		}
		e.send(t.request.next(e.now, e.links.Keys()), message.Wrap(island, recordlist.EncodeAsk(recordlist.Name{Number: known.Number, Hash: known.Hash()})))
	}
}

// awaits reports whether an answer is about the end of an island.
func (e *endedIslands) awaits(from key.ID, island uint64, b []byte) bool {
	t, known := e.unproven[island], e.entries.newestFirm(island)
	if t == nil || known == nil || t.request.Source() != from {
		return false
	}
	part, err := recordlist.DecodePart(b)
	return err == nil && part.After == known.Hash()
}

// heardEnd takes it.
func (e *endedIslands) heardEnd(from key.ID, island uint64, b []byte) error {
	t, known := e.unproven[island], e.entries.newestFirm(island)
	_, records, done, err := t.request.collect(b)
	if !done {
		return err
	}
	if err := epoch.CheckTail([]*epoch.Record{known}, records, e.world.Genesis().Founder); err != nil {
		return err
	}
	if n := len(records); n > 0 && records[n-1].Reason == epoch.Ended && records[n-1].Hash() == t.end {
		e.into[island] = t.into
		delete(e.unproven, island)
		e.world.Log("an island was taken in by another", "from", message.IslandName(island), "into", message.IslandName(t.into))
	}
	return nil
}

// remember remembers the records of an island that has ended and is known to have been taken in.
func (e *endedIslands) remember(island uint64, records, ancestors []*epoch.Record) {
	if n := len(records); n == 0 || records[n-1].Reason != epoch.Ended || e.remembered[island] != nil {
		return
	}
	if len(e.order) >= maxRemembered {
		delete(e.remembered, e.order[0])
		e.order = e.order[1:]
	}
	r := newEntry(e.now, island)
	r.ancestry = ancestors
	r.remember(records)
	e.remembered[island], e.order = r, append(e.order, island)
}

// successor follows islands that have ended to the one that goes on; zero when it is not known which one that
// is.
func (e *endedIslands) successor(island uint64) uint64 {
	for range len(e.into) + len(e.here.All()) + len(e.entries.known) + 1 {
		into, ok := e.into[island]
		switch {
		case ok && into != 0:
			island = into
			continue
		case e.container(island) != nil:
			island = e.container(island).Island()
			continue
		case ok:
			return 0
		}
		r := e.entries.newest(island)
		if r == nil || r.Reason != epoch.Ended {
			return island
		}
		island = r.Into
	}
	return island
}

// container is the island whose state says that it has taken another in, if it is here.
func (e *endedIslands) container(island uint64) executedIsland {
	for _, c := range e.here.All() {
		if c.Contains(island) {
			return c
		}
	}
	return nil
}

// learn notes that an island was taken in when the state of another says so: the island that took it in may
// be gone, and its records with it.
func (e *endedIslands) learn(island uint64) {
	if e.has(island) {
		return
	}
	if by := e.container(island); by != nil && !e.goesOnHere(island) {
		e.into[island] = by.Island()
	}
}

// has reports whether an island is known to have been taken in by another.
func (e *endedIslands) has(island uint64) bool {
	_, ok := e.into[island]
	return ok
}
