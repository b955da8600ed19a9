package atlas

import (
	"manyhold/game/tile"
	. "manyhold/render/palette"
)

// Material is a ground as it is drawn on the dual grid, in the order of drawing: where two meet, the
// later one overlaps the earlier with a ragged edge.
type Material uint8

// The materials. Deep is not drawn: it is a hole through which the water shows.
const (
	Deep Material = iota
	Shallow
	IceSheet
	SandBed
	Mire
	Soil
	Trodden
	Bedrock
	Meadow
	MossBed
	SnowBed
	BackWall
	MaterialCount
)

// MaterialOf returns the material of a ground; floors and pits lie on soil.
func MaterialOf(g tile.Ground) Material {
	switch g {
	case tile.Water:
		return Shallow
	case tile.Ice:
		return IceSheet
	case tile.Sand:
		return SandBed
	case tile.Mud:
		return Mire
	case tile.Dirt, tile.Pit, tile.WoodFloor:
		return Soil
	case tile.Path:
		return Trodden
	case tile.Rock, tile.StoneFloor:
		return Bedrock
	case tile.Grass:
		return Meadow
	case tile.Moss:
		return MossBed
	case tile.Snow:
		return SnowBed
	case tile.Shaft:
		return BackWall
	}
	return Deep
}

const (
	// Masks is the number of corner masks of a dual cell: bit 0 north-west, 1 north-east, 2 south-west, 3
	// south-east.
	Masks = 16
	// FullVariants is the number of pictures of a cell that one material fills; those from CalmVariants on
	// have motifs.
	FullVariants = 20
	// CalmVariants is how many of them have none.
	CalmVariants = 10
	// EdgeVariants is the number of pictures of every other mask.
	EdgeVariants = 3
	// shallowAlpha is the opacity of shallow water over the sea that moves below it.
	shallowAlpha = 150
)

// ramp holds the colours of a material: darker, base, lighter and the edge towards the south-east.
type ramp struct{ dark, base, light, edge Index }

var ramps = [MaterialCount]ramp{
	Shallow:  {Water2, Water2, Water3, Water2},
	IceSheet: {Water3, Water4, Stone3, Water3},
	SandBed:  {Earth4, Sand, Fire4, Earth3},
	Mire:     {Earth0, Earth1, Earth2, Earth0},
	Soil:     {Earth1, Earth2, Earth3, Earth1},
	Trodden:  {Earth2, Earth3, Earth4, Earth2},
	Bedrock:  {Stone0, Stone1, Stone2, Stone0},
	Meadow:   {Green1, Green2, Green3, Green1},
	MossBed:  {Green0, Green1, Green2, Green0},
	SnowBed:  {Water4, Stone3, Stone3, Stone2},
	BackWall: {Ink2, Ink3, Stone0, Ink2},
}

// inside says how far (x, y) of a cell lies within the corners of mask: positive inside. The raggedness
// dies away at the borders of the cell, so that neighbours fit.
func inside(mask, variant int, m Material, x, y float64) float64 {
	u, v := (x+0.5)/Tile, (y+0.5)/Tile
	u, v = u+(rounded(u)-u)*0.25, v+(rounded(v)-v)*0.25
	bit := func(n int) float64 { return float64(mask >> n & 1) }
	top := bit(0) + (bit(1)-bit(0))*u
	low := bit(2) + (bit(3)-bit(2))*u
	f := top + (low-top)*v - 0.5
	w := 16 * clamp01(u) * clamp01(1-u) * clamp01(v) * clamp01(1-v)
	salt := uint32(m)*31 + uint32(variant)*7 + 3
	n := Value(x/2.3, y/2.3, salt) - 0.5 + (Value(x/1.1, y/1.1, salt+1)-0.5)*0.5
	return f + n*0.42*min(w+0.15, 1)
}

// rounded bends a straight edge so that corners are round and not cut; beyond the cell it goes straight on.
func rounded(t float64) float64 {
	if t < 0 || t > 1 {
		return t
	}
	return ease(t)
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }

// groundCell draws one cell of a material.
func groundCell(m Material, mask, variant int) *Picture {
	p := NewPicture(Tile, Tile)
	r := ramps[m]
	in := func(x, y int) bool {
		return mask == Masks-1 || inside(mask, variant, m, float64(x), float64(y)) > 0
	}
	for y := 0; y < Tile; y++ {
		for x := 0; x < Tile; x++ {
			if !in(x, y) {
				if !in(x, y) && m >= Trodden && (in(x, y-1) || in(x-1, y)) {
					p.SetA(x, y, Ink1, 70) // the edge throws a little shadow to the south-east
				}
				continue
			}
			c := texture(m, x, y, mask*16+variant)
			switch {
			case m == Shallow:
			case m == SandBed && (!in(x, y+2) || !in(x, y-2) || !in(x+2, y) || !in(x-2, y)):
				c = r.dark // wet
			case !in(x, y+1) || !in(x+1, y):
				c = r.edge
			case !in(x, y-1) || !in(x-1, y):
				c = r.light
			}
			if m == Shallow {
				p.SetA(x, y, c, shallowAlpha)
			} else {
				p.Set(x, y, c)
			}
		}
	}
	if mask == Masks-1 && variant >= CalmVariants {
		motifs(p, m, variant)
	}
	return p
}

// texture is the grain of a material: its base with few small blobs one step up or down, so that any two
// cells fit together and things stand out.
func texture(m Material, x, y, salt int) Index {
	r := ramps[m]
	if m == Shallow {
		return r.base
	}
	s := uint32(salt)*13 + uint32(m)*101
	n := Value(float64(x)/3.6, float64(y)/2.2, s)*0.75 + unit(x, y, s+5)*0.25
	lo, hi := 0.20, 0.83
	switch m {
	case SandBed, IceSheet:
		lo, hi = 0.14, 0.88
	case SnowBed:
		lo, hi = 0.15, 0.9
	case Meadow:
		lo, hi = 0.14, 0.82
	}
	switch {
	case n < lo:
		return r.dark
	case n > hi:
		return r.light
	}
	return r.base
}

// foamCell draws the line of foam that lies off a shore of the given mask of land, in one of two frames.
func foamCell(mask, variant, frame int) *Picture {
	p := NewPicture(Tile, Tile)
	for y := 0; y < Tile; y++ {
		for x := 0; x < Tile; x++ {
			f := inside(mask, variant, SandBed, float64(x), float64(y))
			lo := -0.17 - 0.07*float64(frame)
			n := Value(float64(x)/2.5, float64(y)/2.5, uint32(variant*2+frame)+77)
			switch {
			case f <= lo && f > lo-0.075 && n > 0.3:
				p.SetA(x, y, Water4, 235)
			case f <= 0 && f > lo && n > 0.25:
				p.SetA(x, y, Water4, 80)
			case f <= 0 && f > lo-0.17:
				p.SetA(x, y, Water3, 90)
			}
		}
	}
	return p
}
