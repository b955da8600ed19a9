package ui

import "image/color"

// neonDyes is what the colours of the interface become under Neon, by their red, green and blue. What is not here (names,
// pictures, what is seen of the network) stays.
var neonDyes = map[[3]uint8]color.RGBA{
	bare(panelColour):  inkColour,
	bare(raisedColour): rgb(0x1B1830),
	bare(borderColour): rgb(0x9A5BE0),
	bare(textColour):   rgb(0xBDEFE0),
	bare(dimColour):    rgb(0x6CC6C4),
	bare(focusColour):  agreeColour,
	bare(paleColour):   rgb(0xFFF0B8),
	bare(goodColour):   rgb(0xC9DB7A),
}

// bare is a colour without its alpha.
func bare(c color.RGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// dye returns what a colour is under a theme; its alpha stays.
func dye(t Theme, c color.RGBA) color.RGBA {
	if t != Neon {
		return c
	}
	if d, ok := neonDyes[bare(c)]; ok {
		d.A = c.A
		return d
	}
	return c
}

const (
	// neonGlow is how bright the light around what has the focus is, and neonReach how far it reaches, in units.
	neonGlow, neonReach = 26, 3
	// neonRunner is how long the light is that runs along its upper edge, and neonSpeed how far it runs in a tick.
	neonRunner, neonSpeed = 14, 2
)

// lightUp draws the light of what has the focus under Neon: a glow around it, and a light that runs along its upper
// edge, which with reduced motion stands in the middle.
func (u *Context) lightUp(r rect) {
	if u.p.theme != Neon {
		return
	}
	for d := 1; d <= neonReach; d++ {
		u.p.glow(r.inset(-d), fade(focusColour, neonGlow))
	}
}

// runLight draws the light that runs along the upper edge of r.
func (u *Context) runLight(r rect) {
	if u.p.theme != Neon || r.w <= neonRunner {
		return
	}
	at := (r.w - neonRunner) / 2
	if !u.m.ReducedMotion {
		at = int(u.now*neonSpeed) % (r.w - neonRunner)
	}
	u.p.glow(rect{r.x + at, r.y, neonRunner, 1}, white)
	u.p.glow(rect{r.x + at + neonRunner/4, r.y - 1, neonRunner / 2, 3}, fade(focusColour, 120))
}
