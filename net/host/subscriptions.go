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

// # Subscriptions
//
// With up to Options.Whole linked peers, each peer executes all islands of the world. With more, a peer
// executes an island only for one of these reasons:
//
//	home      it is home, which admits new peers; the player is on no other island, or is not logged in
//	voter     the peer votes there, by the newest record that it knows
//	heir      the peer is next there
//	player    its player is there, or was found there
//	near      the island is close to its player's island or to one where it votes, or ends into one of them
//	copy      the peer is among the first Copies of the island's ranking, as its leader announces it
//	invited   the island's leader asked for it, because the committee is too small
//
// The ranking of an island is that of rendezvous hashing (Thaler and Ravishankar 1998): willing peers without
// a window come first, then willing peers, then the others, each group in the order of a hash of island and
// key. The island's leader computes it from its own links and announces the first peers in bulletins (see
// announcements.go). Until a bulletin has come, each peer computes the ranking from its own links; where
// these differ, there are more copies than needed.
//
// A peer leaves an island after Options.Linger without a reason. Copies other peers must hold it that are
// voters or come earlier in the ranking, so that not all leave together, and the file must have all executed
// turns. The island's log in the file stays, as a copy that sleeps. An island that has ended is not left: a
// peer that executed it keeps the last state until it knows the record by which another island has taken it
// in.

const (
	// unwantedFor is how long an island must be without a reason before it is left, unless Options say
	// otherwise.
	unwantedFor = time.Minute
	// surveyGap is how often the reasons are looked at, surveyFar how often where islands are shared out.
	surveyGap = 100 * time.Millisecond
	surveyFar = 250 * time.Millisecond
	// gossipGap is how often announcements and questions to others are considered where islands are shared
	// out.
	gossipGap = 250 * time.Millisecond
	// invitedFor is how long an invitation counts, and inviteEvery how often it is repeated.
	invitedFor  = time.Minute
	inviteEvery = 5 * time.Second
	// foundFor is how long a message counts that says that this peer's player is on an island.
	foundFor = 20 * time.Second
	// seekFirst is how long a player may be on no island here before others are asked. The gap between two
	// such questions doubles up to seekMost.
	seekFirst = 500 * time.Millisecond
	seekMost  = 30 * time.Second
)

// The reason why an island is executed here, in a word; see Island.
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

// subscriptions decide which islands this peer executes, and take over and leave islands accordingly.
type subscriptions struct {
	part
	looked  time.Time
	told    time.Time // when announcements of islands were last considered
	why     map[uint64]string
	invited map[uint64]time.Time // when its leader asked for this peer
	found   map[uint64]time.Time // when this peer's player was reported to be there
	sought  time.Time            // when others were asked for the player last, or it was here
	gap     time.Duration        // until they are asked again
	near    map[uint64]bool      // as of the last survey,
	based   map[uint64]bool      // the islands that they are near to
	asleep  map[uint64]*sleeping // needed islands that no linked peer executes
}

func newSubscriptions(p part) *subscriptions {
	return &subscriptions{part: p, why: map[uint64]string{}, near: map[uint64]bool{}, based: map[uint64]bool{}, invited: map[uint64]time.Time{}, found: map[uint64]time.Time{}, asleep: map[uint64]*sleeping{}}
}

// shares reports whether there are so many peers that each executes some islands only.
func (k *common) shares() bool { return k.links.Len() > k.options.Whole }

// survey finds the reasons for each island, known or executed here.
func (sub *subscriptions) survey() {
	s := sub
	s.looked = sub.now
	for id, at := range s.invited {
		if sub.now.Sub(at) >= invitedFor {
			delete(s.invited, id)
		}
	}
	clear(s.why)
	sub.lookAround()
	near := s.near
	for _, c := range sub.world.islands.all() {
		if !c.idle {
			s.why[c.island] = sub.reason(c.island, near)
		}
	}
	for id := range sub.world.directory.known {
		sub.world.ended.learn(id)
		s.why[id] = sub.reasonFor(id, sub.world.directory.known[id], near)
	}
}

// reasoned is a cached reason with its inputs. It is used only where neither time nor links matter.
type reasoned struct {
	tip    *epoch.Record
	notice *announcement
	near   bool
	why    string
}

// reasonFor is reason for an island that others announce. Its inputs rarely change, so the result is cached.
func (sub *subscriptions) reasonFor(id uint64, r *directoryEntry, near map[uint64]bool) string {
	s := sub
	n := sub.world.announcements.latest(id)
	if n == nil || id == message.Home || !sub.shares() || !s.found[id].IsZero() || !s.invited[id].IsZero() {
		r.reason = reasoned{}
		return sub.reason(id, near)
	}
	if o := &r.reason; o.notice != n || o.tip != r.tip() || o.near != near[id] {
		*o = reasoned{r.tip(), n, near[id], sub.reason(id, near)}
	}
	return r.reason.why
}

// reason returns why this peer should execute an island; "" when it need not.
func (sub *subscriptions) reason(id uint64, near map[uint64]bool) string {
	s := sub
	switch {
	case !sub.shares():
		return whyAll
	case id == message.Home && sub.needsHome():
		return whyHome
	}
	if r := sub.world.directory.newest(id); r != nil {
		switch {
		case r.Votes(sub.me):
			return whyVoter
		case slices.Contains(r.Heirs, sub.me):
			return whyHeir
		}
	}
	recent := func(at time.Time, life time.Duration) bool { return !at.IsZero() && sub.now.Sub(at) < life }
	switch {
	case sub.world.player.isOn(sub.world.islands.get(id)), recent(s.found[id], foundFor):
		return whyPlayer
	case near[id]:
		return whyNear
	case slices.Contains(sub.world.holders.keepers(id), sub.me):
		return whyCopy
	case recent(s.invited[id], invitedFor):
		return whyInvited
	}
	return ""
}

// newest returns the newest known record of an island; nil when there is none.
func (d *directory) newest(id uint64) *epoch.Record {
	if c := d.world.islands.get(id); c != nil && len(c.ancestry.records) > 0 {
		return c.ancestry.last()
	}
	if r := d.known[id]; r != nil {
		return r.tip()
	}
	return nil
}

// lookAround finds the islands that lie close to one where this peer's player is or where it votes, and those
// that go into one.
func (s *subscriptions) lookAround() {
	near, based := s.near, s.based
	clear(near)
	clear(based)
	var list []uint64
	s.world.islands.each(func(c *Core) {
		m, ok := c.machine.(Carver)
		if !ok || c.ancestry.over() || !s.world.player.isOn(c) && !c.Seated() {
			return
		}
		based[c.island] = true
		if n, ok := c.machine.(Neighbour); ok {
			list = n.Neighbours(list[:0])
		} else {
			list = m.Near(list[:0])
		}
		for _, id := range list {
			near[id] = true
		}
	})
	for id, r := range s.world.directory.known {
		if tip := r.tip(); tip != nil && tip.Reason == epoch.Ended && based[s.world.ended.successor(id)] && !s.world.ended.has(id) {
			near[id] = true
		}
	}
}

// update begins to take over the islands that this peer should execute and that were not carved out here, and
// leaves those that it need not. In a world in which every peer executes all islands, a restarted peer that
// waits for home starts the other islands at once: they may have turns while home has none.
func (s *subscriptions) update() {
	home := s.world.islands.home()
	waits := home.e == nil && !home.idle // for others, as far as home is concerned
	if waits && (home.machine == nil || s.shares()) {
		return
	}
	if s.shares() && s.now.Sub(s.told) < gossipGap {
		return
	}
	s.told = s.now
	if !waits {
		s.world.directory.announce()
		s.world.searches.giveUp()
	}
	gap := surveyGap
	if s.shares() {
		gap = surveyFar
	}
	if s.now.Sub(s.looked) < gap {
		return
	}
	s.survey()
	if !waits {
		s.seek()
	}
	var wanted []uint64
	for id, r := range s.world.directory.known {
		if s.now.Sub(r.since) >= bornWithin && len(r.greetings) > 0 && s.why[id] != "" && !s.world.ended.has(id) {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	for _, id := range wanted {
		if id == message.Home {
			s.wakeHome()
			continue
		}
		if on, ok := s.world.searches.sourceFor(id); ok && !s.takeOver(id, on) {
			return
		}
	}
	if !waits {
		s.wake()
		s.leaveUnwanted()
	}
}

// takeOver begins to fetch an island from the peers that have it; on is the peer whose announcement counts.
func (s *subscriptions) takeOver(id uint64, on key.ID) bool {
	home, c := s.world.islands.home(), s.world.islands.add(id)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return s.world.islands.open(g, id) }
	if err := c.joining.Join(s.given(), home.world); err != nil {
		s.world.islands.remove(id)
		return false
	}
	home.event("takes over an island", "taken", islandName(id), "why", s.why[id])
	s.world.searches.running[id] = search{since: s.now, on: on, entry: s.world.directory.known[id]}
	s.world.directory.introduce(c)
	return true
}

// leaveUnwanted leaves the islands that were not wanted for long and that others hold.
func (s *subscriptions) leaveUnwanted() {
	for _, c := range s.world.islands.all() {
		if s.why[c.island] != "" || !s.leavable(c) {
			c.retirement.unwanted = time.Time{}
			continue
		}
		if c.retirement.unwanted.IsZero() {
			c.retirement.unwanted = s.now
		}
		if s.now.Sub(c.retirement.unwanted) >= s.options.Linger && s.isHeld(c) {
			s.leave(c)
		}
	}
}

// leavable reports whether this peer itself can leave an island: it has nothing under way there, and all
// executed turns are in the file.
func (s *subscriptions) leavable(c *Core) bool {
	switch {
	case c.island == message.Home && s.needsHome(), c.machine == nil, c.e == nil, c.e.Member(), c.ancestry.over(), c.history.stale, c.joining.fetching(), c.epochs.restart != nil, c.seats.quits():
		return false
	case c.fork.apart(), c.abandon.owes(), len(c.history.births)+len(c.history.unborn) > 0, c.epochs.unconfirmed != nil, c.epochs.adopting != nil:
		return false
	}
	return c.journal.pending == nil && c.journal.err == nil && c.journal.written+closeTo >= c.history.committed
}

// isHeld reports whether at least Copies other peers hold an island and will not leave it before this peer.
func (s *subscriptions) isHeld(c *Core) bool {
	before, held := true, 0
	for _, m := range s.world.holders.ranking(c.island) {
		if m.Key == s.me {
			before = false
			continue
		}
		if p := c.peers.Get(m.Key); p != nil && c.peers.executes(p) && (before || c.e.Record().Votes(m.Key)) {
			held++
		}
	}
	return held >= message.Copies
}

// leave leaves an island to others, and tells them. Its directory entry stays.
func (s *subscriptions) leave(c *Core) {
	c.event("leaves an island to others", "left", islandName(c.island), "turn", c.history.executed)
	r := newEntry(s.now, c.island)
	r.ancestry = c.ancestry.forebears
	r.remember(c.ancestry.records)
	bye := message.Greeting{Incarnation: c.self.Incarnation, Capacity: 1, Leaving: true}
	c.peers.each(func(p *peer) {
		if c.peers.executes(p) {
			r.greetings[p.key] = greeted{p.said, p.said.Encode()}
			r.recount()
		}
		c.send(p.key, link.Stream, bye.Encode())
	})
	out := c.Ready()
	out.Leave = c.island != message.Home
	s.early = append(s.early, out)
	if s.world.islands.remove(c.island); c.island == message.Home {
		s.idle(c)
	}
	s.world.directory.known[c.island] = r
}

// list lists the islands that others execute.
func (d *directory) list() (all []Known) {
	for id, r := range d.known {
		if d.world.ended.has(id) {
			continue
		}
		k := Known{ID: id, Leader: r.leader(), People: r.news.People, Place: slices.Clone(r.news.Place)}
		if tip := r.tip(); tip != nil {
			k.Epoch = tip.Number
			for _, v := range tip.Voters {
				k.Voters = append(k.Voters, v.Key)
			}
		}
		for _, l := range d.links.Values() {
			if r.greetings[l.key].Epoch > 0 {
				k.Held = append(k.Held, l.key)
			}
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
