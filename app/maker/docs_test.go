package maker_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"manyhold/app/view"
	"manyhold/assets/blueprints"
	"manyhold/game/script"
)

func page(t *testing.T, name string) string {
	data, err := os.ReadFile("../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestPageOfTheWorld: docs/makers.md names each function, constant and attribute of both halves, and each
// handler; and it names no others.
func TestPageOfTheWorld(t *testing.T) {
	text := page(t, "makers.md")
	names, attributes := script.Host.Names()
	known := map[string]bool{}
	for _, n := range append(names, script.Handlers()...) {
		known[n] = true
		if !strings.Contains(text, "`"+n+"(") && !strings.Contains(text, "`"+n+"`") {
			t.Errorf("makers.md lacks %s", n)
		}
	}
	seen, _ := view.Library.Names()
	for _, n := range append(seen, view.Handlers()...) {
		known[n] = true
		if !strings.Contains(text, "`"+n+"(") && !strings.Contains(text, "`"+n+"`") && !regexp.MustCompile(`\b[A-Z]+, (?:[A-Z]+, )*`+n+`\b|\b`+n+`,\s`).MatchString(text) {
			t.Errorf("makers.md lacks %s of the view half", n)
		}
	}
	for _, a := range attributes {
		if !strings.Contains(text, "`"+a+"`") {
			t.Errorf("makers.md lacks the attribute %s", a)
		}
	}
	i := strings.Index(text, "## What a script sees and does")
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(text[i:], -1) {
		for _, call := range regexp.MustCompile("`([a-z_]+)\\(").FindAllStringSubmatch(row[1], -1) {
			if !known[call[1]] {
				t.Errorf("makers.md tells of %s, which does not exist", call[1])
			}
		}
	}
}

// TestPageOfExamples: docs/examples.md has a part for each example.
func TestPageOfExamples(t *testing.T) {
	text := page(t, "examples.md")
	for _, n := range blueprints.Names() {
		if !strings.Contains(text, "\n## "+n+"\n") {
			t.Errorf("examples.md lacks %s", n)
		}
	}
	if n := strings.Count(text, "\n## "); n != len(blueprints.Names()) {
		t.Errorf("examples.md has %d parts", n)
	}
}
