package making_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestFiftyChangeInOneTurn: a new version arrives in signed pieces, as a maker sends it. In the turn of its
// last piece all fifty things and their tiles change, and none before.
func TestFiftyChangeInOneTurn(t *testing.T) {
	s := stage(t).Decide(world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(1), Value: uint64(rights.Builder)})
	painted := func(version uint32, light uint8, label string) *blueprint.Blueprint {
		return &blueprint.Blueprint{Author: rig.Maker(1), Editor: rig.Maker(1), Version: version, By: "ann", Title: "Lamp", Licence: "CC0-1.0", Light: light, Label: label}
	}
	of := publish(t, &s.State, painted(1, 5, "old"))
	for n := range int32(50) {
		dx, dy := n%10-4, n/10+1
		s.Put(1, dx, dy-1)
		if why := put(s, 1, of, dx, dy); why != event.NoReason {
			t.Fatalf("thing %d: %s", n, why)
		}
	}
	changed := func() (things, tiles int) {
		for _, x := range s.Things.List() {
			if x.Light == 9 && x.Label == "new" {
				things++
			}
			if _, b, state, _ := s.TileAt(x.At); tile.Emits(b, state) == 9 {
				tiles++
			}
		}
		return things, tiles
	}
	next := painted(2, 9, "new")
	data := rig.Seal(next, 1)
	size := len(data)/3 + 1
	for turn := 1; turn <= 3; turn++ {
		if !s.Building().Publish(next, data, size) {
			t.Fatalf("there is no piece %d", turn)
		}
		s.Run(game.TicksPerTurn)
		want := 0
		if turn == 3 {
			want = 50
		}
		if things, tiles := changed(); s.Things.Count() != 50 || things != want || tiles != want {
			t.Errorf("after turn %d: of %d things, %d have changed, and %d tiles; want %d", turn, s.Things.Count(), things, tiles, want)
		}
	}
}
