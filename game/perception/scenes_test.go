package perception_test

import (
	"slices"
	"testing"

	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/perception"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestScenesAndTheirPortals: portals are told of whether their regions have ticks or not, also those that
// stand from the beginning on, and not those that were closed.
func TestScenesAndTheirPortals(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	near, far := s.At(2, 0), s.At(400, 0)
	back := world.WayBack(s.Gen.Seed, 1)
	living.LookAt(&s.State, far)
	living.LookAt(&s.State, back)
	living.SetTile(&s.State, near, tile.Grass, tile.Portal, 1)
	living.SetTile(&s.State, far, tile.Grass, tile.Portal, 2)
	want := func(first, second []perception.Portal, dormant int) {
		t.Helper()
		got := perception.Scenes(&s.State)
		if len(got) != 2 || got[0].Scene != 0 || got[0].People != 1 || got[1].Scene != 1 || got[1].Spawn != world.SceneSpawn(s.Gen.Seed, 1) || got[0].Dormant != dormant || got[0].Active+got[1].Active != len(s.Land.Regions) {
			t.Fatalf("%+v", got)
		}
		if !slices.Equal(got[0].Portals, first) || !slices.Equal(got[1].Portals, second) {
			t.Errorf("portals %v, %v", got[0].Portals, got[1].Portals)
		}
	}
	doors := []perception.Portal{{At: near, To: 1}, {At: far, To: 2}}
	if far.Y == near.Y && far.X < near.X {
		slices.Reverse(doors)
	}
	want(doors, []perception.Portal{{At: back, To: 0}}, 0)
	living.SetTile(&s.State, back.Add(1, 0), tile.Grass, tile.Lamp, 0) // it is kept, with an edit beside the portal
	sleep := func(at grid.Region) {
		t.Helper()
		k := slices.IndexFunc(s.Land.Regions, func(r *world.Region) bool { return r.At == at })
		if k < 0 {
			t.Fatalf("region %v is not active", at)
		}
		living.Retire(&s.State, k)
	}
	sleep(far.Region())
	sleep(back.Region())
	want(doors, []perception.Portal{{At: back, To: 0}}, 1)
	living.LookAt(&s.State, back)
	living.SetTile(&s.State, back, tile.Grass, tile.StandingStone, 0)
	sleep(back.Region())
	want(doors, nil, 1)
}
