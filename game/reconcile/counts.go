package reconcile

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

// refund is an item that the branch spent on a tile or body that is the firm side's, and the player that
// spent it.
type refund struct {
	owner *person // nil: nobody knows
	kind  item.Kind
}

// counts are the branch's creations and destructions that are undone: those on tiles and bodies that are
// the firm side's.
type counts struct {
	*states
	people  *people
	undone  [2]world.Counts
	refunds []refund
}

// The two counts of undone.
const (
	creation = iota
	destruction
)

// branchCount returns by how much the branch raised a count of a kind.
func (s *states) branchCount(which int, k item.Kind) uint64 {
	from, to := s.base.Ledger.Created[k], s.branch.Ledger.Created[k]
	if which == destruction {
		from, to = s.base.Ledger.Destroyed[k], s.branch.Ledger.Destroyed[k]
	}
	return to - min(from, to)
}

// undoCreated takes back n items that the branch created, as far as it created any.
func (cs *counts) undoCreated(k item.Kind, n uint8) {
	if k != item.None {
		cs.undone[creation][k] += min(uint64(n), cs.branchCount(creation, k)-cs.undone[creation][k])
	}
}

// undoDestroyed takes back that the branch spent an item on a tile.
func (cs *counts) undoDestroyed(t grid.Tile, k item.Kind) {
	if k == item.None || cs.undone[destruction][k] >= cs.branchCount(destruction, k) {
		return
	}
	cs.undone[destruction][k]++
	cs.refunds = append(cs.refunds, refund{cs.people.ownerOf(t, k), k})
}

func countOf(list []item.Stack, k item.Kind) (n uint64) {
	for _, s := range list {
		if s.Kind == k {
			n += uint64(s.Count)
		}
	}
	return n
}

// mergeSlots merges the slots of an inventory or a chest; nil stands for empty ones. over is the excess that
// does not fit.
func mergeSlots(base, firm, branch []item.Stack) (merged []item.Stack, over world.Counts) {
	empty := make([]item.Stack, max(len(base), len(firm), len(branch)))
	fill := func(s []item.Stack) []item.Stack {
		if s == nil {
			return empty
		}
		return s
	}
	base, firm, branch = fill(base), fill(firm), fill(branch)
	switch {
	case slices.Equal(branch, base) || slices.Equal(branch, firm):
		return slices.Clone(firm), over
	case slices.Equal(firm, base):
		return slices.Clone(branch), over
	}
	merged = slices.Clone(firm)
	from, to := CountSlots(base), CountSlots(branch)
	for k := item.None + 1; k < item.KindCount; k++ { // first what is gone, which makes room
		if to[k] < from[k] {
			removeFrom(merged, k, from[k]-to[k])
		}
	}
	for k := item.None + 1; k < item.KindCount; k++ {
		if to[k] > from[k] {
			over[k] = addTo(merged, k, to[k]-from[k])
		}
	}
	return merged, over
}

// removeFrom removes up to n items of a kind, from the last slot on, and returns how many it removed.
func removeFrom(slots []item.Stack, k item.Kind, n uint64) (removed uint64) {
	for s := len(slots) - 1; s >= 0 && removed < n; s-- {
		if slots[s].Kind == k {
			some := min(uint64(slots[s].Count), n-removed)
			item.Take(&slots[s], uint8(some))
			removed += some
		}
	}
	return removed
}

// addTo adds n items of a kind, and returns how many did not fit.
func addTo(slots []item.Stack, k item.Kind, n uint64) (rest uint64) {
	for n > 0 {
		some := min(n, item.MaxStack)
		left := uint64(item.Add(slots, item.Stack{Kind: k, Count: uint8(some)}))
		n -= some - left
		if left > 0 {
			return n
		}
	}
	return 0
}

// balance makes the counts of the result, and makes the present items match them: as many more or fewer than
// on the firm side as the counts say.
func (m *merge) balance() {
	f := m.firm
	after := m.presentAfter()
	for k := item.None + 1; k < item.KindCount; k++ {
		created := m.branch.Ledger.Created[k] - m.base.Ledger.Created[k] - m.counts.undone[creation][k]
		destroyed := m.branch.Ledger.Destroyed[k] - m.base.Ledger.Destroyed[k] - m.counts.undone[destruction][k]
		f.Ledger.Created[k] += created
		f.Ledger.Destroyed[k] += destroyed
		switch much := int64(after[k] + m.bodies.vanished[k] - m.before[k] - (created - destroyed)); {
		case much > 0:
			left := m.takeBack(k, uint64(much))
			m.told.once[k] = uint64(much) - left
			m.told.twice[k] = left
			f.Ledger.Created[k] += left
		case much < 0:
			// more than the held items never existed: the branch's counts are wrong
			n := min(uint64(-much), m.held(k))
			f.Ledger.Destroyed[k] += uint64(-much) - n
			m.giveBack(k, n)
			m.told.given[k] = n
		}
		f.Ledger.Destroyed[k] += m.bodies.vanished[k]
	}
}

// held returns how many items of a kind there were on the three sides together.
func (m *merge) held(k item.Kind) (n uint64) {
	n = m.before[k]
	for _, side := range [...]int{atBase, atBranch} {
		for _, l := range m.lands.list {
			for c := range l.part[side].Chests {
				n += countOf(l.part[side].Chests[c].Slots[:], k)
			}
		}
		for t := range m.bodies.things[side] {
			n += countOf([]item.Stack{m.bodies.things[side][t].body.Stack}, k)
		}
		for _, w := range m.people.list {
			if p := w.was[side]; p != nil {
				n += countOf(p.Inventory[:], k)
			}
		}
	}
	return n
}

// presentAfter counts the items of the people and lands of the result.
func (m *merge) presentAfter() (n world.Counts) {
	for _, w := range m.people.list {
		n.Add(w.state.Inventory[:])
	}
	for _, l := range m.lands.list {
		n[item.Water] += world.Floods(l.edits)
		for k := range l.chests {
			n.Add(l.chests[k].Slots[:])
		}
	}
	for k := range m.bodies.kept {
		n.Add([]item.Stack{m.bodies.kept[k].body.Stack})
	}
	return n
}

// takeBack takes n items of a kind from the branch's, in the order in which Reconcile names them, and
// returns how many it did not find.
func (m *merge) takeBack(k item.Kind, n uint64) (left uint64) {
	for _, gained := range [...]bool{true, false} {
		for _, w := range m.people.list {
			if w.there {
				most := n
				if gained {
					most = min(n, uint64(max(w.gain(k), 0)))
				}
				n -= removeFrom(w.state.Inventory[:], k, most)
			}
		}
		if gained {
			n -= m.lands.takeFromChests(k, n)
			n -= m.bodies.takeFromDrops(k, n)
		}
	}
	for u := len(m.tiles.built) - 1; u >= 0 && n > 0; u-- {
		b := &m.tiles.built[u]
		if world.BlockItem(b.there.block) == k && b.was.block != b.there.block && m.counts.spentThere(k) && m.tiles.unbuild(b) {
			n--
			m.counts.unspend(k)
		}
	}
	for t := len(m.bodies.kept) - 1; t >= 0 && n > 0; t-- {
		b := &m.bodies.kept[t].body
		if m.bodies.kept[t].side == atBranch && b.Kind.Item() == k && b.Other == 0 && m.counts.spentThere(k) && findThing(m.bodies.things[atBase], b.ID) == nil {
			m.bodies.kept = slices.Delete(m.bodies.kept, t, t+1)
			n--
			m.counts.unspend(k)
		}
	}
	return n
}

// spentThere reports whether the branch spent an item of a kind that is not taken back yet.
func (cs *counts) spentThere(k item.Kind) bool {
	return cs.undone[destruction][k] < cs.branchCount(destruction, k)
}

// unspend takes back that the branch spent an item, when the counts are made already.
func (cs *counts) unspend(k item.Kind) {
	cs.undone[destruction][k]++
	cs.firm.Ledger.Destroyed[k]--
}

func (ls *lands) takeFromChests(k item.Kind, n uint64) (taken uint64) {
	for _, l := range ls.list {
		for c := range l.chests {
			at := l.chests[c].K
			from, to := countOf(l.slots(atBase, at), k), countOf(l.slots(atBranch, at), k)
			taken += removeFrom(l.chests[c].Slots[:], k, min(n-taken, to-min(from, to)))
		}
	}
	return taken
}

func (bs *bodies) takeFromDrops(k item.Kind, n uint64) (taken uint64) {
	for t := range bs.kept {
		b := &bs.kept[t].body
		if b.Stack.Kind != k {
			continue
		}
		p, was := findThing(bs.things[atBranch], b.ID), findThing(bs.things[atBase], b.ID)
		if p == nil || !isDrop(p) {
			continue
		}
		gain := uint64(p.body.Stack.Count)
		if was != nil {
			gain -= min(gain, uint64(was.body.Stack.Count))
		}
		some := min(n-taken, gain, uint64(b.Stack.Count))
		b.Stack.Count -= uint8(some)
		taken += some
	}
	bs.kept = slices.DeleteFunc(bs.kept, func(t thing) bool { return isDrop(&t) && t.body.Stack.Count == 0 })
	return taken
}

// giveBack gives n items of a kind to the players that spent them. The rest goes to the first player that was
// there, or to the ground at the spawn if none was.
func (m *merge) giveBack(k item.Kind, n uint64) {
	for _, r := range m.counts.refunds {
		if n > 0 && r.kind == k && r.owner != nil {
			m.give(r.owner, k, 1)
			n--
		}
	}
	if n == 0 {
		return
	}
	for _, w := range m.people.list {
		if w.there {
			m.give(w, k, n)
			return
		}
	}
	var over world.Counts
	over[k] = n
	m.bodies.spill(m.firm.SpawnTile.Centre(), &over)
}

// give puts items into a player's inventory, and the excess on the ground where the player is.
func (m *merge) give(w *person, k item.Kind, n uint64) {
	if rest := addTo(w.state.Inventory[:], k, n); rest > 0 {
		var over world.Counts
		over[k] = rest
		m.bodies.spill(m.people.place(w), &over)
	}
}
