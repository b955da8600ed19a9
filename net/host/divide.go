package host

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// # Islands in provisional lines
//
// Every island is in a line of its own: home may be firm where another is provisional, and the other way round. A
// provisional line never divides, ends or takes an island in, and neither sends nor takes parcels: that would have effects
// in another log, which merging could not undo. So whoever is on an island when it goes on provisionally stays there
// until it is merged, and what divided, ended or was taken in did so in the firm line. A branch is merged into the same
// island's firm line by Reconcile, with its own base; what it has of people and land that the firm line has divided off
// since is not its any more. Of an island that has ended in the firm line meanwhile it stays an archive: its people are
// where it went. An island that has ended waits, however long, for the firm line of the one that it goes into: its
// last state must be taken in once.

// steady reports whether this peer leads an island whose log may be ended to divide or merge it.
func (c *Core) steady() bool {
	return c.e != nil && c.e.Leading() && c.e.Record().Firm && c.e.Closes(c.now) && c.quit == nil && !c.state.frozen &&
		c.disk.pending == nil && len(c.births)+len(c.unborn) == 0 && c.state.executed == c.e.Last().Turn
}

// divide ends the epoch with a record by which parts of the island become islands of their own, when the state says
// that they should, and reports whether it did.
func (c *Core) divide(voters []key.ID, ranked []roster.Member) bool {
	m, ok := c.machine.(Carver)
	if !ok || c.siblings == nil || c.options.Island == nil || !c.guilt.maySplit() || !c.steady() {
		return false
	}
	parts := c.parts(m)
	if len(parts) == 0 {
		return false
	}
	r := c.e.Next(epoch.Split)
	before := c.machine.Snapshot(nil)
	spread := c.siblings.islands.burdens()
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
	return len(r.Parts) > 0 && c.conclude(r, voters, ranked)
}

// committee chooses who holds a part: of those who execute the island the most able, led by the most able of those
// who lead least.
//
// Where not everybody executes all, those come first whose player goes there, as goes says.
func (c *Core) committee(island uint64, ranked []roster.Member, leads map[key.ID]int, goes func(key.ID) bool) (voters []epoch.Voter, heirs []key.ID) {
	all := roster.Rank(append(slices.Clone(ranked), c.member()))
	if len(all) == 0 {
		all = []roster.Member{c.member()} // reluctant as it is
	}
	able := all
	if c.siblings.shares() { // those hold it who execute it anyway
		shareOut(all, island, goes)
		able = all[:min(len(all), c.siblings.holders.seats())]
	}
	first := slices.MinFunc(able, func(a, b roster.Member) int { return cmp.Compare(leads[a.Key], leads[b.Key]) })
	named := roster.Choose(first.Key, nil, all, c.size(len(all)-1))
	for _, k := range named {
		voters = append(voters, c.voter(k))
	}
	for _, m := range all {
		if len(heirs) < epoch.MaxHeirs && !slices.Contains(named, m.Key) && !c.siblings.shares() {
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
	if p := c.peers[k]; p != nil && k != c.me {
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
