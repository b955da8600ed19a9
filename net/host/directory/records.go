package directory

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
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
	*links.Hub
	here          Islands
	world         World
	entries       *entries
	ended         *Ended
	announcements *announcements
	ancestries    *ancestries

	answered map[key.ID]time.Time // when a linked peer got records that it asked for last
}

// recordsAnswerGap is the least time between two answers to a peer.
const recordsAnswerGap = 5 * time.Millisecond

// forget forgets a link that came or went.
func (d *exchange) forget(k key.ID) { delete(d.answered, k) }

// askRecords asks for the records that are missing of islands that are not executed here.
func (d *exchange) askRecords() {
	ids := make([]uint64, 0, len(d.entries.Known))
	for id, r := range d.entries.Known {
		if r.behind() && d.Now.Sub(r.since) >= bornWithin && r.Request.Due(d.Now, askRecordsEvery) && d.Shares() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := d.entries.Known[id]
		var known []recordlist.Name
		if tip := r.Tip(); tip != nil {
			known = append(known, recordlist.Name{Number: tip.Number, Hash: tip.Hash()})
		}
		d.Send(r.Request.next(d.Now, d.sourcesOf(r)), message.WrapIsland(id, recordlist.EncodeAsk(known...)))
	}
}

// sourcesOf returns the peers to ask for missing records: those that announced newer ones, else those that
// execute the island.
func (d *exchange) sourcesOf(r *Entry) []key.ID {
	least := uint64(0)
	if tip := r.Tip(); tip != nil {
		least = tip.Number
	}
	var all []key.ID
	for _, l := range d.Peers.Values() {
		if g, h := r.greetings[l.Key], r.unverified[l.Key]; g.Epoch > least || h.Number > least {
			all = append(all, l.Key)
		}
	}
	if len(all) == 0 { // others have been sent newer ones
		for _, l := range d.Peers.Values() {
			if r.greetings[l.Key].bytes != nil {
				all = append(all, l.Key)
			}
		}
	}
	return all
}

// receive takes a message about the records of an island. The answer is false if it is for the island's core
// here.
func (d *exchange) receive(from key.ID, island uint64, b []byte) bool {
	c, ok := d.here.Find(island)
	here := ok && !c.AtRest()
	var err error
	switch step := recordlist.Step(b); {
	case step == recordlist.Ancestry:
		d.ancestries.receive(from, island, b)
	case step == recordlist.Answer && d.ended.awaits(from, island, b):
		err = d.ended.heardEnd(from, island, b)
	case here:
		return false
	case step == recordlist.Ask:
		err = d.answerRecords(from, island, b)
	case step == recordlist.Answer:
		err = d.HeardRecords(from, island, b)
	default:
		d.Counters[counter.Elsewhere]++ // a peer that left the island still gets messages for a moment
	}
	if err != nil && !errors.Is(err, ErrUnproven) {
		d.Counters[counter.Garbage]++
		d.world.Tell(from, "refused an island's records", "of", message.IslandName(island), "why", err.Error())
	}
	return true
}

// answerRecords gives a peer records of an island that is not executed here, if they are known.
func (d *exchange) answerRecords(from key.ID, island uint64, b []byte) error {
	names, err := recordlist.DecodeAsk(b)
	r := d.entries.Known[island]
	if r == nil {
		r = d.ended.Remembered[island]
	}
	if at, answered := d.answered[from]; err != nil || r == nil || d.Peers.Get(from) == nil || answered && d.Now.Sub(at) < recordsAnswerGap {
		return err // it will ask again
	}
	messages := recordlist.Reply(names, r.Chain, r.ancestry)
	if len(messages) == 0 || !d.world.Gives(from, messages...) {
		return nil
	}
	d.answered[from] = d.Now
	for _, m := range messages {
		d.Send(from, message.WrapIsland(island, m))
	}
	return nil
}

// HeardRecords takes such an answer: records are believed that follow those which are known.
func (d *exchange) HeardRecords(from key.ID, island uint64, b []byte) error {
	r := d.entries.Known[island]
	if r == nil || r.Request.Source() != from {
		d.Counters[counter.Unexpected]++
		return nil
	}
	after, records, done, err := r.Request.collect(b)
	if !done {
		return err
	}
	tip := r.Tip()
	switch {
	case len(records) == 0 || tip != nil && tip.Hash() != after || tip == nil && after != [32]byte{}:
		return nil // of another question
	case tip == nil:
		ancestors, err := d.checkRecords(island, records)
		if err != nil {
			return err
		}
		r.ancestry = ancestors
	default:
		if err := epoch.CheckTail([]*epoch.Record{tip}, records, d.world.Genesis().Founder); err != nil {
			return err
		}
	}
	r.Remember(records)
	r.Request.Done()
	d.announcements.recheck(island)
	d.ended.confirm(island)
	for _, x := range records {
		if x.Reason == epoch.Absorbed && x.Number <= r.Tip().Number {
			d.ended.Claimed(island, x)
		}
	}
	return nil
}

// checkRecords checks the records of an island that is not executed here, from its first on.
func (d *exchange) checkRecords(id uint64, records []*epoch.Record) (ancestors []*epoch.Record, err error) {
	first, g := records[0], d.world.Genesis()
	if first.Number != 1 || first.World != g.ID() || first.Island != id {
		return nil, fmt.Errorf("host: founded as another world or island")
	}
	if ancestors, err = d.ancestries.begins(first); err != nil {
		d.Counters[counter.Unproven]++
		return nil, err
	}
	return ancestors, epoch.CheckTail(records[:1], records[1:], g.Founder)
}
