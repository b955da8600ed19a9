package policy

import (
	"bytes"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"manyhold/app/cli"
	"manyhold/app/rig"
)

// The tests of this file read README, CONTRIBUTING, CHANGELOG and docs: all that these pages name must exist.

// readmeMost is the largest size of README in bytes. Everything longer belongs to docs.
const readmeMost = 8 << 10

// readText reads a file of the repository.
func readText(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(rig.Root(), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// docPages are the names of all pages.
func docPages(t testing.TB) (pages []string) {
	t.Helper()
	pages = []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	err := fs.WalkDir(os.DirFS(rig.Root()), "docs", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil || len(pages) < 12 {
		t.Fatalf("found only the pages %v: %v", pages, err)
	}
	return pages
}

// eachPage runs f for every page, as a subtest.
func eachPage(t *testing.T, f func(t *testing.T, page, text string)) {
	for _, page := range docPages(t) {
		t.Run(page, func(t *testing.T) { f(t, page, readText(t, page)) })
	}
}

// TestReadmeIsShort: a newcomer reads it all.
func TestReadmeIsShort(t *testing.T) {
	if n := len(readText(t, "README.md")); n > readmeMost {
		t.Errorf("README has %d bytes, at most %d", n, readmeMost)
	}
}

var (
	docLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	docHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	docFence   = regexp.MustCompile("(?s)```.*?```")
	// docCode is code in a page: between backticks, or an indented line.
	docCode = regexp.MustCompile("(?m)`([^`]+)`|^    ([a-z].*)$")
)

// anchors are the headings of a page as links name them.
func anchors(text string) (all []string) {
	for _, m := range docHeading.FindAllStringSubmatch(docFence.ReplaceAllString(text, ""), -1) {
		kept := strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_', r > 127 && r != '→' && r != '…':
				return r
			case r == ' ':
				return '-'
			}
			return -1
		}, strings.ToLower(m[1]))
		all = append(all, kept)
	}
	return all
}

// codeOf returns the code of a page, without comments behind it. Line breaks within a piece are spaces.
func codeOf(text string) (all []string) {
	for _, m := range docCode.FindAllStringSubmatch(docFence.ReplaceAllString(text, ""), -1) {
		code, _, _ := strings.Cut(strings.Join(strings.Fields(m[1]+m[2]), " "), " #")
		all = append(all, strings.TrimSpace(strings.ReplaceAll(code, `\|`, "|")))
	}
	return all
}

// TestDocsLinks: relative links lead to files, and to headings in them.
func TestDocsLinks(t *testing.T) {
	eachPage(t, func(t *testing.T, page, text string) {
		for _, m := range docLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = path.Join(path.Dir(page), file)
			}
			if _, err := os.Stat(filepath.Join(rig.Root(), target)); err != nil {
				t.Errorf("the link %s leads nowhere", m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(readText(t, target)), anchor) {
				t.Errorf("%s has no heading for the link %s", target, m[1])
			}
		}
	})
}

// TestDocsMakeTargets: every `make x` is a target.
func TestDocsMakeTargets(t *testing.T) {
	makefile := readText(t, "Makefile")
	eachPage(t, func(t *testing.T, page, text string) {
		for _, code := range codeOf(text) {
			if words := strings.Fields(code); len(words) > 1 && words[0] == "make" {
				if !strings.Contains(makefile, "\n"+words[1]+":") {
					t.Errorf("`%s`: there is no such target", code)
				}
			}
		}
	})
}

// helpOf returns the help of a subcommand.
func helpOf(t testing.TB, words ...string) string {
	var out, errs bytes.Buffer
	cli.Run(readText(t, "config.toml"), append(words, "--help"), &out, &errs)
	return out.String() + errs.String()
}

// badCommand returns the fault of a command line of manyhold, "" if there is none.
func badCommand(t testing.TB, code string) string {
	words := strings.Fields(code)[1:]
	var named []string
	for len(words) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(words[0]) {
		help := helpOf(t, named...)
		_, commands, some := strings.Cut(help, "Available Commands:\n")
		if !some {
			break
		}
		commands, _, _ = strings.Cut(commands, "\n\n")
		if !regexp.MustCompile(`(?m)^  ` + words[0] + ` `).MatchString(commands) {
			return words[0] + " is no command of " + strings.Join(append([]string{"manyhold"}, named...), " ")
		}
		named, words = append(named, words[0]), words[1:]
	}
	help := helpOf(t, named...)
	for _, w := range words {
		flag, _, _ := strings.Cut(strings.Trim(w, "[]`'"), "=")
		short := regexp.MustCompile(`^-[a-z]$`).MatchString(flag)
		long := regexp.MustCompile(`^--[a-z-]+$`).MatchString(flag)
		if (short || long) && !strings.Contains(help, " "+flag+" ") && !strings.Contains(help, " "+flag+",") {
			return flag + " is no flag of it"
		}
	}
	return ""
}

// TestDocsCommands: every `manyhold …` has that subcommand and those flags.
func TestDocsCommands(t *testing.T) {
	n := 0
	eachPage(t, func(t *testing.T, page, text string) {
		for _, code := range codeOf(text) {
			if code == "manyhold" || !strings.HasPrefix(code, "manyhold ") || strings.HasPrefix(code, "manyhold …") {
				continue
			}
			n++
			if bad := badCommand(t, code); bad != "" {
				t.Errorf("`%s`: %s", code, bad)
			}
		}
	})
	if n < 40 {
		t.Errorf("found only %d commands", n)
	}
	for _, bad := range []string{"manyhold dance", "manyhold world dance", "manyhold status --dance", "manyhold world list -x"} {
		if badCommand(t, bad) == "" {
			t.Errorf("%s passes", bad)
		}
	}
}

// docSource are the declarations of the source.
type docSource struct {
	dirs  map[string]bool            // packages, by directory
	funcs map[string]map[string]bool // functions and "Type.Method", by directory
	tests map[string]map[string]bool // the same, of tests
}

// sourceOf reads all declarations of the repository.
func sourceOf(t testing.TB) docSource {
	c := &shapeChecker{fset: token.NewFileSet(), used: map[string]bool{}, sorted: map[*ast.CallExpr]bool{}}
	c.read(t, os.DirFS(rig.Root()))
	s := docSource{map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, p := range c.packages {
		s.dirs[p.dir], s.funcs[p.dir], s.tests[p.dir] = true, map[string]bool{}, map[string]bool{}
		for _, f := range p.files {
			into := s.funcs[p.dir]
			if f.test {
				into = s.tests[p.dir]
			}
			for _, d := range f.ast.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
					into[receiverName(fn.Recv.List[0].Type)+"."+fn.Name.Name] = true
				} else if ok {
					into[fn.Name.Name] = true
				}
			}
		}
	}
	return s
}

var (
	docFunction = regexp.MustCompile(`^([a-z0-9/]+)\.([A-Za-z]\w*(?:\.[A-Za-z]\w*)?)$`)
	docPath     = regexp.MustCompile(`^(?:app|game|net|render|audio|input|assets|docs|\.ci)/[\w./*-]+$|^\w[\w/]*\.(?:go|md|toml|conf)$`)
	docTest     = regexp.MustCompile(`^(?:Test|Benchmark|Fuzz)[A-Z]\w+$`)
)

// TestDocsNames: functions ("dir.Type.Method"), files and tests that pages name exist.
func TestDocsNames(t *testing.T) {
	source := sourceOf(t)
	n := 0
	eachPage(t, func(t *testing.T, page, text string) {
		for _, code := range codeOf(text) {
			if m := docFunction.FindStringSubmatch(code); m != nil && source.dirs[m[1]] {
				if n++; !source.funcs[m[1]][m[2]] && (!ast.IsExported(m[2]) || strings.Contains(m[1], "/")) {
					t.Errorf("%s: package %s has no function %s", code, m[1], m[2])
				}
				continue
			}
			if docTest.MatchString(code) {
				found := code == "FuzzName"
				for _, tests := range source.tests {
					found = found || tests[code]
				}
				if !found {
					t.Errorf("there is no test %s", code)
				}
			}
			if docPath.MatchString(code) && strings.Contains(code, "/") && !strings.HasPrefix(code, "worlds/") && !strings.HasPrefix(code, "words/") {
				if some, err := filepath.Glob(filepath.Join(rig.Root(), code)); err == nil && len(some) == 0 && !strings.Contains(code, "CODE") {
					t.Errorf("there is no file %s", code)
				}
			}
		}
	})
	if n < 80 {
		t.Errorf("found only %d functions", n)
	}
}

// TestDocsGoCommands: the packages and tests of `go test …` exist.
func TestDocsGoCommands(t *testing.T) {
	source := sourceOf(t)
	option := regexp.MustCompile(`-(?:test\.)?(?:run|bench) ('[^']*'|\S+)`)
	eachPage(t, func(t *testing.T, page, text string) {
		for _, code := range codeOf(text) {
			dirs := regexp.MustCompile(` \./([a-z0-9/]+)( |$)`).FindAllStringSubmatch(code, -1)
			if !strings.Contains(code, "go test") {
				continue
			}
			for _, d := range dirs {
				if !source.dirs[d[1]] {
					t.Errorf("`%s`: there is no package %s", code, d[1])
					continue
				}
				for _, m := range option.FindAllStringSubmatch(code, -1) {
					name, _, _ := strings.Cut(strings.Trim(m[1], "'"), "/")
					pattern := regexp.MustCompile(`^(?:Test|Benchmark|Fuzz)?.*(?:` + name + `)`)
					found := name == "^$"
					for test := range source.tests[d[1]] {
						found = found || docTest.MatchString(test) && pattern.MatchString(test)
					}
					if !found {
						t.Errorf("`%s`: package %s has no test %s", code, d[1], name)
					}
				}
			}
		}
	})
}

// TestDocsMap: the map in README names packages and files that exist, in at most 20 lines;
// docs/architecture.md has a row for each package, and no other.
func TestDocsMap(t *testing.T) {
	source := sourceOf(t)
	blocks := docFence.FindAllString(readText(t, "README.md"), -1)
	if len(blocks) != 1 {
		t.Fatalf("README has %d blocks of code, and the map alone should be one", len(blocks))
	}
	lines := strings.Split(strings.TrimSpace(strings.Trim(blocks[0], "`")), "\n")
	if len(lines) > 20 {
		t.Errorf("the map has %d lines, at most 20", len(lines))
	}
	for _, line := range lines {
		names, _, _ := strings.Cut(line, "  ")
		for _, name := range strings.Fields(names) {
			if !source.dirs[name] && name != "main.go" {
				t.Errorf("the map names %s, which is no package", name)
			}
		}
		for _, name := range regexp.MustCompile(`\b(?:app|game|net|render)/[a-z0-9/]+`).FindAllString(line, -1) {
			if !source.dirs[name] {
				t.Errorf("the map names %s, which is no package", name)
			}
		}
	}
	rows := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\|").FindAllStringSubmatch(readText(t, "docs/architecture.md"), -1) {
		rows[m[1]] = true
		if !source.dirs[m[1]] {
			t.Errorf("docs/architecture.md has a row for %s, which is no package", m[1])
		}
	}
	for dir := range source.dirs {
		if dir != "." && !rows[dir] {
			t.Errorf("docs/architecture.md has no row for package %s", dir)
		}
	}
}
