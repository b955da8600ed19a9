package kit

import (
	"image/color"

	"manyhold/render/ui/model"
)

// neonDyes maps the interface's colours to those of the Neon theme, by red, green and blue. All other colours
// (names, pictures, the network view) are unchanged.
var neonDyes = map[[3]uint8]color.RGBA{
	bare(PanelColour):  InkColour,
	bare(RaisedColour): Rgb(0x1B1830),
	bare(BorderColour): Rgb(0x9A5BE0),
	bare(TextColour):   Rgb(0xBDEFE0),
	bare(DimColour):    Rgb(0x6CC6C4),
	bare(FocusColour):  AgreeColour,
	bare(PaleColour):   Rgb(0xFFF0B8),
	bare(GoodColour):   Rgb(0xC9DB7A),
}

// bare is a colour without its alpha.
func bare(c color.RGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// Dye returns a colour under a theme; its alpha stays.
func Dye(t model.Theme, c color.RGBA) color.RGBA {
	if t != model.Neon {
		return c
	}
	if d, ok := neonDyes[bare(c)]; ok {
		d.A = c.A
		return d
	}
	return c
}

const (
	// neonGlow is the brightness of the light around the focused widget, and neonReach its reach, in units.
	neonGlow, neonReach = 26, 3
	// neonRunner is how long the light is that runs along its upper edge, and neonSpeed how far it runs in a
	// tick.
	neonRunner, neonSpeed = 14, 2
)

// lightUp draws the light of the focused widget under Neon: a glow around it, and a light that runs along its
// upper edge; with reduced motion it stands in the middle.
func (u *Context) lightUp(r Rect) {
	if u.P.Theme != model.Neon {
		return
	}
	for d := 1; d <= neonReach; d++ {
		u.P.Glow(r.Inset(-d), Fade(FocusColour, neonGlow))
	}
}

// runLight draws the light that runs along the upper edge of r.
func (u *Context) runLight(r Rect) {
	if u.P.Theme != model.Neon || r.W <= neonRunner {
		return
	}
	at := (r.W - neonRunner) / 2
	if !u.Model.Window.ReducedMotion {
		at = int(u.Now*neonSpeed) % (r.W - neonRunner)
	}
	u.P.Glow(Rect{r.X + at, r.Y, neonRunner, 1}, White)
	u.P.Glow(Rect{r.X + at + neonRunner/4, r.Y - 1, neonRunner / 2, 3}, Fade(FocusColour, 120))
}
