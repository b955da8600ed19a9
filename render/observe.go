package render

import (
	"manyhold/game/act"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/palette"
)

const (
	digChips  = 8
	placeDust = 6
	// squashSeconds is how long what was just placed is still wide and low.
	squashSeconds = 0.09
	squashMost    = 0.15
	// maxSquashed bounds how many placed things are remembered for it.
	maxSquashed = 16
)

// squashed is a tile where something was placed at a time of the renderer's clock.
type squashed struct {
	at    grid.Tile
	since float64
}

// Observe takes what happened since the last call and throws up the dust of it.
func (r *Renderer) Observe(events []event.Event) {
	for i := range events {
		r.observe(&events[i])
	}
}

func (r *Renderer) observe(e *event.Event) {
	x, y := toFloat(e.Pos.X)*TilePixels, toFloat(e.Pos.Y)*TilePixels
	switch e.Kind {
	case event.DigHit, event.Dug:
		n := digChips / 2
		if e.Kind == event.Dug {
			n = digChips
		}
		r.chips(e.Tile, eventColour(e), n)
		r.puff(tileX(e.Tile), tileY(e.Tile), 2, palette.Earth4)
	case event.Placed:
		r.squashes[r.nextSquash%maxSquashed] = squashed{e.Tile, r.seconds}
		r.nextSquash++
		for range placeDust {
			r.puff(tileX(e.Tile)+r.particles.around(8), tileY(e.Tile)+6, 1, eventColour(e).Step(1))
		}
	case event.Splashed:
		r.splash(x, y, 10)
	case event.Landed, event.Bounced:
		strength := float64(e.A) / 16 / 8
		if e.Kind == event.Bounced && strength > 0.3 {
			r.particles.add(particle{kind: spark, x: x, y: y, z: 6, span: 0.18})
		}
		r.puff(x, y, 2+int(clamp(strength*4, 0, 6)), palette.Earth4)
		if strength > 0.8 {
			r.camera.Shake(clamp(strength-0.5, 0, 1))
		}
	case event.Kicked, event.Thrown, event.Dropped, event.Left, event.Rode:
		r.puff(x, y, 3, palette.Earth4)
	case event.Entered:
		r.sparkle(x, y, 10, palette.Fire4)
	case event.Collected, event.ChestTaken:
		r.collect(e)
	case event.Refused:
		r.refuse(e)
	case event.ChestPut, event.Told:
		r.sparkle(tileX(e.Tile), tileY(e.Tile), 3, palette.Fire3)
	case event.Grew:
		r.chips(e.Tile, palette.Green3, 6)
	case event.Closed:
		r.puff(tileX(e.Tile), tileY(e.Tile)+6, 3, palette.Earth4)
	case event.Poured:
		r.splash(tileX(e.Tile), tileY(e.Tile), 8)
	case event.Felled:
		r.chips(e.Tile, palette.Green3, 14)
		r.camera.Shake(0.3)
	case event.Hurt, event.KnockedOut:
		r.puff(x, y, 4, palette.Fire1)
	case event.Pelted:
		r.pelted(e, x, y)
	case event.Affected:
		if act.Effect(e.A) == act.Frozen {
			r.sparkle(x, y, 6, palette.Water4)
		}
	case event.Ate, event.Woke, event.Knocked, event.Visited:
		r.sparkle(x, y, 5, palette.Green4)
	case event.Switched, event.Turned:
		r.puff(tileX(e.Tile), tileY(e.Tile)+6, 2, palette.Stone2)
	case event.Creaked: // rust
		r.puff(x, y-4, 2, palette.Fire0)
	case event.Locked:
		r.sparkle(tileX(e.Tile), tileY(e.Tile), 3, palette.Fire3)
	case event.Unlit:
		r.smoke(tileX(e.Tile), tileY(e.Tile)+6)
	case event.PickedUp, event.Crafted:
		r.sparkle(x, y, 4, palette.Fire4)
	case event.Opened:
		if tile.Block(e.A) == tile.Portal {
			r.portalBurst(tileX(e.Tile), tileY(e.Tile)+6, portalColour(uint8(e.B)))
			break
		}
		r.puff(tileX(e.Tile), tileY(e.Tile)+6, 3, palette.Earth4)
	case event.Travelled:
		r.portalBurst(x, y, portalColour(uint8(e.A)))
	case event.Lit:
		for range 6 {
			r.particles.add(particle{kind: ember, colour: palette.Fire3, size: 1, x: tileX(e.Tile) + r.particles.around(4), y: tileY(e.Tile) + 6, z: 10, vz: 20 + r.particles.random()*20, span: 0.7})
		}
	}
}

// pelted lets a snowball burst, or dust rise where something else hit somebody.
func (r *Renderer) pelted(e *event.Event, x, y float64) {
	if item.Kind(e.A) != item.Snowball {
		r.puff(x, y, 3, palette.Earth4)
		return
	}
	for range 8 {
		r.puff(x+r.particles.around(4), y-4+r.particles.around(4), 1, palette.Stone3)
	}
}

func tileX(t grid.Tile) float64 { return float64(t.X)*TilePixels + TilePixels/2 }
func tileY(t grid.Tile) float64 { return float64(t.Y)*TilePixels + TilePixels/2 }

// eventColour is the colour of the block or ground that an event names in A and B.
func eventColour(e *event.Event) palette.Index {
	if e.B == 1 {
		return groundColour(tile.Ground(e.A))
	}
	return chipColour(tile.Block(e.A))
}

func (r *Renderer) chips(t grid.Tile, c palette.Index, n int) {
	p := &r.particles
	for k := range n {
		p.add(particle{
			kind: chip, colour: c.Step(k%3 - 1), size: float32(1 + k%3),
			x: tileX(t) + p.around(6), y: tileY(t) + p.around(4), z: 4 + p.random()*6,
			vx: p.around(55), vy: p.around(30), vz: 40 + p.random()*60, span: 0.5 + p.random()*0.3,
		})
	}
}

// sparkle lets sparks rise around (x, y).
func (r *Renderer) sparkle(x, y float64, n int, c palette.Index) {
	p := &r.particles
	for range n {
		p.add(particle{kind: ember, colour: c, size: 1, x: x + p.around(6), y: y, z: 4 + p.random()*8, vz: 26, span: 0.3 + p.random()*0.2})
	}
}

// smoke lets a little smoke rise from a flame that went out.
func (r *Renderer) smoke(x, y float64) {
	p := &r.particles
	for range 5 {
		p.add(particle{kind: dust, colour: palette.Stone1, size: 2, x: x + p.around(2), y: y, z: 10, vx: p.around(5), vz: 12 + p.random()*10, span: 0.6 + p.random()*0.4})
	}
}

func (r *Renderer) puff(x, y float64, n int, c palette.Index) {
	p := &r.particles
	for range n {
		p.add(particle{kind: dust, colour: c, size: 2, x: x + p.around(3), y: y + p.around(2), z: 1, vx: p.around(26), vy: p.around(12), vz: 4 + p.random()*8, span: 0.3 + p.random()*0.2})
	}
}

func (r *Renderer) splash(x, y float64, n int) {
	p := &r.particles
	p.add(particle{kind: ringOut, x: x, y: y, span: 0.7})
	for range n {
		p.add(particle{kind: chip, colour: palette.Water4, size: 1, x: x, y: y, z: 1, vx: p.around(40), vy: p.around(18), vz: 50 + p.random()*50, span: 0.5})
	}
}

// squash returns the width of what was just placed at a tile: 1.15 down to 1 within 90 ms.
func (r *Renderer) squash(x, y int32) float32 {
	for i := range r.squashes {
		s := &r.squashes[i]
		if s.at.X == x && s.at.Y == y && s.since > 0 {
			if k := 1 - (r.seconds-s.since)/squashSeconds; k > 0 && k <= 1 {
				return 1 + squashMost*float32(k)
			}
		}
	}
	return 1
}

// step throws up what feet throw up from a ground.
func (r *Renderer) step(at fixed.Vec, g tile.Ground) {
	x, y := toFloat(at.X)*TilePixels, toFloat(at.Y)*TilePixels
	switch g {
	case tile.Water, tile.DeepWater:
		r.particles.add(particle{kind: ringOut, x: x, y: y, span: 0.6})
		r.splash(x, y, 2)
	case tile.Sand, tile.Snow, tile.Dirt, tile.Path:
		r.puff(x, y, 2, groundColour(g).Step(-1))
	case tile.Grass, tile.Moss:
		p := &r.particles
		p.add(particle{kind: chip, colour: groundColour(g).Step(1), size: 1, x: x + p.around(3), y: y + 4, z: 1, vx: p.around(20), vy: p.around(8), vz: 34 + p.random()*16, span: 0.4})
	case tile.Ice:
		r.particles.add(particle{kind: spark, x: x, y: y + 4, span: 0.1})
	default:
		r.puff(x, y+4, 1, groundColour(g).Step(1))
	}
}
