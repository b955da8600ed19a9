package host

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Bulletins
//
// In a world that is shared out, few are linked with somebody who executes a certain island. So who leads one says of it
// to all its links who leads, where it lies, how many people are there, and who is to keep copies, signed; and whoever
// hears that passes it on. Passed on is what is proven only: the signer votes in the newest firm record that is known
// here of the island, as with letters. Whoever hears a bulletin of an island or an epoch that it does not know keeps
// it as hearsay of that link (see hearsay.go), and asks the link for the records; who has passed it on has them, and
// gives those that it keeps. So what somebody makes up goes over one link, from the liar to its victim, and no further.
//
// Of each voter of an island's newest epoch the newest bulletin is kept, by its turn; those of different voters are not
// compared, as with letters. What is kept already, or older, is not passed on again, nor what comes sooner after its
// forerunner than passAgain, nor anything over more than maxHops links. Of one link so many are looked at as
// bulletinRate says. A bulletin that is not followed by another is forgotten.

const (
	// tellFar is how often a leader issues a bulletin when nothing has changed.
	tellFar = 20 * time.Second
	// passEvery is how often bulletins are passed on that have come since, so that several go in one message.
	passEvery = 250 * time.Millisecond
	// passAgain is the least time between two bulletins of one voter in one epoch that are passed on.
	passAgain = 2 * time.Second
	// passQuietly is how often those are passed on that say nothing new, but that all is as it was: several islands' go in one
	// message.
	passQuietly = 3 * time.Second
	// bulletinRate is how many bulletins a second are looked at of one link, and bulletinBurst of how many it may be ahead.
	bulletinRate  = 32
	bulletinBurst = 256
	// bulletinLife is how long a bulletin is kept that no newer one follows, and hearsayLife how long one that is not proven.
	bulletinLife = 3 * time.Minute
	hearsayLife  = 30 * time.Second
	// sweepEvery is how often hearsay is looked for that can be judged, or is too old, and agedEvery how often bulletins that are.
	sweepEvery = time.Second
	agedEvery  = 10 * time.Second
)

// board is the bulletins that are known to be true.
type board struct {
	islands map[uint64][]*notice // of each island, of each voter of its newest epoch that wrote one
	passed  time.Time
	quietly time.Time
	swept   time.Time
	aged    time.Time
	due     bool      // some bulletin is yet to be passed on that says something new
	waits   bool      // some is yet to be passed on that does not
	list    []*notice // scratch of show
}

func newBoard() board { return board{islands: map[uint64][]*notice{}} }

// notice is a bulletin that is proven.
type notice struct {
	message.Posted
	said []byte    // see bulletin.said: it is shown to many
	at   time.Time // when it came
	due  bool      // it is yet to be passed on
	same bool      // it says what the one before said
	with []key.ID  // linked peers that have it
}

// hint is a bulletin that is not proven.
type hint struct {
	message.Posted
	at time.Time
}

// allowance is what one link may still say at once.
type allowance struct {
	left int
	at   time.Time
}

// spend takes one of it, and reports whether there was one.
func (a *allowance) spend(now time.Time) bool {
	if a.at.IsZero() {
		a.left, a.at = bulletinBurst, now
	}
	if n := int(now.Sub(a.at) * bulletinRate / time.Second); n > 0 {
		a.left, a.at = min(a.left+n, bulletinBurst), now
	}
	a.left--
	if a.left < 0 {
		a.left = 0
		return false
	}
	return true
}

// unlinked forgets what a peer has whose link is gone: when it comes back it may be another process.
func (b *board) unlinked(k key.ID) {
	for _, all := range b.islands {
		for _, n := range all {
			n.with = slices.DeleteFunc(n.with, func(o key.ID) bool { return o == k })
		}
	}
}

// latest is the bulletin of an island that came last; nil when there is none.
func (b *board) latest(island uint64) (n *notice) {
	for _, x := range b.islands[island] {
		if n == nil || x.at.After(n.at) {
			n = x
		}
	}
	return n
}

// issue writes a bulletin of an island that this peer leads, when one is due.
func (w *World) issue(c *Core) {
	if c.e == nil || !c.e.Leading() || !c.e.Record().Firm || c.fork.apart() || c.over() || !w.shares() {
		return
	}
	since := w.now.Sub(c.issuedAt)
	if since < tellEvery && c.last().Number == c.issued.Number || since < tellChanged || w.now.Sub(c.issuing) < tellChanged {
		return
	}
	c.issuing = w.now
	l := message.Bulletin{News: w.newsOf(c), Keepers: w.first(c.island, message.Copies)}
	if o := &c.issued; since < tellFar && o.Number == l.Number && o.People == l.People && slices.Equal(o.Place, l.Place) && slices.Equal(o.Keepers, l.Keepers) {
		return
	}
	if l.Number == 0 {
		return
	}
	l.Sign(w.options.Key, w.home().world)
	c.issued, c.issuedAt = l, w.now
	w.counters[counter.BulletinsIssued]++
	w.pin(message.Posted{Bulletin: l, Hops: message.MaxHops})
}

// receiveBulletins takes bulletins of a link.
func (w *World) receiveBulletins(from key.ID, all []message.Posted) {
	l := w.links.Get(from)
	if l == nil {
		return
	}
	for _, p := range all {
		if !l.bulletins.spend(w.now) {
			w.counters[counter.BulletinsOver]++
			continue
		}
		if !w.ended(p.Island) && p.Signer != w.me {
			w.hearBulletin(from, p)
		}
	}
}

// hearBulletin judges one, unless it is kept already.
func (w *World) hearBulletin(from key.ID, p message.Posted) {
	for _, n := range w.board.islands[p.Island] {
		if n.Signer == p.Signer && n.Number == p.Number && n.Name == p.Name && n.Turn == p.Turn {
			if !slices.Contains(n.with, from) {
				n.with = append(n.with, from)
			}
			return
		}
	}
	switch message.Judge(w.newestFirm(p.Island), p.Number, p.Name, p.Signer) {
	case message.LetterForged:
		w.counters[counter.BulletinsForged]++
	case message.LetterUnknown:
		w.hintAt(from, p)
	case message.LetterGood:
		w.believe(from, p)
	}
}

// hintAt keeps a bulletin of an island, or an epoch of it, that is not known here.
func (w *World) hintAt(from key.ID, p message.Posted) {
	if c := w.core(p.Island); c != nil && !c.resting {
		w.knock(from, p)
		return // its records are on their way
	}
	if !w.mayTell(from, p.Island) {
		w.counters[counter.FalseIslands]++
		return
	}
	if r := w.rumourOf(p.Island); r != nil {
		if had, ok := r.hints[from]; ok && had.Number > p.Number {
			return
		}
		r.hints[from] = hint{p, w.now}
		r.recount()
	}
}

// believe keeps a bulletin whose signer may write it, if it is newer than what is kept, to be passed on.
func (w *World) believe(from key.ID, p message.Posted) {
	all := w.board.islands[p.Island]
	for _, n := range all {
		switch {
		case n.Signer != p.Signer || n.Number != p.Number:
		case p.Turn <= n.Turn:
			return
		case w.now.Sub(n.at) < passAgain:
			w.counters[counter.BulletinsOver]++
			return
		}
	}
	if len(all) == 0 && len(w.board.islands) >= maxHeard {
		return
	}
	if !p.Signed(w.home().world, w.options.GoodHeads) {
		w.counters[counter.BulletinsForged]++
		return
	}
	w.counters[counter.Bulletins]++
	p.Hops--
	w.pin(p, from)
	if r := w.heard[p.Island]; r != nil && (p.Number > r.news.Number || p.Number == r.news.Number && p.Turn >= r.news.Turn) {
		r.news, r.heard = p.News, w.now
		r.recount()
	}
}

// pin keeps a bulletin that is proven; with are linked peers that have it.
func (w *World) pin(p message.Posted, with ...key.ID) {
	same := false
	all := slices.DeleteFunc(w.board.islands[p.Island], func(n *notice) bool {
		same = same || n.Signer == p.Signer && n.Number == p.Number && !n.due && n.Says(&p.Bulletin)
		return n.Number != p.Number || n.Signer == p.Signer
	})
	w.board.islands[p.Island] = append(all, &notice{Posted: p, said: p.Said(), at: w.now, due: p.Hops > 0, same: same, with: with})
	if p.Hops > 0 {
		w.board.due, w.board.waits = w.board.due || !same, w.board.waits || same
	}
}

// proven looks again at what was said of an island whose records have come.
func (w *World) proven(id uint64) {
	r := w.heard[id]
	if r == nil || len(r.hints) == 0 {
		return
	}
	for _, l := range w.links.Values() {
		h, ok := r.hints[l.key]
		if ok && message.Judge(r.tip(), h.Number, h.Name, h.Signer) != message.LetterUnknown {
			delete(r.hints, l.key)
			r.recount()
			w.hearBulletin(l.key, h.Posted)
		}
	}
}

// passOn gives the bulletins that have come to those links that do not have them, and reports whether it looked at what is
// known.
func (w *World) passOn() (swept bool) {
	if w.now.Sub(w.board.passed) < passEvery {
		return false
	}
	w.board.passed = w.now
	quietly := w.now.Sub(w.board.quietly) >= passQuietly
	if quietly {
		w.board.quietly = w.now
	}
	if w.board.due || quietly && w.board.waits {
		w.pass(quietly)
	}
	return w.sweep()
}

// pass gives the bulletins that are due; quietly says that those are that say nothing new.
func (w *World) pass(quietly bool) {
	w.board.due, w.board.waits = false, false
	var due []*notice
	for _, all := range w.board.islands {
		for _, n := range all {
			if n.due && (quietly || !n.same) {
				n.due = false
				due = append(due, n)
			}
			w.board.waits = w.board.waits || n.due
		}
	}
	if len(due) == 0 {
		return
	}
	sortNotices(due)
	for _, to := range w.links.Keys() {
		w.show(to, due)
	}
}

func sortNotices(all []*notice) {
	slices.SortFunc(all, func(a, b *notice) int {
		return cmp.Or(cmp.Compare(a.Island, b.Island), message.CompareIDs(a.Signer, b.Signer))
	})
}

// show sends a linked peer the bulletins that it does not have.
func (w *World) show(to key.ID, all []*notice) {
	list := w.board.list[:0]
	for _, n := range all {
		if n.Hops > 0 && n.Signer != to && !slices.Contains(n.with, to) && !w.hears(to, n) {
			list = append(list, n)
		}
	}
	w.board.list = list
	w.counters[counter.BulletinsPassed] += uint64(len(list))
	for _, m := range encodeNotices(list) {
		w.send(to, m)
	}
}

// hears reports whether a linked peer hears a bulletin from who wrote it: it executes the island, and has told of turns that are
// about as new, which come from there.
func (w *World) hears(k key.ID, n *notice) bool {
	c := w.core(n.Island)
	if n.Signer == w.me || c == nil || c.e == nil || c.e.Record().Number != n.Number {
		return false
	}
	p := c.peers.Get(k)
	return p != nil && c.executes(p) && p.epoch == n.Number && p.acked+c.comparison.tellPeriod()+2*tellWithin >= n.Turn
}

// showAll sends a peer whose link is new what is known, as much as it will look at.
func (w *World) showAll(to key.ID) {
	var all []*notice
	for _, of := range w.board.islands {
		all = append(all, of...)
	}
	sortNotices(all)
	w.show(to, all[:min(len(all), bulletinBurst)])
}

// sweep forgets what nothing new has followed for long.
func (w *World) sweep() (looked bool) {
	if w.now.Sub(w.board.swept) < sweepEvery {
		return false
	}
	w.board.swept = w.now
	aged := w.now.Sub(w.board.aged) >= agedEvery
	if aged {
		w.board.aged = w.now
	}
	for id, all := range w.board.islands {
		if aged {
			all = slices.DeleteFunc(all, func(n *notice) bool { return w.now.Sub(n.at) >= bulletinLife })
			w.board.islands[id] = all
		}
		if len(all) == 0 || w.ended(id) {
			delete(w.board.islands, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.heard)) {
		w.proven(id)
		r := w.heard[id]
		had := len(r.hints)
		for k, h := range r.hints {
			if w.now.Sub(h.at) >= hearsayLife {
				delete(r.hints, k)
				w.counters[counter.FalseIslands]++
			}
		}
		if len(r.hints) < had {
			r.recount()
		}
	}
	return true
}
