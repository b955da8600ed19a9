// Package directory knows which islands the world has and which peers hold them, and says which of them this
// peer executes.
//
// An island is announced in two ways. A peer greets all its links about each island that it executes. The
// island's leader has all others told by bulletins (see announcements.go): who leads, its place, and how many
// people are there. A peer that hears of an island asks an executing peer for the island's records. It
// believes only the records: each must follow the one before, from the island's first record on, which must
// match the record that divided the island off. Of an island executed elsewhere, a peer keeps the last firm
// record, the records by which land was divided off or taken in, and the newest records in a row for others.
//
// Each part has its own file and fields, and uses only parts that stand before it in this list: entries
// (islands executed elsewhere), Ended (those taken in by others), searches (those being taken over), holders
// (who ought to hold an island), announcements (bulletins), ancestries (where islands come from), exchange
// (records, asked and answered), subscriptions (which islands this peer executes).
package directory

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/store"
	"manyhold/net/wire"
)

const (
	// bornWithin is how long after its first announcement an island may still be carved out here; then it is
	// requested.
	bornWithin = time.Second
	// maxHeard is how many islands are remembered that others speak of and that are not executed here. Of
	// those beyond it nothing is known, until others have ended. It is more than the allowances of all links:
	// see searches.go.
	maxHeard = 1 << 13
	// tellEvery is how often a leader issues bulletins of its island at most, tellChanged how often after a
	// change of the epoch.
	tellEvery   = 5 * time.Second
	tellChanged = 500 * time.Millisecond
	// askRecordsEvery is how often the records of an island are asked for, as long as some are missing.
	askRecordsEvery = 300 * time.Millisecond
	// keptDivisions is how many records are kept that changed an island's land, keptOfHome how many of
	// home's, by which those are proven that it divided off.
	keptDivisions = 64
	keptOfHome    = 1 << 12
)

// World is the directory's view of the world, and of this peer's part in it.
type World interface {
	// World is the world's id, and Genesis what it began with, once that is known.
	World() store.WorldID
	Genesis() store.Genesis
	// Home is the first island, at rest or not.
	Home() Island
	// Member is this peer as others rank it, and MemberOf a linked one.
	Member() roster.Member
	MemberOf(l *links.Link) roster.Member
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

// Directory knows the islands of the world, and which of them this peer ought to execute.
type Directory struct {
	*links.Hub
	here  Islands
	world World

	Entries       *entries
	Endings       *Ended
	Searches      *searches
	holders       *holders
	Announcements *announcements
	Ancestries    *ancestries
	Exchange      *exchange
	Subscriptions *subscriptions

	told time.Time // when announcements of islands were last considered
}

// New returns an empty directory. writesTo lists the islands that letters wait for; linger is how
// long an island is kept without a reason.
func New(h *links.Hub, here Islands, world World, runner Runner, writesTo func() []uint64, linger time.Duration) *Directory {
	d := &Directory{Hub: h, here: here, world: world}
	d.Entries = newEntries(h, here)
	d.Endings = newEndedIslands(d.Entries, world)
	d.Searches = newSearches(d.Entries, d.Endings, runner)
	d.holders = newHolders(h, world)
	d.Announcements = newAnnouncements(world, d.Searches, d.holders)
	d.Ancestries = &ancestries{Hub: h, here: here, world: world, entries: d.Entries, Shown: map[key.ID]*shownAncestry{}}
	d.Exchange = &exchange{Hub: h, here: here, world: world, entries: d.Entries, ended: d.Endings, announcements: d.Announcements, ancestries: d.Ancestries, answered: map[key.ID]time.Time{}}
	d.Subscriptions = &subscriptions{Hub: h, here: here, world: world, runner: runner, writesTo: writesTo, linger: linger,
		entries: d.Entries, ended: d.Endings, searches: d.Searches, announcements: d.Announcements, holders: d.holders,
		why: map[uint64]string{}, near: map[uint64]bool{}, based: map[uint64]bool{}, invited: map[uint64]time.Time{}, found: map[uint64]time.Time{},
		asleep: map[uint64]*sleeping{}, unwanted: map[uint64]time.Time{}}
	return d
}

// LinkUp begins to tell a peer about the islands, which is linked anew.
func (d *Directory) LinkUp(k key.ID) { d.Announcements.showAll(k) }

// Unlinked drops the announcements of a peer whose link is gone.
func (d *Directory) Unlinked(k key.ID) {
	d.Entries.forget(k)
	d.Announcements.unlinked(k)
	d.Forget(k)
}

// Forget forgets the limits and claims of a link: it came or went.
func (d *Directory) Forget(k key.ID) {
	d.Announcements.forget(k)
	d.Searches.forget(k)
	d.Ancestries.forget(k)
	d.Exchange.forget(k)
}

// Removed drops the state of an island that is not executed here any more.
func (d *Directory) Removed(island uint64) {
	d.Announcements.removed(island)
	d.holders.removed(island)
	d.Subscriptions.removed(island)
}

// Update announces the islands here, begins to take over those that this peer should execute and that were
// not carved out here, and leaves those that it need not. In a world in which every peer executes all
// islands, a restarted peer that waits for home starts the other islands at once: they may have turns while
// home has none.
func (d *Directory) Update() {
	home := d.world.Home()
	waits := home.Record() == nil && !home.AtRest() // for others, as far as home is concerned
	if waits && (!home.HasState() || d.Shares()) {
		return
	}
	if d.Shares() && d.Now.Sub(d.told) < gossipGap {
		return
	}
	d.told = d.Now
	if !waits {
		d.announce()
		d.Searches.giveUp()
	}
	s := d.Subscriptions
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
func (d *Directory) Hear(from key.ID, island uint64, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		d.Counters[counter.Elsewhere]++ // a peer that left the island still gets messages for a moment
		return
	}
	if d.Endings.Has(island) || d.Peers.Get(from) == nil {
		return
	}
	g, err := message.DecodeGreeting(b)
	if err != nil {
		d.Counters[counter.Garbage]++
		return
	}
	if g.Epoch == 0 || g.Leaving {
		d.Entries.ungreet(island, from)
		return
	}
	if !d.Searches.mayAnnounce(from, island) {
		d.Counters[counter.FalseIslands]++
		return
	}
	if r := d.Entries.entryOf(island); r != nil {
		r.greet(from, greeted{g, slices.Clone(b)})
	}
}

// announce sends news of the islands here to peers that do not execute them, and asks for the records of
// other islands.
func (d *Directory) announce() {
	for _, c := range d.here.All() {
		d.Announcements.issue(c)
	}
	behind := false
	for id, r := range d.Entries.Known {
		if r.speakers == 0 && r.Tip() == nil || d.Endings.Has(id) {
			delete(d.Entries.Known, id)
		}
		behind = behind || r.behind()
	}
	if d.Announcements.passOn() || behind {
		d.Exchange.askRecords()
	}
	d.Endings.AskEnds()
}

// Receive takes directory messages.
func (d *Directory) Receive(from key.ID, b []byte) {
	m, err := message.DecodeDirectory(b)
	if err != nil {
		d.world.Refuse(from, b[0], err)
		return
	}
	switch {
	case m.Found != 0:
		d.Subscriptions.hearFound(m.Found)
	case m.Posted != nil:
		d.Announcements.receive(from, m.Posted)
	case m.Invites != 0:
		d.Subscriptions.hearInvitation(from, m.Invites)
	default:
		d.answerSeek(from)
	}
}

// ReceiveRecords takes a message about the records of an island. The answer is false if it is for the island
// itself, which is executed here.
func (d *Directory) ReceiveRecords(from key.ID, island uint64, b []byte) bool {
	return d.Exchange.receive(from, island, b)
}

// HomeTurn is the last turn of home that is known here.
func (d *Directory) HomeTurn() uint64 {
	turn := d.world.Home().Turn()
	if n := d.Announcements.Latest(message.Home); n != nil {
		turn = max(turn, n.Turn)
	}
	return turn
}

// TakeOut removes the entry of an island that begins here, and returns the greetings about it, in the order
// of the links.
func (d *Directory) TakeOut(island uint64) []Greeting { return d.Entries.takeOut(island) }

// Woken takes the log of an island whose copy was read, with its records, and reports whether the island goes
// on here.
func (d *Directory) Woken(island uint64, line store.LoadedLog, records []*epoch.Record) bool {
	return d.Subscriptions.woken(island, line, records)
}

// Needs returns the peers with which this one ought to be linked, in order of need, whether it is or not.
func (d *Directory) Needs() []key.ID { return d.Subscriptions.needed() }

// Why is the reason for which this peer executes an island, or should; "" when there is none.
func (d *Directory) Why(island uint64) string { return d.Subscriptions.why[island] }

// List lists the islands that others execute.
func (d *Directory) List() []Known { return d.Entries.list(d.Endings) }

// Newest is the newest known record of an island; nil when there is none.
func (d *Directory) Newest(island uint64) *epoch.Record { return d.Entries.Newest(island) }

// NewestFirm is the newest firm record that is known of an island; nil when there is none.
func (d *Directory) NewestFirm(island uint64) *epoch.Record { return d.Entries.NewestFirm(island) }

// LeaderOf is the announced leader of an island that is not executed here; zero: none is known.
func (d *Directory) LeaderOf(island uint64) key.ID { return d.Entries.leaderOf(island) }

// Chains are the lists of records that are known here of an island.
func (d *Directory) Chains(island uint64) [][]*epoch.Record { return d.Entries.chains(island) }

// Begins checks the first record of an island that comes from others, and returns its ancestry. The error is
// ErrUnproven while the ancestry may still arrive.
func (d *Directory) Begins(first *epoch.Record) (ancestors []*epoch.Record, err error) {
	return d.Ancestries.begins(first)
}

// Ended reports whether an island is known to have been taken in by another.
func (d *Directory) Ended(island uint64) bool { return d.Endings.Has(island) }

// AnyEnded reports whether some island is known to have been taken in by another.
func (d *Directory) AnyEnded() bool { return len(d.Endings.Into) > 0 }

// Learn notes that an island was taken in when the state of another says so.
func (d *Directory) Learn(island uint64) { d.Endings.Learn(island) }

// Successor follows islands that have ended to the one that goes on; zero when it is not known which one that
// is.
func (d *Directory) Successor(island uint64) uint64 { return d.Endings.Successor(island) }

// Container is the island here whose state says that it has taken another in.
func (d *Directory) Container(island uint64) (by uint64, ok bool) {
	if c := d.Endings.Container(island); c != nil {
		return c.Island(), true
	}
	return 0, false
}

// NeedsTaker reports whether this peer executes, or should, the island that took another in.
func (d *Directory) NeedsTaker(island uint64) bool { return d.Why(d.Endings.Into[island]) != "" }

// Claimed notes a record of an island that takes another in.
func (d *Directory) Claimed(island uint64, r *epoch.Record) { d.Endings.Claimed(island, r) }

// ConfirmClaims looks again at the claims that islands were taken in.
func (d *Directory) ConfirmClaims() { d.Endings.ConfirmAll() }

// EndedBefore notes islands that have ended by the file.
func (d *Directory) EndedBefore(islands []uint64) {
	for _, island := range islands {
		d.Endings.Into[island] = 0 // the taker does not matter any more
	}
}

// RememberEnded remembers the records of an island that has ended and is known to have been taken in.
func (d *Directory) RememberEnded(island uint64, records, ancestors []*epoch.Record) {
	d.Endings.Remember(island, records, ancestors)
}

// Seats is the size of committees in a world with so many linked peers.
func (d *Directory) Seats() int { return d.holders.seats() }

// Invite asks peers to execute an island that this peer leads, as long as too few able ones do.
func (d *Directory) Invite(c Island) { d.holders.invite(c) }
