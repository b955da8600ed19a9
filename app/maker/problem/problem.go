// Package problem holds what is wrong with a maker's files, each with its place, so that an editor can jump
// there.
package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"manyhold/input"
)

// Problem is one mistake. Line and Column count from 1, and columns are bytes.
type Problem struct {
	File         string // with slashes, from the maker's folder on
	Line, Column int
	Why          string // the mistake and, after a semicolon, the remedy
}

// String is the line for a terminal: a control character, which a stranger's file may hold, is a dot in it.
func (p Problem) String() string {
	line := fmt.Sprintf("%s:%d:%d: %s", p.File, max(p.Line, 1), max(p.Column, 1), p.Why)
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, line)
}

// List is what is wrong with some files. As an error it has a line for each problem.
type List []Problem

func (l List) Error() string {
	lines := make([]string, len(l))
	for k, p := range l {
		lines[k] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error, nil if there is no problem.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Add adds a problem.
func (l *List) Add(file string, line, column int, format string, a ...any) {
	*l = append(*l, Problem{file, max(line, 1), max(column, 1), fmt.Sprintf(format, a...)})
}

// Sort puts the problems in the order of their places.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

// Nearest returns ", did you mean WORD?" for the known word that a mistyped one is likely to mean, else the
// list of the known words.
func Nearest(word string, known []string) string {
	best, least := "", 1+max(1, len(word)/2)
	for _, k := range known {
		if d := input.Distance(strings.ToLower(word), k); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return "; known are " + strings.Join(known, ", ")
}
