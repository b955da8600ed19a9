package host

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// # Subscriptions
//
// Up to Options.Whole linked peers, everybody executes all islands of the world. With more, a peer executes an island
// for one of these reasons, and otherwise leaves it to others:
//
//	home      it is home, which admits strangers, and the player has not come any further, or is not logged in
//	voter     it votes there, by the newest record that it knows
//	heir      it is next there
//	player    its player is there, or was found there
//	near      it lies close to the island of its player or to one where it votes, or is to be taken in by one of these
//	copy      it is among the first Copies of the island's ranking, as the island's leader says it
//	invited   the island's leader asked for it, because its committee is too small
//
// The ranking of an island is that of rendezvous hashing (Thaler and Ravishankar 1998): willing peers without a window
// come first, then willing ones, then the others, each in the order of a hash of island and key. The island's leader computes
// it from the links that it has, and says in its bulletins who is first (see board.go); as long as no bulletin has come,
// everybody computes it from its own, and where these differ, there are more copies than needed.
//
// An island is left when there was no reason for Options.Linger, Copies others hold it that are voters or come before this
// peer in the ranking (so that not all leave at the same time), and what was executed is in the file. Its line of the
// file stays, as a copy that sleeps. An island that has ended is not left: who has executed it keeps its last state
// until the record is known by which another has taken it in.

const (
	// Copies is how many peers hold an island for no other reason than that it is not lost.
	Copies = 3
	// unwantedFor is how long there must be no reason to execute an island before it is left, unless Options say otherwise.
	unwantedFor = time.Minute
	// surveyGap is how often the reasons are looked at.
	surveyGap = 100 * time.Millisecond
	// gossipGap is how often it is looked at what others are to be told and asked, where not everybody executes all.
	gossipGap = 250 * time.Millisecond
	// surveyFar is how often the reasons are looked at there.
	surveyFar = 250 * time.Millisecond
	// invitedFor is how long an invitation counts, and inviteEvery how often it is repeated.
	invitedFor  = time.Minute
	inviteEvery = 5 * time.Second
	// foundFor is how long the word counts that this peer's player is on an island.
	foundFor = 20 * time.Second
	// seekFirst is how long a player may be nowhere before others are asked, and seekMost the longest time between two
	// such questions, to which the time doubles.
	seekFirst = 500 * time.Millisecond
	seekMost  = 30 * time.Second
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
		if w.now.Sub(at) >= invitedFor {
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
	if n == nil || id == Home || !w.shares() || !s.found[id].IsZero() || !s.invited[id].IsZero() {
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
	case id == Home && w.needsHome():
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
	case w.holds(w.core(id)), recent(s.found[id], foundFor):
		return whyPlayer
	case near[id]:
		return whyNear
	case slices.Contains(w.keepers(id), w.me):
		return whyCopy
	case recent(s.invited[id], invitedFor):
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
		if !ok || c.over() || !w.holds(c) && !c.seated() {
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
	if w.shares() && w.now.Sub(w.subscriptions.told) < gossipGap {
		return
	}
	w.subscriptions.told = w.now
	if !waits {
		w.gossip()
		w.doubt()
	}
	gap := surveyGap
	if w.shares() {
		gap = surveyFar
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
		if id == Home {
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
	if err := c.Join(w.given(), home.world); err != nil {
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
	l := &c.line
	switch {
	case c.island == Home && w.needsHome(), c.machine == nil, c.e == nil, c.e.Member(), c.over(), c.state.frozen, c.fetch != nil, c.recovery != nil, c.quit != nil:
		return false
	case c.apart(), l.merging != nil, len(l.pending)+len(l.shelf) > 0, len(c.births)+len(c.unborn) > 0, c.unproven != nil, c.adopted != nil:
		return false
	}
	return c.disk.pending == nil && c.disk.err == nil && c.disk.written+closeTo >= c.state.committed
}

// isHeld reports whether Copies others hold an island who do not leave it before this peer.
func (w *World) isHeld(c *Core) bool {
	before, held := true, 0
	for _, m := range w.ranking(c.island) {
		if m.Key == w.me {
			before = false
			continue
		}
		if p := c.peers[m.Key]; p != nil && c.executes(p) && (before || c.e.Record().Votes(m.Key)) {
			held++
		}
	}
	return held >= Copies
}

// executes reports whether a peer has said that it has the island and is not about to go. That it lacked the others counts for a
// moment only: who does not any more need not say so, and on an island that has ended nobody does.
func (c *Core) executes(p *peer) bool {
	return p.greeted && p.said.epoch > 0 && !p.said.leaving && !c.stillLacks(p)
}

// quitIsland leaves an island to others, and says so to them. What is known of it stays known.
func (w *World) quitIsland(c *Core) {
	c.event("leaves an island to others", "left", islandName(c.island), "turn", c.state.executed)
	r := newRumour(w.now, c.island)
	r.forebears = c.shownLineage()
	r.remember(c.records)
	bye := greeting{incarnation: c.self.Incarnation, capacity: 1, leaving: true}
	c.each(func(p *peer) {
		if c.executes(p) {
			r.greetings[p.key] = greeted{p.said, p.said.encode()}
			r.recount()
		}
		c.send(p.key, link.Stream, bye.encode())
	})
	out := c.Ready()
	out.Leave = c.island != Home
	w.early = append(w.early, out)
	if w.remove(c.island); c.island == Home {
		w.rest(c)
	}
	w.heard[c.island] = r
}

// unsubscribed notes that a peer does not execute the island any more.
func (c *Core) unsubscribed(p *peer) {
	p.greeted, p.wants, p.whole = false, false, false
	p.epoch, p.acked = 0, 0
	p.mail, p.ahead = p.mail[:0], p.ahead[:0]
	p.reports, p.marks = [16]digest{}, [marksKept]digest{}
	p.sender, p.giving, p.other, p.offer = nil, nil, nil, nil
	p.head, p.relay = epoch.Head{}, child{}
	if c.fetch != nil {
		c.fetch.lost(c, p.key)
	}
}

// gone reports whether a greeting says that its sender does not execute the island any more.
func (g *greeting) gone() bool { return g.leaving && g.epoch == 0 && !g.wants }

// followers is how many linked peers execute the island.
func (c *Core) followers() (n int) {
	for _, p := range c.ranks {
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
		k := Known{ID: id, Leader: r.leader(), People: r.news.people, Place: slices.Clone(r.news.place)}
		if tip := r.tip(); tip != nil {
			k.Epoch = tip.Number
			for _, v := range tip.Voters {
				k.Voters = append(k.Voters, v.Key)
			}
		}
		for _, l := range w.links.Values() {
			if r.greetings[l.key].epoch > 0 {
				k.Held = append(k.Held, l.key)
			}
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
