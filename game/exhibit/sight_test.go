package exhibit_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// TestExhibitsAreInSight: a visitor who has just come sees what an exhibit shows, within the picture, without
// a step: blocks that no untouched land has, or bodies.
func TestExhibitsAreInSight(t *testing.T) {
	const wide, high = 13, 7 // tiles to each side
	for k := range exhibit.Exhibits {
		e := &exhibit.Exhibits[k]
		s, me := e.Open(), exhibit.CastKey(99)
		if _, err := s.Next(me, 1, []command.Command{{Kind: command.Enter, Text: "Visitor"}}); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if _, err := s.Next(me, 2, nil); err != nil {
				t.Fatal(err)
			}
		}
		w := s.World
		at := grid.TileAt(w.Space.Body(w.Roster.ByKey(me).Body).Pos)
		land := map[grid.Region]*tile.Region{}
		built, bodies := 0, 0
		for dy := int32(-high); dy <= high; dy++ {
			for dx := int32(-wide); dx <= wide; dx++ {
				t := at.Add(dx, dy)
				if land[t.Region()] == nil {
					land[t.Region()] = new(tile.Region)
					terrain.Generate(w.Gen.Seed, t.Region(), land[t.Region()])
				}
				_, b, _, ok := w.Land.TileAt(t)
				if ok && b != tile.NoBlock && b != land[t.Region()].Block[t.Index()] {
					built++
				}
			}
		}
		for k := range w.Space.Bodies() {
			b := &w.Space.Bodies()[k]
			d := grid.TileAt(b.Pos)
			if b.Kind != entity.Player && d.X-at.X <= wide && at.X-d.X <= wide && d.Y-at.Y <= high && at.Y-d.Y <= high {
				bodies++
			}
		}
		t.Logf("%s: %d blocks, %d bodies in sight", e.Name, built, bodies)
		if built+bodies < 6 {
			t.Errorf("%s: %d blocks and %d bodies in sight", e.Name, built, bodies)
		}
	}
}
