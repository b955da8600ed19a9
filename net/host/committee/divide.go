package committee

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// Division ends an epoch with a record by which parts of the island become islands of their own. It has no
// state.
type Division struct {
	c     *kernel.Core
	seats *Committee
}

// # Islands in provisional forks
//
// Every island has its own record chain: home may be firm while another island is provisional, and the other
// way round. A provisional fork never divides, ends or takes an island in, and it neither sends nor takes
// parcels: that would have effects in another log, which merging could not undo. So people on an island that
// goes on provisionally stay there until it is merged; divisions, ends and absorptions happen only in the
// firm chain. A branch is merged into the same island's firm chain by Reconcile, with its own base; people
// and land that the firm chain has divided off since belong to the new island. If the island has ended in the
// firm chain meanwhile, the branch stays an archive, and its people are where the island went. An island that
// has ended waits, however long, for the firm chain of the island that takes it in: its last state must be
// taken in once.

// divide ends the epoch with a record by which parts of the island become islands of their own, when the
// state says that they should, and reports whether it did.
func (d *Division) divide(voters []key.ID, ranked []roster.Member) bool {
	m := d.c.Machine
	if d.c.Islands == nil || d.c.Options.Island == nil || !d.c.Standing.MaySplit() || !d.c.Epochs.Steady() {
		return false
	}
	parts := d.seats.parts()
	if len(parts) == 0 {
		return false
	}
	r := d.c.Epoch.Next(epoch.Split)
	before := d.c.Machine.Snapshot(nil)
	spread := d.c.Islands.Burdens()
	here := d.residents(ranked)
	for i, part := range parts[:min(len(parts), epoch.MaxParts)] {
		id := epoch.IslandOf(r.Division(), uint8(i))
		child, err := m.Carve(part, id)
		if err != nil {
			d.c.Event("cannot divide off a part", "part", i, "why", err.Error())
			break
		}
		p := epoch.Part{Island: id, State: sha256.Sum256(child)}
		stay := d.residents(ranked)
		p.Voters, p.Heirs = d.committee(id, ranked, spread, func(k key.ID) bool { return here[k] && !stay[k] })
		here = stay
		spread[p.Voters[0].Key]++
		r.Parts = append(r.Parts, p)
	}
	d.c.History.Restore(before)
	return len(r.Parts) > 0 && d.seats.Conclude(r, voters, ranked)
}

// committee chooses the voters of a part: the most able peers that execute the island, led by the most able
// of those that lead least.
//
// In a world where peers execute some islands only, peers with a player in the part come first, as goes
// tells.
func (d *Division) committee(island uint64, ranked []roster.Member, leads map[key.ID]int, goes func(key.ID) bool) (voters []epoch.Voter, heirs []key.ID) {
	all := roster.Rank(append(slices.Clone(ranked), d.seats.Member()))
	if len(all) == 0 {
		all = []roster.Member{d.seats.Member()} // reluctant as it is
	}
	able := all
	if d.c.Islands.Shares() { // the peers that execute it anyway hold it
		shareOut(all, island, goes)
		able = all[:min(len(all), d.c.Islands.Seats())]
	}
	first := slices.MinFunc(able, func(a, b roster.Member) int { return cmp.Compare(leads[a.Key], leads[b.Key]) })
	named := roster.Choose(first.Key, nil, all, d.size(len(all)-1), strangers(d.c, first))
	for _, k := range named {
		voters = append(voters, d.voter(k))
	}
	for _, m := range all {
		if len(heirs) < epoch.MaxHeirs && !slices.Contains(named, m.Key) && !d.c.Islands.Shares() {
			heirs = append(heirs, m.Key)
		}
	}
	return voters, heirs
}

// residents are those of the given peers, and this one, with a player on the island.
func (d *Division) residents(ranked []roster.Member) map[key.ID]bool {
	m, all := d.c.Machine, map[key.ID]bool{d.c.Me: true}
	for _, r := range ranked {
		all[r.Key] = true
	}
	for k := range all {
		all[k] = m.Holds(k)
	}
	return all
}

// voter is the process that has a key now.
func (d *Division) voter(k key.ID) epoch.Voter {
	if p := d.c.Peers.Get(k); p != nil && k != d.c.Me {
		return epoch.Voter{Key: k, Incarnation: p.Said.Incarnation}
	}
	return d.c.Self
}

// size is how many voters the committee should have when so many able peers are there beside the leader.
func (d *Division) size(able int) int {
	if d.c.Islands == nil || !d.c.Islands.Shares() {
		return roster.Size(able + 1)
	}
	return d.c.Islands.Seats()
}

// inherits reports whether a peer may be named as an heir. Where peers execute some islands only, these are
// the peers with a player here, which execute the island anyway.
func (d *Division) inherits(k key.ID) bool {
	if d.c.Islands == nil || !d.c.Islands.Shares() || d.c.ID == message.Home {
		return true
	}
	return d.hasPlayer(k)
}

// hasPlayer reports whether a peer's player is on the island.
func (d *Division) hasPlayer(k key.ID) bool {
	return d.c.Machine != nil && d.c.Machine.Holds(k)
}

// shareOut puts members that are ranked by ability in the order in which they hold an island: those that are
// strained or far come last as before, and of the others those first that live there and so execute it
// anyway, then those that are to keep a copy of it.
func shareOut(ranked []roster.Member, island uint64, lives func(key.ID) bool) {
	slices.SortStableFunc(ranked, func(a, b roster.Member) int {
		return cmp.Or(
			roster.CompareBool(a.Familiarity >= roster.Stranger, b.Familiarity >= roster.Stranger),
			roster.CompareBool(a.Strained, b.Strained),
			roster.CompareBool(b.Headless, a.Headless),
			roster.CompareBool(a.RTT >= roster.Near, b.RTT >= roster.Near),
			roster.CompareBool(lives(b.Key), lives(a.Key)),
			cmp.Compare(roster.Weight(a.Key, island), roster.Weight(b.Key, island)),
		)
	})
}
