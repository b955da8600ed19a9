package coins

import (
	"fmt"
	"slices"
)

// Reconcile takes in what was done in another line: who paid whom there has paid, as far as it still has so much, and
// who entered home there has entered. Accounts that are elsewhere by now, or were there at the time, are left alone, and so is all
// that was said to other islands: what somebody took or sent away in the branch is with it again. Coins are neither made nor
// lost.
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
	entered := next.enter(from, to)
	var paid, owed []debt
	kitty := uint64(0)
	for _, there := range to.Accounts {
		before := uint64(Purse)
		if a := from.account(there.Author); a != nil {
			before = a.Coins
		} else if from.HasEntered(there.Author) || m.self != Home {
			continue
		}
		a := next.account(there.Author)
		if a == nil {
			continue
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
	for _, d := range append(owed, paid...) { // what nobody gets goes back
		n := min(d.coins, kitty)
		d.account.Coins += n
		kitty -= n
	}
	*m = *next
	return fmt.Appendf(nil, "%d entered, %d coins moved", entered, moved), nil
}

// debt is what an account gave, or is to get.
type debt struct {
	account *Account
	coins   uint64
}

// enter lets those in who entered home in a branch only, and returns how many did.
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
			n++
		}
	}
	return n
}
