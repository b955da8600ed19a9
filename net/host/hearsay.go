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

// search is an island that is taken over and of which there is no state yet.
type search struct {
	since  time.Time
	on     key.ID  // whose word is relied on
	rumour *rumour // what was known of it before
}

// mayTell reports whether an island of which a linked peer speaks is remembered.
func (w *World) mayTell(from key.ID, island uint64) bool {
	if r := w.heard[island]; r != nil && (r.tip() != nil || r.spokenOfBy(from)) {
		return true
	}
	l := w.links.Get(from)
	if !l.spent.IsZero() && w.now.Sub(l.spent) < recount {
		return false
	}
	told := 0
	for _, r := range w.heard {
		if r.tip() == nil && r.spokenOfBy(from) {
			told++
		}
	}
	for _, s := range w.sought {
		if s.rumour != nil && s.rumour.greetings[from].bytes != nil {
			told++
		}
	}
	if l.spent = (time.Time{}); told >= maxTold {
		l.spent = w.now
	}
	return told < maxTold
}

// spokenOfBy reports whether a linked peer has spoken of an island.
func (r *rumour) spokenOfBy(k key.ID) bool {
	_, hint := r.hints[k]
	return hint || r.greetings[k].bytes != nil
}

// wordFor returns on whose word an island can be taken over now; ok is false while all who speak of it have used up what
// is sought for them.
func (w *World) wordFor(id uint64) (on key.ID, ok bool) {
	r := w.heard[id]
	var least int
	for k := range r.greetings {
		n := 0
		for _, s := range w.sought {
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

// doubt gives up the islands that are sought and of which nothing came. Later they may be sought again.
func (w *World) doubt() {
	for id, s := range w.sought {
		c := w.core(id)
		if c == nil || c.machine != nil {
			delete(w.sought, id)
			continue
		}
		moved := s.since
		if f := c.joining.fetch; f != nil && f.welcome != nil && f.moved.After(moved) {
			moved = f.moved
		}
		if w.links.Get(s.on) == nil && s.rumour != nil {
			delete(s.rumour.greetings, s.on)
			s.rumour.recount()
			for _, l := range w.links.Values() { // another has it as well
				if s.rumour.greetings[l.key].bytes != nil {
					s.on = l.key
					w.sought[id] = s
					break
				}
			}
		}
		if w.links.Get(s.on) != nil && w.now.Sub(moved) < givenUpAfter && w.now.Sub(s.since) < soughtMost {
			continue
		}
		w.counters[counter.FalseIslands]++
		delete(w.sought, id)
		w.remove(id)
		if s.rumour != nil {
			w.suspend(id, s.rumour)
		}
	}
}

// suspend remembers an island that was sought in vain, for those who speak of it and are still linked. It is not sought
// again before others would have given up, too.
func (w *World) suspend(id uint64, r *rumour) {
	for k := range r.greetings {
		if w.links.Get(k) == nil {
			delete(r.greetings, k)
		}
	}
	if r.recount(); len(r.greetings) == 0 && r.tip() == nil || w.ended(id) || w.heard[id] != nil {
		return
	}
	if len(r.greetings) > 0 {
		r.since = w.now.Add(givenUpAfter)
	}
	w.heard[id] = r
}
