package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/render/album"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
	"manyhold/render/sketch"
	"manyhold/render/sketch/paint"
)

// Gadget is a maker's thing in a scene, with the picture of its blueprint. Areas are no part of a picture.
type Gadget struct {
	Tile    grid.Tile     // where it is
	Body    game.EntityID // 0: it stands on Tile
	Picture *blueprint.Picture
	Sprite  blueprint.Asset // of which Picture is the rough shape; zero: Picture is all
	Art     *album.Art      // of Sprite; nil: it is not here
	// Waits says that Sprite is being fetched: Picture is drawn as a hologram, with Percent over it. W is the
	// width of the sprite when it is drawn, in pixels; 0: it is not known yet.
	Waits   bool
	Percent uint8
	W       uint8
	Light   uint8 // of a body: 0 to 15; a block's is in the state of its tile
}

// takeGadgets appends the things of a world that have a picture, and the bodies that give light.
func takeGadgets(list []Gadget, w *island.Island) []Gadget {
	if w.Things.Empty() {
		return list
	}
	w.Things.All(func(x *thing.Thing) {
		g := Gadget{Tile: w.ThingPlace(x), Body: x.Body}
		if e := w.Blueprints.Find(x.Of); e != nil && e.Picture.Width > 0 {
			g.Picture, g.Sprite = &e.Picture, e.Sprite
		}
		if !x.Static() {
			g.Light = x.Light
		}
		if x.Shape.Form != blueprint.Area && (g.Picture != nil || g.Light > 0) {
			list = append(list, g)
		}
	})
	return list
}

// gadgets are the pictures of a scene's things, by place and by body.
type gadgets struct {
	blocks map[grid.Tile]*Gadget
	bodies map[game.EntityID]*Gadget
	lights map[game.EntityID]uint8 // of bodies
	album  album.Album
}

// take takes the things of a frame, which stay the scene's.
func (g *gadgets) take(list []Gadget) {
	g.album.Begin()
	clear(g.blocks)
	clear(g.bodies)
	clear(g.lights)
	if len(list) > 0 && g.blocks == nil {
		g.blocks, g.bodies, g.lights = map[grid.Tile]*Gadget{}, map[game.EntityID]*Gadget{}, map[game.EntityID]uint8{}
	}
	for k := range list {
		if list[k].Light > 0 {
			g.lights[list[k].Body] = list[k].Light
		}
		if list[k].Picture == nil {
			continue
		}
		if list[k].Body != 0 {
			g.bodies[list[k].Body] = &list[k]
		} else {
			g.blocks[list[k].Tile] = &list[k]
		}
	}
}

// sendArt brings a picture to the album.
func (r *stage) sendArt(at image.Rectangle, art *image.RGBA) {
	r.image.SubImage(at).(*ebiten.Image).WritePixels(art.Pix)
}

// drawGadget draws a maker's block with its foot at (x, y): a plain box if it has no picture. It is paler
// where bodies pass.
func drawGadget(r *stage, at grid.Tile, state uint8, x, y float32) {
	opacity := float32(1)
	if state&tile.StateBit0 != 0 {
		opacity = 0.6
	}
	r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[1], x, y-1, draw.Fade(opacity))
	if g := r.gadgets.blocks[at]; g != nil {
		g.draw(r, y, x, y, opacity)
		return
	}
	r.list.Put(draw.AmongThings, r.atlas.Bodies.Crate, x, y, draw.Fade(opacity))
}

// draw draws the picture of a thing among the things at a foot, with the middle of its lower edge at (x, y):
// its sprite; while that is on its way, the rough shape as a hologram with the percentage over it.
func (g *Gadget) draw(r *stage, foot, x, y, opacity float32) {
	if g.Art != nil {
		if rect, ok := r.gadgets.album.Place(g.Art, r.sendArt); ok {
			r.list.Add(draw.AmongThings, foot, draw.Sprite{Rect: rect, X: x, Y: y, Tint: draw.Fade(opacity)})
			return
		}
	}
	scale := float32(1)
	if g.W > 0 {
		scale = float32(g.W) / float32(g.Picture.Width)
	}
	if !g.Waits {
		drawPixels(r, g.Picture, foot, x, y, opacity, scale)
		return
	}
	drawPixels(r, g.Picture, foot, x, y, opacity*hologramAlpha*0.8, scale)
	g.drawBox(r, foot, x, y, scale)
	drawPercent(r, g.Percent, x, y-float32(g.Picture.Height)*scale-5)
}

// boxTint is the colour of what is on its way: that of requests that are not ordered yet.
var boxTint = draw.Tint{R: 0.35, G: 0.9, B: 1, A: 0.8}

// drawBox draws the box of a hologram round the rough shape: four corners, and a bar above it as long as what
// is there.
func (g *Gadget) drawBox(r *stage, foot, x, y, scale float32) {
	w, h := float32(g.Picture.Width)*scale, float32(g.Picture.Height)*scale
	left, right, top, bottom := x-w/2-2, x+w/2+1, y-h-1, y+2
	bar := func(x, y, w, h, alpha float32) {
		t := boxTint
		t.A *= alpha
		r.list.Add(draw.Above, foot, draw.Sprite{Rect: r.atlas.Shapes.Square, X: x, Y: y, ScaleX: w / TilePixels, ScaleY: h / TilePixels, Tint: t})
	}
	long := max(2, float32(int(min(w, h)/4)))
	for _, side := range [2]float32{left, right} {
		from := side
		if side == right {
			from = side + 1 - long
		}
		bar(from, top, long, 1, 1)
		bar(from, bottom, long, 1, 1)
		bar(side, top, 1, long, 1)
		bar(side, bottom+1-long, 1, long, 1)
	}
	bar(left, top-3, right+1-left, 2, 0.35)
	bar(left, top-3, (right+1-left)*float32(min(g.Percent, 100))/100, 2, 1)
}

// digits are the numerals and the sign of percent, five rows of three pixels each.
const digits = "" +
	"111101101101111" + "010110010010111" + "111001111100111" + "111001111001111" + "101101111001001" +
	"111100111001111" + "111100111101111" + "111001001001001" + "111101111101111" + "111101111001111" + "101001010100101"

// drawPercent writes a percentage above all things, with the middle of its lower edge at (x, y).
func drawPercent(r *stage, percent uint8, x, y float32) {
	signs := [4]uint8{percent / 100, percent / 10 % 10, percent % 10, 10}
	first := 0
	for first < 2 && signs[first] == 0 {
		first++
	}
	left := x - float32(2*(len(signs)-first))
	for k, s := range signs[first:] {
		for n := range 15 {
			if digits[int(s)*15+n] == '1' {
				px, py := left+float32(4*k+n%3), y-5+float32(n/3)
				dot := draw.Sprite{Rect: r.atlas.Shapes.Square, X: px + 1, Y: py + 1, ScaleX: 1.0 / TilePixels, ScaleY: 1.0 / TilePixels, Tint: draw.Tint{A: 0.7}}
				r.list.Add(draw.Above, y, dot)
				dot.X, dot.Y, dot.Tint = px, py, draw.Plain
				r.list.Add(draw.Above, y+0.25, dot)
			}
		}
	}
}

// drawPixels draws a picture in the colours of the palette, among the things at a foot, with the middle of
// its lower edge at (x, y), enlarged by a scale: a strip for each run of one colour.
func drawPixels(r *stage, p *blueprint.Picture, foot, x, y, opacity, scale float32) {
	w, h := int(p.Width), int(p.Height)
	left, top := x-float32(w/2)*scale, y-float32(h)*scale+1
	for row := range h {
		line := p.Pixels[row*w : (row+1)*w]
		for from := 0; from < w; {
			to := from + 1
			for to < w && line[to] == line[from] {
				to++
			}
			if c := palette.Index(line[from]); c != palette.Clear && c < palette.Count {
				r.list.Add(draw.AmongThings, foot, draw.Sprite{Rect: r.atlas.Shapes.Square, X: left + float32(from)*scale, Y: top + float32(row)*scale,
					ScaleX: float32(to-from) * scale / TilePixels, ScaleY: scale / TilePixels,
					Tint: paint.Tint(c, opacity)})
			}
			from = to
		}
	}
}

// drawGizmo draws a maker's body.
func drawGizmo(r *stage, b *Body, x, y, z float32) {
	g := r.gadgets.bodies[b.ID]
	switch {
	case g != nil:
		r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, y-1, draw.Fade(1-min(0.6, z/60)))
		g.draw(r, y, x, y-z, 1)
	case b.Kind.Round():
		drawThrown(r, ballFrame(r, b), 0, x, y, z, turnOf(&b.Body))
	default:
		drawThrown(r, r.atlas.Bodies.Crate, 1, x, y, z, turnOf(&b.Body))
	}
}

// drawSketches draws what the view halves of things draw.
func drawSketches(r *stage, list []sketch.Drawing) {
	if len(list) == 0 {
		return
	}
	c := &r.canvas
	if c.List == nil {
		*c = paint.Canvas{List: &r.list, Glow: &r.glow, Shapes: &r.atlas.Shapes,
			Place: func(a *album.Art) (atlas.Rect, bool) { return r.gadgets.album.Place(a, r.sendArt) },
			Pixels: func(p *blueprint.Picture, foot, x, y, opacity, scale float32) {
				drawPixels(r, p, foot, x, y, opacity, scale)
			}}
	}
	c.OX, c.OY, c.W, c.H, c.Bright = r.ox, r.oy, r.vw, r.vh, 1
	if r.options.NoFlashes {
		c.Bright = 0
	}
	c.Begin()
	for k := range list {
		c.Draw(&list[k])
	}
}
