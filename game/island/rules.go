package island

import (
	"errors"
	"fmt"

	"manyhold/game"
	"manyhold/game/item"
)

var (
	// ErrNewer says that bytes were made under newer rules or in a newer format than this program has: a newer
	// program reads them.
	ErrNewer = errors.New("made by a newer version of Manyhold")
	// ErrOlder says that bytes were made under rules or in a format that this program no longer has.
	ErrOlder = errors.New("made by an older version of Manyhold")
)

// Book is what depends on the rules number of a state. A binary runs the current rules and those before: a change in
// what Step computes is a new row of books, or a new field for the rows to differ in, and the step asks the book of its
// state. Rows are dropped when no binary has to run them any more.
type Book struct {
	Rules   game.Rules
	Format  uint16    // of snapshots
	Kinds   item.Kind // how many kinds of item there are, from the first on
	Recipes int       // how many of item.Recipes there are, from the first on
}

// books are the rules that this binary runs, oldest first.
var books = []Book{
	{Rules: game.CurrentRules, Format: snapshotFormat, Kinds: item.KindCount, Recipes: len(item.Recipes)},
}

// bookOf returns the book of some rules, nil if this binary does not run them.
func bookOf(rules game.Rules) *Book {
	for k := range books {
		if books[k].Rules == rules {
			return &books[k]
		}
	}
	return nil
}

// book returns what the rules of the state say. A state without genesis has the current rules.
func (i *State) book() *Book {
	if b := bookOf(i.genesis.Rules); b != nil {
		return b
	}
	return &books[len(books)-1]
}

// ErrRules says that a state cannot go on under some rules. It is wrapped with why.
var ErrRules = errors.New("island: cannot go on under these rules")

// Adopt lets the state go on under the rules of an epoch that begins. It is called between two turns, at the same place on
// every peer. Rules never go back, and rules that this binary does not run are refused; the state is then unchanged.
func (i *State) Adopt(rules uint32) error {
	switch to := game.Rules(rules); {
	case bookOf(to) == nil:
		return fmt.Errorf("%w: %d; this version runs %s", ErrRules, rules, readable())
	case to < i.genesis.Rules:
		return fmt.Errorf("%w: %d, after %d", ErrRules, rules, i.genesis.Rules)
	default:
		i.genesis.Rules = to
	}
	return nil
}

// sameWorld reports whether two states belong to one world: one may have adopted newer rules than the other.
func sameWorld(a, b Genesis) bool { return a.Seed == b.Seed && a.Cap == b.Cap }

// checkRules refuses rules that this binary does not run, and a format that is not theirs.
func checkRules(rules game.Rules, format uint16) error {
	b, newest := bookOf(rules), &books[len(books)-1]
	switch {
	case b != nil && b.Format == format:
		return nil
	case rules > newest.Rules || format > newest.Format:
		return fmt.Errorf("%w (rules %d, format %d); this version reads %s", ErrNewer, rules, format, readable())
	case rules < books[0].Rules || format < books[0].Format:
		return tooOld(rules, format)
	}
	return fmt.Errorf("%w: format %d is not that of rules %d", ErrSnapshot, format, rules)
}

func tooOld(rules game.Rules, format uint16) error {
	return fmt.Errorf("%w (rules %d, format %d); this version reads %s", ErrOlder, rules, format, readable())
}

// readable says which rules and formats this binary reads, in words.
func readable() (words string) {
	for k := range books {
		if k > 0 {
			words += " and "
		}
		words += fmt.Sprintf("rules %d, format %d", books[k].Rules, books[k].Format)
	}
	return words
}
