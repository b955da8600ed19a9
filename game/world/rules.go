package world

import (
	"errors"
	"fmt"

	"manyhold/game"
	"manyhold/game/item"
)

var (
	// ErrNewer says that bytes were made under newer rules or in a newer format than this program has: a
	// newer program reads them.
	ErrNewer = errors.New("made by a newer version of Manyhold")
	// ErrOlder says that bytes were made under rules or in a format that this program no longer has.
	ErrOlder = errors.New("made by an older version of Manyhold")
)

// Book holds the differences between versions of the rules. A binary runs the current rules and those before.
// A change in the result of Step is a new row of books, or a new field in which the rows differ, and the step
// asks the book of its state. Rows are dropped when no binary needs to run them any more.
type Book struct {
	Rules   game.Rules
	Format  uint16    // of snapshots
	Kinds   item.Kind // how many kinds of item there are, from the first on
	Recipes int       // how many of item.Recipes there are, from the first on
}

// Books are the rules that this binary runs, oldest first.
var Books = []Book{
	{Rules: game.CurrentRules, Format: SnapshotFormat, Kinds: item.KindCount, Recipes: len(item.Recipes)},
}

// bookOf returns the book of some rules, nil if this binary does not run them.
func bookOf(rules game.Rules) *Book {
	for k := range Books {
		if Books[k].Rules == rules {
			return &Books[k]
		}
	}
	return nil
}

// Book returns the book of the state's rules. A state without genesis has the current rules.
func (i *State) Book() *Book {
	if b := bookOf(i.Gen.Rules); b != nil {
		return b
	}
	return &Books[len(Books)-1]
}

// ErrRules says that a state cannot go on under some rules. It is wrapped with why.
var ErrRules = errors.New("island: cannot go on under these rules")

// Adopt lets the state go on under the rules of an epoch that begins. It is called between two turns, at the
// same place on every peer. Rules never go back, and rules that this binary does not run are refused; the
// state is then unchanged.
func (i *State) Adopt(rules uint32) error {
	switch to := game.Rules(rules); {
	case bookOf(to) == nil:
		return fmt.Errorf("%w: %d; this version runs %s", ErrRules, rules, readable())
	case to < i.Gen.Rules:
		return fmt.Errorf("%w: %d, after %d", ErrRules, rules, i.Gen.Rules)
	default:
		i.Gen.Rules = to
	}
	return nil
}

// SameWorld reports whether two states belong to one world: one may have adopted newer rules than the other.
func SameWorld(a, b Genesis) bool { return a.Seed == b.Seed && a.Cap == b.Cap && a.Start == b.Start }

// checkRules refuses rules that this binary does not run, and a format that is not theirs.
func checkRules(rules game.Rules, format uint16) error {
	b, newest := bookOf(rules), &Books[len(Books)-1]
	switch {
	case b != nil && b.Format == format:
		return nil
	case rules > newest.Rules || format > newest.Format:
		return fmt.Errorf("%w (rules %d, format %d); this version reads %s", ErrNewer, rules, format, readable())
	case rules < Books[0].Rules || format < Books[0].Format:
		return tooOld(rules, format)
	}
	return fmt.Errorf("%w: format %d is not that of rules %d", ErrSnapshot, format, rules)
}

func tooOld(rules game.Rules, format uint16) error {
	return fmt.Errorf("%w (rules %d, format %d); this version reads %s", ErrOlder, rules, format, readable())
}

// readable says which rules and formats this binary reads, in words.
func readable() (words string) {
	for k := range Books {
		if k > 0 {
			words += " and "
		}
		words += fmt.Sprintf("rules %d, format %d", Books[k].Rules, Books[k].Format)
	}
	return words
}

// Laws hold in the whole world. Its charter names them, and they reach the state as an ordinance: see Code.

// Law numbers a law. The numbers are stored: laws are only appended, and there are at most charter.MaxLaws.
type Law uint8

// The laws. None holds in a new world.
const (
	Blocking  Law = iota // players who are awake do not walk through each other: see holdBack
	Strife               // what players throw hurts others, and snowballs freeze them: see pelt
	Mercy                // fire and falling trees hurt nobody
	Homestead            // builders build only on land of their own or of friends: see package rights
	Avatars              // builders and keepers may wear pictures of their own
	LawCount
)

var LawNames = [LawCount]string{"blocking", "strife", "mercy", "homestead", "avatars"}

// String returns the law in a word, as commands name it.
func (l Law) String() string {
	if l >= LawCount {
		return "unknown"
	}
	return LawNames[l]
}

// Laws are the laws that hold: bit n is Law n.
type Laws uint8

// Has reports whether a law holds.
func (l Laws) Has(law Law) bool { return l>>law&1 != 0 }
