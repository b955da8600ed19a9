package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeNamesLibraries: every library that go.mod requires directly has its reason in README's table.
func TestReadmeNamesLibraries(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := string(readme[strings.Index(string(readme), "## Libraries"):])
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\t?([a-z0-9.]+/\S+) v\S+$`).FindAllStringSubmatch(string(mod), -1) {
		n++
		name := strings.TrimPrefix(m[1], "github.com/")
		if strings.HasPrefix(name, "golang.org/x/") {
			name = strings.TrimPrefix(name, "golang.org/")
		}
		if !strings.Contains(table, name) {
			t.Errorf("README does not say what %s is for", m[1])
		}
	}
	if n < 10 {
		t.Errorf("found only %d libraries in go.mod", n)
	}
}
