package directory

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// entries are the islands that others announce and that are not executed here.
type entries struct {
	*links.Hub
	here  Islands
	Known map[uint64]*Entry
}

// newEntries returns no entries.
func newEntries(h *links.Hub, here Islands) *entries {
	return &entries{Hub: h, here: here, Known: map[uint64]*Entry{}}
}

// Entry is an island that others announce and that is not executed here.
type Entry struct {
	// Walks through all entries read only these fields.
	island    uint64
	most      uint64             // the newest firm record that is spoken of, and
	speakers  int                // how often it is, see recount
	records   []*epoch.Record    // verified: those that change its land, and the last firm one; ascending
	greetings map[key.ID]greeted // the last of each linked peer that executes it
	since     time.Time
	reason    reasoned

	news       message.News          // the newest
	Request    recordsRequest        // for the records that are missing
	unverified map[key.ID]unverified // the last of each linked peer's bulletins that are not proven
	Chain      []*epoch.Record       // verified and consecutive, the last is the last of records; see maxChain
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
func (d *entries) seatOf(r *Entry) *seat {
	tip := r.Tip()
	if tip == nil {
		return nil
	}
	s := &r.seat
	if s.tip != tip {
		*s = seat{tip: tip, mine: tip.Votes(d.Me)}
	}
	if v := d.Peers.Version(); s.links != v { // before the first link nobody is linked
		s.links, s.linked = v, slices.ContainsFunc(d.Peers.Values(), func(l *links.Link) bool { return tip.Votes(l.Key) })
	}
	return s
}

// Tip returns the newest known firm record of the island; nil when there is none.
func (r *Entry) Tip() *epoch.Record {
	if len(r.records) == 0 {
		return nil
	}
	return r.records[len(r.records)-1]
}

// Remember takes verified records, which follow the kept ones. It keeps the newest firm record and, up to a
// bound, the firm ones before it that change land.
func (r *Entry) Remember(records []*epoch.Record) {
	firm := len(records)
	for firm > 0 && !records[firm-1].Firm {
		firm--
	}
	r.extend(records[:firm])
	for _, x := range records[:firm] {
		if n := len(r.records); n > 0 && !r.records[n-1].ChangesLand() {
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

// behind reports whether others have announced a firm record that is not known here.
func (r *Entry) behind() bool {
	if r.most == 0 || r.speakers == 0 {
		return false
	}
	tip := r.Tip()
	return tip == nil || r.most > tip.Number
}

// recount updates the newest firm epoch that a linked peer has announced.
func (r *Entry) recount() {
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

// Leader returns the announced leader of the island; zero when none is announced.
func (r *Entry) Leader() key.ID {
	if tip := r.Tip(); r.news.Leader.IsZero() && tip != nil {
		return tip.Leader().Key
	}
	return r.news.Leader
}

// entryOf returns the entry of an island, making one if needed; nil when there is no room for more.
func (d *entries) entryOf(id uint64) *Entry {
	r := d.Known[id]
	if r != nil {
		return r
	}
	if len(d.Known) >= maxHeard {
		return nil
	}
	r = NewEntry(d.Now, id)
	d.Known[id] = r
	return r
}

// chains are the lists of records that are known here of an island.
func (d *entries) chains(island uint64) (lists [][]*epoch.Record) {
	if c, ok := d.here.Find(island); ok {
		lists = append(lists, c.Records(), c.Ancestors())
	}
	if e := d.Known[island]; e != nil {
		lists = append(lists, e.Chain)
	}
	return lists
}

func NewEntry(now time.Time, island uint64) *Entry {
	return &Entry{island: island, since: now, greetings: map[key.ID]greeted{}, unverified: map[key.ID]unverified{}}
}

// NewestFirm is the newest firm record that is known of an island.
func (d *entries) NewestFirm(id uint64) *epoch.Record {
	if c, ok := d.here.Find(id); ok && len(c.Records()) > 0 {
		return c.Firm()
	}
	if r := d.Known[id]; r != nil {
		return r.Tip()
	}
	return nil
}

// Newest returns the newest known record of an island; nil when there is none.
func (d *entries) Newest(id uint64) *epoch.Record {
	if c, ok := d.here.Find(id); ok {
		if records := c.Records(); len(records) > 0 {
			return records[len(records)-1]
		}
	}
	if r := d.Known[id]; r != nil {
		return r.Tip()
	}
	return nil
}

// list lists the islands that others execute, but for those that have ended.
func (d *entries) list(ended *Ended) (all []Known) {
	for id, r := range d.Known {
		if ended.Has(id) {
			continue
		}
		k := Known{ID: id, Leader: r.Leader(), People: r.news.People, Place: slices.Clone(r.news.Place)}
		if tip := r.Tip(); tip != nil {
			k.Epoch = tip.Number
			for _, v := range tip.Voters {
				k.Voters = append(k.Voters, v.Key)
			}
		}
		for _, l := range d.Peers.Values() {
			if r.greetings[l.Key].Epoch > 0 {
				k.Held = append(k.Held, l.Key)
			}
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// announcedBy reports whether a linked peer has announced the island.
func (r *Entry) announcedBy(k key.ID) bool {
	_, hint := r.unverified[k]
	return hint || r.greetings[k].bytes != nil
}

// extend adds verified records that follow those that are kept.
func (r *Entry) extend(records []*epoch.Record) {
	if r.Chain = append(r.Chain, records...); len(r.Chain) > maxChain {
		r.Chain = slices.Delete(r.Chain, 0, len(r.Chain)-maxChain)
	}
}

// voterLinked reports whether a voter of the island's newest known epoch is linked.
func (d *entries) voterLinked(r *Entry) bool {
	s := d.seatOf(r)
	return s != nil && s.linked
}

// reasoned is a cached reason with its inputs. It is used only where neither time nor links matter.
type reasoned struct {
	tip    *epoch.Record
	notice *Announcement
	near   bool
	why    string
}

// keep makes an entry of an island that is executed here and is about to be left.
func (d *entries) keep(c Island) *Entry {
	r := NewEntry(d.Now, c.Island())
	r.ancestry = c.Ancestors()
	r.Remember(c.Records())
	for _, g := range c.Executors() {
		r.greet(g.Key, greeted{g.Said, g.Said.Encode()})
	}
	return r
}

// takeOut removes the entry of an island that begins here, and returns its greetings in the order of the
// links.
func (d *entries) takeOut(island uint64) (all []Greeting) {
	r := d.Known[island]
	if r == nil {
		return nil
	}
	delete(d.Known, island)
	for _, l := range d.Peers.Values() {
		if g := r.greetings[l.Key].bytes; g != nil {
			all = append(all, Greeting{l.Key, g})
		}
	}
	return all
}

// Greeting is a greeting as it came.
type Greeting struct {
	From  key.ID
	Bytes []byte
}

// forget drops the announcements of a peer whose link is gone.
func (d *entries) forget(k key.ID) {
	for _, r := range d.Known {
		delete(r.greetings, k)
		delete(r.unverified, k)
		r.recount()
	}
}

// leaderOf is the announced leader of an island that is not executed here; zero: none is known.
func (d *entries) leaderOf(island uint64) key.ID {
	if r := d.Known[island]; r != nil {
		return r.Leader()
	}
	return key.ID{}
}

// Known is an island that others execute.
type Known struct {
	ID     uint64
	Leader key.ID // zero: not known
	Voters []key.ID
	Epoch  uint64
	People uint64
	Place  []byte   // as the machine says
	Held   []key.ID // linked peers that execute it
}

// greet keeps the last greeting of a linked peer that executes the island.
func (r *Entry) greet(k key.ID, g greeted) {
	r.greetings[k] = g
	r.recount()
}

// ungreet notes that a linked peer does not execute an island any more.
func (d *entries) ungreet(island uint64, k key.ID) {
	if r := d.Known[island]; r != nil {
		delete(r.greetings, k)
		r.recount()
	}
}
