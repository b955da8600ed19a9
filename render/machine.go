package render

import (
	"math"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/tile"
	"manyhold/render/draw"
	"manyhold/render/pasture"
)

// flat reports whether a block lies on the ground, so that bodies stand on it.
func flat(b tile.Block) bool {
	switch b {
	case tile.Wire, tile.Plate, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Conveyor, tile.Flood, tile.Ash, tile.Furrow, tile.Rail, tile.SwingGate, tile.Rotor, tile.Ladder:
		return true
	}
	return false
}

// wired reports whether a wire continues to a block: one that sends or receives signals.
func wired(b tile.Block) bool {
	switch b {
	case tile.Wire, tile.Lever, tile.Plate, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Piston, tile.Lamp, tile.Door, tile.Pump, tile.Rotor:
		return true
	}
	return false
}

// railMask returns the sides on which the rail at a tile continues, a bit for each heading.
func railMask(r *stage, x, y int32) (mask uint32) {
	for h := range tile.HeadingCount {
		dx, dy := h.Step()
		if _, b, _ := r.ground.tile(x+dx, y+dy); b == tile.Rail {
			mask |= 1 << h
		}
	}
	return mask
}

// drawAnimal adds a hen or a sheep, which looks to the side it walks to.
func drawAnimal(r *stage, b *Body, x, y, z float32) {
	moving, clock := b.Vel != (fixed.SVec{}), r.seconds+float64(b.ID%8)/6
	p := r.atlas.Bodies.Sheep[0]
	switch {
	case b.Kind == entity.Hen:
		p = r.atlas.Bodies.Critters[henFrames][henFrame(moving, clock)]
	case moving:
		p = r.atlas.Bodies.Sheep[int(clock*6)&1]
	}
	s := draw.Sprite{Rect: p, X: x, Y: y - z, Tint: draw.Plain}
	if _, mirrored := directionOf(b.Face); mirrored != (b.Kind == entity.Hen) {
		s.ScaleX, s.ScaleY = -1, 1
	}
	r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, y-1, draw.Plain)
	r.list.Add(draw.AmongThings, y, s)
}

// drawFlock adds the sheep of a match.
func drawFlock(r *stage, all []pasture.Sheep) {
	for k := range all {
		o := &all[k]
		x := float32(math.Round(o.X*TilePixels - float64(r.ox)))
		y := float32(math.Round(o.Y*TilePixels-float64(r.oy))) + 4
		if x < -32 || y < -32 || x > float32(r.vw)+32 || y > float32(r.vh)+48 {
			continue
		}
		s := draw.Sprite{Rect: r.atlas.Bodies.Sheep[0], X: x, Y: y, Tint: draw.Plain}
		if o.Going {
			s.Rect = r.atlas.Bodies.Sheep[int((r.seconds+float64(k%8)/6)*6)&1]
		}
		if o.West {
			s.ScaleX, s.ScaleY = -1, 1
		}
		r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, y-1, draw.Plain)
		r.list.Add(draw.AmongThings, y, s)
	}
}

// henFrames is the number of the frames of hens in atlas.Critters.
const henFrames = 4

// wireMask returns the sides on which the wire at a tile continues, a bit for each heading.
func wireMask(r *stage, x, y int32) (mask uint32) {
	for h := range tile.HeadingCount {
		dx, dy := h.Step()
		if _, b, _ := r.ground.tile(x+dx, y+dy); wired(b) {
			mask |= 1 << h
		}
	}
	return mask
}
