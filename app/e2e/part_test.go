package e2e

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"manyhold/app/rig"
)

// partVariable selects a part of the tests, so that several processes can run them at the same time. "beside"
// are those that may run beside each other (they call Parallel). "windows" are those that drive windows, one
// at a time: they mostly wait for clocks. "alone" are the others, which measure how fast the product is, or
// load the machine themselves. Without it, a process runs all. Each process has a clock of package patience
// of its own, which stands still only while its own descendants wait for a core.
const partVariable = "MANYHOLD_E2E"

// parts are the values of partVariable.
var parts = []string{"alone", "windows", "beside"}

// windowed marks a test that drives windows, and skips it where there is no display.
func windowed(t testing.TB) {
	t.Helper()
	if !rig.HasDisplay {
		t.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
}

// choosePart leaves out the tests of the other parts, if there are any. A second -skip adds to it.
func choosePart() error {
	part := os.Getenv(partVariable)
	if part == "" {
		return nil
	}
	left, err := otherParts(".", part)
	if err != nil {
		return err
	}
	flag.Parse()
	skip := flag.Lookup("test.skip").Value.String()
	if skip != "" {
		left = append(left, skip)
	}
	return flag.Set("test.skip", strings.Join(left, "|"))
}

// otherParts returns a pattern for each test of a directory that is not of a part. A test is of the part that
// its function says itself, not only in subtests.
func otherParts(dir, part string) (left []string, err error) {
	if !slices.Contains(parts, part) {
		return nil, fmt.Errorf("%s=%q: there are the parts %s", partVariable, part, strings.Join(parts, ", "))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !isTest(fn.Name.Name) {
				continue
			}
			is := "alone"
			switch {
			case calls(fn, "Parallel"):
				is = "beside"
			case calls(fn, "windowed"):
				is = "windows"
			}
			if is != part {
				left = append(left, "^"+fn.Name.Name+"$")
			}
		}
	}
	return left, nil
}

// isTest reports whether a function of a name is a test.
func isTest(name string) bool {
	return name != "TestMain" && regexp.MustCompile(`^Test([^a-z]|$)`).MatchString(name)
}

// calls reports whether one of the statements of a test, outside of functions within it, is a call of a
// function or method of a name.
func calls(fn *ast.FuncDecl, name string) bool {
	return slices.ContainsFunc(fn.Body.List, func(s ast.Stmt) bool {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := e.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			return f.Name == name
		case *ast.SelectorExpr:
			return f.Sel.Name == name
		}
		return false
	})
}

// TestParts: each test is left out of all parts but one.
func TestParts(t *testing.T) {
	t.Parallel()
	out, all := map[string]int{}, 0
	of := map[string][]string{}
	for _, part := range parts {
		left, err := otherParts(".", part)
		if err != nil {
			t.Fatal(err)
		}
		for of[part] = left; len(left) > 0; left = left[1:] {
			out[left[0]]++
		}
	}
	for name, part := range map[string]string{"TestParts": "beside", "TestPoliteQuit": "alone", "TestWindow": "windows"} {
		if slices.Contains(of[part], "^"+name+"$") {
			t.Errorf("the part %s leaves out %s", part, name)
		}
	}
	for name, n := range out {
		if all++; n != len(parts)-1 {
			t.Errorf("%d parts leave out %s", n, name)
		}
	}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		written += len(regexp.MustCompile(`(?m)^func Test[^a-z(]\w*\(t \*testing\.T\)`).FindAll(b, -1))
	}
	if written != all {
		t.Errorf("%d tests are written, %d are of a part", written, all)
	}
	if _, err := otherParts(".", "both"); err == nil {
		t.Error("a part that there is not was accepted")
	}
}
