package render

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// smiley is a picture of 12 × 12 pixels.
func smiley(face, lines palette.Index) *blueprint.Picture {
	text := `
....oooo....
..oo****oo..
.o********o.
.o**o**o**o.
o***o**o***o
o**********o
o**********o
o**o****o**o
.o**oooo**o.
.o********o.
..oo****oo..
....oooo....`
	pixels := strings.NewReplacer("\n", "", ".", "\x00", "*", string(rune(face)), "o", string(rune(lines))).Replace(text)
	return &blueprint.Picture{Width: 12, Height: 12, Pixels: pixels}
}

// TestGadgetsShowTheirPictures: a maker's blocks and bodies are drawn in the pixels of their blueprints, and
// as a plain box or ball without any.
func TestGadgetsShowTheirPictures(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Tick: 12 * game.TicksPerDay / 24}
	face := smiley(palette.Fire3, palette.Ink1)
	for n, state := range []uint8{0, tile.GadgetState(false, 7), tile.GadgetState(true, 0), 0} {
		at := grid.Tile{X: int32(n)*2 - 4}
		p.block(at.X, at.Y, tile.Gadget, state)
		if n < 3 {
			s.Gadgets = append(s.Gadgets, Gadget{Tile: at, Picture: face})
		}
	}
	for n, k := range []entity.Kind{entity.Gizmo, entity.Gizmo, entity.GizmoBox} {
		b := Body{Body: entity.Body{ID: game.EntityID(n + 90), Kind: k, Pos: toVec(float64(n)*2-3.5, 2.5)}}
		s.Bodies = append(s.Bodies, b)
		if n == 0 {
			s.Gadgets = append(s.Gadgets, Gadget{Body: b.ID, Picture: smiley(palette.Green3, palette.Ink0)})
		}
	}
	r.Camera().SetZoom(6)
	r.Camera().Jump(toVec(0, 1))
	m := shoot(t, r, s, 480, 270, 3)
	write(t, m, "gadgets")
	strips, plain := 0, len(drawn(r, r.atlas.Bodies.Crate))
	for k := range r.list.Sprites {
		if x := &r.list.Sprites[k]; x.Rect == r.atlas.Shapes.Square && x.ScaleY == 1.0/TilePixels && x.Tint != draw.Plain {
			strips++
		}
	}
	if strips < 4*30 || plain != 2 {
		t.Errorf("%d strips of pixels and %d plain boxes, want four pictures and two boxes", strips, plain)
	}
}
