package policy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shapeFile is one Go file of the tree, whatever it is built for.
type shapeFile struct {
	path  string
	test  bool
	lines int
	ast   *ast.File
}

// shapePackage is the Go files of one directory.
type shapePackage struct {
	dir   string // "." for package main
	files []*shapeFile
}

// importPath is the path by which others import the package.
func (p *shapePackage) importPath() string {
	if p.dir == "." {
		return "manyhold"
	}
	return "manyhold/" + p.dir
}

// shapeViolation is one breach of the policy: the place, the rule, and the explanation.
type shapeViolation struct{ where, rule, words string }

func (v shapeViolation) String() string { return v.where + ": " + v.rule + ": " + v.words }

// shapeChecker collects violations.
type shapeChecker struct {
	fset     *token.FileSet
	packages []*shapePackage        // by directory, ascending
	used     map[string]bool        // the allow-list entries that were needed
	sorted   map[*ast.CallExpr]bool // calls whose result is sorted at once
	found    []shapeViolation
}

func (c *shapeChecker) report(where, rule, format string, a ...any) {
	c.found = append(c.found, shapeViolation{where, rule, fmt.Sprintf(format, a...)})
}

// at is the place of a node as file:line.
func (c *shapeChecker) at(n ast.Node) string {
	p := c.fset.Position(n.Pos())
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

// shapeCheck applies the whole policy to a tree. It returns the breaches, and the keys of the allow-lists
// that were needed.
func shapeCheck(t testing.TB, tree fs.FS, standard shapeStandard) (found []shapeViolation, used map[string]bool) {
	c := &shapeChecker{fset: token.NewFileSet(), used: map[string]bool{}, sorted: map[*ast.CallExpr]bool{}}
	c.read(t, tree)
	for _, p := range c.packages {
		c.checkPlace(p)
		c.checkImports(p)
		c.checkComment(p)
		c.checkSizes(p)
		c.checkCalled(p)
	}
	c.checkDeterminism(standard)
	return c.found, c.used
}

// read parses all Go files outside hidden directories, testdata and build output.
func (c *shapeChecker) read(t testing.TB, tree fs.FS) {
	byDir := map[string]*shapePackage{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (base[0] == '.' || base == "testdata" || name == "bin" || name == "dist"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || name == "zz_deps.go":
			return nil
		}
		src, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(c.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			c.report(name, "syntax", "%v", err)
			return nil
		}
		p := byDir[path.Dir(name)]
		if p == nil {
			p = &shapePackage{dir: path.Dir(name)}
			byDir[p.dir] = p
			c.packages = append(c.packages, p)
		}
		p.files = append(p.files, &shapeFile{name, strings.HasSuffix(name, "_test.go") || path.Dir(name) == shapeTestSupport, strings.Count(string(src), "\n"), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(c.packages, func(a, b *shapePackage) int { return strings.Compare(a.dir, b.dir) })
}

// shapeBelow reports whether an import path is at or below another.
func shapeBelow(name, top string) bool {
	return name == top || strings.HasPrefix(name, top+"/")
}

// checkPlace checks the place and the name of a package.
func (c *shapeChecker) checkPlace(p *shapePackage) {
	top, _, _ := strings.Cut(p.dir, "/")
	if p.dir != "." && !slices.Contains(shapeTop, top) {
		c.report(p.dir, "place", "Go code belongs to package main or below one of %v", shapeTop)
	}
	if p.dir == "net" {
		c.report(p.dir, "place", "net/ holds packages, no Go file: there is nothing that all of them are")
	}
	for _, f := range p.files {
		for _, name := range []string{path.Base(p.dir), strings.TrimSuffix(f.ast.Name.Name, "_test")} {
			if slices.Contains(shapeNouns, name) {
				c.report(f.path, "name", "%q says nothing of what is inside", name)
				break
			}
		}
	}
}

// checkImports compares the imports with the bans, the allow-list of game and the owners of libraries.
func (c *shapeChecker) checkImports(p *shapePackage) {
	self := p.importPath()
	for _, f := range p.files {
		for _, spec := range f.ast.Imports {
			to, _ := strconv.Unquote(spec.Path.Value)
			ban := slices.IndexFunc(shapeBans, func(b shapeBan) bool { return shapeBelow(self, b.from) && shapeBelow(to, b.to) })
			switch {
			case shapeBelow(to, shapeTestClock):
				if !f.test && self != "manyhold/app/rig" {
					c.report(c.at(spec), "import", "only tests import %s", to)
				}
			case to == "manyhold/"+shapeTestSupport && !f.test:
				c.report(c.at(spec), "import", "only tests import %s", to)
			case ban >= 0:
				c.report(c.at(spec), "import", "%s must not import %s: %s", self, to, shapeBans[ban].reason)
			case self != "manyhold" && to == "manyhold":
				c.report(c.at(spec), "import", "%s must not import package main: it only starts app/cli", self)
			case f.test:
			case shapeBelow(self, "manyhold/game") && !shapeBelow(to, "manyhold/game") && !slices.Contains(shapePure, to):
				c.report(c.at(spec), "import", "%s imports %s, which is not on the list of what gives the same result everywhere", self, to)
			default:
				c.checkOwner(spec, self, to)
			}
		}
	}
}

// checkOwner looks whether a library is imported by one of its owners.
func (c *shapeChecker) checkOwner(spec *ast.ImportSpec, self, to string) {
	for _, o := range shapeOwners {
		if !shapeBelow(to, o.library) {
			continue
		}
		if !slices.ContainsFunc(o.owners, func(owner string) bool { return shapeBelow(self, owner) }) {
			c.report(c.at(spec), "import", "%s must not import %s: %s", self, to, o.reason)
		}
	}
}

// checkComment asks for a package comment of at least one sentence.
func (c *shapeChecker) checkComment(p *shapePackage) {
	code := false
	for _, f := range p.files {
		if f.test {
			continue
		}
		code = true
		words := strings.Join(strings.Fields(f.ast.Doc.Text()), " ") + " "
		opening := "Package " + f.ast.Name.Name + " "
		if f.ast.Name.Name == "main" {
			opening = "Command "
		}
		if strings.HasPrefix(words, opening) && strings.Contains(words, ". ") {
			return
		}
	}
	if code {
		c.report(p.dir, "comment", "no file of the package says in a sentence what it is, beginning with “Package …”")
	}
}

// checkSizes reports long files and functions that the allow-list does not excuse, and excuses not needed.
func (c *shapeChecker) checkSizes(p *shapePackage) {
	for _, f := range p.files {
		if f.test {
			continue
		}
		if f.lines > shapeMaxLines && !c.excused(shapeLong, f.path) {
			c.report(f.path, "size", "%d lines: past %d there is a second noun in it", f.lines, shapeMaxLines)
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := c.fset.Position(fn.End()).Line - c.fset.Position(fn.Pos()).Line + 1
			if lines > shapeMaxFunc && !c.excused(shapeLong, p.dir+"."+fn.Name.Name) {
				c.report(c.at(fn), "size", "%s has %d lines: a function fits a screen, at most %d", fn.Name.Name, lines, shapeMaxFunc)
			}
		}
	}
}

// excused reports whether an allow-list has an entry with a reason.
func (c *shapeChecker) excused(list map[string]string, key string) bool {
	c.used[key] = true
	return list[key] != ""
}

// checkCalled forbids clocks, sockets, disks and goroutines to the packages that are called.
func (c *shapeChecker) checkCalled(p *shapePackage) {
	if !slices.Contains(shapeCalled, p.importPath()) {
		return
	}
	clocks := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}
	for _, f := range p.files {
		if f.test {
			continue
		}
		for _, spec := range f.ast.Imports {
			switch to, _ := strconv.Unquote(spec.Path.Value); to {
			case "os", "net", "net/http", "io/fs", "math/rand", "math/rand/v2", "crypto/rand":
				c.report(c.at(spec), "called", "%s is called and does not call: no %s there", p.importPath(), to)
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				c.report(c.at(n), "called", "%s is called and does not call: its caller owns the goroutines", p.importPath())
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clocks, n.Sel.Name) {
					c.report(c.at(n), "called", "%s is called and does not call: time is an argument, not time.%s", p.importPath(), n.Sel.Name)
				}
			}
			return true
		})
	}
}
