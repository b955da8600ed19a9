package directory

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/links"
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
	// AskEndEvery is how often one linked peer is asked how an island has ended.
	AskEndEvery = time.Second
	// goesOn is how long after its last turn an island that is executed here counts as one that goes on.
	goesOn = 10 * time.Second
)

// Absorption is a record's entry about an island that it takes in.
type Absorption struct {
	Into uint64
	End  [32]byte // the island's last record

	request recordsRequest // for the records up to that end
}

// Ended remembers islands that others have taken in, or claim to have.
type Ended struct {
	*links.Hub
	here    Islands
	world   World
	entries *entries

	// islands that have ended, and which took them in; zero: that is forgotten
	Into       map[uint64]uint64
	Unproven   map[uint64]*Absorption // by the island that was taken in: unproven absorptions
	Remembered map[uint64]*Entry      // of islands that ended here
	order      []uint64               // of remembered, oldest first
	asked      time.Time
}

func newEndedIslands(n *entries, world World) *Ended {
	return &Ended{Hub: n.Hub, here: n.here, world: world, entries: n, Into: map[uint64]uint64{}, Unproven: map[uint64]*Absorption{}, Remembered: map[uint64]*Entry{}}
}

// Claimed notes that a record of an island takes another in.
func (e *Ended) Claimed(island uint64, r *epoch.Record) {
	if e.Learn(r.From); e.Has(r.From) || e.Unproven[r.From] == nil && len(e.Unproven) >= maxAbsorptions {
		return
	}
	e.Unproven[r.From] = &Absorption{Into: island, End: r.Taken.Record}
	e.confirm(r.From)
}

// confirm believes that an island was taken in, when its end is known.
func (e *Ended) confirm(island uint64) {
	t := e.Unproven[island]
	switch end := e.entries.Newest(island); {
	case t == nil:
	case e.Has(island):
		delete(e.Unproven, island)
	case end != nil && end.Reason == epoch.Ended && end.Hash() == t.End:
		e.Into[island] = t.Into
		delete(e.Unproven, island)
	}
}

// ConfirmAll looks at all of them again. Order does not matter: none depends on another.
func (e *Ended) ConfirmAll() {
	for island := range e.Unproven {
		e.confirm(island)
	}
}

// goesOnHere reports whether an island is executed here firmly and has turns.
func (e *Ended) goesOnHere(island uint64) bool {
	c, ok := e.here.Find(island)
	return ok && c.Goes(goesOn)
}

// AskEnds asks the linked peers, one after the other, for the missing ends of islands that are known here.
func (e *Ended) AskEnds() {
	if len(e.Unproven) == 0 || e.Now.Sub(e.asked) < AskEndEvery/4 {
		return
	}
	e.asked = e.Now
	e.ConfirmAll()
	for _, island := range slices.Sorted(maps.Keys(e.Unproven)) {
		t, known := e.Unproven[island], e.entries.NewestFirm(island)
		if known == nil || e.Peers.Len() == 0 || !t.request.Due(e.Now, AskEndEvery) {
			continue
		}
		e.Send(t.request.next(e.Now, e.Peers.Keys()), message.WrapIsland(island, recordlist.EncodeAsk(recordlist.Name{Number: known.Number, Hash: known.Hash()})))
	}
}

// awaits reports whether an answer is about the end of an island.
func (e *Ended) awaits(from key.ID, island uint64, b []byte) bool {
	t, known := e.Unproven[island], e.entries.NewestFirm(island)
	if t == nil || known == nil || t.request.Source() != from {
		return false
	}
	part, err := recordlist.DecodePart(b)
	return err == nil && part.After == known.Hash()
}

// heardEnd takes it.
func (e *Ended) heardEnd(from key.ID, island uint64, b []byte) error {
	t, known := e.Unproven[island], e.entries.NewestFirm(island)
	_, records, done, err := t.request.collect(b)
	if !done {
		return err
	}
	if err := epoch.CheckTail([]*epoch.Record{known}, records, e.world.Genesis().Founder); err != nil {
		return err
	}
	if n := len(records); n > 0 && records[n-1].Reason == epoch.Ended && records[n-1].Hash() == t.End {
		e.Into[island] = t.Into
		delete(e.Unproven, island)
		e.world.Log("an island was absorbed by another", "from", message.IslandName(island), "into", message.IslandName(t.Into))
	}
	return nil
}

// Remember remembers the records of an island that has ended and is known to have been taken in.
func (e *Ended) Remember(island uint64, records, ancestors []*epoch.Record) {
	if n := len(records); n == 0 || records[n-1].Reason != epoch.Ended || e.Remembered[island] != nil {
		return
	}
	if len(e.order) >= maxRemembered {
		delete(e.Remembered, e.order[0])
		e.order = e.order[1:]
	}
	r := NewEntry(e.Now, island)
	r.ancestry = ancestors
	r.Remember(records)
	e.Remembered[island], e.order = r, append(e.order, island)
}

// Successor follows islands that have ended to the one that goes on; zero when it is not known which one that
// is.
func (e *Ended) Successor(island uint64) uint64 {
	for range len(e.Into) + len(e.here.All()) + len(e.entries.Known) + 1 {
		into, ok := e.Into[island]
		switch {
		case ok && into != 0:
			island = into
			continue
		case e.Container(island) != nil:
			island = e.Container(island).Island()
			continue
		case ok:
			return 0
		}
		r := e.entries.Newest(island)
		if r == nil || r.Reason != epoch.Ended {
			return island
		}
		island = r.Into
	}
	return island
}

// Container is the island whose state says that it has taken another in, if it is here.
func (e *Ended) Container(island uint64) Island {
	for _, c := range e.here.All() {
		if c.Contains(island) {
			return c
		}
	}
	return nil
}

// Learn notes that an island was taken in when the state of another says so: the island that took it in may
// be gone, and its records with it.
func (e *Ended) Learn(island uint64) {
	if e.Has(island) {
		return
	}
	if by := e.Container(island); by != nil && !e.goesOnHere(island) {
		e.Into[island] = by.Island()
	}
}

// Has reports whether an island is known to have been taken in by another.
func (e *Ended) Has(island uint64) bool {
	_, ok := e.Into[island]
	return ok
}
