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

// # Rumours
//
// Who executes an island greets all its links about it, and tells those that do not execute it who leads, how many
// people are there and where it lies: its leader when something has changed and every tellEvery, others every tellSeldom.
// Who hears of an island asks one that executes it for its records, and believes of what is told the records only: each
// must follow the one before, from the island's first on, which the record says that divided it off. Of the records of
// islands that are not executed here, a peer keeps the last firm one and those by which it was divided or took another in,
// and the newest in a row for others. What is passed on to those that are linked to nobody who executes an island is told in
// board.go.

const (
	// bornWithin is how long an island that others speak of may still be carved out here, before it is asked for.
	bornWithin = time.Second
	// maxHeard is how many islands are remembered that others speak of and that are not executed here. Of those beyond it
	// nothing is known, until others have ended. It is more than the allowances of all links: see hearsay.go.
	maxHeard = 1 << 13
	// tellEvery is how often a leader tells those who do not execute its island of it, tellChanged how often when something
	// has changed, and tellSeldom how often others do.
	tellEvery   = 5 * time.Second
	tellChanged = 500 * time.Millisecond
	tellSeldom  = 20 * time.Second
	// askRecordsEvery is how often the records of an island are asked for, as long as some are missing.
	askRecordsEvery = 300 * time.Millisecond
	// keptDivisions is how many records are kept that changed an island's land, keptOfHome how many of home's, by which
	// those are proven that it divided off.
	keptDivisions = 64
	keptOfHome    = 1 << 12
)

// rumour is an island that others speak of and that is not executed here.
type rumour struct {
	// What goes through all rumours looks at these.
	island    uint64
	most      uint64             // the newest firm record that is spoken of, and
	speakers  int                // how often it is, see recount
	line      []*epoch.Record    // verified: those that change its land, and the last firm one; ascending
	greetings map[key.ID]greeted // the last of each linked peer that executes it
	since     time.Time
	reason    reasoned

	news      message.News    // the newest
	heard     time.Time       // when that came
	coming    []*epoch.Record // an answer on its way
	source    key.ID          // from whom
	asked     time.Time
	tries     int             // questions for records that nothing new has come of
	hints     map[key.ID]hint // the last of each linked peer's bulletins that are not proven
	chain     []*epoch.Record // verified and consecutive, the last is the last of line; see maxChain
	forebears []*epoch.Record // the island's lineage
	seat      seat
}

// seat is what follows from the newest record alone, and from it and the links: it is asked for far more often than these change.
type seat struct {
	tip    *epoch.Record
	mine   bool   // this peer votes
	links  uint64 // the version of World.links, when it was looked at, and
	linked bool   // whether a linked peer votes
}

// seatOf brings what follows from the newest record up to date; nil: none is known.
func (w *World) seatOf(r *rumour) *seat {
	tip := r.tip()
	if tip == nil {
		return nil
	}
	s := &r.seat
	if s.tip != tip {
		*s = seat{tip: tip, mine: tip.Votes(w.me)}
	}
	if v := w.links.Version(); s.links != v { // before the first link nobody is linked
		s.links, s.linked = v, slices.ContainsFunc(w.links.Values(), func(l *linked) bool { return tip.Votes(l.key) })
	}
	return s
}

// greeted is a greeting, and its bytes.
type greeted struct {
	message.Greeting
	bytes []byte
}

// tip is the newest firm record that is known of the island, nil when none is.
func (r *rumour) tip() *epoch.Record {
	if len(r.line) == 0 {
		return nil
	}
	return r.line[len(r.line)-1]
}

// remember keeps of verified records, which follow those that are kept, what is kept of them.
func (r *rumour) remember(records []*epoch.Record) {
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

// behind reports whether others have spoken of a firm record that is not known here.
func (r *rumour) behind() bool {
	if r.most == 0 || r.speakers == 0 {
		return false
	}
	tip := r.tip()
	return tip == nil || r.most > tip.Number
}

// recount notes the newest firm record that anybody linked has spoken of.
func (r *rumour) recount() {
	r.most, r.speakers = r.news.Number, len(r.greetings)+len(r.hints)
	for _, g := range r.greetings {
		if g.Firm {
			r.most = max(r.most, g.Epoch)
		}
	}
	for _, h := range r.hints {
		r.most = max(r.most, h.Number)
	}
}

// leader is who is said to lead the island; zero when nobody has said so.
func (r *rumour) leader() key.ID {
	if tip := r.tip(); r.news.Leader.IsZero() && tip != nil {
		return tip.Leader().Key
	}
	return r.news.Leader
}

// rumourOf returns what is known of an island, to be added to; nil when there is no room for more.
func (w *World) rumourOf(id uint64) *rumour {
	r := w.heard[id]
	if r != nil {
		return r
	}
	if len(w.heard) >= maxHeard {
		return nil
	}
	r = newRumour(w.now, id)
	w.heard[id] = r
	return r
}

func newRumour(now time.Time, island uint64) *rumour {
	return &rumour{island: island, since: now, greetings: map[key.ID]greeted{}, hints: map[key.ID]hint{}}
}

// hear keeps what a peer says of an island that is not executed here.
func (w *World) hear(from key.ID, island uint64, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		w.counters[counter.Elsewhere]++ // whoever left the island is spoken to for a moment
		return
	}
	if w.ended(island) || w.links.Get(from) == nil {
		return
	}
	g, err := message.DecodeGreeting(b)
	if err != nil {
		w.counters[counter.Garbage]++
		return
	}
	if g.Epoch == 0 || g.Leaving {
		if r := w.heard[island]; r != nil {
			delete(r.greetings, from)
			r.recount()
		}
		return
	}
	if !w.mayTell(from, island) {
		w.counters[counter.FalseIslands]++
		return
	}
	if r := w.rumourOf(island); r != nil {
		r.greetings[from] = greeted{g, slices.Clone(b)}
		r.recount()
	}
}

// newsOf is what is told of an island that is executed here.
func (w *World) newsOf(c *Core) message.News {
	n := message.News{Island: c.island, Turn: c.state.committed}
	if len(c.records) > 0 {
		if firm := c.firmOne(); firm != nil {
			n.Number, n.Name = firm.Number, firm.Hash()
		}
	}
	if c.e != nil {
		n.Leader = c.e.Leader()
	}
	if m, ok := c.machine.(Carver); ok {
		n.People = uint64(m.People())
	}
	if p, ok := c.machine.(Placer); ok {
		n.Place = p.Place(nil)
	}
	return n
}

// gossip tells those who do not execute the islands here of them, and asks for the records of others.
func (w *World) gossip() {
	w.each(func(c *Core) {
		if w.issue(c); c.island == message.Home || c.machine == nil || len(c.records) == 0 || !c.retired.IsZero() {
			return
		}
		every := tellSeldom
		if c.e != nil && c.e.Leading() {
			every = tellEvery
			if c.last().Number != c.saidNews.Number {
				every = tellChanged
			}
		} else if c.over() {
			every = tellEvery
		}
		if w.now.Sub(c.saidNewsAt) < every {
			return
		}
		n := w.newsOf(c)
		c.saidNews, c.saidNewsAt = n, w.now
		for _, k := range c.peers.Keys() {
			if !c.peers.Get(k).greeted {
				w.send(k, n.Encode())
			}
		}
	})
	behind := false
	for id, r := range w.heard {
		if r.speakers == 0 && r.tip() == nil || w.ended(id) {
			delete(w.heard, id)
		}
		behind = behind || r.behind()
	}
	if w.passOn() || behind {
		w.askRecords()
	}
	w.askEnds()
}

// receiveRumour takes what others tell of islands.
func (w *World) receiveRumour(from key.ID, b []byte) {
	m, err := message.DecodeRumour(b)
	if err != nil {
		w.refuse(from, b[0], err)
		return
	}
	switch {
	case m.News != nil:
		w.told(from, *m.News)
	case m.Ask != nil:
		w.answerAsk(from, *m.Ask)
	case m.Tell != nil:
		if err := w.recordsTold(from, m.Tell); err != nil && !errors.Is(err, errUnproven) {
			w.counters[counter.Garbage]++
			w.tell(from, "refused an island's records", "of", islandName(m.Tell.Island), "why", err.Error())
		}
	case m.Lineage != nil:
		if err := w.lineageTold(from, m.Lineage); err != nil {
			w.counters[counter.Unproven]++
			w.refusedLineage(from, m.Lineage.Island, err)
		}
	case m.Posted != nil:
		w.receiveBulletins(from, m.Posted)
	case m.Invites != 0:
		w.invitation(from, m.Invites)
	default:
		w.soughtBy(from)
	}
}

// told keeps the newest that is told of an island.
func (w *World) told(from key.ID, n message.News) {
	if n.Yours && w.subscriptions.gap > 0 {
		w.subscriptions.found[n.Island] = w.now
	}
	if c := w.core(n.Island); c != nil && !c.resting || w.ended(n.Island) {
		return
	}
	r := w.heard[n.Island]
	if r == nil || r.greetings[from].Epoch == 0 {
		return // it greets first
	}
	if n.Number > r.news.Number || n.Number == r.news.Number && n.Turn >= r.news.Turn {
		r.news, r.heard = n, w.now
		r.recount()
	}
}

// introduce tells an island's core of all links, and of what others said to it before it was there.
func (w *World) introduce(c *Core) {
	for _, p := range w.links.Values() {
		c.LinkUp(w.given(), p.key, p.info)
		c.Measured(p.key, p.rtt)
	}
	if r := w.heard[c.island]; r != nil {
		delete(w.heard, c.island)
		for _, p := range w.links.Values() {
			if g := r.greetings[p.key].bytes; g != nil {
				c.Receive(w.given(), p.key, link.Stream, g)
			}
		}
	}
}
