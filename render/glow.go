package render

import (
	"math"

	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/porthole"
)

// wallHeight adds a wall to the height mask: red is how high it is.
func (th *things) wallHeight(r *stage, b tile.Block, state uint8, x, y int32, vx, vy float32) {
	h := heightOf(b)
	if h == 0 || (b == tile.Door || b == tile.Gate) && state&tile.StateBit0 != 0 {
		return
	}
	if !atlas.Joins(b) {
		return // its picture throws a shadow of its own
	}
	low := vy + TilePixels - atlas.WallRise
	if !r.ground.joins(x, y+1) {
		low += 4
	}
	r.mask.Stretch(r.atlas.Shapes.Square, vx, vy-atlas.WallRise, vx+TilePixels, low, draw.Tint{R: float32(h) / 255, G: 0, B: 0, A: 1})
}

// shine adds the halo of a block that gives light.
func (th *things) shine(r *stage, b tile.Block, state uint8, x, y int32, fx, fy float32) {
	g, _, ok := glowOf(b, state)
	if !ok {
		return
	}
	k := float32(haloShare)
	if g.flicker {
		k *= 1 + 0.16*float32(math.Sin(r.seconds*11+float64(x*7+y*3))+0.5*math.Sin(r.seconds*17+float64(x)))
	}
	k *= g.day + (1-g.day)*float32(r.sky.Night)
	if b == tile.Portal {
		k *= porthole.Breath(r.seconds, x, y)
	}
	if g.halo < 0.5 { // ores glint every few seconds
		period := 3 + float64(atlas.Hash(x, y, 31)%400)/100
		k *= 0.5 + float32(math.Max(0, math.Sin(2*math.Pi*r.seconds/period)))
	}
	r.halo(fx, fy-g.rise, g.halo, g.colour, k)
	if b == tile.Beacon {
		th.beam(r, fx, fy-g.rise, x, y)
	}
	if r.emitting {
		lampAir(r, b, state, fx, fy-g.rise)
	}
}

// haloShare is how bright the halo round a light is.
const haloShare = 0.42

const (
	// glintSeconds is how long an ore glints, and glintLeast and glintMore how long it then does not.
	glintSeconds, glintLeast, glintMore = 0.35, 3.0, 4.0
)

// glint lets an ore that is not deep in the rock sparkle now and then, so that it is found.
func (th *things) glint(r *stage, x, y int32, vx, vy float32) {
	if r.ground.joins(x-1, y) && r.ground.joins(x+1, y) && r.ground.joins(x, y-1) && r.ground.joins(x, y+1) {
		return
	}
	h := atlas.Hash(x, y, 31)
	period := glintLeast + glintMore*float64(h&255)/255
	at := math.Mod(r.seconds+float64(h>>8&255)/16, period)
	if at > glintSeconds {
		return
	}
	k := float32(math.Sin(at / glintSeconds * math.Pi))
	r.list.Add(draw.AmongThings, vy+TilePixels+1, draw.Sprite{
		Rect: r.atlas.Shapes.Star, X: vx + 3 + float32(h>>16%10), Y: vy - 3 + float32(h>>20%12), ScaleX: k, ScaleY: k, Tint: draw.Fade(k),
	})
}
