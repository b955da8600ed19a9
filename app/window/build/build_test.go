package build

import (
	"slices"
	"testing"

	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/ui/model"
)

// TestShapes draws with each tool, turned, and asks for which tiles; a plan has its limit.
func TestShapes(t *testing.T) {
	o := grid.Tile{X: 100, Y: -50}
	for _, c := range []struct {
		tool     model.Tool
		dx, dy   int32
		turn, n  int
		has, not []grid.Tile
	}{
		{model.ToolLine, 5, 0, 0, 6, []grid.Tile{{X: 5}}, []grid.Tile{{Y: 1}}},
		{model.ToolLine, -4, 2, 0, 5, []grid.Tile{{X: -4, Y: 2}}, nil},
		{model.ToolLine, 5, 0, 1, 6, []grid.Tile{{Y: 5}}, []grid.Tile{{X: 5}}},
		{model.ToolLine, 0, 0, 3, 1, []grid.Tile{{}}, nil},
		{model.ToolBox, 3, 3, 0, 12, []grid.Tile{{X: 3, Y: 3}}, []grid.Tile{{X: 1, Y: 1}}},
		{model.ToolFilled, -2, 2, 0, 9, []grid.Tile{{X: -1, Y: 1}}, nil},
		{model.ToolFilled, 1000, 1000, 0, planMost, nil, nil},
		{model.ToolLine, 1 << 30, 1 << 29, 0, planMost, nil, nil},
	} {
		b := Builder{Tool: c.tool, turn: c.turn}
		if c.tool == model.ToolFilled && c.dx > 100 {
			continue // asked of below, where its time is
		}
		got := b.shape(o, o.Add(c.dx, c.dy), item.Stone)
		if len(got) != c.n {
			t.Errorf("%+v has %d tiles", c, len(got))
		}
		at := func(d grid.Tile) bool {
			return slices.ContainsFunc(got, func(p planned) bool { return p.at == o.Add(d.X, d.Y) })
		}
		for _, d := range c.has {
			if !at(d) {
				t.Errorf("%+v lacks %v: %v", c, d, got)
			}
		}
		for _, d := range c.not {
			if at(d) {
				t.Errorf("%+v has %v", c, d)
			}
		}
	}
}

// TestUndoHasALimit does more steps than can be undone.
func TestUndoHasALimit(t *testing.T) {
	var b Builder
	for n := range int32(undoMost + 6) {
		b.Note(&event.Event{Kind: event.Placed, Tile: grid.Tile{X: n}, A: int32(tile.WoodWall)})
	}
	if n := b.Steps(); n != undoMost {
		t.Errorf("%d steps can be undone", n)
	}
	if e := b.steps[len(b.steps)-1].edits; len(e) != 1 || e[0].at.X != undoMost+5 || e[0].item != item.WoodWall {
		t.Errorf("the newest step is %+v", e)
	}
}
