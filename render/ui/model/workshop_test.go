package model_test

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render/ui/model"
)

// TestLead: the workshop knows the way to ore in a world, to nothing else, and to nothing without one.
func TestLead(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	var c model.Workshop
	c.Look(&s.State, s.Player(1))
	here := grid.TileAt(s.Body(1).Pos)
	at, _ := terrain.NearestOre(s.Gen.Seed, here, tile.CopperOre)
	if w, ok := c.Lead(item.RawCopper); !ok || w != model.WayTo(here, at) || w.Tiles == 0 {
		t.Errorf("copper is %+v, %v; it is at %v", w, ok, at)
	}
	if w, ok := c.Lead(item.Stick); ok {
		t.Errorf("sticks are %+v", w)
	}
	c.Look(nil, s.Player(1))
	if w, ok := c.Lead(item.RawCopper); ok {
		t.Errorf("without a world copper is %+v", w)
	}
	for to, eighth := range map[grid.Tile]int{{X: 9}: 0, {X: 9, Y: 9}: 1, {Y: 9}: 2, {X: -9}: 4, {Y: -9}: 6} {
		if w := model.WayTo(grid.Tile{}, to); w.Eighth != eighth {
			t.Errorf("the way to %v is %d", to, w.Eighth)
		}
	}
}
