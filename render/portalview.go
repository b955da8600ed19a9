package render

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// Vista is the land behind a portal, as it is now.
type Vista struct {
	Scene  uint8 // that the portal leads to
	World  World
	Centre fixed.Vec // the middle of the view
	Bodies []Body
}

const (
	// vistaShrink is the scale of the land behind a portal.
	vistaShrink = 2
	// vistaNear is from how near a portal opens, in tiles to each side.
	vistaNear = 5
	// vistaFrames is every how many frames the land behind is drawn anew.
	vistaFrames = 4
	// vistaOpening is the part of the way that the opening goes in a tick.
	vistaOpening = 0.09
	// MaxVistaCalls is the most draw calls that looking through a portal takes, beyond MaxDrawCalls.
	MaxVistaCalls = 10
)

// through is the opening of the portal next to the player.
type through struct {
	tile  grid.Tile
	scene uint8
	live  bool // there is a vista of where it leads
	open  float64
	drawn bool // the atlas has a picture of it
	frame uint64

	far, cut, mask *ebiten.Image
	rims           [len(portalColours)]*ebiten.Image
	sky            Scene // its bodies are drawn
}

// openVista opens the portal next to the player while the land behind it is known, and closes it otherwise.
func (th *things) openVista(r *stage, s *Scene) {
	v := &th.opening
	target := 0.0
	if t, scene, ok := th.portalNear(r, s); ok && s.Vista != nil && s.Vista.Scene == scene {
		if t != v.tile || scene != v.scene {
			v.tile, v.scene, v.open, v.drawn = t, scene, 0, false
		}
		v.live, target = true, 1
	} else {
		v.live = false
	}
	if r.options.ReducedMotion {
		v.open = target
		return
	}
	if v.open += (target - v.open) * vistaOpening; math.Abs(target-v.open) < 0.02 {
		v.open = target
	}
}

// portalNear returns the portal nearest to the player, and where it leads.
func (th *things) portalNear(r *stage, s *Scene) (at grid.Tile, scene uint8, found bool) {
	if s.Me == nil {
		return at, 0, false
	}
	for i := range s.Bodies {
		if s.Bodies[i].ID != s.Me.Body {
			continue
		}
		from, best := grid.TileAt(s.Bodies[i].Pos), int32(math.MaxInt32)
		for dy := int32(-vistaNear); dy <= vistaNear; dy++ {
			for dx := int32(-vistaNear); dx <= vistaNear; dx++ {
				_, b, state := r.ground.tile(from.X+dx, from.Y+dy)
				if far := dx*dx + dy*dy; b == tile.Portal && far < best {
					at, scene, best, found = from.Add(dx, dy), state, far, true
				}
			}
		}
	}
	return at, scene, found
}

// drawVista draws the land behind the portal into the atlas, a few times a second. It returns the draw calls
// spent.
func (r *Renderer) drawVista(s *Scene) (calls int) {
	v := &r.things.opening
	v.frame++
	if !v.live || v.drawn && v.frame%vistaFrames != 0 {
		return 0
	}
	v.prepare(r.atlas)
	b := v.far.Bounds()
	ox, oy, vw, vh, emitting, me := r.ox, r.oy, r.vw, r.vh, r.emitting, r.mine
	r.ox = int64(math.Floor(toFloat(s.Vista.Centre.X)*TilePixels)) - int64(b.Dx()/2)
	r.oy = int64(math.Floor(toFloat(s.Vista.Centre.Y)*TilePixels)) - int64(b.Dy()/2)
	r.vw, r.vh, r.emitting, r.mine = b.Dx(), b.Dy(), false, false
	v.sky = Scene{World: s.Vista.World, Tick: s.Tick, Bodies: s.Vista.Bodies, Elsewhere: s.Elsewhere}
	r.ground.on(s.Vista.World, nil)
	tiles := viewTiles(r.ox, r.oy, r.vw, r.vh)
	spent, _, water := r.chunks.show(r.image, &r.ground, tiles, r.ox, r.oy)
	v.far.Fill(palette.Ink0.RGBA()) // land that is not known is dark
	if water {
		r.drawWater(v.far)
		spent++
	}
	spent += r.chunks.draw.Draw(v.far, r.chunks.image, ebiten.BlendSourceOver)
	r.list.Reset()
	r.sprites.Reset()
	r.things.draw(&r.stage, rectangle{tiles.x0 - 1, tiles.y0, tiles.x1 + 1, tiles.y1 + 2})
	drawBodies(&r.stage, &v.sky)
	r.list.Into(&r.sprites)
	spent += r.sprites.Draw(v.far, r.image, ebiten.BlendSourceOver)
	r.ox, r.oy, r.vw, r.vh, r.emitting, r.mine = ox, oy, vw, vh, emitting, me
	v.drawn = true
	return spent + v.cutOut(r.image, r.atlas.Vista)
}

// prepare makes the images of the opening, once.
func (v *through) prepare(a *atlas.Atlas) {
	if v.far != nil {
		return
	}
	w, h := int(a.Vista.W), int(a.Vista.H)
	unmanaged := &ebiten.NewImageOptions{Unmanaged: true}
	v.far = ebiten.NewImageWithOptions(image.Rect(0, 0, w*vistaShrink, h*vistaShrink), unmanaged)
	v.cut = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
	v.mask = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
	mask := image.NewRGBA(image.Rect(0, 0, w, h))
	for n := range v.rims {
		v.rims[n] = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
		rim := image.NewRGBA(mask.Rect)
		for y := range h {
			for x := range w {
				// How far the middle of the pixel is out, 1 at the edge of the ellipse.
				ex, ey := (float64(x)+0.5)*2/float64(w)-1, (float64(y)+0.5)*2/float64(h)-1
				d, pixel := math.Sqrt(ex*ex+ey*ey), 2/float64(w)
				k := 4 * (y*w + x)
				if d <= 1 {
					copy(mask.Pix[k:], []byte{255, 255, 255, 255})
				}
				c := palette.Stone1.RGBA()
				switch {
				case d > 1 || d <= 1-3*pixel:
					continue
				case d <= 1-2*pixel:
					c = portalColour(uint8(n)).RGBA()
				case d > 1-pixel:
					c = palette.Ink0.RGBA()
				case ey < 0:
					c = palette.Stone2.RGBA()
				}
				copy(rim.Pix[k:], []byte{c.R, c.G, c.B, 255})
			}
		}
		v.rims[n].WritePixels(rim.Pix)
	}
	v.mask.WritePixels(mask.Pix)
}

// cutOut puts the visible land behind into its place in the atlas: small, within the opening, under its rim.
func (v *through) cutOut(sheet *ebiten.Image, place atlas.Rect) (calls int) {
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(1.0/vistaShrink, 1.0/vistaShrink)
	o.Filter, o.Blend = ebiten.FilterLinear, ebiten.BlendCopy
	v.cut.DrawImage(v.far, &o)
	o = ebiten.DrawImageOptions{Blend: ebiten.BlendDestinationIn}
	v.cut.DrawImage(v.mask, &o)
	o = ebiten.DrawImageOptions{}
	v.cut.DrawImage(v.rims[int(v.scene)%len(v.rims)], &o)
	o = ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
	o.GeoM.Translate(float64(place.X), float64(place.Y))
	sheet.DrawImage(v.cut, &o)
	return 4
}

// vistaAt adds the opening of a portal over its stones, as far as it is open; (fx, fy) is its foot in the
// view.
func (th *things) vistaAt(r *stage, x, y int32, fx, fy float32) {
	v := &th.opening
	if !v.drawn || v.open == 0 || v.tile != (grid.Tile{X: x, Y: y}) {
		return
	}
	k := float32(v.open)
	// The portal's own light falls on it, and is not to wash it out.
	r.list.Add(draw.AmongThings, fy+0.25, draw.Sprite{Rect: r.atlas.Vista, X: fx, Y: fy, ScaleX: k, ScaleY: k, Tint: draw.Tint{R: 0.8, G: 0.8, B: 0.84, A: 1}})
}

// forgetVista closes the opening when another world is shown.
func (th *things) forgetVista(r *stage) {
	th.opening.open, th.opening.drawn, th.opening.live = 0, false, false
}

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
