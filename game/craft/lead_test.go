package craft_test

import (
	"testing"

	"manyhold/game/craft"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// TestLead: the nearest ore that shows is told, as the land has it; what was dug in sight is told no more,
// and of what is no ore nothing is told.
func TestLead(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	for k, ore := range map[item.Kind]tile.Block{item.RawCopper: tile.CopperOre, item.Coal: tile.CoalOre} {
		var leads craft.Leads
		at, ok := leads.Of(&s.State, s.SpawnTile, k)
		if want, _ := terrain.NearestOre(s.Gen.Seed, s.SpawnTile, ore); !ok || at != want {
			t.Fatalf("%s at %v, %v; the nearest is at %v", k, at, ok, want)
		}
		s.Put(1, at.X-s.At(0, 0).X, at.Y-s.At(0, 0).Y+2).Run(120)
		if _, b, _, _ := s.TileAt(at); b != ore {
			t.Fatalf("there is %s", b)
		}
		if again, _ := leads.Of(&s.State, s.SpawnTile.Add(3, 0), k); again != at {
			t.Errorf("%s: nearby it is at %v", k, again)
		}
		living.SetTile(&s.State, at, tile.Rock, tile.NoBlock, 0)
		if next, ok := leads.Of(&s.State, s.SpawnTile.Add(3, 0), k); !ok || next == at {
			t.Errorf("%s: after it was dug it is at %v, %v", k, next, ok)
		}
	}
	if at, ok := craft.Lead(&s.State, s.SpawnTile, item.Stick); ok {
		t.Errorf("sticks are at %v", at)
	}
}
