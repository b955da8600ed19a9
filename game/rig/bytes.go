package rig

import (
	"testing"

	"manyhold/game/island"
)

// Livable fails unless an island adds up, and can be stepped, written and read again.
func Livable(t *testing.T, i *island.Island) {
	t.Helper()
	Balanced(t, i)
	i.Step(i.Begin(6).Turn())
	var again island.Island
	if err := again.Restore(i.Snapshot(nil)); err != nil || again.Digest() != i.Digest() {
		t.Errorf("its snapshot: %v", err)
	}
}
