package trial

import (
	"image"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/palette"
)

// Scene is a scene of physics to be drawn: tiles that are solid, and bodies that rotate.
type Scene struct {
	X, Y    float64 // tile in the middle of the window
	High    float64 // tiles from the top of the window to its foot
	Flipped bool    // Y grows upwards
	SideOn  bool    // seen from the side: the ground is a sky
	Margin  int     // tiles at the edge that are not shown where it is seen from above
	Foot    float64 // part of the window's height that something else covers at its foot
	Solid   []bool  // by row
	Wide    int     // tiles of a row
	Bodies  []Body
}

// Body is a body of a Scene.
type Body struct {
	X, Y         float64 // of its middle, in tiles
	HalfX, HalfY float64 // of a disc HalfX is the radius
	Angle        float64 // in radians, from x to y
	Disc         bool
	Fixed        bool
	Asleep       bool
	Number       uint32 // chooses its colour
}

// pictureSide is the width of each picture. The sheet holds the pictures side by side, in grey; drawing tints
// them.
const pictureSide = 64

// The pictures of the sheet.
const (
	trialPlain  = iota // one colour
	trialDisc          // lit from the north-west
	trialMark          // marks a disc's rotation
	trialBox           // a crate
	trialShadow        // soft
	trialFloor         // a tile of ground
	trialSolid         // a tile of rock
	trialPictures
)

// Painter draws scenes. Its zero value is ready; its images are made when the first is drawn.
type Painter struct {
	sheet    *ebiten.Image
	vertices []ebiten.Vertex
	indices  []uint32
	options  ebiten.DrawTrianglesOptions
	k        float64 // window pixels of a tile
	ox, oy   float64 // where tile 0, 0 begins in the window
	flip     float64
}

// trialColours are the colours of bodies.
var trialColours = [...]palette.Index{
	palette.Fire3, palette.Water3, palette.Green3, palette.Earth4, palette.Fire2, palette.Water2, palette.Sand, palette.Green2,
}

// Draw draws a scene of physics over all of dst with one draw call, and returns its quads.
func (d *Painter) Draw(dst *ebiten.Image, t *Scene) (quads int) {
	if d.sheet == nil {
		d.sheet = ebiten.NewImageFromImage(paintTrials())
	}
	w, h := float64(dst.Bounds().Dx()), float64(dst.Bounds().Dy())
	h *= 1 - t.Foot
	d.k, d.flip = h/t.High, 1
	if t.Flipped {
		d.flip = -1
	}
	d.ox, d.oy = w/2-t.X*d.k, h/2-d.flip*t.Y*d.k
	d.vertices, d.indices = d.vertices[:0], d.indices[:0]
	dst.Fill(palette.Ink0.RGBA())
	d.ground(t, w, h/(1-t.Foot))
	for i := range t.Bodies {
		if b := &t.Bodies[i]; !b.Fixed {
			grow := 1.2
			d.quad(trialShadow, b.X+0.06, b.Y+0.1*d.flip, b.HalfX*grow, b.HalfY*grow, b.Angle, color.RGBA{A: 110}, false)
		}
	}
	for i := range t.Bodies {
		d.body(&t.Bodies[i])
	}
	d.options.Filter = ebiten.FilterLinear
	d.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	dst.DrawTriangles32(d.vertices, d.indices, d.sheet, &d.options)
	return len(d.vertices) / 4
}

// ground draws the tiles that are in view.
func (d *Painter) ground(t *Scene, w, h float64) {
	rows := len(t.Solid) / max(1, t.Wide)
	margin := t.Margin
	if t.SideOn {
		margin = 0
	}
	for y := margin; y < rows-margin; y++ {
		top := d.oy + d.flip*(float64(y)+0.5)*d.k
		if top < -d.k || top > h+d.k {
			continue
		}
		for x := margin; x < t.Wide-margin; x++ {
			left := d.ox + float64(x)*d.k
			if left < -d.k || left > w {
				continue
			}
			middleX, middleY := float64(x)+0.5, float64(y)+0.5
			switch {
			case t.Solid[y*t.Wide+x] && t.SideOn:
				d.quad(trialFloor, middleX, middleY, 0.502, 0.502, 0, palette.Stone0.RGBA(), false)
			case t.Solid[y*t.Wide+x]:
				d.quad(trialSolid, middleX, middleY, 0.502, 0.502, 0, palette.Stone1.RGBA(), false)
			case t.SideOn:
				part := float64(y) / float64(max(1, rows))
				d.quad(trialPlain, middleX, middleY, 0.502, 0.502, 0, blend(palette.Ink2.RGBA(), palette.Ink1.RGBA(), part), false)
			default:
				c := palette.Ink2.RGBA()
				if (x+y)%2 == 0 {
					c = blend(c, palette.Ink3.RGBA(), 0.22)
				}
				d.quad(trialFloor, middleX, middleY, 0.502, 0.502, 0, c, false)
			}
		}
	}
}

// blend mixes two colours.
func blend(a, b color.RGBA, part float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-part) + float64(b)*part + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// asleepDim is how much of its colour a sleeping body keeps.
const asleepDim = 0.42

// body draws a body: those asleep are dim and bluish.
func (d *Painter) body(b *Body) {
	c := trialColours[b.Number*2654435761>>16%uint32(len(trialColours))].RGBA()
	switch {
	case b.Fixed:
		d.quad(trialPlain, b.X, b.Y, b.HalfX, b.HalfY, b.Angle, palette.Stone0.RGBA(), false)
		return
	case b.Asleep:
		c = blend(palette.Ink3.RGBA(), c, asleepDim)
	}
	if !b.Disc {
		d.quad(trialBox, b.X, b.Y, b.HalfX, b.HalfY, b.Angle, c, true)
		return
	}
	d.quad(trialDisc, b.X, b.Y, b.HalfX, b.HalfX, 0, c, false)
	d.quad(trialMark, b.X, b.Y, b.HalfX, b.HalfX, b.Angle, palette.Ink0.RGBA(), false)
}

// quad adds a rotated picture with its middle at (x, y). lit lets corners to the north-west be lighter.
func (d *Painter) quad(picture int, x, y, halfX, halfY, angle float64, c color.RGBA, lit bool) {
	sin, cos := 0.0, 1.0
	if angle != 0 {
		sin, cos = math.Sincos(angle)
	}
	n := uint32(len(d.vertices))
	for i := range 4 {
		sx, sy := float64(i%2*2-1), float64(i/2*2-1)
		dx, dy := sx*halfX*cos-sy*halfY*sin, sx*halfX*sin+sy*halfY*cos
		if d.flip < 0 && angle == 0 {
			dy = -dy // unrotated pictures stand upright
		}
		light := float32(1)
		if lit {
			light = 1 - 0.16*float32((dx+d.flip*dy)/(math.Abs(halfX)+math.Abs(halfY)))
		}
		a := float32(c.A) / 255
		inset := 0.5
		d.vertices = append(d.vertices, ebiten.Vertex{
			DstX: float32(d.ox + (x+dx)*d.k), DstY: float32(d.oy + d.flip*(y+dy)*d.k),
			SrcX: float32(float64(picture*pictureSide) + inset + float64(i%2)*(pictureSide-2*inset)), SrcY: float32(inset + float64(i/2)*(pictureSide-2*inset)),
			ColorR: min(1, float32(c.R)/255*light*a), ColorG: min(1, float32(c.G)/255*light*a), ColorB: min(1, float32(c.B)/255*light*a), ColorA: a,
		})
	}
	d.indices = append(d.indices, n, n+1, n+2, n+1, n+2, n+3)
}

// paintTrials draws the sheet.
func paintTrials() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, trialPictures*pictureSide, pictureSide))
	for y := range pictureSide {
		for x := range pictureSide {
			u, v := (float64(x)+0.5)/pictureSide*2-1, (float64(y)+0.5)/pictureSide*2-1
			for picture, paint := range trialPaints {
				grey, alpha := paint(u, v)
				p := uint8(min(max(grey*alpha, 0), 1)*255 + 0.5)
				img.SetRGBA(picture*pictureSide+x, y, color.RGBA{p, p, p, uint8(min(max(alpha, 0), 1)*255 + 0.5)})
			}
		}
	}
	return img
}

// soft is 1 where d is below 0, 0 beyond a pixel of the sheet and a half, and between them in between.
func soft(d float64) float64 { return min(max(0.5-d*pictureSide/3, 0), 1) }

// trialPaints are the pictures: grey and opacity of a place from -1 to 1.
var trialPaints = [trialPictures]func(u, v float64) (grey, alpha float64){
	trialPlain: func(u, v float64) (float64, float64) { return 1, 1 },
	trialDisc: func(u, v float64) (float64, float64) {
		d := math.Hypot(u, v)
		grey := 0.9 - 0.22*math.Floor((u+v)*1.6+0.5) // bands of light, as the ramps have
		if d > 0.84 {
			grey = 0.28 // its outline
		} else if d > 0.66 && u+v < -0.7 {
			grey = 1.2 // the rim that catches the light
		}
		return min(max(grey, 0.28), 1), soft(d - 0.97)
	},
	trialMark: func(u, v float64) (float64, float64) {
		line := soft(math.Abs(v)-0.1) * soft(-u) * soft(u-0.74)
		return 1, 0.75 * line
	},
	trialBox: func(u, v float64) (float64, float64) {
		edge := max(math.Abs(u), math.Abs(v))
		switch {
		case edge > 0.88:
			return 0.28, 1
		case edge > 0.66:
			return 0.95, 1
		case math.Abs(u-v) < 0.16:
			return 0.95, 1
		case math.Mod(v+1, 0.44) < 0.07:
			return 0.52, 1
		}
		return 0.74, 1
	},
	trialShadow: func(u, v float64) (float64, float64) { return 0, min(1, 2.2*max(0, 1-math.Hypot(u, v))) },
	trialFloor: func(u, v float64) (float64, float64) {
		if max(math.Abs(u), math.Abs(v)) > 0.95 {
			return 0.86, 1
		}
		return 1, 1
	},
	trialSolid: func(u, v float64) (float64, float64) {
		switch {
		case v > 0.9:
			return 0.3, 1
		case v > 0.35:
			return 0.55, 1
		case v < -0.86 || u < -0.86:
			return 1.3, 1
		case math.Sin(7*u+3*v)*math.Sin(5*v-4*u) > 0.72:
			return 0.84, 1
		}
		return 1, 1
	},
}
