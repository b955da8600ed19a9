package main

import "testing"

// TestEnginesAgree: all engines return the same, and ask for the same effects, so that their times are those
// of the same work.
func TestEnginesAgree(t *testing.T) {
	for _, p := range programs {
		if _, err := load(p); err != nil {
			t.Error(err)
		}
	}
	if _, err := load(program{name: "unequal", star: "def on_use(me, who):\n    return 1\n", lua: "function on_use() return 2 end"}); err == nil {
		t.Error("unequal results are not seen")
	}
}
