package policy

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/standing"
	"manyhold/net/key"
)

// # Refusals
//
// A ban is a kick without end, and a host policy that does not let a peer vote takes its seat in the same
// way. Every peer enforces both, whichever peer leads, four seconds after it learned of the entry: that is
// the time to hand over. From then on,
//
//   - the links to a banned peer are ended, and its commands and its body are treated as after a kick;
//   - the messages of a refused voter are ignored in the epoch's log, votes included; if it leads, it is
//     suspected at once, and a leader that refuses itself closes no more turns;
//   - refused peers do not count among those that could continue the firm chain, so the others go on
//     provisionally if the rest is no majority (see package fork);
//   - a leader that keeps a refused voter in its committee for four seconds more is refused, too;
//   - a record that names a refused leader is not firm where forks are compared.
//
// A pardon, or another policy, undoes all of it. A provisional fork may be led by a peer without the right to
// vote, because it is merged later. A peer with the right follows it for followsFor, the time to take over.

const (
	// followsFor is how long a peer that may host follows a provisional leader that may not.
	followsFor = 15 * time.Second
	// harboursFor is how long a leader may keep a refused voter beyond the time to hand over.
	harboursFor = 4 * time.Second
)

// review notes which peers the charter refuses, and tells of new bans.
func (y *Policy) review() {
	y.met = append(y.met[:0], y.c.Me)
	look := func(c *kernel.Core) {
		y.met = append(y.met, c.Peers.Keys()...)
		if c.Epoch != nil {
			for _, v := range c.Epoch.Record().Voters {
				y.met = append(y.met, v.Key)
			}
		}
	}
	if look(y.c); y.c.Islands != nil {
		y.c.Islands.Each(look)
	}
	banned := y.c.Standing.Review(y.c.Now, y.met)
	slices.SortFunc(banned, message.CompareIDs)
	for _, k := range banned {
		y.c.Event("peer banned", "peer", k.Short(), "by", y.c.Standing.State().Bans[k].By.Short())
	}
}

// Shun has the present epoch ignore the voters that the charter keeps out.
func (y *Policy) Shun() {
	if !y.c.Standing.Refuses() && !y.c.Epoch.Shuns() {
		return
	}
	y.watchLeader()
	for _, v := range y.c.Epoch.Record().Voters {
		y.c.Epoch.Shun(y.c.Now, v.Key, y.Shuns(v.Key))
	}
}

// watchLeader exposes a leader that keeps a refused voter in its committee for harboursFor, while its turns
// come: an honest one names another committee within a second after it learned of the entry.
func (y *Policy) watchLeader() {
	e, s := y.c.Epoch, y.c.Standing
	if leader := e.Leader(); leader != y.follows {
		y.follows, y.since = leader, y.c.Now
	}
	if y.follows.IsZero() || y.follows == y.c.Me || y.c.Now.Sub(y.since) < harboursFor || y.c.Now.Sub(y.c.History.OrderedAt) >= kernel.StalledAfter {
		return
	}
	kept := slices.ContainsFunc(e.Record().Voters, func(v epoch.Voter) bool {
		return v.Key != y.follows && v.Key != y.c.Me && s.RefusedFor(v.Key, y.c.Now) >= standing.Obeys+harboursFor
	})
	if kept && s.Expose(y.follows) {
		y.c.Event("the leader keeps a voter that the charter refuses: this peer leaves it", "leader", y.follows.Short())
	}
}

// Shuns reports whether a peer is not taken for a voter or leader of the present epoch.
func (y *Policy) Shuns(k key.ID) bool {
	s := y.c.Standing
	switch {
	case !s.Refused(k, y.c.Now):
		return false
	case y.c.Epoch == nil || y.c.Epoch.Record().Firm:
		return true
	case k == y.c.Me: // it plays on alone
		return false
	case !s.MayEnter(k):
		return true
	}
	return s.MayHost(y.c.Me) && y.c.Now.Sub(y.began) >= followsFor
}

// EpochBegan restarts the time to take over.
func (y *Policy) EpochBegan() { y.began, y.follows = y.c.Now, key.ID{} }

// Unfirm reports whether a record is not firm for this peer, because the charter keeps out the leader that it
// names, or its signer and another voter.
func (y *Policy) Unfirm(r *epoch.Record) bool {
	if !y.c.Standing.Refuses() || len(r.Voters) == 0 {
		return false
	}
	refused := func(v epoch.Voter) bool { return y.c.Standing.Refused(v.Key, y.c.Now) }
	return refused(r.Leader()) || y.c.Standing.Refused(r.Signer, y.c.Now) && slices.ContainsFunc(r.Voters, refused)
}

// usurped reports whether this peer is the founder's and goes on provisionally, because too many seats of the
// firm epoch are held by peers that the charter refuses.
func usurped(c *kernel.Core) bool {
	if c.Me != c.Genesis.Founder || len(c.Ancestry.Records) == 0 || c.Ancestry.Last().Firm || !c.Standing.Refuses() {
		return false
	}
	firm, refused := c.Ancestry.FirmOne(), 0
	for _, v := range firm.Voters {
		if c.Standing.Refused(v.Key, c.Now) {
			refused++
		}
	}
	return 2*refused >= len(firm.Voters)
}

// tyrant is the only voter of the firm epoch, when it led unfairly and this peer is the founder's: nobody but
// the founder can replace it. Zero: there is none.
func tyrant(c *kernel.Core) (k key.ID) {
	if c.Me != c.Genesis.Founder || len(c.Ancestry.Records) == 0 || c.Options.Offer.PlayOnly {
		return k
	}
	if firm := c.Ancestry.FirmOne(); firm.Lone() && firm.Leader().Key != c.Me && c.Standing.Blamed(firm.Leader().Key, c.Now) {
		return firm.Leader().Key
	}
	return k
}

// outcasts lists the linked peers that are banned and should be gone.
func (y *Policy) outcasts() (all []key.ID) {
	if !y.c.Standing.Refuses() {
		return nil
	}
	for _, k := range y.c.Peers.Keys() {
		if y.c.Standing.Outcast(k, y.c.Now) {
			all = append(all, k)
		}
	}
	return all
}

// Obeys is how long a kicked or banned peer has to leave by itself.
const Obeys = standing.Obeys
