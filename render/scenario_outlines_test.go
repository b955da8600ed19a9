package render

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// TestPictureTraces draws outlines beside holograms and blocks: the picture must change where they are, and
// they must differ from holograms, in grey too.
func TestPictureTraces(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(7, tile.Grass)
	p.block(-4, 2, tile.StoneWall, 0)
	p.block(-3, 2, tile.Lamp, 0)
	s := &Scene{World: p}
	r.SetHour(12)
	r.Camera().Jump(fixed.Vec{})
	bare := shoot(t, r, s, 1280, 720, 30)
	for n, k := range []item.Kind{item.StoneWall, item.WoodWall, item.Lamp, item.Door, item.WoodFloor, item.Chest, item.Bed} {
		s.Traces = append(s.Traces, Trace{Tile: grid.Tile{X: int32(n) - 3, Y: 0}, Item: k})
		s.Pending = append(s.Pending, Hologram{Kind: command.Place, Tile: grid.Tile{X: int32(n) - 3, Y: -3}, Item: k})
	}
	s.Traces = append(s.Traces, Trace{Tile: grid.Tile{X: -4, Y: 2}, Item: item.WoodWall}, Trace{Tile: grid.Tile{X: 900, Y: 0}, Item: item.Lamp})
	drawn := shoot(t, r, s, 1280, 720, 30)
	write(t, drawn, "traces-day")
	r.SetHour(23)
	write(t, shoot(t, r, s, 1280, 720, 30), "traces-night")
	light := func(at grid.Tile) (was, is [9]int) { // by ninths of the tile
		for n := range was {
			for dy := range 5 {
				for dx := range 5 {
					x, y := r.Camera().ToScreen(at.Corner())
					k := r.Camera().Scale()
					px, py := int(x)+(n%3*5+dx)*k, int(y)+(n/3*5+dy)*k
					a, b := bare.RGBAAt(px, py), drawn.RGBAAt(px, py)
					was[n] += int(a.R) + int(a.G) + int(a.B)
					is[n] += int(b.R) + int(b.G) + int(b.B)
				}
			}
		}
		return was, is
	}
	for n := range 7 {
		was, traced := light(grid.Tile{X: int32(n) - 3})
		if was == traced {
			t.Errorf("outline %d is not drawn", n)
		}
		if _, asked := light(grid.Tile{X: int32(n) - 3, Y: -3}); asked == traced {
			t.Errorf("outline %d looks like a hologram", n)
		}
	}
}
