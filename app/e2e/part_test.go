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
)

// partVariable selects a part of the tests, so that two processes can run them at the same time: "alone"
// those that run one at a time, as they need the window or measure how fast the product is, and "beside"
// those that may run beside each other. Without it, a process runs both parts. Each process has a clock of
// package patience of its own, which stands still only while its own descendants wait for a core.
const partVariable = "MANYHOLD_E2E"

// choosePart leaves out the tests of the other part, if there is one. A second -skip adds to it.
func choosePart() error {
	part := os.Getenv(partVariable)
	if part == "" {
		return nil
	}
	left, err := otherPart(".", part)
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

// otherPart returns a pattern for each test of a directory that is not of a part. A test runs beside others
// if its function calls Parallel itself, not only in subtests.
func otherPart(dir, part string) (left []string, err error) {
	if part != "alone" && part != "beside" {
		return nil, fmt.Errorf("%s=%q: there are the parts alone and beside", partVariable, part)
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
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && isTest(fn.Name.Name) && callsParallel(fn) != (part == "beside") {
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

// callsParallel reports whether one of the statements of a test, outside of functions within it, is a call of
// Parallel.
func callsParallel(fn *ast.FuncDecl) bool {
	return slices.ContainsFunc(fn.Body.List, func(s ast.Stmt) bool {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := e.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Parallel"
	})
}

// TestParts: each test is left out of exactly one part.
func TestParts(t *testing.T) {
	t.Parallel()
	alone, err := otherPart(".", "alone")
	if err != nil {
		t.Fatal(err)
	}
	beside, err := otherPart(".", "beside")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(alone, "^TestParts$") || !slices.Contains(beside, "^TestWindow$") {
		t.Errorf("the part alone leaves out %v, the part beside %v", alone, beside)
	}
	for _, name := range alone {
		if slices.Contains(beside, name) {
			t.Errorf("no part has %s", name)
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
	if written != len(alone)+len(beside) {
		t.Errorf("%d tests are written, %d are of a part", written, len(alone)+len(beside))
	}
	if _, err := otherPart(".", "both"); err == nil {
		t.Error("a part that there is not was accepted")
	}
}
