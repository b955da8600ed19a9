package render

import (
	"manyhold/game/act"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/dusk"
	"manyhold/render/flair"
	"manyhold/render/palette"
)

const (
	digChips  = 8
	placeDust = 6
	// squashSeconds is how long a thing just placed is still wide and low.
	squashSeconds = 0.09
	squashMost    = 0.15
	// maxSquashed bounds the remembered placed things.
	maxSquashed = 16
)

// squashed is a tile where something was placed at a time of the renderer's clock.
type squashed struct {
	at    grid.Tile
	since float64
}

// squashes are the tiles where something was placed lately.
type squashes struct {
	list [maxSquashed]squashed
	next int
}

// Observe takes the events since the last call and adds their dust.
func (r *Renderer) Observe(events []event.Event) {
	for i := range events {
		r.observe(&events[i])
	}
}

func (r *Renderer) observe(e *event.Event) {
	x, y := toFloat(e.Pos.X)*TilePixels, toFloat(e.Pos.Y)*TilePixels
	switch r.particles.darken(e, x, y); e.Kind {
	case event.DigHit, event.Dug:
		n := digChips / 2
		if e.Kind == event.Dug {
			n = digChips
		}
		r.particles.chips(e.Tile, eventColour(e), n)
		r.particles.puff(tileX(e.Tile), tileY(e.Tile), 2, palette.Earth4)
	case event.Placed:
		r.things.squashes.list[r.things.squashes.next%maxSquashed] = squashed{e.Tile, r.seconds}
		r.things.squashes.next++
		for range placeDust {
			r.particles.puff(tileX(e.Tile)+r.particles.around(8), tileY(e.Tile)+6, 1, eventColour(e).Step(1))
		}
	case event.Splashed:
		r.particles.splash(x, y, 10)
	case event.Landed, event.Bounced:
		strength := float64(e.A) / 16 / 8
		if e.Kind == event.Bounced && strength > 0.3 {
			r.particles.add(particle{kind: spark, x: x, y: y, z: 6, span: 0.18})
		}
		r.particles.puff(x, y, 2+int(clamp(strength*4, 0, 6)), palette.Earth4)
		if strength > 0.8 {
			r.camera.Shake(clamp(strength-0.5, 0, 1))
		}
	case event.Kicked, event.Thrown, event.Dropped, event.Left, event.Rode:
		r.particles.puff(x, y, 3, palette.Earth4)
	case event.Entered, event.LightWon, event.Feasted, event.Tended, event.GoalReached:
		r.particles.sparkle(x, y, 10, palette.Fire4)
	case event.Collected, event.ChestTaken:
		r.flights.add(&r.stage, e)
	case event.Refused:
		r.requests.refuse(&r.stage, e)
	case event.ChestPut, event.Told, event.ThingUsed, event.Watched, event.Locked:
		r.particles.sparkle(tileX(e.Tile), tileY(e.Tile), 3, palette.Fire3)
	case event.Grew:
		r.particles.chips(e.Tile, palette.Green3, 6)
	case event.Closed:
		r.particles.puff(tileX(e.Tile), tileY(e.Tile)+6, 3, palette.Earth4)
	case event.Poured:
		r.particles.splash(tileX(e.Tile), tileY(e.Tile), 8)
	case event.Felled:
		r.particles.chips(e.Tile, palette.Green3, 14)
		r.camera.Shake(0.3)
	case event.Hurt, event.KnockedOut:
		r.particles.puff(x, y, 4, palette.Fire1)
	case event.Pelted:
		r.particles.pelted(e, x, y)
	case event.Affected:
		if e := act.Effect(e.A); e == act.Frozen || e == act.Held {
			r.particles.sparkle(x, y, 6, palette.Water4)
		}
	case event.Ate, event.Woke, event.VisitRequested, event.Visited:
		r.particles.sparkle(x, y, 5, palette.Green4)
	case event.Switched, event.Turned, event.ThingPut, event.ThingGone, event.ThingMoved:
		r.particles.puff(tileX(e.Tile), tileY(e.Tile)+6, 2, palette.Stone2)
	case event.Creaked: // rust
		r.particles.puff(x, y-4, 2, palette.Fire0)
	case event.LanternRose: // it rises as fast as the name on it
		r.particles.rise(x, y)
	case event.Unlit, event.Flickered:
		r.particles.smoke(tileX(e.Tile), tileY(e.Tile)+6)
	case event.PickedUp, event.Crafted:
		r.particles.sparkle(x, y, 4, palette.Fire4)
	case event.Opened:
		if tile.Block(e.A) == tile.Portal {
			r.particles.burst(tileX(e.Tile), tileY(e.Tile)+6, portalColour(uint8(e.B)))
			break
		}
		r.particles.puff(tileX(e.Tile), tileY(e.Tile)+6, 3, palette.Earth4)
	case event.Travelled:
		r.particles.burst(x, y, portalColour(uint8(e.A)))
	case event.Lit:
		for range 6 {
			r.particles.add(particle{kind: ember, colour: palette.Fire3, size: 1, x: tileX(e.Tile) + r.particles.around(4), y: tileY(e.Tile) + 6, z: 10, vz: 20 + r.particles.random()*20, span: 0.7})
		}
	}
}

// darken shows the sign of an event of the dark.
func (p *particles) darken(e *event.Event, x, y float64) {
	s := dusk.SignOf(e.Kind)
	if s.Count == 0 {
		s = flair.SignOf(e)
	}
	switch {
	case e.Kind == event.Launched:
		p.launch(item.Kind(e.A), x, y)
	case s.Puff:
		p.puff(x, y-s.Rise, s.Count, s.Colour)
	case s.Count > 0:
		p.sparkle(x, y-s.Rise, s.Count, s.Colour)
	}
}

// launch lets a firework rise.
func (p *particles) launch(k item.Kind, x, y float64) {
	flair.Firework(k, func(s flair.Star) {
		kind := [...]particleKind{flair.Burst: mote, flair.Rocket: ember, flair.Smoke: dust}[s.Kind]
		p.add(particle{kind: kind, colour: s.Colour, size: s.Size, x: x, y: y, z: s.Z, vx: s.VX, vy: s.VY, vz: s.VZ, span: s.Span, age: -s.Wait})
	})
}

// pelted bursts a snowball, or raises dust where another thing hit a player.
func (p *particles) pelted(e *event.Event, x, y float64) {
	if item.Kind(e.A) != item.Snowball {
		p.puff(x, y, 3, palette.Earth4)
		return
	}
	for range 8 {
		p.puff(x+p.around(4), y-4+p.around(4), 1, palette.Stone3)
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

func (p *particles) chips(t grid.Tile, c palette.Index, n int) {
	for k := range n {
		p.add(particle{
			kind: chip, colour: c.Step(k%3 - 1), size: float32(1 + k%3),
			x: tileX(t) + p.around(6), y: tileY(t) + p.around(4), z: 4 + p.random()*6,
			vx: p.around(55), vy: p.around(30), vz: 40 + p.random()*60, span: 0.5 + p.random()*0.3,
		})
	}
}

// sparkle lets sparks rise around (x, y).
func (p *particles) sparkle(x, y float64, n int, c palette.Index) {
	for range n {
		p.add(particle{kind: ember, colour: c, size: 1, x: x + p.around(6), y: y, z: 4 + p.random()*8, vz: 26, span: 0.3 + p.random()*0.2})
	}
}

// smoke lets a little smoke rise from a flame that went out.
func (p *particles) smoke(x, y float64) {
	for range 5 {
		p.add(particle{kind: dust, colour: palette.Stone1, size: 2, x: x + p.around(2), y: y, z: 10, vx: p.around(5), vz: 12 + p.random()*10, span: 0.6 + p.random()*0.4})
	}
}

func (p *particles) puff(x, y float64, n int, c palette.Index) {
	for range n {
		p.add(particle{kind: dust, colour: c, size: 2, x: x + p.around(3), y: y + p.around(2), z: 1, vx: p.around(26), vy: p.around(12), vz: 4 + p.random()*8, span: 0.3 + p.random()*0.2})
	}
}

func (p *particles) splash(x, y float64, n int) {
	p.add(particle{kind: ringOut, x: x, y: y, span: 0.7})
	for range n {
		p.add(particle{kind: chip, colour: palette.Water4, size: 1, x: x, y: y, z: 1, vx: p.around(40), vy: p.around(18), vz: 50 + p.random()*50, span: 0.5})
	}
}

// squash returns the width of a thing just placed at a tile: 1.15 down to 1 within 90 ms.
func (th *things) squash(r *stage, x, y int32) float32 {
	for i := range th.squashes.list {
		s := &th.squashes.list[i]
		if s.at.X == x && s.at.Y == y && s.since > 0 {
			if k := 1 - (r.seconds-s.since)/squashSeconds; k > 0 && k <= 1 {
				return 1 + squashMost*float32(k)
			}
		}
	}
	return 1
}

// step adds the particles of a step on a ground.
func (p *particles) step(at fixed.Vec, g tile.Ground) {
	x, y := toFloat(at.X)*TilePixels, toFloat(at.Y)*TilePixels
	switch g {
	case tile.Water, tile.DeepWater:
		p.add(particle{kind: ringOut, x: x, y: y, span: 0.6})
		p.splash(x, y, 2)
	case tile.Sand, tile.Snow, tile.Dirt, tile.Path:
		p.puff(x, y, 2, groundColour(g).Step(-1))
	case tile.Grass, tile.Moss:
		p.add(particle{kind: chip, colour: groundColour(g).Step(1), size: 1, x: x + p.around(3), y: y + 4, z: 1, vx: p.around(20), vy: p.around(8), vz: 34 + p.random()*16, span: 0.4})
	case tile.Ice:
		p.add(particle{kind: spark, x: x, y: y + 4, span: 0.1})
	default:
		p.puff(x, y+4, 1, groundColour(g).Step(1))
	}
}
