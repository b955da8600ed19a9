package host

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Islands that others say they have taken in
//
// A record that takes an island in is signed by a voter of the taker, and nobody of the other island need know of it: whoever
// leads some island could so end any other in the files of all who hear it. It is believed when the record which it names
// as the other's end is known here: the last of that island, which one of its own voters has signed, after all that went
// before. Until then the taking is noted, and those who are linked are asked for the end. Meanwhile the island goes on here
// if it does, and is not woken from the file if it sleeps.
//
// So two records are needed, and one peer that votes in both islands can sign both: like every record, the end of an island is
// signed by one voter, and it is those who execute the island that refuse what their log does not have. To have most voters
// sign the end would change nothing by itself, because one voter could first make itself the only one, by a change of committee
// that nobody else has seen. Whoever does not execute an island could know better only if most voters signed every record that
// ends an epoch, from the founding on.
//
// Who has executed an island remembers its records after another has taken it in, for those who ask.
//
// The state of an island that is executed here is believed when it says what it contains (see learn), unless the other one is
// executed here, too, and goes on: its own committee says otherwise.

const (
	// maxTakings is how many takings are noted that are not proven; of more the end must be heard first.
	maxTakings = 1 << 10
	// maxGraves is how many islands' records are remembered that others have taken in.
	maxGraves = 1 << 8
	// askEndEvery is how often one of those who are linked is asked how an island has ended.
	askEndEvery = time.Second
	// goesOn is how long after its last turn an island that is executed here counts as one that goes on.
	goesOn = 10 * time.Second
)

// taking is what a record says of an island that it takes in.
type taking struct {
	into  uint64
	end   [32]byte // the island's last record
	asked time.Time
	tries int
	from  key.ID // who was asked last
	more  []*epoch.Record
}

// endings are what is known of islands that others have taken in, or say they have.
type endings struct {
	takings map[uint64]*taking // by the island that was taken in: what is not proven
	graves  map[uint64]*rumour // of islands whose end was executed here
	buried  []uint64           // of graves, oldest first
	asked   time.Time
}

func newEndings() endings {
	return endings{takings: map[uint64]*taking{}, graves: map[uint64]*rumour{}}
}

// saidTaken notes that a record of an island takes another in.
func (w *World) saidTaken(island uint64, r *epoch.Record) {
	if w.learn(r.From); w.ended(r.From) || w.endings.takings[r.From] == nil && len(w.endings.takings) >= maxTakings {
		return
	}
	w.endings.takings[r.From] = &taking{into: island, end: r.Taken.Record}
	w.confirm(r.From)
}

// confirm believes that an island was taken in, when its end is known.
func (w *World) confirm(island uint64) {
	t := w.endings.takings[island]
	switch end := w.newest(island); {
	case t == nil:
	case w.ended(island):
		delete(w.endings.takings, island)
	case end != nil && end.Reason == epoch.Ended && end.Hash() == t.end:
		w.taken[island] = t.into
		delete(w.endings.takings, island)
	}
}

// confirmAll looks at all of them again. Order does not matter: none depends on another.
func (w *World) confirmAll() {
	for island := range w.endings.takings {
		w.confirm(island)
	}
}

// goesOnHere reports whether an island is executed here firmly and has turns.
func (w *World) goesOnHere(island uint64) bool {
	c := w.core(island)
	return c != nil && c.e != nil && !c.over() && c.e.Record().Firm && w.now.Sub(c.state.orderedAt) < goesOn
}

// askEnds asks those who are linked, one after the other, for the ends that are missing of islands that are known here.
func (w *World) askEnds() {
	if len(w.endings.takings) == 0 || w.now.Sub(w.endings.asked) < askEndEvery/4 {
		return
	}
	w.endings.asked = w.now
	w.confirmAll()
	for _, island := range slices.Sorted(maps.Keys(w.endings.takings)) {
		t, known := w.endings.takings[island], w.newestFirm(island)
		if known == nil || w.links.Len() == 0 || w.now.Sub(t.asked) < askEndEvery {
			continue
		}
		t.asked, t.from, t.more = w.now, w.links.Keys()[t.tries%w.links.Len()], nil
		t.tries++
		w.send(t.from, message.RecordsAsk{Island: island, Number: known.Number, Name: known.Hash()}.Encode())
	}
}

// endTold takes the answer, and reports whether it was one.
func (w *World) endTold(from key.ID, m *message.RecordsTell) (bool, error) {
	t, known := w.endings.takings[m.Island], w.newestFirm(m.Island)
	if t == nil || known == nil || t.from != from || m.After != known.Hash() {
		return false, nil
	}
	if m.First {
		t.more = nil
	}
	if t.more = append(t.more, m.Records...); !m.Last || len(t.more) > message.MaxRecords {
		return true, nil
	}
	records := t.more
	t.more, t.from = nil, key.ID{}
	if err := checkTail([]*epoch.Record{known}, records, w.home().genesis.Founder); err != nil {
		return true, err
	}
	if n := len(records); n > 0 && records[n-1].Reason == epoch.Ended && records[n-1].Hash() == t.end {
		w.taken[m.Island] = t.into
		delete(w.endings.takings, m.Island)
		w.home().event("an island was taken in by another", "from", islandName(m.Island), "into", islandName(t.into))
	}
	return true, nil
}

// bury remembers the records of an island that has ended and is known to have been taken in.
func (w *World) bury(island uint64, records, forebears []*epoch.Record) {
	if n := len(records); n == 0 || records[n-1].Reason != epoch.Ended || w.endings.graves[island] != nil {
		return
	}
	if len(w.endings.buried) >= maxGraves {
		delete(w.endings.graves, w.endings.buried[0])
		w.endings.buried = w.endings.buried[1:]
	}
	r := newRumour(w.now, island)
	r.forebears = forebears
	r.remember(records)
	w.endings.graves[island], w.endings.buried = r, append(w.endings.buried, island)
}
