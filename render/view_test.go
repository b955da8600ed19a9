package render

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/predict"
	gameworld "manyhold/game/world"
	"manyhold/render/gputest"
)

// TestPictureIsland draws a real world by a real predictor, before and after its first turn.
func TestPictureIsland(t *testing.T) {
	r := newRenderer(t, "full")
	dst := ebiten.NewImage(1280, 720)
	defer dst.Deallocate()
	p := predict.New(game.PlayerID{1})
	r.Update(p.View(0))
	r.Draw(dst, p.View(0)) // nothing is known yet: no panic, an empty picture
	world := island.New(gameworld.Genesis{Seed: 7, Rules: game.CurrentRules})
	r.Camera().Jump(world.SpawnTile.Centre())
	p.Confirm(world, nil)
	for range 30 {
		p.Advance()
		v := p.View(0)
		r.Observe(p.Events())
		r.Update(v)
		r.Draw(dst, v)
	}
	if r.Stats().Quads == 0 {
		t.Error("nothing stands around the spawn")
	}
	m := gputest.Pixels(dst)
	write(t, m, "island")
	if c := m.RGBAAt(640, 360); c.R == 0 && c.G == 0 && c.B == 0 {
		t.Error("the middle of the picture is black")
	}
}
