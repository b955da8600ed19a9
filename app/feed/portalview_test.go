package feed

import (
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/perception"
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
	v.Turn(w, kernel.Executed{Turn: 1}, true, here)
	if s := v.Take(nil); s != nil {
		t.Error("it is looked at in every turn")
	}
	v.Turn(w, kernel.Executed{Turn: 2}, true, here)
	first := v.Take(nil)
	if first == nil || first.Scene != 0 || first.At != w.SpawnTile || first.World.Region(w.SpawnTile.Region()) == nil {
		t.Fatalf("%+v", first)
	}
	if v.Take(first) != first {
		t.Error("what was seen is gone before there is more")
	}
	asleep := island.NewScene(world.Genesis{Seed: seed, Rules: game.CurrentRules}, 0, grid.Tile{X: 900, Y: 900})
	v.Turn(asleep, kernel.Executed{Turn: 4}, false, here)
	if v.Take(first) != first {
		t.Error("land that sleeps is seen")
	}
	v.Turn(w, kernel.Executed{Turn: 4}, false, here)
	second := v.Take(first)
	if second == first || second == nil {
		t.Error("the land of another island is not seen")
	}
	v.Turn(w, kernel.Executed{Turn: 6}, true, here.Add(20, 20))
	if v.Take(second) != second {
		t.Error("it is seen from far")
	}
}
