package policy

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	// commentColumns is the greatest width of a line that is a comment, with tabColumns for each tab before
	// it.
	commentColumns, tabColumns = 110, 4
)

// commentDebt counts, by folder at the top, the comments that are still to be rewritten: sentences that begin
// with a clause in place of a noun, and lines wider than commentColumns. The numbers only fall.
var commentDebt = map[string]struct{ clauses, wide int }{
	".":      {0, 1},
	"app":    {0, 0},
	"audio":  {0, 0},
	"game":   {0, 0},
	"input":  {0, 0},
	"net":    {0, 0},
	"render": {0, 0},
}

// clauseOpening is the beginning of a sentence whose subject is a clause and no noun: "Who leads …" for "The
// leader …".
var clauseOpening = regexp.MustCompile(`(^|[.!?:] +)(Who|What|Whose|Whoever|Whom)\b`)

// TestComments counts the comments that are hard to read. The test fails when a folder has more of them than
// the table says, and when it has fewer: then the number in the table is lowered in the same commit. With -v,
// every place is listed.
func TestComments(t *testing.T) {
	type place struct {
		at   string
		text string
	}
	clauses, wide := map[string][]place{}, map[string][]place{}
	eachGoFile(t, func(path string, f *ast.File, set *token.FileSet, source string) {
		lines := strings.Split(source, "\n")
		folder, _, inFolder := strings.Cut(path, "/")
		if !inFolder {
			folder = "."
		}
		for _, group := range f.Comments {
			ended := true // the line before ended a sentence
			for _, c := range group.List {
				at := set.Position(c.Pos())
				for n, line := range strings.Split(c.Text, "\n") {
					if strings.HasPrefix(line, "//go:") {
						continue
					}
					text := strings.TrimSpace(strings.Trim(line, "/* \t"))
					where := place{at: fmt.Sprintf("%s:%d", path, at.Line+n), text: text}
					for _, m := range clauseOpening.FindAllStringIndex(text, -1) {
						if m[0] > 0 || ended {
							clauses[folder] = append(clauses[folder], where)
						}
					}
					if whole := lines[at.Line+n-1]; strings.TrimSpace(whole) == strings.TrimSpace(line) && columns(whole) > commentColumns && !strings.Contains(line, "://") {
						wide[folder] = append(wide[folder], where)
					}
					ended = text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:")
				}
			}
		}
	})
	folders := map[string]bool{}
	for _, all := range []map[string][]place{clauses, wide} {
		for folder := range all {
			folders[folder] = true
		}
	}
	for folder := range commentDebt {
		folders[folder] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		debt := commentDebt[folder]
		for _, kind := range []struct {
			name   string
			found  []place
			before int
		}{
			{"sentences that begin with Who, What, Whose, Whoever or Whom", clauses[folder], debt.clauses},
			{"comments wider than 110 columns", wide[folder], debt.wide},
		} {
			switch n := len(kind.found); {
			case n > kind.before:
				t.Errorf("%s has %d %s, and may have %d; the last: %s %q", folder, n, kind.name, kind.before, kind.found[n-1].at, kind.found[n-1].text)
			case n < kind.before:
				t.Errorf("%s has only %d %s: lower the %d in commentDebt to %d", folder, n, kind.name, kind.before, n)
			}
			if testing.Verbose() {
				for _, p := range kind.found {
					t.Logf("%s: %s", p.at, p.text)
				}
			}
		}
	}
}

// columns returns the width of a line with its tabs.
func columns(line string) int {
	return utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t")
}
