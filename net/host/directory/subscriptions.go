package directory

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
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
// key. Peers that only play are not in it. The island's leader computes it from its own links and announces
// the first peers in bulletins (see announcements.go). Until a bulletin has come, each peer computes the
// ranking from its own links; where these differ, there are more copies than needed.
//
// A peer that only plays shares out even a small world: it executes home, and the islands of its player and
// near it, for these reasons only.
//
// A peer leaves an island after Options.Linger without a reason. Copies other peers must hold it that are
// voters or come earlier in the ranking, so that not all leave together, and the file must have all executed
// turns. The island's log in the file stays, as a copy that sleeps. An island that has ended is not left: a
// peer that executed it keeps the last state until it knows the record by which another island has taken it
// in.

const (
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
	WhyNear    = "near"
	whyCopy    = "copy"
	whyInvited = "invited"
)

// subscriptions decide which islands this peer executes, and take over and leave islands accordingly.
type subscriptions struct {
	*links.Hub
	here          Islands
	world         World
	runner        Runner
	writesTo      func() []uint64 // islands that letters wait for
	linger        time.Duration
	entries       *entries
	ended         *Ended
	searches      *searches
	announcements *announcements
	holders       *holders

	looked  time.Time
	why     map[uint64]string
	invited map[uint64]time.Time // when its leader asked for this peer
	found   map[uint64]time.Time // when this peer's player was reported to be there
	sought  time.Time            // when others were asked for the player last, or it was here
	gap     time.Duration        // until they are asked again
	near    map[uint64]bool      // as of the last survey,
	based   map[uint64]bool      // the islands that they are near to
	asleep  map[uint64]*sleeping // needed islands that no linked peer executes

	unwanted map[uint64]time.Time // since when there is no reason to execute an island
}

// survey finds the reasons for each island, known or executed here.
func (s *subscriptions) survey() {
	s.looked = s.Now
	for id, at := range s.invited {
		if s.Now.Sub(at) >= invitedFor {
			delete(s.invited, id)
		}
	}
	clear(s.why)
	s.lookAround()
	for _, c := range s.here.All() {
		if !c.AtRest() {
			s.why[c.Island()] = s.reason(c.Island())
		}
	}
	for id, r := range s.entries.Known {
		s.ended.Learn(id)
		s.why[id] = s.reasonFor(id, r)
	}
}

// reasonFor is reason for an island that others announce. Its inputs rarely change, so the result is cached.
func (s *subscriptions) reasonFor(id uint64, r *Entry) string {
	n := s.announcements.Latest(id)
	if n == nil || id == message.Home || !s.Shares() || !s.found[id].IsZero() || !s.invited[id].IsZero() {
		r.reason = reasoned{}
		return s.reason(id)
	}
	if o := &r.reason; o.notice != n || o.tip != r.Tip() || o.near != s.near[id] {
		*o = reasoned{r.Tip(), n, s.near[id], s.reason(id)}
	}
	return r.reason.why
}

// reason returns why this peer should execute an island; "" when it need not.
func (s *subscriptions) reason(id uint64) string {
	switch {
	case !s.Shares():
		return whyAll
	case id == message.Home && s.needsHome():
		return whyHome
	}
	if r := s.entries.Newest(id); r != nil {
		switch {
		case r.Votes(s.Me):
			return whyVoter
		case slices.Contains(r.Heirs, s.Me):
			return whyHeir
		}
	}
	recent := func(at time.Time, life time.Duration) bool { return !at.IsZero() && s.Now.Sub(at) < life }
	c, here := s.here.Find(id)
	switch {
	case here && s.isOn(c), recent(s.found[id], foundFor):
		return whyPlayer
	case s.near[id]:
		return WhyNear
	case slices.Contains(s.announcements.keepers(id), s.Me):
		return whyCopy
	case recent(s.invited[id], invitedFor):
		return whyInvited
	}
	return ""
}

// isOn reports whether this peer's player is on an island here.
func (s *subscriptions) isOn(c Island) bool { return !c.Retired() && c.Holds(s.Me) }

// needsHome reports whether home is executed here whatever others do: so that the player can enter, as long
// as it is nowhere else, and is logged in.
func (s *subscriptions) needsHome() bool {
	at, there := s.world.Player()
	return at == message.Home || !there || s.world.LogsIn()
}

// lookAround finds the islands that lie close to one where this peer's player is or where it votes, and those
// that go into one.
func (s *subscriptions) lookAround() {
	near, based := s.near, s.based
	clear(near)
	clear(based)
	var list []uint64
	for _, c := range s.here.All() {
		if !s.isOn(c) && !c.Seated() {
			continue
		}
		var ok bool
		if list, ok = c.Neighbours(list[:0]); !ok {
			continue
		}
		based[c.Island()] = true
		for _, id := range list {
			near[id] = true
		}
	}
	for id, r := range s.entries.Known {
		if tip := r.Tip(); tip != nil && tip.Reason == epoch.Ended && based[s.ended.Successor(id)] && !s.ended.Has(id) {
			near[id] = true
		}
	}
}

// due reports whether the reasons are to be looked at again.
func (s *subscriptions) due() bool {
	gap := surveyGap
	if s.Shares() {
		gap = surveyFar
	}
	return s.Now.Sub(s.looked) >= gap
}

// takeOverWanted begins to take over the islands that this peer should execute and that were not carved out
// here, and reports whether none failed.
func (s *subscriptions) takeOverWanted() bool {
	var wanted []uint64
	for id, r := range s.entries.Known {
		if s.Now.Sub(r.since) >= bornWithin && len(r.greetings) > 0 && s.why[id] != "" && !s.ended.Has(id) {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	for _, id := range wanted {
		if id == message.Home {
			s.runner.TakeHomeOver(s.why[id])
			continue
		}
		if on, ok := s.searches.sourceFor(id); ok && !s.takeOver(id, on) {
			return false
		}
	}
	return true
}

// takeOver begins to fetch an island from the peers that have it; on is the peer whose announcement counts.
func (s *subscriptions) takeOver(id uint64, on key.ID) bool {
	q := &search{entry: s.entries.Known[id]}
	q.Begin(s.Now, on)
	s.searches.Running[id] = q
	if !s.runner.TakeOver(id, s.why[id]) {
		delete(s.searches.Running, id)
		return false
	}
	return true
}

// removed forgets an island that is not executed here any more.
func (s *subscriptions) removed(island uint64) { delete(s.unwanted, island) }

// leaveUnwanted leaves the islands that were not wanted for long and that others hold.
func (s *subscriptions) leaveUnwanted() {
	for _, c := range s.here.All() {
		id := c.Island()
		if s.why[id] != "" || id == message.Home && s.needsHome() || !c.Leavable() {
			delete(s.unwanted, id)
			continue
		}
		since, ok := s.unwanted[id]
		if !ok {
			since = s.Now
			s.unwanted[id] = since
		}
		if s.Now.Sub(since) >= s.linger && s.isHeld(c) {
			s.leave(c)
		}
	}
}

// isHeld reports whether at least Copies other peers hold an island and will not leave it before this peer.
// A peer that only plays is no holder, so that one other suffices.
func (s *subscriptions) isHeld(c Island) bool {
	before, held, enough := true, 0, message.Copies
	if s.world.Member().PlayOnly {
		enough = 1
	}
	for _, m := range s.holders.ranking(c.Island()) {
		if m.Key == s.Me {
			before = false
			continue
		}
		if c.Executes(m.Key) && (before || c.Record().Votes(m.Key)) {
			held++
		}
	}
	return held >= enough
}

// leave leaves an island to others. Its directory entry stays.
func (s *subscriptions) leave(c Island) {
	id, r := c.Island(), s.entries.keep(c)
	s.runner.Leave(id)
	s.entries.Known[id] = r
}

// sleeping is an island that is needed here while no executing peer is known.
type sleeping struct {
	since time.Time
	asked time.Time // the file; zero: not yet
	copy  Copy
}
