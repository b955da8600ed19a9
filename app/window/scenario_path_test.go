package window

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/app/order"
	"manyhold/app/stage"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// lighthouse is a stage at the lighthouse of a new world whose tower has no hole: light is its lantern, and
// door the only way in.
func lighthouse(t *testing.T) (s *stage.Stage, light, door grid.Tile) {
	t.Helper()
	for seed := range uint64(20) {
		w := island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Builders})
		light = terrain.Lighthouse(seed)
		door = light.Add(0, 4)
		if _, b, _, _ := w.TileAt(door); tile.Solid(b, 0) {
			door = light.Add(0, -4)
		}
		if order.FindPath(w, w.SpawnTile, light.Add(1, 0), false, map[grid.Tile]bool{door: true}) == nil {
			return stage.NewStage(w, game.PlayerID{}), light, door
		}
	}
	t.Fatal("no tower without a hole")
	return nil, light, door
}

// TestTheOnlyWayIsTaken: a player or a crate in the only way does not keep a walk from its end; also not when
// the way is planned again on its account.
func TestTheOnlyWayIsTaken(t *testing.T) {
	for _, c := range []struct {
		other string
		tries int
	}{
		{"wait 1m", 0}, {"wait 1m", 1}, {"walk to ~0 ~%d; Bo: place crate ~0 ~%d; Bo: wait 1m", 0}, {"walk to ~0 ~%d; Bo: place crate ~0 ~%d; Bo: wait 1m", 1},
	} {
		s, light, door := lighthouse(t)
		if out := (door.Y - light.Y) / 4; strings.Contains(c.other, "crate") {
			c.other = fmt.Sprintf(c.other, out, -out)
		}
		cast, err := stage.ParseCast("Ada", fmt.Sprintf("wait 6s; Bo: walk to %d %d; Bo: %s", door.X, door.Y, c.other))
		if err != nil {
			t.Fatal(err)
		}
		cast[0].List = append(cast[0].List, &order.WalkTo{Goal: light.Add(1, 0), Tries: c.tries})
		s.Perform(cast)
		for range 40 * game.TicksPerSecond {
			s.Tick()
		}
		if ada := s.Cast[0]; ada.Wrong != nil || len(ada.List) > 0 {
			t.Errorf("%q, planned %d times before: Ada is at %s: %v", c.other, c.tries, order.Words(&ada.Here), ada.Wrong)
		}
		if bo := s.Cast[1]; bo.Wrong != nil {
			t.Fatal(bo.Wrong)
		}
	}
}
