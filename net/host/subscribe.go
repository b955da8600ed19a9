package host

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// Why an island is executed here, in a word; see Island.
const (
	whyAll     = "all"
	whyHome    = "home"
	whyVoter   = "voter"
	whyHeir    = "heir"
	whyPlayer  = "player"
	whyNear    = "near"
	whyCopy    = "copy"
	whyInvited = "invited"
)

// subscriptions are which islands this peer wants to execute.
type subscriptions struct {
	looked  time.Time
	told    time.Time // when what is to be said of islands was looked at
	why     map[uint64]string
	invited map[uint64]time.Time // when its leader asked for this peer
	found   map[uint64]time.Time // when this peer's player was said to be there
	sought  time.Time            // when others were asked for the player last, or it was here
	gap     time.Duration        // until they are asked again
	near    map[uint64]bool      // as of the last survey,
	at      map[uint64]bool      // and the islands that they are near to
	asleep  map[uint64]*sleeping // islands that are needed and that nobody here executes
}

func newSubscriptions() subscriptions {
	return subscriptions{why: map[uint64]string{}, near: map[uint64]bool{}, at: map[uint64]bool{}, invited: map[uint64]time.Time{}, found: map[uint64]time.Time{}, asleep: map[uint64]*sleeping{}}
}

// shares reports whether there are so many peers that each executes some islands only.
func (w *World) shares() bool { return w.links.Len() > w.options.Whole }

// survey looks for which reasons which islands are wanted.
func (w *World) survey() {
	s := &w.subscriptions
	s.looked = w.now
	for id, at := range s.invited {
		if w.now.Sub(at) >= message.InvitedFor {
			delete(s.invited, id)
		}
	}
	clear(s.why)
	w.lookAround()
	near := s.near
	for _, c := range w.islands.Values() {
		if !c.resting {
			s.why[c.island] = w.reason(c.island, near)
		}
	}
	for id := range w.heard {
		w.learn(id)
		s.why[id] = w.reasonFor(id, w.heard[id], near)
	}
}

// reasoned is a reason, and what it followed from where neither time nor the links matter.
type reasoned struct {
	tip    *epoch.Record
	notice *notice
	near   bool
	why    string
}

// reasonFor is reason for an island of which others speak. What it followed from is most often what it was.
func (w *World) reasonFor(id uint64, r *rumour, near map[uint64]bool) string {
	s := &w.subscriptions
	n := w.board.latest(id)
	if n == nil || id == message.Home || !w.shares() || !s.found[id].IsZero() || !s.invited[id].IsZero() {
		r.reason = reasoned{}
		return w.reason(id, near)
	}
	if o := &r.reason; o.notice != n || o.tip != r.tip() || o.near != near[id] {
		*o = reasoned{r.tip(), n, near[id], w.reason(id, near)}
	}
	return r.reason.why
}

// reason says why this peer should execute an island, "" when it need not.
func (w *World) reason(id uint64, near map[uint64]bool) string {
	s := &w.subscriptions
	switch {
	case !w.shares():
		return whyAll
	case id == message.Home && w.needsHome():
		return whyHome
	}
	if r := w.newest(id); r != nil {
		switch {
		case r.Votes(w.me):
			return whyVoter
		case slices.Contains(r.Heirs, w.me):
			return whyHeir
		}
	}
	recent := func(at time.Time, life time.Duration) bool { return !at.IsZero() && w.now.Sub(at) < life }
	switch {
	case w.holds(w.core(id)), recent(s.found[id], message.FoundFor):
		return whyPlayer
	case near[id]:
		return whyNear
	case slices.Contains(w.keepers(id), w.me):
		return whyCopy
	case recent(s.invited[id], message.InvitedFor):
		return whyInvited
	}
	return ""
}

// newest is the newest record that is known of an island, nil when there is none.
func (w *World) newest(id uint64) *epoch.Record {
	if c := w.core(id); c != nil && len(c.records) > 0 {
		return c.last()
	}
	if r := w.heard[id]; r != nil {
		return r.tip()
	}
	return nil
}

// lookAround finds the islands that lie close to one where this peer's player is or where it votes, and those that go into one.
func (w *World) lookAround() {
	near, at := w.subscriptions.near, w.subscriptions.at
	clear(near)
	clear(at)
	var list []uint64
	w.each(func(c *Core) {
		m, ok := c.machine.(Carver)
		if !ok || c.over() || !w.holds(c) && !c.Seated() {
			return
		}
		at[c.island] = true
		if n, ok := c.machine.(Neighbour); ok {
			list = n.Neighbours(list[:0])
		} else {
			list = m.Near(list[:0])
		}
		for _, id := range list {
			near[id] = true
		}
	})
	for id, r := range w.heard {
		if tip := r.tip(); tip != nil && tip.Reason == epoch.Ended && at[w.target(id)] && !w.ended(id) {
			near[id] = true
		}
	}
}

// subscribe begins to take over the islands that this peer should execute and that were not carved out here, and leaves
// those that it need not. Who was restarted and waits for home, in a world of which everybody has all islands, does not wait
// with the others: they may have turns while home has none.
func (w *World) subscribe() {
	home := w.home()
	waits := home.e == nil && !home.resting // for others, as far as home is concerned
	if waits && (home.machine == nil || w.shares()) {
		return
	}
	if w.shares() && w.now.Sub(w.subscriptions.told) < message.GossipGap {
		return
	}
	w.subscriptions.told = w.now
	if !waits {
		w.gossip()
		w.doubt()
	}
	gap := message.SurveyGap
	if w.shares() {
		gap = message.SurveyFar
	}
	if w.now.Sub(w.subscriptions.looked) < gap {
		return
	}
	w.survey()
	if !waits {
		w.seek()
	}
	var wanted []uint64
	for id, r := range w.heard {
		if w.now.Sub(r.since) >= bornWithin && len(r.greetings) > 0 && w.subscriptions.why[id] != "" && !w.ended(id) {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	for _, id := range wanted {
		if id == message.Home {
			w.rouse()
			continue
		}
		if on, ok := w.wordFor(id); ok && !w.takeOver(id, on) {
			return
		}
	}
	if !waits {
		w.wake()
		w.unsubscribe()
	}
}

// takeOver begins to take an island over from those who have it, on the word of one of them.
func (w *World) takeOver(id uint64, on key.ID) bool {
	home, c := w.home(), w.add(id)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return w.open(g, id) }
	if err := c.joining.Join(w.given(), home.world); err != nil {
		w.remove(id)
		return false
	}
	home.event("takes over an island", "taken", islandName(id), "why", w.subscriptions.why[id])
	w.sought[id] = search{since: w.now, on: on, rumour: w.heard[id]}
	w.introduce(c)
	return true
}

// unsubscribe leaves the islands that were not wanted for long and that others hold.
func (w *World) unsubscribe() {
	for _, c := range w.islands.Values() {
		if w.subscriptions.why[c.island] != "" || !w.leavable(c) {
			c.unwanted = time.Time{}
			continue
		}
		if c.unwanted.IsZero() {
			c.unwanted = w.now
		}
		if w.now.Sub(c.unwanted) >= w.options.Linger && w.isHeld(c) {
			w.quitIsland(c)
		}
	}
}

// leavable reports whether an island can be left as far as this peer's own affairs go: nothing is under way, and what
// was executed is in the file.
func (w *World) leavable(c *Core) bool {
	switch {
	case c.island == message.Home && w.needsHome(), c.machine == nil, c.e == nil, c.e.Member(), c.over(), c.state.frozen, c.joining.fetch != nil, c.lone.recovery != nil, c.seats.quit != nil:
		return false
	case c.fork.apart(), c.merger.merging != nil, len(c.abandon.pending)+len(c.abandon.shelf) > 0, len(c.births)+len(c.unborn) > 0, c.unproven != nil, c.adopted != nil:
		return false
	}
	return c.journal.pending == nil && c.journal.err == nil && c.journal.written+closeTo >= c.state.committed
}

// isHeld reports whether Copies others hold an island who do not leave it before this peer.
func (w *World) isHeld(c *Core) bool {
	before, held := true, 0
	for _, m := range w.ranking(c.island) {
		if m.Key == w.me {
			before = false
			continue
		}
		if p := c.peers.Get(m.Key); p != nil && c.executes(p) && (before || c.e.Record().Votes(m.Key)) {
			held++
		}
	}
	return held >= message.Copies
}

// executes reports whether a peer has said that it has the island and is not about to go. That it lacked the others counts for a
// moment only: who does not any more need not say so, and on an island that has ended nobody does.
func (c *Core) executes(p *peer) bool {
	return p.greeted && p.said.Epoch > 0 && !p.said.Leaving && !c.separate.stillLacks(p)
}

// quitIsland leaves an island to others, and says so to them. What is known of it stays known.
func (w *World) quitIsland(c *Core) {
	c.event("leaves an island to others", "left", islandName(c.island), "turn", c.state.executed)
	r := newRumour(w.now, c.island)
	r.forebears = c.shownLineage()
	r.remember(c.records)
	bye := message.Greeting{Incarnation: c.self.Incarnation, Capacity: 1, Leaving: true}
	c.each(func(p *peer) {
		if c.executes(p) {
			r.greetings[p.key] = greeted{p.said, p.said.Encode()}
			r.recount()
		}
		c.send(p.key, link.Stream, bye.Encode())
	})
	out := c.Ready()
	out.Leave = c.island != message.Home
	w.early = append(w.early, out)
	if w.remove(c.island); c.island == message.Home {
		w.rest(c)
	}
	w.heard[c.island] = r
}

// unsubscribed notes that a peer does not execute the island any more.
func (c *Core) unsubscribed(p *peer) {
	p.greeted, p.wants, p.whole = false, false, false
	p.epoch, p.acked = 0, 0
	p.mail, p.ahead = p.mail[:0], p.ahead[:0]
	p.reports, p.marks = [16]message.Digest{}, [marksKept]message.Digest{}
	p.sender, p.giving, p.other, p.offer = nil, nil, nil, nil
	p.head, p.relay = epoch.Head{}, child{}
	if c.joining.fetch != nil {
		c.joining.fetch.lost(c, p.key)
	}
}

// followers is how many linked peers execute the island.
func (c *Core) followers() (n int) {
	for _, p := range c.peers.Values() {
		if p.greeted {
			n++
		}
	}
	return n
}

// known lists the islands that others execute.
func (w *World) known() (all []Known) {
	for id, r := range w.heard {
		if w.ended(id) {
			continue
		}
		k := Known{ID: id, Leader: r.leader(), People: r.news.People, Place: slices.Clone(r.news.Place)}
		if tip := r.tip(); tip != nil {
			k.Epoch = tip.Number
			for _, v := range tip.Voters {
				k.Voters = append(k.Voters, v.Key)
			}
		}
		for _, l := range w.links.Values() {
			if r.greetings[l.key].Epoch > 0 {
				k.Held = append(k.Held, l.key)
			}
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
