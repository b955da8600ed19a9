//go:build microscope

package island_test

import (
	"testing"

	"manyhold/game/island"
)

func TestFlip(t *testing.T) {
	snapshot := world7(t)
	for _, what := range []string{"tile", "body", "player", "chest", "chat"} {
		var a, b island.Island
		if a.Restore(snapshot) != nil || b.Restore(snapshot) != nil {
			t.Fatal("cannot restore")
		}
		if !b.Flip(what) || a.Digest() == b.Digest() {
			t.Errorf("flipping a bit of %s went unnoticed", what)
		}
		if _, differs := island.Diff(&a, &b); !differs {
			t.Errorf("Diff does not see the %s", what)
		}
	}
	if new(island.Island).Flip("tile") {
		t.Error("flipped a bit of nothing")
	}
}
