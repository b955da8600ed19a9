package coins

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"
)

// Reconcile merges a branch. A payment of the branch is repeated, as far as the payer still has the coins.
// An account that entered home in the branch enters. A place and a hash of commands that changed in the
// branch only are taken. Accounts that are elsewhere now, or were so in the branch, stay as they are. So
// does everything sent to other islands: coins and items that left in the branch are back with their owner.
// Coins and items are neither made nor lost.
func (m *Machine) Reconcile(base, branch []byte) ([]byte, error) {
	from, to, next := &Machine{}, &Machine{}, &Machine{}
	for _, s := range []struct {
		m     *Machine
		bytes []byte
	}{{from, base}, {to, branch}, {next, m.Snapshot(nil)}} {
		if err := s.m.Restore(s.bytes); err != nil {
			return nil, err
		}
	}
	if from.self != m.self || to.self != m.self || to.tick < from.tick {
		return nil, fmt.Errorf("coins: a branch of island %x that does not follow its base, for island %x", to.self, m.self)
	}
	next.tick = max(m.tick, to.tick)
	next.order = xxh3.HashSeed(branch, next.order)
	next.repeated += to.repeated - min(to.repeated, from.repeated)
	made := next.reconcileItems(from, to)
	entered := next.enter(from, to)
	var paid, owed []debt
	kitty := uint64(0)
	for _, there := range to.Accounts {
		before, last := uint64(Purse), uint64(0)
		if a := from.account(there.Author); a != nil {
			before, last = a.Coins, a.Seq
		} else if from.HasEntered(there.Author) || m.self != Home {
			continue
		}
		a := next.account(there.Author)
		if a == nil {
			continue
		}
		if a.Seq == last {
			a.Place, a.Sum = there.Place, there.Sum
		}
		a.Seq = max(a.Seq, there.Seq)
		if there.Coins < before {
			n := min(before-there.Coins, a.Coins)
			a.Coins -= n
			kitty += n
			paid = append(paid, debt{a, n})
		} else {
			owed = append(owed, debt{a, there.Coins - before})
		}
	}
	moved := kitty
	for _, d := range append(owed, paid...) { // the rest goes back to the payers
		n := min(d.coins, kitty)
		d.account.Coins += n
		kitty -= n
	}
	*m = *next
	return fmt.Appendf(nil, "%d entered, %d coins moved, %d items are new", entered, moved, made), nil
}

// debt is a number of coins that an account gave, or will get.
type debt struct {
	account *Account
	coins   uint64
}

// reconcileItems merges the items of a branch, before its accounts. Changes of the branch only are taken;
// items that both changed stay as they are here. It returns the number of items made in the branch.
//
// An item alone does not show whether it was made in the branch or came from another island. So a new item
// is taken only if its maker is here and had not reached the number of its command. A missing item was
// broken only if no item left in the branch.
func (m *Machine) reconcileItems(from, to *Machine) (made int) {
	now := slices.Clone(m.items)
	for _, there := range to.items {
		here, before := m.items.item(there), from.items.item(there)
		switch maker := m.account(there.Maker); {
		case here != nil && before != nil && *here == *before:
			settle(m, &there, to)
			*here = there
		case here == nil && before == nil && maker != nil && maker.Seq < there.Seq:
			settle(m, &there, to)
			m.items.place(there)
			m.goods.Made++
			made++
		}
	}
	if to.goods.Out != from.goods.Out {
		return made
	}
	for _, t := range now {
		if before := from.items.item(t); before != nil && *before == t && to.items.item(t) == nil {
			m.items = slices.DeleteFunc(m.items, func(x Item) bool { return compareItems(x, t) == 0 })
			m.goods.Broken++
		}
	}
	return made
}

// settle lets an item of a branch lie where its holder was, if the holder is not here or holds enough.
func settle(m *Machine, t *Item, branch *Machine) {
	if (t.Holder == Author{}) || m.account(t.Holder) != nil && m.items.holds(t.Holder) < MaxHeld {
		return
	}
	if a := branch.account(t.Holder); a != nil {
		t.Place = a.Place
	}
	t.Holder = Author{}
}

// enter admits the accounts that entered home in a branch only, and returns their number.
func (m *Machine) enter(from, to *Machine) (n int) {
	if m.self != Home {
		return 0
	}
	for _, who := range to.Entered {
		if from.HasEntered(who) || m.HasEntered(who) {
			continue
		}
		i, _ := slices.BinarySearchFunc(m.Entered, who, compareAuthors)
		m.Entered = slices.Insert(m.Entered, i, who)
		awake := false
		if a := to.account(who); a != nil {
			awake = a.Awake
		}
		if m.put(Account{Author: who, Coins: Purse, Awake: awake}) == nil {
			m.coins.Made += Purse
			n++
		}
	}
	return n
}
