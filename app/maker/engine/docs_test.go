package engine_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"manyhold/app/maker"
	"manyhold/app/maker/engine"
	"manyhold/game/script"
)

func page(t *testing.T) string {
	data, err := os.ReadFile("../../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestSmallestEngine: the smallest engine of docs/engines.md is in order, and bots play it to its end.
func TestSmallestEngine(t *testing.T) {
	dir := fstest.MapFS{}
	for _, m := range regexp.MustCompile("(?s)```(?:toml|python)\n# (engine.toml|referee.star|bot.star)(.*?)```").FindAllStringSubmatch(page(t), -1) {
		dir[m[1]] = &fstest.MapFile{Data: []byte("#" + m[2])}
	}
	if len(dir) != 3 {
		t.Fatalf("%d files", len(dir))
	}
	p, wrong := maker.ReadEngine(dir, nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	r, err := engine.Rehearse(p, engine.Plan{Seed: 1})
	if err != nil || r.Failed() || !strings.HasPrefix(string(r.Result), `{"winner":`) {
		t.Error(err, r)
	}
}

// TestPageOfMatches: docs/engines.md names each function that only matches have, and tells of no others.
func TestPageOfMatches(t *testing.T) {
	text := page(t)
	all, _ := script.Match.Names()
	host, _ := script.Host.Names()
	for _, n := range all {
		if !slices.Contains(host, n) && !strings.Contains(text, "`"+n+"(") {
			t.Errorf("engines.md lacks %s", n)
		}
	}
	for _, m := range regexp.MustCompile("`([a-z_]+)\\(").FindAllStringSubmatch(text, -1) {
		if !slices.Contains(all, m[1]) && !slices.Contains([]string{"validate", "begin", "play"}, m[1]) {
			t.Errorf("engines.md tells of %s, which does not exist", m[1])
		}
	}
}
