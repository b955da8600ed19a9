package render

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// Gadget is a maker's thing in a scene, with the picture of its blueprint. Areas are no part of a picture.
type Gadget struct {
	Tile    grid.Tile
	Body    game.EntityID // 0: it stands on Tile
	Picture *blueprint.Picture
}

// takeGadgets appends the things of a world that have a picture.
func takeGadgets(list []Gadget, w *island.Island) []Gadget {
	if w.Things.Empty() {
		return list
	}
	w.Things.All(func(x *thing.Thing) {
		e := w.Blueprints.Find(x.Of)
		if e != nil && e.Picture.Width > 0 && x.Shape.Form != blueprint.Area {
			list = append(list, Gadget{Tile: x.At, Body: x.Body, Picture: &e.Picture})
		}
	})
	return list
}

// gadgets are the pictures of a scene's things, by place and by body.
type gadgets struct {
	blocks map[grid.Tile]*blueprint.Picture
	bodies map[game.EntityID]*blueprint.Picture
}

func (g *gadgets) take(list []Gadget) {
	clear(g.blocks)
	clear(g.bodies)
	if len(list) > 0 && g.blocks == nil {
		g.blocks, g.bodies = map[grid.Tile]*blueprint.Picture{}, map[game.EntityID]*blueprint.Picture{}
	}
	for k := range list {
		if list[k].Body != 0 {
			g.bodies[list[k].Body] = list[k].Picture
		} else {
			g.blocks[list[k].Tile] = list[k].Picture
		}
	}
}

// drawGadget draws a maker's block with its foot at (x, y): a plain box if it has no picture. It is paler
// where bodies pass.
func drawGadget(r *stage, at grid.Tile, state uint8, x, y float32) {
	opacity := float32(1)
	if state&tile.StateBit0 != 0 {
		opacity = 0.6
	}
	r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[1], x, y-1, draw.Fade(opacity))
	if p := r.gadgets.blocks[at]; p != nil {
		drawPixels(r, p, y, x, y, opacity)
		return
	}
	r.list.Put(draw.AmongThings, r.atlas.Bodies.Crate, x, y, draw.Fade(opacity))
}

// drawPixels draws a picture in the colours of the palette, among the things at a foot, with the middle of
// its lower edge at (x, y): a strip for each run of one colour.
func drawPixels(r *stage, p *blueprint.Picture, foot, x, y, opacity float32) {
	w, h := int(p.Width), int(p.Height)
	left, top := x-float32(w/2), y-float32(h)+1
	for row := range h {
		line := p.Pixels[row*w : (row+1)*w]
		for from := 0; from < w; {
			to := from + 1
			for to < w && line[to] == line[from] {
				to++
			}
			if c := palette.Index(line[from]); c != palette.Clear && c < palette.Count {
				q := c.RGBA()
				r.list.Add(draw.AmongThings, foot, draw.Sprite{Rect: r.atlas.Shapes.Square, X: left + float32(from), Y: top + float32(row),
					ScaleX: float32(to-from) / TilePixels, ScaleY: 1.0 / TilePixels,
					Tint: draw.Tint{R: float32(q.R) / 255 * opacity, G: float32(q.G) / 255 * opacity, B: float32(q.B) / 255 * opacity, A: opacity}})
			}
			from = to
		}
	}
}

// drawGizmo draws a maker's body.
func drawGizmo(r *stage, b *Body, x, y, z float32) {
	p := r.gadgets.bodies[b.ID]
	switch {
	case p != nil:
		r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, y-1, draw.Fade(1-min(0.6, z/60)))
		drawPixels(r, p, y, x, y-z, 1)
	case b.Kind.Round():
		drawThrown(r, ballFrame(r, b), 0, x, y, z, turnOf(&b.Body))
	default:
		drawThrown(r, r.atlas.Bodies.Crate, 1, x, y, z, turnOf(&b.Body))
	}
}
