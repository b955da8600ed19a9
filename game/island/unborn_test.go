package island

import (
	"testing"

	"manyhold/game"
)

// TestNewWorldRestores: a world in which nothing has happened yet has the same digest after a round trip
// through its snapshot, whether it is restored over a new world or over nothing.
func TestNewWorldRestores(t *testing.T) {
	a := New(Genesis{Seed: 7, Rules: game.CurrentRules})
	for range 40 {
		if err := a.Step(a.Begin(nil, 3)); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range []*Island{New(a.Genesis()), new(Island)} {
		if err := b.Restore(a.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if b.Digest() != a.Digest() {
			field, _ := Diff(a, b)
			t.Errorf("the digest differs after a round trip: %s", field)
		}
	}
}
