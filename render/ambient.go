package render

import (
	"manyhold/game/tile"
	"manyhold/render/palette"
)

// Ambient particles and animals, so that nothing on the screen is still. Each function is called once per
// emitting tick for each thing in view, and makes something rarely.

const (
	// emitTicks is how often the air is thought of.
	emitTicks = 6
	// fireflyShare, leafShare and flakeShare are how many tiles or crowns in a thousand make one then.
	fireflyShare = 1.6
	leafShare    = 3.0
	flakeShare   = 14.0
)

func (r *stage) calm() float64 {
	if r.options.ReducedMotion {
		return 0.3
	}
	return 1
}

// crownAir lets a leaf fall from a crown now and then.
func crownAir(r *stage, b tile.Block, h uint32, x, y int32, g tile.Ground) {
	p := &r.particles
	if !r.emitting || b != tile.Oak || p.random()*1000 > leafShare*r.calm() {
		return
	}
	c := palette.Green3
	if h&3 == 0 {
		c = palette.Fire3
	}
	p.add(particle{kind: leaf, colour: c, size: 2, x: float64(x)*TilePixels + 8 + p.around(9), y: float64(y)*TilePixels + 14, z: 22, vx: 6 + p.around(5), vy: p.around(3), vz: -7, span: 4})
}

// lampAir lets moths circle lamps at night, embers rise from fires, and motes be drawn out of a portal.
func lampAir(r *stage, b tile.Block, state uint8, fx, fy float32) {
	p := &r.particles
	wx, wy := float64(fx)+float64(r.ox), float64(fy)+float64(r.oy)
	switch {
	case b == tile.Lamp && r.sky.Night > 0.4 && p.random() < 0.05*r.calm():
		p.add(particle{kind: moth, colour: palette.Stone3, size: 1, x: wx + p.around(8), y: wy + 14, z: 12 + p.around(5), span: 2.5})
	case (b == tile.Hearth || b == tile.Torch) && p.random() < 0.35*r.calm():
		p.add(particle{kind: ember, colour: palette.Fire3, size: 1, x: wx + p.around(4), y: wy + 4, z: 5, vz: 16 + p.random()*14, span: 0.8 + p.random()*0.8})
	case b == tile.Portal && p.random() < 0.6*r.calm():
		p.add(particle{kind: ember, colour: portalColour(state), size: 1, x: wx + p.around(7), y: wy + 12, z: 4 + p.random()*14, vz: 6 + p.random()*12, span: 1 + p.random()*0.9})
	}
}

// fillAir makes fireflies, pollen and snow over the tiles in view.
func fillAir(r *stage, view rectangle) {
	p := &r.particles
	n := int(view.x1-view.x0) * int(view.y1-view.y0)
	for range n * 20 / 1000 { // a fiftieth of the tiles is asked, fifty times as readily
		x := view.x0 + int32(p.random()*float64(view.x1-view.x0))
		y := view.y0 + int32(p.random()*float64(view.y1-view.y0))
		g, b, _ := r.ground.tile(x, y)
		q := particle{x: (float64(x) + p.random()) * TilePixels, y: (float64(y) + p.random()) * TilePixels, size: 1}
		luck := p.random() * 20 / r.calm()
		switch {
		case (g == tile.Grass || g == tile.Moss) && r.sky.Night > 0.25 && r.weather.Rain == 0 && luck < fireflyShare && b != tile.Oak:
			q.kind, q.colour, q.z, q.span = firefly, palette.Green4, 4+p.random()*10, 5+p.random()*4
			p.add(q)
		case g == tile.Grass && r.sky.Night < 0.2 && luck < fireflyShare/2:
			q.kind, q.colour, q.z, q.span = leaf, palette.Fire4, 14, 5
			q.vx, q.vz = 9, -2.2
			p.add(q)
		case (g == tile.Snow || g == tile.Ice) && luck < flakeShare:
			q.kind, q.colour, q.z, q.span = flake, palette.Stone3, 60, 4.5
			q.vx, q.vz, q.size = 5, -15, 1+float32(int(p.random()*2))
			p.add(q)
		}
	}
}
