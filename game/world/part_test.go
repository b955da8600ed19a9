package world_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/world"
)

// TestNewWorldRestores: a world in which nothing has happened yet has the same digest after a round trip
// through its snapshot, whether it is restored over a new world or over nothing.
func TestNewWorldRestores(t *testing.T) {
	a := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	for range 40 {
		a.Step(a.Begin(3).Turn())
	}
	for _, b := range []*island.Island{island.New(a.Gen), new(island.Island)} {
		if err := b.Restore(a.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if b.Digest() != a.Digest() {
			field, _ := island.Diff(a, b)
			t.Errorf("the digest differs after a round trip: %s", field)
		}
	}
}
