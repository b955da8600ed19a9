package ledger

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"
)

// Branching is a ledger that takes in what was done in another line.
type Branching struct{ Ledger }

// Reconcile takes in a branch. Of an account, what changed in the branch alone is taken; coins are taken as
// differences, all of them or, where somebody would owe some, none. Of an item that both changed, the line's change
// stands. So coins and items add up afterwards as before.
func (l *Branching) Reconcile(base, branch []byte) ([]byte, error) {
	var was, other Ledger
	if err := was.Restore(base); err != nil {
		return nil, err
	}
	if err := other.Restore(branch); err != nil {
		return nil, err
	}
	report := l.reconcileItems(&was, &other) + l.reconcileAccounts(&was, &other)
	l.order = xxh3.HashSeed(branch, l.order)
	l.tick = max(l.tick, other.tick)
	l.repeated += other.repeated - min(other.repeated, was.repeated)
	return []byte(report), nil
}

func (l *Ledger) reconcileAccounts(was, other *Ledger) string {
	pay := true
	for i := range other.accounts {
		o := &other.accounts[i]
		before, mine := was.coins(o.Key), l.coins(o.Key)
		pay = pay && mine+o.Coins >= before
	}
	for i := range other.accounts {
		o := other.accounts[i]
		before, mine := was.coins(o.Key), l.coins(o.Key)
		k, has := l.find(o.Key)
		if !has {
			l.accounts = slices.Insert(l.accounts, k, Account{Key: o.Key, Coins: Opening, Place: o.Place, Awake: o.Awake})
		}
		a := &l.accounts[k]
		if pay {
			a.Coins = mine + o.Coins - before
		}
		if b := was.Account(o.Key); b == nil || a.Seq == b.Seq {
			a.Place, a.Sum = o.Place, o.Sum
		}
		a.Seq = max(a.Seq, o.Seq)
	}
	return fmt.Sprintf("Coins of %d accounts, paid %v.\n", len(other.accounts), pay)
}

// coins are those of an account; one that is not open yet counts as just opened.
func (l *Ledger) coins(key [32]byte) uint64 {
	if a := l.Account(key); a != nil {
		return a.Coins
	}
	return Opening
}

func (l *Ledger) reconcileItems(was, other *Ledger) string {
	taken, kept := 0, 0
	find := func(x *Ledger, id uint64) int {
		return slices.IndexFunc(x.items, func(t Item) bool { return t.ID == id })
	}
	for _, t := range other.items {
		b, k := find(was, t.ID), find(l, t.ID)
		switch {
		case b < 0 && k < 0:
			at, _ := slices.BinarySearchFunc(l.items, t.ID, func(x Item, id uint64) int { return cmp.Compare(x.ID, id) })
			l.items = slices.Insert(l.items, at, t)
			l.made++
			taken++
		case b >= 0 && k >= 0 && l.items[k] == was.items[b]:
			l.items[k] = t
		case b >= 0 && t != was.items[b]:
			kept++
		}
	}
	for _, t := range was.items {
		if k := find(l, t.ID); find(other, t.ID) < 0 && k >= 0 && l.items[k] == t {
			l.items = slices.Delete(l.items, k, k+1)
			l.broken++
		}
	}
	return fmt.Sprintf("%d items are new, of %d the line's change stands.\n", taken, kept)
}
