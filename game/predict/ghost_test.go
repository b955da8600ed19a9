package predict

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/world"
)

// TestGhostsAreDrawn predicts beside a border to another island: bodies beyond it are drawn, in order.
func TestGhostsAreDrawn(t *testing.T) {
	home := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	home.Border.Ghosts = []world.Ghost{{Of: 2, Body: entity.Body{ID: 1 << 20, Kind: entity.Crate, Pos: home.SpawnTile.Centre()}}}
	near := new(island.Island)
	ghosts := home.Ghosts()
	if len(ghosts) == 0 {
		t.Fatal("the state has no ghosts")
	}
	home.CopyNear(near, home.SpawnTile)
	p := New(game.PlayerID{1})
	p.Confirm(near, nil)
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
	for k := range v.Bodies { // the known place changes: the picture follows smoothly
		if m, ok := slices.BinarySearchFunc(p.images, v.Bodies[k].ID, compareImages); ok {
			p.images[m].at.X -= fixed.One
		}
	}
	last := fixed.Q(fixed.One)
	for range 30 {
		p.showImages()
		off := p.images[0].at.Sub(p.scratch.Ghosts()[0].Pos).Len()
		if off >= last && off > fixed.One/64 || p.images[0].speed > fixed.One/3 {
			t.Fatalf("the picture is %d behind after %d, at a speed of %d", off, last, p.images[0].speed)
		}
		last = off
	}
	if last > fixed.One/32 || p.images[0].moved < fixed.One/2 {
		t.Errorf("the picture stays %d behind, and went %d", last, p.images[0].moved)
	}
	if seen != len(ghosts) || len(v.Bodies) != len(near.Space.Bodies())+len(ghosts) {
		t.Errorf("%d of %d ghosts are drawn among %d bodies", seen, len(ghosts), len(v.Bodies))
	}
}
