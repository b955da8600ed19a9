package render

import (
	"math"

	"manyhold/render/palette"
)

const (
	// portalFrames is how many frames of a portal's inside there are in a second.
	portalFrames = 8
	// portalMotes is how many sparks fly when a portal opens or a player goes through it.
	portalMotes = 28
)

// portalColours are those of the motes of a portal by the scene that it leads to: day for where a world
// begins. The hint at the portal says in words where it leads.
var portalColours = [...]palette.Index{palette.Water4, palette.Script, palette.Fire3, palette.Green4}

func portalColour(scene uint8) palette.Index { return portalColours[int(scene)%len(portalColours)] }

// portalFrame returns which of n frames of a portal's inside is shown now.
func portalFrame(r *stage, n int) uint32 {
	if r.options.ReducedMotion {
		return 0
	}
	return uint32(r.seconds*portalFrames) % uint32(n)
}

// portalBreath is the factor by which the light of the portal at (x, y) swells and ebbs.
func portalBreath(r *stage, x, y int32) float32 {
	return 1 + 0.18*float32(math.Sin(r.seconds*2.1+float64(x*7+y*3)))
}

// burst lets sparks fly out of a place of the world, in pixels, and a ring run out round its foot.
func (p *particles) burst(x, y float64, c palette.Index) {
	p.add(particle{kind: ringOut, x: x, y: y, span: 0.6})
	for n := range portalMotes {
		sin, cos := math.Sincos(2 * math.Pi * float64(n) / portalMotes)
		speed := 18 + p.random()*26
		p.add(particle{kind: mote, colour: c, size: 1, x: x, y: y, z: 8 + p.random()*10, vx: cos * speed, vy: sin * speed * 0.6, vz: 8 + p.random()*16, span: 0.5 + p.random()*0.5})
	}
}
