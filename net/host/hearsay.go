package host

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// Anybody can say of islands that there are what is none. Until the records of an island are verified it is hearsay, and
// of hearsay each linked peer has an allowance of its own: of islands that are remembered because it speaks of them, and
// of those that are taken over on its word and of which no state has come yet. Who speaks of a thousand that are none uses
// up its own allowance, and keeps nobody from hearing of those that are, and from taking them over.

const (
	// maxTold is how many islands of hearsay are remembered of one peer; of more it speaks in vain.
	maxTold = 64
	// recount is how long a peer that has used up its allowance is not looked at again.
	recount = time.Second
	// maxSought is how many islands are sought at once on the word of one peer; the others wait.
	maxSought = 4
	// givenUpAfter is how long nothing may come of an island that is sought, and for how long it is then left alone.
	givenUpAfter = 20 * time.Second
	// soughtMost is how long it may take altogether until there is a state of it.
	soughtMost = 5 * time.Minute
)

// searches are the islands that are being taken over on the word of others.
type searches struct {
	part
	running map[uint64]search
}

func newSearches(p part) *searches { return &searches{part: p, running: map[uint64]search{}} }

// search is an island that is taken over and of which there is no state yet.
type search struct {
	since time.Time
	on    key.ID          // whose word is relied on
	entry *directoryEntry // what was known of it before
}

// mayAnnounce reports whether an island of which a linked peer speaks is remembered.
func (q *searches) mayAnnounce(from key.ID, island uint64) bool {
	if r := q.world.directory.known[island]; r != nil && (r.tip() != nil || r.announcedBy(from)) {
		return true
	}
	l := q.links.Get(from)
	if !l.spent.IsZero() && q.now.Sub(l.spent) < recount {
		return false
	}
	told := 0
	for _, r := range q.world.directory.known {
		if r.tip() == nil && r.announcedBy(from) {
			told++
		}
	}
	for _, s := range q.running {
		if s.entry != nil && s.entry.greetings[from].bytes != nil {
			told++
		}
	}
	if l.spent = (time.Time{}); told >= maxTold {
		l.spent = q.now
	}
	return told < maxTold
}

// announcedBy reports whether a linked peer has spoken of an island.
func (r *directoryEntry) announcedBy(k key.ID) bool {
	_, hint := r.unverified[k]
	return hint || r.greetings[k].bytes != nil
}

// sourceFor returns on whose word an island can be taken over now; ok is false while all who speak of it have used up what
// is sought for them.
func (q *searches) sourceFor(id uint64) (on key.ID, ok bool) {
	r := q.world.directory.known[id]
	var least int
	for k := range r.greetings {
		n := 0
		for _, s := range q.running {
			if s.on == k {
				n++
			}
		}
		if n < maxSought && (!ok || n < least || n == least && message.CompareIDs(k, on) < 0) {
			on, least, ok = k, n, true
		}
	}
	return on, ok
}

// giveUp gives up the islands that are sought and of which nothing came. Later they may be sought again.
func (q *searches) giveUp() {
	for id, s := range q.running {
		c := q.world.islands.get(id)
		if c == nil || c.machine != nil {
			delete(q.running, id)
			continue
		}
		moved := s.since
		if f := c.fetch; f != nil && f.welcome != nil && f.moved.After(moved) {
			moved = f.moved
		}
		if q.links.Get(s.on) == nil && s.entry != nil {
			delete(s.entry.greetings, s.on)
			s.entry.recount()
			for _, l := range q.links.Values() { // another has it as well
				if s.entry.greetings[l.key].bytes != nil {
					s.on = l.key
					q.running[id] = s
					break
				}
			}
		}
		if q.links.Get(s.on) != nil && q.now.Sub(moved) < givenUpAfter && q.now.Sub(s.since) < soughtMost {
			continue
		}
		q.counters[counter.FalseIslands]++
		delete(q.running, id)
		q.world.islands.remove(id)
		if s.entry != nil {
			q.postpone(id, s.entry)
		}
	}
}

// postpone remembers an island that was sought in vain, for those who speak of it and are still linked. It is not sought
// again before others would have given up, too.
func (q *searches) postpone(id uint64, r *directoryEntry) {
	for k := range r.greetings {
		if q.links.Get(k) == nil {
			delete(r.greetings, k)
		}
	}
	if r.recount(); len(r.greetings) == 0 && r.tip() == nil || q.world.ended.has(id) || q.world.directory.known[id] != nil {
		return
	}
	if len(r.greetings) > 0 {
		r.since = q.now.Add(givenUpAfter)
	}
	q.world.directory.known[id] = r
}
