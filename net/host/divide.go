package host

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// # Islands in provisional forks
//
// Every island has a line of its own: home may be firm while another island is provisional, and the other way round. A
// provisional fork never divides, ends or takes an island in, and it neither sends nor takes parcels: that would have
// effects in another log, which merging could not undo. So people on an island that goes on provisionally stay there
// until it is merged; divisions, ends and absorptions happen only in the firm line. A branch is merged into the same
// island's firm line by Reconcile, with its own base; people and land that the firm line has divided off since belong to
// the new island. If the island has ended in the firm line meanwhile, the branch stays an archive, and its people are
// where the island went. An island that has ended waits, however long, for the firm line of the island that takes it in:
// its last state must be taken in once.

// steady reports whether this peer leads an island whose log may be ended to divide or merge it.
func (c *Core) steady() bool {
	return c.e != nil && c.e.Leading() && c.e.Record().Firm && c.e.Closes(c.now) && c.seats.quit == nil && !c.state.stale &&
		c.journal.pending == nil && len(c.births)+len(c.unborn) == 0 && c.state.executed == c.e.Last().Turn
}

// divide ends the epoch with a record by which parts of the island become islands of their own, when the state says
// that they should, and reports whether it did.
func (c *Core) divide(voters []key.ID, ranked []roster.Member) bool {
	m, ok := c.machine.(Carver)
	if !ok || c.siblings == nil || c.options.Island == nil || !c.misbehaviour.maySplit() || !c.steady() {
		return false
	}
	parts := c.seats.parts(m)
	if len(parts) == 0 {
		return false
	}
	r := c.e.Next(epoch.Split)
	before := c.machine.Snapshot(nil)
	spread := c.siblings.Burdens()
	here := c.residents(ranked)
	for i, part := range parts[:min(len(parts), epoch.MaxParts)] {
		id := epoch.IslandOf(r.Division(), uint8(i))
		child, err := m.Carve(part, id)
		if err != nil {
			c.event("a part cannot be carved out", "part", i, "why", err.Error())
			break
		}
		p := epoch.Part{Island: id, State: sha256.Sum256(child)}
		stay := c.residents(ranked)
		p.Voters, p.Heirs = c.committee(id, ranked, spread, func(k key.ID) bool { return here[k] && !stay[k] })
		here = stay
		spread[p.Voters[0].Key]++
		r.Parts = append(r.Parts, p)
	}
	c.restore(before)
	return len(r.Parts) > 0 && c.seats.conclude(r, voters, ranked)
}

// committee chooses who holds a part: of those who execute the island the most able, led by the most able of those
// who lead least.
//
// Where not everybody executes all, those come first whose player goes there, as goes says.
func (c *Core) committee(island uint64, ranked []roster.Member, leads map[key.ID]int, goes func(key.ID) bool) (voters []epoch.Voter, heirs []key.ID) {
	all := roster.Rank(append(slices.Clone(ranked), c.seats.member()))
	if len(all) == 0 {
		all = []roster.Member{c.seats.member()} // reluctant as it is
	}
	able := all
	if c.siblings.Shares() { // those hold it who execute it anyway
		shareOut(all, island, goes)
		able = all[:min(len(all), c.siblings.Seats())]
	}
	first := slices.MinFunc(able, func(a, b roster.Member) int { return cmp.Compare(leads[a.Key], leads[b.Key]) })
	named := roster.Choose(first.Key, nil, all, c.size(len(all)-1))
	for _, k := range named {
		voters = append(voters, c.voter(k))
	}
	for _, m := range all {
		if len(heirs) < epoch.MaxHeirs && !slices.Contains(named, m.Key) && !c.siblings.Shares() {
			heirs = append(heirs, m.Key)
		}
	}
	return voters, heirs
}

// residents are those of some peers, and this one, whose players are on the island.
func (c *Core) residents(ranked []roster.Member) map[key.ID]bool {
	m, all := c.machine.(Carver), map[key.ID]bool{c.me: true}
	for _, r := range ranked {
		all[r.Key] = true
	}
	for k := range all {
		all[k] = m.Holds(k)
	}
	return all
}

// voter is the process that has a key now.
func (c *Core) voter(k key.ID) epoch.Voter {
	if p := c.peers.Get(k); p != nil && k != c.me {
		return epoch.Voter{Key: k, Incarnation: p.said.Incarnation}
	}
	return c.self
}

// burdens counts the islands that everybody leads, as far as is known here.
func (l *islands) burdens() map[key.ID]int {
	leads := map[key.ID]int{}
	l.each(func(c *Core) {
		if c.e != nil && !c.over() {
			leads[c.e.Leader()]++
		}
	})
	return leads
}
