package host

import (
	"fmt"
	"slices"

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

// extend adds verified records that follow those that are kept.
func (r *directoryEntry) extend(records []*epoch.Record) {
	if r.chain = append(r.chain, records...); len(r.chain) > maxChain {
		r.chain = slices.Delete(r.chain, 0, len(r.chain)-maxChain)
	}
}

// after returns the records that follow one, all when number is zero; ok is false when they are not kept.
func (r *directoryEntry) after(number uint64, name [32]byte) (records []*epoch.Record, ok bool) {
	if len(r.chain) == 0 {
		return nil, false
	}
	if number == 0 {
		return r.chain, r.chain[0].Number == 1
	}
	i := slices.IndexFunc(r.chain, func(x *epoch.Record) bool { return x.Number == number })
	if i < 0 || r.chain[i].Hash() != name {
		return nil, false
	}
	return r.chain[i+1:], true
}

// askRecords asks for the records that are missing of islands that are not executed here.
func (d *directory) askRecords() {
	ids := make([]uint64, 0, len(d.known))
	for id, r := range d.known {
		if r.behind() && d.now.Sub(r.since) >= bornWithin && r.request.due(d.now, askRecordsEvery) && d.shares() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := d.known[id]
		a := message.RecordsAsk{Island: id}
		if tip := r.tip(); tip != nil {
			a.Number, a.Name = tip.Number, tip.Hash()
		}
		d.send(r.request.next(d.now, d.sourcesOf(r)), a.Encode())
	}
}

// sourcesOf returns the peers to ask for missing records: those that announced newer ones, else those that
// execute the island.
func (d *directory) sourcesOf(r *directoryEntry) []key.ID {
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
func (d *directory) answerRecords(from key.ID, a message.RecordsAsk) {
	records, ancestors, ok := d.recordsAfter(a)
	l := d.links.Get(from)
	if !ok || l == nil || d.now.Sub(l.answered) < answerGap {
		return // it will ask again
	}
	l.answered = d.now
	var messages [][]byte
	if a.Number == 0 {
		messages = ancestryMessages(a.Island, ancestors)
	}
	messages = append(messages, message.EncodeRecordsTold(a.Island, a.Name, records)...)
	if p := d.world.islands.home().peers.Get(from); p != nil && !d.world.islands.home().peers.gives(p, messages...) {
		return
	}
	for _, m := range messages {
		d.send(from, m)
	}
}

// recordsAfter returns the known ones of the records that a peer asks for, and the island's ancestry.
func (d *directory) recordsAfter(a message.RecordsAsk) (records, ancestors []*epoch.Record, ok bool) {
	c := d.world.islands.get(a.Island)
	if c == nil || c.idle {
		r := d.known[a.Island]
		if r == nil {
			r = d.world.ended.remembered[a.Island]
		}
		if r == nil {
			return nil, nil, false
		}
		records, ok = r.after(a.Number, a.Name)
		return records, r.ancestry, ok
	}
	if c.machine == nil || len(c.ancestry.records) == 0 || a.Number > 0 && !c.ancestry.has(a.Number, a.Name) {
		return nil, nil, false
	}
	return c.ancestry.records[a.Number:], c.ancestry.ancestors, true
}

// heardRecords takes such an answer: records are believed that follow those which are known.
func (d *directory) heardRecords(from key.ID, t *message.RecordsPart) error {
	r := d.known[t.Island]
	if r == nil || r.request.source != from {
		was, err := d.world.ended.heardEnd(from, t)
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
		ancestors, err := d.checkRecords(t.Island, records)
		if err != nil {
			return err
		}
		r.ancestry = ancestors
	default:
		if err := checkTail([]*epoch.Record{tip}, records, d.world.islands.home().genesis.Founder); err != nil {
			return err
		}
	}
	r.remember(records)
	r.request.tries = 0
	d.world.announcements.recheck(t.Island)
	d.world.ended.confirm(t.Island)
	for _, x := range records {
		if x.Reason == epoch.Absorbed && x.Number <= r.tip().Number {
			d.world.ended.claimed(t.Island, x)
		}
	}
	return nil
}

// checkRecords checks the records of an island that is not executed here, from its first on.
func (d *directory) checkRecords(id uint64, records []*epoch.Record) (ancestors []*epoch.Record, err error) {
	first, g := records[0], d.world.islands.home().genesis
	if first.Number != 1 || first.World != g.ID() || first.Island != id {
		return nil, fmt.Errorf("host: founded as another world or island")
	}
	if ancestors, err = d.begins(first); err != nil {
		d.counters[counter.Unproven]++
		return nil, err
	}
	return ancestors, checkTail(records[:1], records[1:], g.Founder)
}
