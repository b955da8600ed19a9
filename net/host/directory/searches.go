package directory

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
)

// # Unverified islands
//
// Any peer can announce islands that do not exist. Until its records are verified, an island is unverified,
// and each linked peer has a quota of unverified islands: of remembered ones that it announced, and of those
// being taken over on its word without any state yet. A peer that announces a thousand false islands uses up
// its own quota only; others still announce real islands, and these are still taken over.

const (
	// MaxTold is how many unverified islands are remembered of one peer; its further announcements are
	// dropped.
	MaxTold = 64
	// recount is how long a peer that used up its quota is refused without counting again.
	recount = time.Second
	// MaxSought is how many islands are taken over at once on the word of one peer; the others wait.
	MaxSought = 4
	// GivenUpAfter is how long a search may make no progress. A search that is given up rests as long.
	GivenUpAfter = 20 * time.Second
	// soughtMost is how long a search may take altogether until the island's state is here.
	soughtMost = 5 * time.Minute
)

// searches are the islands that are being taken over on the word of others.
type searches struct {
	*links.Hub
	here    Islands
	runner  Runner
	entries *entries
	ended   *Ended

	Running map[uint64]*search
	spent   map[key.ID]time.Time // when a linked peer was found to have used its quota up
}

func newSearches(n *entries, ended *Ended, runner Runner) *searches {
	return &searches{Hub: n.Hub, here: n.here, runner: runner, entries: n, ended: ended, Running: map[uint64]*search{}, spent: map[key.ID]time.Time{}}
}

// search is an island that is being taken over and has no state yet.
type search struct {
	request.Request        // of the peer whose announcement is used
	entry           *Entry // its directory entry from before
}

// forget forgets a link that came or went.
func (q *searches) forget(k key.ID) { delete(q.spent, k) }

// mayAnnounce reports whether an island that a linked peer announces is remembered.
func (q *searches) mayAnnounce(from key.ID, island uint64) bool {
	if r := q.entries.Known[island]; r != nil && (r.Tip() != nil || r.announcedBy(from)) {
		return true
	}
	if at, ok := q.spent[from]; ok && q.Now.Sub(at) < recount {
		return false
	}
	told := 0
	for _, r := range q.entries.Known {
		if r.Tip() == nil && r.announcedBy(from) {
			told++
		}
	}
	for _, s := range q.Running {
		if s.entry != nil && s.entry.greetings[from].bytes != nil {
			told++
		}
	}
	if delete(q.spent, from); told >= MaxTold {
		q.spent[from] = q.Now
	}
	return told < MaxTold
}

// sourceFor returns the peer whose announcement allows taking an island over now. ok is false while the
// searches of all peers that announce it are used up.
func (q *searches) sourceFor(id uint64) (on key.ID, ok bool) {
	r := q.entries.Known[id]
	var least int
	for k := range r.greetings {
		n := 0
		for _, s := range q.Running {
			if s.Source() == k {
				n++
			}
		}
		if n < MaxSought && (!ok || n < least || n == least && message.CompareIDs(k, on) < 0) {
			on, least, ok = k, n, true
		}
	}
	return on, ok
}

// giveUp ends the searches that make no progress. The islands may be searched again later.
func (q *searches) giveUp() {
	for id, s := range q.Running {
		c, ok := q.here.Find(id)
		if !ok || c.HasState() {
			delete(q.Running, id)
			continue
		}
		if at := c.Moved(); at.After(s.MovedAt()) {
			s.Moved(at)
		}
		if q.Peers.Get(s.Source()) == nil && s.entry != nil {
			delete(s.entry.greetings, s.Source())
			s.entry.recount()
			for _, l := range q.Peers.Values() { // another has it as well
				if s.entry.greetings[l.Key].bytes != nil {
					s.Switch(l.Key)
					break
				}
			}
		}
		if q.Peers.Get(s.Source()) != nil && !s.Expired(q.Now, GivenUpAfter, soughtMost) {
			continue
		}
		q.Counters[counter.FalseIslands]++
		delete(q.Running, id)
		q.runner.GiveUp(id)
		if s.entry != nil {
			q.postpone(id, s.entry)
		}
	}
}

// postpone keeps an island whose search failed, for the linked peers that announce it. It is searched again
// after GivenUpAfter, when others have given up, too.
func (q *searches) postpone(id uint64, r *Entry) {
	for k := range r.greetings {
		if q.Peers.Get(k) == nil {
			delete(r.greetings, k)
		}
	}
	if r.recount(); len(r.greetings) == 0 && r.Tip() == nil || q.ended.Has(id) || q.entries.Known[id] != nil {
		return
	}
	if len(r.greetings) > 0 {
		r.since = q.Now.Add(GivenUpAfter)
	}
	q.entries.Known[id] = r
}
