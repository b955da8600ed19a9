//go:build microscope

package island

import "testing"

func TestFlip(t *testing.T) {
	snapshot := world7(t)
	for _, what := range []string{"tile", "body", "player", "chest", "chat"} {
		var a, b Island
		if a.Restore(snapshot) != nil || b.Restore(snapshot) != nil {
			t.Fatal("cannot restore")
		}
		if !b.Flip(what) || a.Digest() == b.Digest() {
			t.Errorf("flipping a bit of %s went unnoticed", what)
		}
		if _, differs := Diff(&a, &b); !differs {
			t.Errorf("Diff does not see the %s", what)
		}
	}
	if new(Island).Flip("tile") {
		t.Error("flipped a bit of nothing")
	}
}
