package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/store"
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

// knownWorld is what the directory needs to know of the world, and of this peer's part in it.
type knownWorld interface {
	// World is the world's id, and Genesis what it began with, once that is known.
	World() store.WorldID
	Genesis() store.Genesis
	// Home is the first island, at rest or not.
	Home() executedIsland
	// Member is this peer as others rank it, and MemberOf a linked one.
	Member() roster.Member
	MemberOf(l *linked) roster.Member
	// Player is the island where this peer's player was seen last. there is false when it is not there now.
	Player() (island uint64, there bool)
	// LogsIn reports whether this peer's login is still to be countersigned.
	LogsIn() bool
	// Gives reports whether a peer may get these messages now in answer to its requests.
	Gives(to key.ID, messages ...[]byte) bool
	// Log logs an event of the world, and Tell a violation of a linked peer. Refuse counts a message that no
	// decoder accepted.
	Log(words string, args ...any)
	Tell(k key.ID, words string, args ...any)
	Refuse(from key.ID, kind byte, err error)
}

// directory knows the islands of the world, and which of them this peer ought to execute.
type directory struct {
	*hub
	here  executed
	world knownWorld

	entries       *entries
	ended         *endedIslands
	searches      *searches
	holders       *holders
	announcements *announcements
	ancestries    *ancestries
	exchange      *exchange
	subscriptions *subscriptions

	told time.Time // when announcements of islands were last considered
}

// newDirectory returns an empty directory. writesTo lists the islands that letters wait for; linger is how
// long an island is kept without a reason.
func newDirectory(h *hub, here executed, world knownWorld, runner runner, writesTo func() []uint64, linger time.Duration) *directory {
	d := &directory{hub: h, here: here, world: world}
	d.entries = newEntries(h, here)
	d.ended = newEndedIslands(d.entries, world)
	d.searches = newSearches(d.entries, d.ended, runner)
	d.holders = newHolders(h, world)
	d.announcements = newAnnouncements(world, d.searches, d.holders)
	d.ancestries = &ancestries{hub: h, here: here, world: world, entries: d.entries, shown: map[key.ID]*shownAncestry{}}
	d.exchange = &exchange{hub: h, here: here, world: world, entries: d.entries, ended: d.ended, announcements: d.announcements, ancestries: d.ancestries, answered: map[key.ID]time.Time{}}
	d.subscriptions = &subscriptions{hub: h, here: here, world: world, runner: runner, writesTo: writesTo, linger: linger,
		entries: d.entries, ended: d.ended, searches: d.searches, announcements: d.announcements, holders: d.holders,
		why: map[uint64]string{}, near: map[uint64]bool{}, based: map[uint64]bool{}, invited: map[uint64]time.Time{}, found: map[uint64]time.Time{},
		asleep: map[uint64]*sleeping{}, unwanted: map[uint64]time.Time{}}
	return d
}

// LinkUp begins to tell a peer about the islands, which is linked anew.
func (d *directory) LinkUp(k key.ID) { d.announcements.showAll(k) }

// Unlinked forgets what a peer announced whose link is gone.
func (d *directory) Unlinked(k key.ID) {
	d.entries.forget(k)
	d.announcements.unlinked(k)
	d.Forget(k)
}

// Forget forgets the limits and claims of a link: it came or went.
func (d *directory) Forget(k key.ID) {
	d.announcements.forget(k)
	delete(d.searches.spent, k)
	delete(d.ancestries.shown, k)
	delete(d.exchange.answered, k)
}

// Removed forgets what belongs to an island that is not executed here any more.
func (d *directory) Removed(island uint64) {
	delete(d.announcements.issued, island)
	delete(d.holders.invited, island)
	delete(d.subscriptions.unwanted, island)
}

// Update announces the islands here, begins to take over those that this peer should execute and that were
// not carved out here, and leaves those that it need not. In a world in which every peer executes all
// islands, a restarted peer that waits for home starts the other islands at once: they may have turns while
// home has none.
func (d *directory) Update() {
	home := d.world.Home()
	waits := home.Record() == nil && !home.AtRest() // for others, as far as home is concerned
	if waits && (!home.HasState() || d.shares()) {
		return
	}
	if d.shares() && d.now.Sub(d.told) < gossipGap {
		return
	}
	d.told = d.now
	if !waits {
		d.announce()
		d.searches.giveUp()
	}
	s := d.subscriptions
	if !s.due() {
		return
	}
	s.survey()
	if !waits {
		s.seek()
	}
	if s.takeOverWanted() && !waits {
		s.wake()
		s.leaveUnwanted()
	}
}

// Hear keeps a peer's greeting about an island that is not executed here.
func (d *directory) Hear(from key.ID, island uint64, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		d.counters[counter.Elsewhere]++ // whoever left the island is spoken to for a moment
		return
	}
	if d.ended.has(island) || d.links.Get(from) == nil {
		return
	}
	g, err := message.DecodeGreeting(b)
	if err != nil {
		d.counters[counter.Garbage]++
		return
	}
	if g.Epoch == 0 || g.Leaving {
		if r := d.entries.known[island]; r != nil {
			delete(r.greetings, from)
			r.recount()
		}
		return
	}
	if !d.searches.mayAnnounce(from, island) {
		d.counters[counter.FalseIslands]++
		return
	}
	if r := d.entries.entryOf(island); r != nil {
		r.greetings[from] = greeted{g, slices.Clone(b)}
		r.recount()
	}
}

// announce sends news of the islands here to peers that do not execute them, and asks for the records of
// other islands.
func (d *directory) announce() {
	for _, c := range d.here.All() {
		d.announcements.issue(c)
		d.announcements.tellStrangers(c)
	}
	behind := false
	for id, r := range d.entries.known {
		if r.speakers == 0 && r.tip() == nil || d.ended.has(id) {
			delete(d.entries.known, id)
		}
		behind = behind || r.behind()
	}
	if d.announcements.passOn() || behind {
		d.exchange.askRecords()
	}
	d.ended.askEnds()
}

// Receive takes directory messages.
func (d *directory) Receive(from key.ID, b []byte) {
	m, err := message.DecodeDirectory(b)
	if err != nil {
		d.world.Refuse(from, b[0], err)
		return
	}
	switch {
	case m.News != nil:
		d.heardNews(from, *m.News)
	case m.Posted != nil:
		d.announcements.receive(from, m.Posted)
	case m.Invites != 0:
		d.subscriptions.hearInvitation(from, m.Invites)
	default:
		d.answerSeek(from)
	}
}

// heardNews keeps the newest that is told of an island.
func (d *directory) heardNews(from key.ID, n message.News) {
	if n.Yours && d.subscriptions.gap > 0 {
		d.subscriptions.found[n.Island] = d.now
	}
	if c, ok := d.here.Find(n.Island); ok && !c.AtRest() || d.ended.has(n.Island) {
		return
	}
	r := d.entries.known[n.Island]
	if r == nil || r.greetings[from].Epoch == 0 {
		return // it greets first
	}
	if n.Number > r.news.Number || n.Number == r.news.Number && n.Turn >= r.news.Turn {
		r.news, r.newsAt = n, d.now
		r.recount()
	}
}

// HomeTurn is the last turn of home that is known here.
func (d *directory) HomeTurn() uint64 {
	turn := d.world.Home().Turn()
	if n := d.announcements.latest(message.Home); n != nil {
		turn = max(turn, n.Turn)
	}
	return turn
}

// TakeOut removes the entry of an island that begins here, and returns the greetings about it, in the order
// of the links.
func (d *directory) TakeOut(island uint64) []executorGreetingBytes { return d.entries.takeOut(island) }

// Woken takes the log of an island whose copy was read, with its records, and reports whether the island goes
// on here.
func (d *directory) Woken(island uint64, line store.LoadedLog, records []*epoch.Record) bool {
	return d.subscriptions.woken(island, line, records)
}

// Needs returns the peers with which this one ought to be linked, in order of need, whether it is or not; see
// neededlinks.go.
func (d *directory) Needs() []key.ID { return d.subscriptions.needed() }

// Why is the reason for which this peer executes an island, or should; "" when there is none.
func (d *directory) Why(island uint64) string { return d.subscriptions.why[island] }

// List lists the islands that others execute.
func (d *directory) List() []Known { return d.entries.list(d.ended) }

// Newest is the newest known record of an island; nil when there is none.
func (d *directory) Newest(island uint64) *epoch.Record { return d.entries.newest(island) }

// NewestFirm is the newest firm record that is known of an island; nil when there is none.
func (d *directory) NewestFirm(island uint64) *epoch.Record { return d.entries.newestFirm(island) }

// LeaderOf is the announced leader of an island that is not executed here; zero: none is known.
func (d *directory) LeaderOf(island uint64) key.ID { return d.entries.leaderOf(island) }

// Chains are the lists of records that are known here of an island.
func (d *directory) Chains(island uint64) [][]*epoch.Record { return d.entries.chains(island) }

// Begins checks the first record of an island that comes from others, and returns its ancestry. The error is
// ErrUnproven while the ancestry may still arrive.
func (d *directory) Begins(first *epoch.Record) (ancestors []*epoch.Record, err error) {
	return d.ancestries.begins(first)
}

// Ended reports whether an island is known to have been taken in by another.
func (d *directory) Ended(island uint64) bool { return d.ended.has(island) }

// Seats is the size of committees in a world with so many linked peers.
func (d *directory) Seats() int { return d.holders.seats() }

// Invite asks peers to execute an island that this peer leads, as long as too few able ones do.
func (d *directory) Invite(c executedIsland) { d.holders.invite(c) }
