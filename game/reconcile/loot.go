package reconcile

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

// openedTwice sees to it that the loot of a chest that was opened on both sides of a merge exists once: it is
// as if it had been in the chest when the sides parted.
func (m *merge) openedTwice(l *land, k grid.Index, slots *[sides][]item.Stack) {
	opened := func(side int) bool { return slots[side] != nil || l.tileOn(side, k).block != chestBlock }
	if slots[atBase] != nil || l.tileOn(atBase, k).block != chestBlock || !opened(atFirm) || !opened(atBranch) {
		return
	}
	loot, ok := world.LootOf(m.firm, l.at.Tile(k))
	if !ok {
		return
	}
	slots[atBase] = loot[:]
	for _, s := range loot {
		m.counts.undoCreated(s.Kind, s.Count)
	}
}
