package directory

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Bulletins
//
// In a world that is shared out, few peers are linked with a peer that executes a given island. So an
// island's leader signs a bulletin (leader, place, number of people, peers that keep copies) and sends it to
// all its links, and every receiver passes it on. In a world that is not shared out, it does so while a
// linked peer does not execute the island. Only verified bulletins are passed on: the signer votes in the
// newest known firm record of the island, as with letters. A bulletin of an unknown island or epoch is kept
// as unverified for its link (see searches.go), and the link is asked for the records; a peer that passes
// bulletins on has them. So an invented bulletin crosses one link, from the liar to its victim, and no
// further.
//
// Of each voter of an island's newest epoch the newest bulletin is kept, by its turn; bulletins of different
// voters are not compared, as with letters. A bulletin is passed on only if it is newer than the kept one,
// comes at least PassAgain after it, and has crossed fewer than MaxHops links. bulletinRate limits how many
// bulletins of a link are examined. A bulletin is forgotten when no newer one follows.

const (
	// TellFar is how often a leader issues a bulletin when nothing has changed.
	TellFar = 20 * time.Second
	// passEvery is how often bulletins are passed on that have come since, so that several go in one message.
	passEvery = 250 * time.Millisecond
	// PassAgain is the least time between two bulletins of one voter in one epoch that are passed on.
	PassAgain = 2 * time.Second
	// PassQuietly is how often those are passed on that say nothing new, but that all is as it was: several
	// islands' go in one message.
	PassQuietly = 3 * time.Second
	// bulletinRate is how many bulletins a second are looked at of one link, and bulletinBurst of how many it
	// may be ahead.
	bulletinRate  = 32
	bulletinBurst = 256
	// bulletinLife is how long a bulletin is kept that no newer one follows, and UnverifiedLife how long one
	// that is not proven.
	bulletinLife   = 3 * time.Minute
	UnverifiedLife = 30 * time.Second
	// sweepEvery is how often unverified bulletins are checked for those that can be verified or are too old,
	// and agedEvery how often verified bulletins are checked for age.
	sweepEvery = time.Second
	agedEvery  = 10 * time.Second
)

// announcements are the cache of verified bulletins.
type announcements struct {
	*links.Hub
	here     Islands
	world    World
	entries  *entries
	ended    *Ended
	searches *searches
	holders  *holders

	islands map[uint64][]*Announcement // of each island, of each voter of its newest epoch that wrote one
	passed  time.Time
	quietly time.Time
	swept   time.Time
	aged    time.Time
	due     bool            // some bulletin is yet to be passed on that says something new
	waits   bool            // some is yet to be passed on that does not
	list    []*Announcement // scratch of show

	issued     map[uint64]*issued           // of each island that is executed here
	allowances map[key.ID]*allowance        // of each link
	leaders    map[key.ID][]announcedLeader // by the link that announced them, see noteLeader
}

func newAnnouncements(world World, q *searches, h *holders) *announcements {
	return &announcements{Hub: q.Hub, here: q.here, world: world, entries: q.entries, ended: q.ended, searches: q, holders: h,
		islands: map[uint64][]*Announcement{}, issued: map[uint64]*issued{}, allowances: map[key.ID]*allowance{}, leaders: map[key.ID][]announcedLeader{}}
}

// forget drops the state of a link that came or went.
func (b *announcements) forget(k key.ID) {
	delete(b.allowances, k)
	delete(b.leaders, k)
}

// Announcement is a verified bulletin.
type Announcement struct {
	message.PassedBulletin
	Said []byte    // see bulletin.said: it is shown to many
	at   time.Time // when it came
	due  bool      // it is yet to be passed on
	same bool      // same content as the one before
	with []key.ID  // linked peers that have it
}

// unverified is a bulletin whose signer is not yet known to vote on its island.
type unverified struct {
	message.PassedBulletin
	at time.Time
}

// unlinked forgets which bulletins a peer has: after a reconnect it may be another process.
func (b *announcements) unlinked(k key.ID) {
	for _, all := range b.islands {
		for _, n := range all {
			n.with = slices.DeleteFunc(n.with, func(o key.ID) bool { return o == k })
		}
	}
}

// Latest returns the bulletin of an island that arrived last; nil when there is none.
func (b *announcements) Latest(island uint64) (n *Announcement) {
	for _, x := range b.islands[island] {
		if n == nil || x.at.After(n.at) {
			n = x
		}
	}
	return n
}

// receive takes bulletins of a link.
func (a *announcements) receive(from key.ID, all []message.PassedBulletin) {
	if a.Peers.Get(from) == nil {
		return
	}
	left := a.allowances[from]
	if left == nil {
		left = &allowance{}
		a.allowances[from] = left
	}
	for _, p := range all {
		if !left.spend(a.Now) {
			a.Counters[counter.BulletinsOver]++
			continue
		}
		if !a.ended.Has(p.Island) && p.Signer != a.Me {
			a.heard(from, p)
		}
	}
}

// heard judges one, unless it is kept already.
func (a *announcements) heard(from key.ID, p message.PassedBulletin) {
	for _, n := range a.islands[p.Island] {
		if n.Signer == p.Signer && n.Number == p.Number && n.Name == p.Name && n.Turn == p.Turn {
			if !slices.Contains(n.with, from) {
				n.with = append(n.with, from)
			}
			return
		}
	}
	switch message.Judge(a.entries.NewestFirm(p.Island), p.Number, p.Name, p.Signer) {
	case message.LetterForged:
		a.Counters[counter.BulletinsForged]++
	case message.LetterUnknown:
		a.addUnverified(from, p)
	case message.LetterGood:
		a.verify(from, p)
	}
}

// addUnverified keeps a bulletin of an island, or an epoch of it, that is not known here.
func (a *announcements) addUnverified(from key.ID, p message.PassedBulletin) {
	if c, ok := a.here.Find(p.Island); ok && !c.AtRest() {
		a.noteLeader(from, p)
		return // its records are on their way
	}
	if !a.searches.mayAnnounce(from, p.Island) {
		a.Counters[counter.FalseIslands]++
		return
	}
	if r := a.entries.entryOf(p.Island); r != nil {
		if had, ok := r.unverified[from]; ok && had.Number > p.Number {
			return
		}
		r.unverified[from] = unverified{p, a.Now}
		r.recount()
	}
}

// verify keeps a bulletin for passing on, if its signer may write it and it is newer than the kept one.
func (a *announcements) verify(from key.ID, p message.PassedBulletin) {
	all := a.islands[p.Island]
	for _, n := range all {
		switch {
		case n.Signer != p.Signer || n.Number != p.Number:
		case p.Turn <= n.Turn:
			return
		case a.Now.Sub(n.at) < PassAgain:
			a.Counters[counter.BulletinsOver]++
			return
		}
	}
	if len(all) == 0 && len(a.islands) >= maxHeard {
		return
	}
	if !p.Signed(a.world.World(), a.Good) {
		a.Counters[counter.BulletinsForged]++
		return
	}
	a.Counters[counter.Bulletins]++
	p.Hops--
	a.add(p, from)
	if r := a.entries.Known[p.Island]; r != nil && (p.Number > r.news.Number || p.Number == r.news.Number && p.Turn >= r.news.Turn) {
		r.news = p.News
		r.recount()
	}
}

// add keeps a bulletin that is proven; with are linked peers that have it.
func (a *announcements) add(p message.PassedBulletin, with ...key.ID) {
	same := false
	all := slices.DeleteFunc(a.islands[p.Island], func(n *Announcement) bool {
		same = same || n.Signer == p.Signer && n.Number == p.Number && !n.due && n.Says(&p.Bulletin)
		return n.Number != p.Number || n.Signer == p.Signer
	})
	a.islands[p.Island] = append(all, &Announcement{PassedBulletin: p, Said: p.Said(), at: a.Now, due: p.Hops > 0, same: same, with: with})
	if p.Hops > 0 {
		a.due, a.waits = a.due || !same, a.waits || same
	}
}

// recheck examines the unverified bulletins of an island again after its records have arrived.
func (a *announcements) recheck(id uint64) {
	r := a.entries.Known[id]
	if r == nil || len(r.unverified) == 0 {
		return
	}
	for _, l := range a.Peers.Values() {
		h, ok := r.unverified[l.Key]
		if ok && message.Judge(r.Tip(), h.Number, h.Name, h.Signer) != message.LetterUnknown {
			delete(r.unverified, l.Key)
			r.recount()
			a.heard(l.Key, h.PassedBulletin)
		}
	}
}

// passOn sends the due bulletins to the links that lack them, and reports whether it searched the cache.
func (a *announcements) passOn() (swept bool) {
	if a.Now.Sub(a.passed) < passEvery {
		return false
	}
	a.passed = a.Now
	quietly := a.Now.Sub(a.quietly) >= PassQuietly
	if quietly {
		a.quietly = a.Now
	}
	if a.due || quietly && a.waits {
		a.pass(quietly)
	}
	return a.sweep()
}

// pass gives the bulletins that are due; quietly says that those are that say nothing new.
func (a *announcements) pass(quietly bool) {
	a.due, a.waits = false, false
	var due []*Announcement
	for _, all := range a.islands {
		for _, n := range all {
			if n.due && (quietly || !n.same) {
				n.due = false
				due = append(due, n)
			}
			a.waits = a.waits || n.due
		}
	}
	if len(due) == 0 {
		return
	}
	sortAnnouncements(due)
	for _, to := range a.Peers.Keys() {
		a.show(to, due)
	}
}

func sortAnnouncements(all []*Announcement) {
	slices.SortFunc(all, func(a, b *Announcement) int {
		return cmp.Or(cmp.Compare(a.Island, b.Island), message.CompareIDs(a.Signer, b.Signer))
	})
}

// show sends a linked peer the bulletins that it does not have.
func (a *announcements) show(to key.ID, all []*Announcement) {
	list := a.list[:0]
	for _, n := range all {
		if n.Hops > 0 && n.Signer != to && !slices.Contains(n.with, to) && !a.isTold(to, n) {
			list = append(list, n)
		}
	}
	a.list = list
	a.Counters[counter.BulletinsPassed] += uint64(len(list))
	for _, m := range PackAnnouncements(list) {
		a.Send(to, m)
	}
}

// isTold reports whether a linked peer gets a bulletin from its author: the peer executes the island, and has
// acknowledged turns of it that are about as new.
func (a *announcements) isTold(k key.ID, n *Announcement) bool {
	c, ok := a.here.Find(n.Island)
	return ok && n.Signer != a.Me && c.Acknowledged(k, n.Number, n.Turn)
}

// showAll sends the known bulletins over a new link, as many as the peer will accept.
func (a *announcements) showAll(to key.ID) {
	var all []*Announcement
	for _, of := range a.islands {
		all = append(all, of...)
	}
	sortAnnouncements(all)
	a.show(to, all[:min(len(all), bulletinBurst)])
}

// sweep forgets bulletins that no newer one has followed for long. It reports whether it looked.
func (a *announcements) sweep() (looked bool) {
	if a.Now.Sub(a.swept) < sweepEvery {
		return false
	}
	a.swept = a.Now
	aged := a.Now.Sub(a.aged) >= agedEvery
	if aged {
		a.aged = a.Now
	}
	for id, all := range a.islands {
		if aged {
			all = slices.DeleteFunc(all, func(n *Announcement) bool { return a.Now.Sub(n.at) >= bulletinLife })
			a.islands[id] = all
		}
		if len(all) == 0 || a.ended.Has(id) {
			delete(a.islands, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(a.entries.Known)) {
		a.recheck(id)
		r := a.entries.Known[id]
		had := len(r.unverified)
		for k, h := range r.unverified {
			if a.Now.Sub(h.at) >= UnverifiedLife {
				delete(r.unverified, k)
				a.Counters[counter.FalseIslands]++
			}
		}
		if len(r.unverified) < had {
			r.recount()
		}
	}
	return true
}

// PackAnnouncements packs bulletins into as many messages as needed.
func PackAnnouncements(all []*Announcement) (messages [][]byte) {
	for part := range slices.Chunk(all, message.MaxBulletins) {
		size := 3
		for _, n := range part {
			size += 1 + len(n.Said)
		}
		b := append(make([]byte, 0, size), byte(wire.Directory), message.DirectoryBulletins, byte(len(part)))
		for _, n := range part {
			b = append(append(b, n.Hops), n.Said...)
		}
		messages = append(messages, b)
	}
	return messages
}

// noteLeader remembers the announced leader of an island that this peer has to follow and cannot yet: it is
// new in the world, or was away, and cannot verify the announcement.
func (a *announcements) noteLeader(from key.ID, p message.PassedBulletin) {
	c, ok := a.here.Find(p.Island)
	if !ok || c.AtRest() || a.Peers.Get(from) == nil || c.Follows() {
		return
	}
	all := slices.DeleteFunc(a.leaders[from], func(d announcedLeader) bool { return d.island == p.Island })
	if all = append(all, announcedLeader{p.Island, p.Leader}); len(all) > maxAnnouncedLeaders {
		all = slices.Delete(all, 0, 1)
	}
	a.leaders[from] = all
}

// announcedLeader is a peer that is announced as an island's leader. That is unverified: it costs an attempt
// to link.
type announcedLeader struct {
	island uint64
	leader key.ID
}

// keepers are the first Copies of an island's ranking, as its leader says.
func (a *announcements) keepers(id uint64) []key.ID {
	c, ok := a.here.Find(id)
	if n := a.Latest(id); n != nil && (!ok || !c.Leads()) {
		return n.Keepers
	}
	return a.holders.first(id, message.Copies)
}
