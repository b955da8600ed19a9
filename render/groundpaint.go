package render

import (
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// groundPainter composes a chunk's picture from the atlas: grounds on the dual grid, floors and pits,
// scattered details, shadows at the feet of things, walls, and the dark of deep rock.
type groundPainter struct {
	atlas  *atlas.Atlas
	ground *ground
	batch  *draw.Batch
	x0, y0 int32   // the first tile of the chunk
	px, py float32 // where that is
}

// chunk adds the picture of chunk k with its upper left corner at (x, y), and says whether it has holes
// through which water shows.
func (p *groundPainter) chunk(b *draw.Batch, g *ground, k chunkKey, x, y float32) (water bool) {
	p.batch, p.ground = b, g
	x0, y0 := k.x<<chunkBits, k.y<<chunkBits
	p.x0, p.y0, p.px, p.py = x0, y0, x, y
	for ty := y0 - 1; ty < y0+chunkTiles; ty++ {
		for tx := x0 - 1; tx < x0+chunkTiles; tx++ {
			water = p.cell(tx, ty) || water
		}
	}
	for ty := y0; ty < y0+chunkTiles; ty++ {
		for tx := x0; tx < x0+chunkTiles; tx++ {
			p.laid(tx, ty)
			p.strewn(tx, ty)
			p.shadow(tx, ty)
		}
	}
	for ty := y0 - 1; ty <= y0+chunkTiles; ty++ { // a row more: its tops are raised into this chunk
		for tx := x0; tx < x0+chunkTiles; tx++ {
			p.wall(tx, ty)
		}
	}
	return water
}

func (p *groundPainter) at(tx, ty int32) (x, y float32) {
	return p.px + float32(tx-p.x0)*TilePixels, p.py + float32(ty-p.y0)*TilePixels
}

// cell draws the dual cell between tile (tx, ty) and the one to its south-east.
func (p *groundPainter) cell(tx, ty int32) (water bool) {
	var m [4]atlas.Material
	for n := range m {
		m[n] = p.material(tx+int32(n&1), ty+int32(n>>1))
	}
	low := min(m[0], m[1], m[2], m[3])
	x, y := p.at(tx, ty)
	x, y = x+TilePixels/2, y+TilePixels/2
	if low == atlas.Deep {
		p.deep(tx, ty, x, y)
	}
	h := atlas.Hash(tx, ty, 11)
	for mat := atlas.Shallow; mat < atlas.MaterialCount; mat++ {
		mask, present := 0, false
		for n := range m {
			if m[n] >= mat {
				mask |= 1 << n
			}
			present = present || m[n] == mat
		}
		if !present {
			continue
		}
		v := h % atlas.EdgeVariants
		if mask == atlas.Masks-1 {
			v = h % atlas.CalmVariants
			// Motifs come in patches.
			if atlas.Value(float64(tx)/5, float64(ty)/5, uint32(mat))+float64(h>>16&255)/700 > 0.62 {
				v = atlas.CalmVariants + h>>4%(atlas.FullVariants-atlas.CalmVariants)
			}
		}
		p.groundQuad(mat, mask, p.atlas.Land.Ground[mat][mask][v], h, tx, ty, x, y)
	}
	return low <= atlas.Shallow
}

// material is the drawn ground of a tile.
func (p *groundPainter) material(tx, ty int32) atlas.Material {
	g, _, _ := p.ground.tile(tx, ty)
	return atlas.MaterialOf(g)
}

// deep darkens the open sea in wide patches, through which the water still shows.
func (p *groundPainter) deep(tx, ty int32, x, y float32) {
	dark := func(tx, ty int32) draw.Tint {
		k := atlas.Value(float64(tx)/6, float64(ty)/4, 43)*0.7 + atlas.Value(float64(tx)/2, float64(ty)/2, 44)*0.3
		return draw.Fade(float32(clamp((k-0.42)*2.2, 0, 0.5)))
	}
	r := p.atlas.Shapes.Dot[palette.Water0]
	r.X, r.Y, r.W, r.H = r.X+1, r.Y+1, 2, 2
	p.batch.Four(r, [8]float32{x, y, x + TilePixels, y, x, y + TilePixels, x + TilePixels, y + TilePixels},
		dark(tx, ty), dark(tx+1, ty), dark(tx, ty+1), dark(tx+1, ty+1))
}

// groundQuad adds the picture of a cell, mottled from corner to corner; full cells are mirrored by chance.
func (p *groundPainter) groundQuad(mat atlas.Material, mask int, r atlas.Rect, h uint32, tx, ty int32, x, y float32) {
	x0, x1, y0, y1 := x, x+TilePixels, y, y+TilePixels
	nw, ne, sw, se := mottle(mat, tx, ty), mottle(mat, tx+1, ty), mottle(mat, tx, ty+1), mottle(mat, tx+1, ty+1)
	if mask == atlas.Masks-1 && h>>20&1 == 1 {
		x0, x1 = x1, x0
		nw, ne, sw, se = ne, nw, se, sw
	}
	p.batch.Four(r, [8]float32{x0, y0, x1, y0, x0, y1, x1, y1}, nw, ne, sw, se)
}

// mottle is how light the ground is at a corner: slow patches over many tiles, so that a wide meadow is
// no carpet. Snow shines in white and blue, rock turns from cold to warm.
func mottle(mat atlas.Material, tx, ty int32) draw.Tint {
	k := float32(atlas.Value(float64(tx)/7, float64(ty)/6, 41)*0.65 + atlas.Value(float64(tx)/2.5, float64(ty)/2.5, 42)*0.35)
	switch mat {
	case atlas.SnowBed, atlas.IceSheet:
		return draw.Tint{R: 0.96 + 0.1*k, G: 1 + 0.07*k, B: 1.12, A: 1}
	case atlas.Bedrock:
		return draw.Tint{R: 0.84 + 0.26*k, G: 0.9 + 0.1*k, B: 0.98 - 0.12*k, A: 1}
	}
	return draw.Tint{R: 0.86 + 0.14*k + 0.06*k*k, G: 0.88 + 0.12*k, B: 0.92 + 0.06*k, A: 1}
}

// laid draws floors and pits, which keep to their tile.
func (p *groundPainter) laid(tx, ty int32) {
	g, _, _ := p.ground.tile(tx, ty)
	x, y := p.at(tx, ty)
	v := atlas.Hash(tx, ty, 12) % atlas.FloorVariants
	switch g {
	case tile.WoodFloor:
		p.batch.Quad(p.atlas.Land.WoodFloor[v], x, y, draw.Plain)
	case tile.StoneFloor:
		p.batch.Quad(p.atlas.Land.StoneFloor[v], x, y, draw.Plain)
	case tile.Pit:
		mask := 0
		for n, d := range [4][2]int32{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			if o, _, _ := p.ground.tile(tx+d[0], ty+d[1]); o != tile.Pit {
				mask |= 1 << n
			}
		}
		p.batch.Quad(p.atlas.Land.Pit[mask], x, y, draw.Plain)
	}
}

// strewn draws scattered details that the world does not know: they depend only on the place.
func (p *groundPainter) strewn(tx, ty int32) {
	g, b, _ := p.ground.tile(tx, ty)
	h := atlas.Hash(tx, ty, 13)
	if b != tile.NoBlock || h%100 >= 4 {
		return
	}
	x, y := p.at(tx, ty)
	x, y = x+float32(5+h>>8%6), y+float32(9+h>>12%6)
	switch {
	case g == tile.Rock || g == tile.Dirt || g == tile.Path || g == tile.Grass && h%100 == 0:
		p.batch.Quad(p.atlas.Bodies.Pebble, x, y, draw.Plain)
	case g == tile.Moss && h%100 < 2:
		p.batch.Quad(p.atlas.Bodies.Log, x, y, draw.Plain)
	case (g == tile.Sand || g == tile.Snow) && h%100 == 0:
		p.batch.Quad(p.atlas.Bodies.Bones, x, y, draw.Plain)
	}
}

// shadow draws the soft dark on a tile at the feet of things beside it or on it.
func (p *groundPainter) shadow(tx, ty int32) {
	b := p.ground.block(tx, ty)
	x, y := p.at(tx, ty)
	if n := castOf(b); n >= 0 {
		dx, dy := outOfLine(b, tx, ty)
		p.batch.Quad(p.atlas.Shapes.Blobs[n], x+TilePixels/2+1+dx, y+TilePixels-3+dy, draw.Plain)
	}
	if _, ok := atlas.WallOf(b); ok {
		return
	}
	if p.ground.joins(tx, ty-1) {
		p.batch.Quad(p.atlas.Land.ContactS, x, y, draw.Plain)
	}
	if p.ground.joins(tx-1, ty) {
		p.batch.Quad(p.atlas.Land.ContactE, x, y, draw.Plain)
	}
}

// wall draws a wall or cliff from its quarters.
func (p *groundPainter) wall(tx, ty int32) {
	b := p.ground.block(tx, ty)
	w, ok := atlas.WallOf(b)
	if !ok {
		p.fillets(tx, ty)
		return
	}
	x, y := p.at(tx, ty)
	wallQuads(p.batch, p.atlas, p.ground, w, tx, ty, x, y)
	if set, ok := p.atlas.Land.Veins[b]; ok {
		face := 0
		if !p.ground.joins(tx, ty+1) {
			face = 1
		}
		p.batch.Quad(set[face][atlas.Hash(tx, ty, 14)%atlas.WallVariants], x, y, draw.Plain)
	}
	if w == atlas.RockWall {
		p.depth(tx, ty, x, y)
	}
}

// fillets fills the angles of an open tile between rock to its south and rock beside it.
func (p *groundPainter) fillets(tx, ty int32) {
	rock := func(x, y int32) bool {
		w, ok := atlas.WallOf(p.ground.block(x, y))
		return ok && w == atlas.RockWall
	}
	if !rock(tx, ty+1) {
		return
	}
	x, y := p.at(tx, ty)
	y += TilePixels - atlas.WallRise
	if rock(tx-1, ty) {
		p.batch.Quad(p.atlas.Land.Fillets[0], x, y, draw.Plain)
	}
	if rock(tx+1, ty) {
		p.batch.Quad(p.atlas.Land.Fillets[1], x+TilePixels, y, draw.Plain)
	}
}

// wallQuads adds the four quarters of a wall at tile (tx, ty) with its corner at (x, y).
func wallQuads(b *draw.Batch, a *atlas.Atlas, g *ground, w atlas.Wall, tx, ty int32, x, y float32) {
	const half = TilePixels / 2
	for q := range atlas.Quarters {
		dx, dy := int32(q&1)*2-1, int32(q>>1)*2-1
		s := atlas.ShapeOf(g.joins(tx, ty+dy), g.joins(tx+dx, ty), g.joins(tx+dx, ty+dy))
		v := atlas.Hash(tx, ty, 15+uint32(q)) % atlas.WallVariants
		if w == atlas.PlankWall {
			v = 0
		}
		b.Quad(a.Land.Walls[w][q][s][v], x+float32(q&1)*half, y-atlas.WallRise+float32(q>>1)*half, draw.Plain)
	}
}

// depth darkens rock by its distance from the open, smoothly from corner to corner.
func (p *groundPainter) depth(tx, ty int32, x, y float32) {
	var corner [4]draw.Tint
	dark := float32(0)
	for n := range corner {
		d := p.buried(tx+int32(n&1), ty+int32(n>>1))
		corner[n] = draw.Fade(d)
		dark = max(dark, d)
	}
	if dark == 0 {
		return
	}
	y -= atlas.WallRise
	r := p.atlas.Shapes.Dot[depthColour]
	r.X, r.Y, r.W, r.H = r.X+1, r.Y+1, 2, 2
	p.batch.Four(r, [8]float32{x, y, x + TilePixels, y, x, y + TilePixels, x + TilePixels, y + TilePixels},
		corner[0], corner[1], corner[2], corner[3])
}

// buried says how dark the corner at the upper left of tile (tx, ty) is: 0 beside anything open.
func (p *groundPainter) buried(tx, ty int32) float32 {
	for reach := int32(1); reach <= 2; reach++ {
		for y := ty - reach; y < ty+reach; y++ {
			for x := tx - reach; x < tx+reach; x++ {
				if !p.ground.joins(x, y) {
					return [3]float32{0, 0, 0.55}[reach]
				}
			}
		}
	}
	return 0.88
}
