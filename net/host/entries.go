package host

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// entries are the islands that others announce and that are not executed here.
type entries struct {
	*hub
	here  executed
	known map[uint64]*directoryEntry
}

// newEntries returns no entries.
func newEntries(h *hub, here executed) *entries {
	return &entries{hub: h, here: here, known: map[uint64]*directoryEntry{}}
}

// directoryEntry is an island that others announce and that is not executed here.
type directoryEntry struct {
	// Walks through all entries read only these fields.
	island    uint64
	most      uint64             // the newest firm record that is spoken of, and
	speakers  int                // how often it is, see recount
	records   []*epoch.Record    // verified: those that change its land, and the last firm one; ascending
	greetings map[key.ID]greeted // the last of each linked peer that executes it
	since     time.Time
	reason    reasoned

	news       message.News          // the newest
	newsAt     time.Time             // when that came
	request    recordsRequest        // for the records that are missing
	unverified map[key.ID]unverified // the last of each linked peer's bulletins that are not proven
	chain      []*epoch.Record       // verified and consecutive, the last is the last of records; see maxChain
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

// greeted is a greeting, and its bytes.
type greeted struct {
	message.Greeting
	bytes []byte
}

// seatOf updates the values derived from the newest record; nil: no record is known.
func (d *entries) seatOf(r *directoryEntry) *seat {
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

// tip returns the newest known firm record of the island; nil when there is none.
func (r *directoryEntry) tip() *epoch.Record {
	if len(r.records) == 0 {
		return nil
	}
	return r.records[len(r.records)-1]
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
		if n := len(r.records); n > 0 && !changesLand(r.records[n-1]) {
			r.records = r.records[:n-1]
		}
		r.records = append(r.records, x)
	}
	most := keptDivisions
	if r.island == message.Home {
		most = keptOfHome
	}
	if n := len(r.records); n > most+1 {
		r.records = slices.Delete(r.records, 0, n-most-1)
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
func (d *entries) entryOf(id uint64) *directoryEntry {
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
func (d *entries) chains(island uint64) (lists [][]*epoch.Record) {
	if c, ok := d.here.Find(island); ok {
		lists = append(lists, c.Records(), c.Ancestors())
	}
	if e := d.known[island]; e != nil {
		lists = append(lists, e.chain)
	}
	return lists
}

func newEntry(now time.Time, island uint64) *directoryEntry {
	return &directoryEntry{island: island, since: now, greetings: map[key.ID]greeted{}, unverified: map[key.ID]unverified{}}
}

// newestFirm is the newest firm record that is known of an island.
func (d *entries) newestFirm(id uint64) *epoch.Record {
	if c, ok := d.here.Find(id); ok && len(c.Records()) > 0 {
		return c.Firm()
	}
	if r := d.known[id]; r != nil {
		return r.tip()
	}
	return nil
}

// newest returns the newest known record of an island; nil when there is none.
func (d *entries) newest(id uint64) *epoch.Record {
	if c, ok := d.here.Find(id); ok {
		if records := c.Records(); len(records) > 0 {
			return records[len(records)-1]
		}
	}
	if r := d.known[id]; r != nil {
		return r.tip()
	}
	return nil
}

// list lists the islands that others execute, but for those that have ended.
func (d *entries) list(ended *endedIslands) (all []Known) {
	for id, r := range d.known {
		if ended.has(id) {
			continue
		}
		k := Known{ID: id, Leader: r.leader(), People: r.news.People, Place: slices.Clone(r.news.Place)}
		if tip := r.tip(); tip != nil {
			k.Epoch = tip.Number
			for _, v := range tip.Voters {
				k.Voters = append(k.Voters, v.Key)
			}
		}
		for _, l := range d.links.Values() {
			if r.greetings[l.key].Epoch > 0 {
				k.Held = append(k.Held, l.key)
			}
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// announcedBy reports whether a linked peer has announced the island.
func (r *directoryEntry) announcedBy(k key.ID) bool {
	_, hint := r.unverified[k]
	return hint || r.greetings[k].bytes != nil
}

// extend adds verified records that follow those that are kept.
func (r *directoryEntry) extend(records []*epoch.Record) {
	if r.chain = append(r.chain, records...); len(r.chain) > maxChain {
		r.chain = slices.Delete(r.chain, 0, len(r.chain)-maxChain)
	}
}

// voterLinked reports whether a voter of the island's newest known epoch is linked.
func (d *entries) voterLinked(r *directoryEntry) bool {
	s := d.seatOf(r)
	return s != nil && s.linked
}

// reasoned is a cached reason with its inputs. It is used only where neither time nor links matter.
type reasoned struct {
	tip    *epoch.Record
	notice *announcement
	near   bool
	why    string
}

// keep makes an entry of an island that is executed here and is about to be left.
func (d *entries) keep(c executedIsland) *directoryEntry {
	r := newEntry(d.now, c.Island())
	r.ancestry = c.Ancestors()
	r.remember(c.Records())
	for _, g := range c.Executors() {
		r.greetings[g.Key] = greeted{g.Said, g.Said.Encode()}
		r.recount()
	}
	return r
}

// takeOut removes the entry of an island that begins here, and returns its greetings in the order of the
// links.
func (d *entries) takeOut(island uint64) (all []executorGreetingBytes) {
	r := d.known[island]
	if r == nil {
		return nil
	}
	delete(d.known, island)
	for _, l := range d.links.Values() {
		if g := r.greetings[l.key].bytes; g != nil {
			all = append(all, executorGreetingBytes{l.key, g})
		}
	}
	return all
}

// executorGreetingBytes is a greeting as it came.
type executorGreetingBytes struct {
	From  key.ID
	Bytes []byte
}

// forget forgets what a peer announced whose link is gone.
func (d *entries) forget(k key.ID) {
	for _, r := range d.known {
		delete(r.greetings, k)
		delete(r.unverified, k)
		r.recount()
	}
}

// leaderOf is the announced leader of an island that is not executed here; zero: none is known.
func (d *entries) leaderOf(island uint64) key.ID {
	if r := d.known[island]; r != nil {
		return r.leader()
	}
	return key.ID{}
}
