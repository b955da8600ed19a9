package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Records of islands that are not executed here
//
// The records that prove an island are kept so that they can be given to others: all of them, or the last
// maxChain.

// maxChain is how many records in a row are kept of an island that is not executed here: some hundred
// kilobytes at most. For an island with more, this peer's records help only peers that know the earlier ones.
const maxChain = 128

// exchange asks linked peers for records of islands, and answers such questions.
type exchange struct {
	*hub
	here          executed
	world         knownWorld
	entries       *entries
	ended         *endedIslands
	announcements *announcements
	ancestries    *ancestries

	answered map[key.ID]time.Time // when a linked peer got records that it asked for last
}

// answerGap is the least time between two answers to a peer.
const recordsAnswerGap = 5 * time.Millisecond

// askRecords asks for the records that are missing of islands that are not executed here.
func (d *exchange) askRecords() {
	ids := make([]uint64, 0, len(d.entries.known))
	for id, r := range d.entries.known {
		if r.behind() && d.now.Sub(r.since) >= bornWithin && r.request.due(d.now, askRecordsEvery) && d.shares() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := d.entries.known[id]
		a := message.RecordsAsk{Island: id}
		if tip := r.tip(); tip != nil {
			a.Number, a.Name = tip.Number, tip.Hash()
		}
		d.send(r.request.next(d.now, d.sourcesOf(r)), a.Encode())
	}
}

// sourcesOf returns the peers to ask for missing records: those that announced newer ones, else those that
// execute the island.
func (d *exchange) sourcesOf(r *directoryEntry) []key.ID {
	least := uint64(0)
	if tip := r.tip(); tip != nil {
		least = tip.Number
	}
	var all []key.ID
	for _, l := range d.links.Values() {
		if g, h := r.greetings[l.key], r.unverified[l.key]; g.Epoch > least || h.Number > least {
			all = append(all, l.key)
		}
	}
	if len(all) == 0 { // others have been sent newer ones
		for _, l := range d.links.Values() {
			if r.greetings[l.key].bytes != nil {
				all = append(all, l.key)
			}
		}
	}
	return all
}

// answerRecords gives a peer the records of an island here that follow one which it has.
func (d *exchange) answerRecords(from key.ID, a message.RecordsAsk) {
	records, forebears, ok := d.recordsAfter(a)
	if at, answered := d.answered[from]; !ok || d.links.Get(from) == nil || answered && d.now.Sub(at) < recordsAnswerGap {
		return // it will ask again
	}
	d.answered[from] = d.now
	var messages [][]byte
	if a.Number == 0 {
		messages = message.EncodeAncestry(a.Island, forebears)
	}
	messages = append(messages, message.EncodeRecordsTold(a.Island, a.Name, records)...)
	if !d.world.Gives(from, messages...) {
		return
	}
	for _, m := range messages {
		d.send(from, m)
	}
}

// recordsAfter returns the known ones of the records that a peer asks for, and the island's ancestry.
func (d *exchange) recordsAfter(a message.RecordsAsk) (records, forebears []*epoch.Record, ok bool) {
	c, ok := d.here.Find(a.Island)
	if !ok || c.AtRest() {
		r := d.entries.known[a.Island]
		if r == nil {
			r = d.ended.remembered[a.Island]
		}
		if r == nil {
			return nil, nil, false
		}
		records, ok = r.after(a.Number, a.Name)
		return records, r.ancestry, ok
	}
	records = c.Records()
	if n := uint64(len(records)); !c.HasState() || n == 0 || a.Number > n || a.Number > 0 && records[a.Number-1].Hash() != a.Name {
		return nil, nil, false
	}
	return records[a.Number:], c.Forebears(), true
}

// heardRecords takes such an answer: records are believed that follow those which are known.
func (d *exchange) heardRecords(from key.ID, t *message.RecordsPart) error {
	r := d.entries.known[t.Island]
	if r == nil || r.request.source != from {
		was, err := d.ended.heardEnd(from, t)
		if !was {
			d.counters[counter.Unexpected]++
		}
		return err
	}
	records, done, err := r.request.collect(t)
	if !done {
		return err
	}
	tip := r.tip()
	switch {
	case len(records) == 0 || tip != nil && tip.Hash() != t.After || tip == nil && t.After != [32]byte{}:
		return nil // of another question
	case tip == nil:
		forebears, err := d.checkRecords(t.Island, records)
		if err != nil {
			return err
		}
		r.ancestry = forebears
	default:
		if err := epoch.CheckTail([]*epoch.Record{tip}, records, d.world.Genesis().Founder); err != nil {
			return err
		}
	}
	r.remember(records)
	r.request.tries = 0
	d.announcements.recheck(t.Island)
	d.ended.confirm(t.Island)
	for _, x := range records {
		if x.Reason == epoch.Absorbed && x.Number <= r.tip().Number {
			d.ended.claimed(t.Island, x)
		}
	}
	return nil
}

// checkRecords checks the records of an island that is not executed here, from its first on.
func (d *exchange) checkRecords(id uint64, records []*epoch.Record) (forebears []*epoch.Record, err error) {
	first, g := records[0], d.world.Genesis()
	if first.Number != 1 || first.World != g.ID() || first.Island != id {
		return nil, fmt.Errorf("host: founded as another world or island")
	}
	if forebears, err = d.ancestries.begins(first); err != nil {
		d.counters[counter.Unproven]++
		return nil, err
	}
	return forebears, epoch.CheckTail(records[:1], records[1:], g.Founder)
}
