package island

import (
	"slices"
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestScenesAndTheirPortals: portals are told of whether their regions have ticks or not, also those that stand from the
// beginning on, and not those that were closed.
func TestScenesAndTheirPortals(t *testing.T) {
	s := newStage(t).enter(1)
	near, far := s.at(2, 0), s.at(400, 0)
	back := wayBack(s.genesis.Seed, 1)
	s.LookAt(far)
	s.LookAt(back)
	s.setTile(near, tile.Grass, tile.Portal, 1)
	s.setTile(far, tile.Grass, tile.Portal, 2)
	want := func(first, second []Portal, dormant int) {
		t.Helper()
		got := s.Scenes()
		if len(got) != 2 || got[0].Scene != 0 || got[0].People != 1 || got[1].Scene != 1 || got[1].Spawn != sceneSpawn(s.genesis.Seed, 1) || got[0].Dormant != dormant || got[0].Active+got[1].Active != len(s.regions) {
			t.Fatalf("%+v", got)
		}
		if !slices.Equal(got[0].Portals, first) || !slices.Equal(got[1].Portals, second) {
			t.Errorf("portals %v, %v", got[0].Portals, got[1].Portals)
		}
	}
	doors := []Portal{{near, 1}, {far, 2}}
	if far.Y == near.Y && far.X < near.X {
		slices.Reverse(doors)
	}
	want(doors, []Portal{{back, 0}}, 0)
	s.setTile(back.Add(1, 0), tile.Grass, tile.Lamp, 0) // it is kept, with an edit beside the portal
	sleep := func(at grid.Region) {
		t.Helper()
		k := slices.IndexFunc(s.regions, func(r *region) bool { return r.at == at })
		if k < 0 {
			t.Fatalf("region %v is not active", at)
		}
		s.retire(k)
	}
	sleep(far.Region())
	sleep(back.Region())
	want(doors, []Portal{{back, 0}}, 1)
	s.LookAt(back)
	s.setTile(back, tile.Grass, tile.StandingStone, 0)
	sleep(back.Region())
	want(doors, nil, 1)
}
