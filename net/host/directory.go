package host

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # The directory
//
// A peer greets all its links about each island that it executes. Peers that do not execute the island get
// news: its leader, its place, and how many people are there. The leader sends news when something changed
// and every tellEvery; other peers send them every tellSeldom. A peer that hears of an island asks an
// executing peer for the island's records. It believes only the records: each must follow the one before,
// from the island's first record on, which must match the record that divided the island off. Of an island
// executed elsewhere, a peer keeps the last firm record, the records by which land was divided off or taken
// in, and the newest records in a row for others. Peers without a link to any executing peer learn of islands
// from bulletins; see announcements.go.

const (
	// bornWithin is how long after its first announcement an island may still be carved out here; then it is
	// requested.
	bornWithin = time.Second
	// maxHeard is how many islands are remembered that others speak of and that are not executed here. Of
	// those beyond it nothing is known, until others have ended. It is more than the allowances of all links:
	// see searches.go.
	maxHeard = 1 << 13
	// tellEvery is how often a leader announces its island to peers that do not execute it, tellChanged how
	// often after a change, and tellSeldom how often other peers announce it.
	tellEvery   = 5 * time.Second
	tellChanged = 500 * time.Millisecond
	tellSeldom  = 20 * time.Second
	// askRecordsEvery is how often the records of an island are asked for, as long as some are missing.
	askRecordsEvery = 300 * time.Millisecond
	// keptDivisions is how many records are kept that changed an island's land, keptOfHome how many of
	// home's, by which those are proven that it divided off.
	keptDivisions = 64
	keptOfHome    = 1 << 12
)

// directory has an entry for each known island that is not executed here.
type directory struct {
	part
	known map[uint64]*directoryEntry
}

func newDirectory(p part) *directory { return &directory{part: p, known: map[uint64]*directoryEntry{}} }

// directoryEntry is an island that others announce and that is not executed here.
type directoryEntry struct {
	// Walks through all entries read only these fields.
	island    uint64
	most      uint64             // the newest firm record that is spoken of, and
	speakers  int                // how often it is, see recount
	line      []*epoch.Record    // verified: those that change its land, and the last firm one; ascending
	greetings map[key.ID]greeted // the last of each linked peer that executes it
	since     time.Time
	reason    reasoned

	news       message.News          // the newest
	newsAt     time.Time             // when that came
	request    recordsRequest        // for the records that are missing
	unverified map[key.ID]unverified // the last of each linked peer's bulletins that are not proven
	chain      []*epoch.Record       // verified and consecutive, the last is the last of line; see maxChain
	ancestry   []*epoch.Record       // the island's
	seat       seat
}

// seat caches whether this peer, or a linked one, votes by the newest record: it is read far more often than
// it changes.
type seat struct {
	tip    *epoch.Record
	mine   bool   // this peer votes
	links  uint64 // the version of World.links, when it was looked at, and
	linked bool   // whether a linked peer votes
}

// seatOf updates the values derived from the newest record; nil: no record is known.
func (d *directory) seatOf(r *directoryEntry) *seat {
	tip := r.tip()
	if tip == nil {
		return nil
	}
	s := &r.seat
	if s.tip != tip {
		*s = seat{tip: tip, mine: tip.Votes(d.me)}
	}
	if v := d.links.Version(); s.links != v { // before the first link nobody is linked
		s.links, s.linked = v, slices.ContainsFunc(d.links.Values(), func(l *linked) bool { return tip.Votes(l.key) })
	}
	return s
}

// greeted is a greeting, and its bytes.
type greeted struct {
	message.Greeting
	bytes []byte
}

// tip returns the newest known firm record of the island; nil when there is none.
func (r *directoryEntry) tip() *epoch.Record {
	if len(r.line) == 0 {
		return nil
	}
	return r.line[len(r.line)-1]
}

// remember takes verified records, which follow the kept ones. It keeps the newest firm record and, up to a
// bound, the firm ones before it that change land.
func (r *directoryEntry) remember(records []*epoch.Record) {
	firm := len(records)
	for firm > 0 && !records[firm-1].Firm {
		firm--
	}
	r.extend(records[:firm])
	for _, x := range records[:firm] {
		if n := len(r.line); n > 0 && !changesLand(r.line[n-1]) {
			r.line = r.line[:n-1]
		}
		r.line = append(r.line, x)
	}
	most := keptDivisions
	if r.island == message.Home {
		most = keptOfHome
	}
	if n := len(r.line); n > most+1 {
		r.line = slices.Delete(r.line, 0, n-most-1)
	}
}

// changesLand reports whether a record takes land out of its island or into it.
func changesLand(r *epoch.Record) bool { return len(r.Parts) > 0 || r.Reason == epoch.Absorbed }

// behind reports whether others have announced a firm record that is not known here.
func (r *directoryEntry) behind() bool {
	if r.most == 0 || r.speakers == 0 {
		return false
	}
	tip := r.tip()
	return tip == nil || r.most > tip.Number
}

// recount updates the newest firm epoch that a linked peer has announced.
func (r *directoryEntry) recount() {
	r.most, r.speakers = r.news.Number, len(r.greetings)+len(r.unverified)
	for _, g := range r.greetings {
		if g.Firm {
			r.most = max(r.most, g.Epoch)
		}
	}
	for _, h := range r.unverified {
		r.most = max(r.most, h.Number)
	}
}

// leader returns the announced leader of the island; zero when none is announced.
func (r *directoryEntry) leader() key.ID {
	if tip := r.tip(); r.news.Leader.IsZero() && tip != nil {
		return tip.Leader().Key
	}
	return r.news.Leader
}

// entryOf returns the entry of an island, making one if needed; nil when there is no room for more.
func (d *directory) entryOf(id uint64) *directoryEntry {
	r := d.known[id]
	if r != nil {
		return r
	}
	if len(d.known) >= maxHeard {
		return nil
	}
	r = newEntry(d.now, id)
	d.known[id] = r
	return r
}

// chains are the lists of records that are known here of an island.
func (d *directory) chains(island uint64) (lists [][]*epoch.Record) {
	if c := d.world.islands.get(island); c != nil {
		lists = append(lists, c.ancestry.records, c.ancestry.forebears)
	}
	if e := d.known[island]; e != nil {
		lists = append(lists, e.chain)
	}
	return lists
}

func newEntry(now time.Time, island uint64) *directoryEntry {
	return &directoryEntry{island: island, since: now, greetings: map[key.ID]greeted{}, unverified: map[key.ID]unverified{}}
}

// hear keeps a peer's greeting about an island that is not executed here.
func (d *directory) hear(from key.ID, island uint64, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		d.counters[counter.Elsewhere]++ // whoever left the island is spoken to for a moment
		return
	}
	if d.world.ended.has(island) || d.links.Get(from) == nil {
		return
	}
	g, err := message.DecodeGreeting(b)
	if err != nil {
		d.counters[counter.Garbage]++
		return
	}
	if g.Epoch == 0 || g.Leaving {
		if r := d.known[island]; r != nil {
			delete(r.greetings, from)
			r.recount()
		}
		return
	}
	if !d.world.searches.mayAnnounce(from, island) {
		d.counters[counter.FalseIslands]++
		return
	}
	if r := d.entryOf(island); r != nil {
		r.greetings[from] = greeted{g, slices.Clone(b)}
		r.recount()
	}
}

// newsOf makes the news of an island that is executed here.
func (d *directory) newsOf(c *Core) message.News {
	n := message.News{Island: c.island, Turn: c.history.committed}
	if len(c.ancestry.records) > 0 {
		if firm := c.ancestry.firmOne(); firm != nil {
			n.Number, n.Name = firm.Number, firm.Hash()
		}
	}
	if c.e != nil {
		n.Leader = c.e.Leader()
	}
	if c.machine != nil {
		n.People, n.Place = uint64(c.machine.People()), c.machine.Place(nil)
	}
	return n
}

// announce sends news of the islands here to peers that do not execute them, and asks for the records of
// other islands.
func (d *directory) announce() {
	d.world.islands.each(func(c *Core) {
		if d.world.announcements.issue(c); c.island == message.Home || c.machine == nil || len(c.ancestry.records) == 0 || !c.retirement.retired.IsZero() {
			return
		}
		every := tellSeldom
		if c.e != nil && c.e.Leading() {
			every = tellEvery
			if c.ancestry.last().Number != c.announced.news.Number {
				every = tellChanged
			}
		} else if c.ancestry.over() {
			every = tellEvery
		}
		if d.now.Sub(c.announced.newsAt) < every {
			return
		}
		n := d.newsOf(c)
		c.announced.news, c.announced.newsAt = n, d.now
		for _, k := range c.peers.Keys() {
			if !c.peers.Get(k).greeted {
				d.send(k, n.Encode())
			}
		}
	})
	behind := false
	for id, r := range d.known {
		if r.speakers == 0 && r.tip() == nil || d.world.ended.has(id) {
			delete(d.known, id)
		}
		behind = behind || r.behind()
	}
	if d.world.announcements.passOn() || behind {
		d.askRecords()
	}
	d.world.ended.askEnds()
}

// receive takes directory messages.
func (d *directory) receive(from key.ID, b []byte) {
	m, err := message.DecodeRumour(b)
	if err != nil {
		d.world.refuse(from, b[0], err)
		return
	}
	switch {
	case m.News != nil:
		d.heardNews(from, *m.News)
	case m.Ask != nil:
		d.answerRecords(from, *m.Ask)
	case m.Tell != nil:
		if err := d.heardRecords(from, m.Tell); err != nil && !errors.Is(err, errUnproven) {
			d.counters[counter.Garbage]++
			d.world.tell(from, "refused an island's records", "of", islandName(m.Tell.Island), "why", err.Error())
		}
	case m.Ancestry != nil:
		if err := d.heardAncestry(from, m.Ancestry); err != nil {
			d.counters[counter.Unproven]++
			d.refusedAncestry(from, m.Ancestry.Island, err)
		}
	case m.Posted != nil:
		d.world.announcements.receive(from, m.Posted)
	case m.Invites != 0:
		d.world.subscriptions.hearInvitation(from, m.Invites)
	default:
		d.answerSeek(from)
	}
}

// heardNews keeps the newest that is told of an island.
func (d *directory) heardNews(from key.ID, n message.News) {
	if n.Yours && d.world.subscriptions.gap > 0 {
		d.world.subscriptions.found[n.Island] = d.now
	}
	if c := d.world.islands.get(n.Island); c != nil && !c.idle || d.world.ended.has(n.Island) {
		return
	}
	r := d.known[n.Island]
	if r == nil || r.greetings[from].Epoch == 0 {
		return // it greets first
	}
	if n.Number > r.news.Number || n.Number == r.news.Number && n.Turn >= r.news.Turn {
		r.news, r.newsAt = n, d.now
		r.recount()
	}
}

// introduce tells an island's core of all links, and passes on the messages that came before it existed.
func (d *directory) introduce(c *Core) {
	for _, p := range d.links.Values() {
		c.LinkUp(d.given(), p.key, p.info)
		c.Measured(p.key, p.rtt)
	}
	if r := d.known[c.island]; r != nil {
		delete(d.known, c.island)
		for _, p := range d.links.Values() {
			if g := r.greetings[p.key].bytes; g != nil {
				c.Receive(d.given(), p.key, link.Stream, g)
			}
		}
	}
}

// Issued is the news of an island that was last sent to peers that do not execute it.
type Issued struct {
	news   message.News
	newsAt time.Time
	last   message.Bulletin // the last one to all
	lastAt time.Time
	looked time.Time // when it was looked at whether another is due
}
