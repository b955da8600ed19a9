package predict

import (
	"os"
	"testing"

	"manyhold/game"
	"manyhold/game/island"
)

// TestGhostsAreDrawn predicts beside a line to another island: what lies beyond is among what is drawn, in
// order.
func TestGhostsAreDrawn(t *testing.T) {
	snapshot, err := os.ReadFile("../island/testdata/snapshot-v2.bin")
	if err != nil {
		t.Fatal(err)
	}
	var world, near island.Island
	if err := world.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	ghosts := world.Ghosts()
	if len(ghosts) == 0 {
		t.Fatal("the state has no ghosts")
	}
	world.CopyNear(&near, world.Spawn())
	p := New(game.PlayerID{1})
	p.Confirm(&near, nil)
	p.Advance()
	v := p.View(0)
	seen := 0
	for k, d := range v.Bodies {
		if k > 0 && v.Bodies[k-1].ID >= d.ID {
			t.Error("bodies are not in order")
		}
		for _, g := range ghosts {
			if d.ID == g.ID && d.Pos == g.Pos {
				seen++
			}
		}
	}
	if seen != len(ghosts) || len(v.Bodies) != len(near.Bodies())+len(ghosts) {
		t.Errorf("%d of %d ghosts are drawn among %d bodies", seen, len(ghosts), len(v.Bodies))
	}
}
