package feed

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/perception"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
)

// TestVistaOfAPortal: a player at a portal sees the land behind it while that is awake, on whichever island
// it is; a player that walks away does not.
func TestVistaOfAPortal(t *testing.T) {
	const seed = 7
	here := perception.Arrival(seed, 1) // where a portal leads back from the beginning on
	w := island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules})
	living.LookAt(&w.State, here)
	if p, ok := perception.NearestPortal(&w.State, here, vistaReach); !ok || p.To != 0 {
		t.Fatalf("%+v, %v", p, ok)
	}
	var v Vista
	var seen Sights
	take := func() *Seen {
		v.Take(&seen)
		return seen[0]
	}
	v.Turn(w, kernel.Executed{Turn: 1}, true, here)
	if take() != nil {
		t.Error("it is looked at in every turn")
	}
	v.Turn(w, kernel.Executed{Turn: 2}, true, here)
	first := take()
	if first == nil || first.Scene != 0 || first.At != w.SpawnTile || first.World.Region(w.SpawnTile.Region()) == nil {
		t.Fatalf("%+v", first)
	}
	if take() != first {
		t.Error("what was seen is gone before there is more")
	}
	asleep := island.NewScene(world.Genesis{Seed: seed, Rules: game.CurrentRules}, 0, grid.Tile{X: 900, Y: 900})
	v.Turn(asleep, kernel.Executed{Turn: 4}, false, here)
	if take() != first {
		t.Error("land that sleeps is seen")
	}
	v.Turn(w, kernel.Executed{Turn: 4}, false, here)
	second := take()
	if second == first || second == nil {
		t.Error("the land of another island is not seen")
	}
	v.Turn(w, kernel.Executed{Turn: 6}, true, here.Add(20, 20))
	if take() != second {
		t.Error("it is seen from far")
	}
}

// TestVistaThroughPortals: the land behind the portals that are seen through a portal is seen as well, three
// deep; portals that lead to each other add nothing.
func TestVistaThroughPortals(t *testing.T) {
	const seed = 7
	w := island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules})
	for scene := range uint8(5) {
		living.LookAt(&w.State, perception.Arrival(seed, scene))
	}
	door := func(from, to uint8) {
		living.SetTile(&w.State, perception.Arrival(seed, from).Add(2, -3), tile.Grass, tile.Portal, to)
	}
	here := w.SpawnTile
	look := func() (scenes []int) {
		var v Vista
		var seen Sights
		for turn := range uint64(10) {
			v.Turn(w, kernel.Executed{Turn: turn}, true, here)
		}
		v.Take(&seen)
		for n, s := range seen {
			if s != nil {
				scenes = append(scenes, n)
			}
		}
		return scenes
	}
	want := func(want ...int) {
		t.Helper()
		if got := look(); !slices.Equal(got, want) {
			t.Errorf("scenes %v are seen, want %v", got, want)
		}
	}
	want()
	door(0, 1)
	want(0, 1) // behind it a portal leads back
	door(1, 2)
	want(0, 1, 2)
	door(2, 3)
	want(0, 1, 2, 3)
	door(3, 4)
	want(0, 1, 2, 3) // that is the fourth
}
