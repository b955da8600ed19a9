package ui

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/ui/model"
)

// shore is a bay beside a border to another island.
type shore struct {
	bay
	over tile.Region
}

func (s *shore) Beyond(r grid.Region) *tile.Region {
	if r.X == 2 {
		return &s.over
	}
	return nil
}

// TestMapOverALine: the map shows the known tiles of another island's land, and is empty for the unknown
// ones.
func TestMapOverALine(t *testing.T) {
	w := new(shore)
	u := &model.Model{Game: model.Game{World: w}}
	for _, c := range []struct {
		x    int32
		want *tile.Region
	}{{0, &w.region}, {2, &w.over}, {3, nil}} {
		if got := u.TilesOf(grid.Region{X: c.x}); got != c.want {
			t.Errorf("region %d: %p, want %p", c.x, got, c.want)
		}
	}
	u.Game.World = &w.bay
	if got := u.TilesOf(grid.Region{X: 2}); got != nil {
		t.Error("a world without neighbours has land beyond")
	}
}
