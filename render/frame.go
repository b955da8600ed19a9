package render

import (
	"image"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/atlas"
	"manyhold/render/draw"
)

// surfaces are the images of a view, all of one size.
type surfaces struct {
	w, h   int
	view   *ebiten.Image
	lit    *ebiten.Image // full light: the shader's output
	lamp   *ebiten.Image // full light: the lamp light, enlarged
	height *ebiten.Image // full light: red height, green roof, blue crowns
	water  [atlas.WaterFrames]*ebiten.Image
}

func (s *surfaces) resize(w, h int) {
	if s.w == w && s.h == h {
		return
	}
	s.free()
	s.w, s.h = w, h
	unmanaged := &ebiten.NewImageOptions{Unmanaged: true}
	r := image.Rect(0, 0, w, h)
	s.view = ebiten.NewImageWithOptions(r, unmanaged)
	s.lit = ebiten.NewImageWithOptions(r, unmanaged)
	s.lamp = ebiten.NewImageWithOptions(r, unmanaged)
	s.height = ebiten.NewImageWithOptions(r, unmanaged)
}

// fillWater makes the water of the view's size: the pattern repeated, once and not every frame.
func (s *surfaces) fillWater(a *atlas.Atlas) {
	if s.water[0] != nil {
		return
	}
	w, h := s.w+atlas.WaterSide, s.h+atlas.WaterSide
	pattern := ebiten.NewImageWithOptions(image.Rect(0, 0, atlas.WaterSide, atlas.WaterSide), &ebiten.NewImageOptions{Unmanaged: true})
	defer pattern.Deallocate()
	pixels := image.NewRGBA(pattern.Bounds())
	for f, p := range a.Land.Water {
		for i, c := range p.Pix {
			q := c.RGBA()
			copy(pixels.Pix[4*i:], []byte{q.R, q.G, q.B, 255})
		}
		draw.SendNow(pattern, pixels)
		s.water[f] = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
		for y := 0; y < h; y += atlas.WaterSide {
			for x := 0; x < w; x += atlas.WaterSide {
				var o ebiten.DrawImageOptions
				o.GeoM.Translate(float64(x), float64(y))
				o.Blend = ebiten.BlendCopy
				s.water[f].DrawImage(pattern, &o)
			}
		}
	}
}

func (s *surfaces) free() {
	for _, i := range []*ebiten.Image{s.view, s.lit, s.lamp, s.height} {
		if i != nil {
			i.Deallocate()
		}
	}
	for _, i := range s.water {
		if i != nil {
			i.Deallocate()
		}
	}
	*s = surfaces{}
}

// fullMargin is how far the picture reaches beyond the window with full light, in picture pixels, for the
// shadows of things outside it; simple light casts none.
const fullMargin = 12

func (r *stage) margin() int {
	if r.full {
		return fullMargin
	}
	return 0
}

// DrawScene draws s to the whole of dst, which has the size of the window.
func (r *Renderer) DrawScene(dst *ebiten.Image, s *Scene) {
	began := time.Now()
	b := dst.Bounds()
	r.camera.Resize(b.Dx(), b.Dy())
	scale := r.camera.Scale()
	// A pixel more than the window needs, because of the part of a pixel that the picture is shifted by,
	// and the margin on every side.
	margin := r.margin()
	r.vw, r.vh = (b.Dx()+scale-1)/scale+1+2*margin, (b.Dy()+scale-1)/scale+1+2*margin
	r.sendPictures()
	r.surfaces.resize(r.vw, r.vh)
	r.surfaces.fillWater(r.atlas)
	cx, cy := r.camera.Snapped()
	left, top := cx*TilePixels-float64(b.Dx())/2/float64(scale), cy*TilePixels-float64(b.Dy())/2/float64(scale)
	r.ox, r.oy = int64(math.Floor(left))-int64(margin), int64(math.Floor(top))-int64(margin)
	r.stats.DrawCalls = r.drawVista(s)
	r.drawWorld(s)
	done := r.surfaces.view
	if r.full {
		done = r.surfaces.lit
	}
	if !r.options.NoFlashes {
		r.stats.DrawCalls += r.shaders.Draw(done, s.Drawings, r.ox, r.oy)
	}
	r.stats.DrawCalls += r.glow.Draw(done, r.image, additive)
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(float64(scale), float64(scale))
	o.GeoM.Translate(math.Round((float64(r.ox)-left)*float64(scale)), math.Round((float64(r.oy)-top)*float64(scale)))
	o.Blend = ebiten.BlendCopy
	dst.DrawImage(done, &o)
	r.stats.DrawCalls++
	r.emitting = false
	r.stats.Particles = r.particles.n
	r.stats.DrawMicros = float64(time.Since(began).Nanoseconds()) / 1000
}

// drawWorld draws everything but glow and window into the view.
func (r *Renderer) drawWorld(s *Scene) {
	view := r.surfaces.view
	tiles := viewTiles(r.ox, r.oy, r.vw, r.vh)
	r.ground.gates = s.Gates
	r.ground.on(s.World, &s.Estates)
	calls, rebuilt, water := r.chunks.show(r.image, &r.ground, tiles, r.ox, r.oy)
	if water {
		r.drawWater(view)
		calls++
	}
	calls += r.chunks.draw.Draw(view, r.chunks.image, ebiten.BlendSourceOver)
	r.prepare(s, tiles)
	calls += r.sprites.Draw(view, r.image, ebiten.BlendSourceOver)
	if r.lampsDue {
		r.lamps.spread(&r.stage, s, tiles)
		r.lampsDue = false
	}
	if r.full {
		calls += r.drawFull(view)
	} else {
		calls += r.drawSimple(view)
	}
	r.stats.DrawCalls += calls
	r.stats.ChunksDrawn = rebuilt
	r.stats.Quads = r.sprites.Quads() + r.mask.Quads() + r.glow.Quads()
}

// prepare fills the batches of sprites, glow and height mask with the things in view. Once its buffers have
// grown, it allocates nothing.
func (r *Renderer) prepare(s *Scene, tiles rectangle) {
	r.list.Reset()
	r.sprites.Reset()
	r.glow.Reset()
	r.mask.Reset()
	r.follow(s)
	r.cast = r.castNow()
	// Trees stand out over two rows below the view, and things over a column beside it.
	r.gadgets.take(s.Gadgets)
	r.things.draw(&r.stage, rectangle{tiles.x0 - 1, tiles.y0, tiles.x1 + 1, tiles.y1 + 2})
	drawBodies(&r.stage, s)
	drawFlock(&r.stage, r.pasture.All())
	drawRopes(&r.stage, s)
	drawSketches(&r.stage, s.Drawings)
	r.flights.draw(&r.stage, s)
	drawCracks(&r.stage, s)
	drawOutlines(&r.stage, s, tiles)
	drawClaims(&r.stage, s, tiles)
	drawRestored(&r.stage, s, tiles)
	r.requests.draw(&r.stage, s)
	if r.emitting {
		fillAir(&r.stage, tiles)
		r.critters.settle(&r.stage, tiles)
	}
	r.particles.draw(&r.stage)
	r.critters.draw(&r.stage)
	r.clouds.draw(&r.stage)
	r.list.Into(&r.sprites)
}

// drawWater lays the sea under everything; it drifts slowly.
func (r *Renderer) drawWater(view *ebiten.Image) {
	drift := int32(r.seconds * 3)
	f := int(r.seconds*3) % atlas.WaterFrames
	var o ebiten.DrawImageOptions
	o.GeoM.Translate(-float64(mod(r.ox+int64(drift), atlas.WaterSide)), -float64(mod(r.oy, atlas.WaterSide)))
	o.Blend = ebiten.BlendCopy
	// The sea reflects a red sky longer than the land; otherwise it turns grey at dusk.
	warm := float32(clamp((r.sky.R-r.sky.B)*1.6, 0, 1))
	o.ColorScale.Scale(1+0.9*warm, 1+0.35*warm, 1+0.6*warm, 1)
	view.DrawImage(r.surfaces.water[f], &o)
}

// drawFull lights the view by the shader: the lamp light enlarged, the height mask, the picture.
func (r *Renderer) drawFull(view *ebiten.Image) (calls int) {
	r.drawLamps(r.surfaces.lamp, ebiten.BlendCopy)
	r.surfaces.height.Clear()
	calls = 2 + r.mask.Draw(r.surfaces.height, r.image, additive)
	o := &r.shading.options
	o.Images[0], o.Images[1], o.Images[2] = view, r.surfaces.lamp, r.surfaces.height
	r.shading.ambient[0], r.shading.ambient[1], r.shading.ambient[2] = float32(r.sky.R), float32(r.sky.G), float32(r.sky.B)
	r.shading.sun[0], r.shading.sun[1] = float32(r.sky.SunX), float32(r.sky.SunY)
	r.shading.shade[0] = float32(r.sky.Shade)
	o.Blend = ebiten.BlendCopy
	// The margin is there to cast shadows and light, and need not be lit itself.
	m := fullMargin
	x0, y0, x1, y1 := float32(m), float32(m), float32(r.vw-m), float32(r.vh-m)
	for n, p := range [4][2]float32{{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}} {
		r.shading.quad[n] = ebiten.Vertex{DstX: p[0], DstY: p[1], SrcX: p[0], SrcY: p[1], ColorR: 1, ColorG: 1, ColorB: 1, ColorA: 1}
	}
	r.surfaces.lit.DrawTrianglesShader32(r.shading.quad[:], quadIndices, r.shading.shader, o)
	return calls + 1
}

var quadIndices = []uint32{0, 1, 2, 1, 2, 3}

// drawSimple multiplies the view by light that the processor has put together.
func (r *Renderer) drawSimple(view *ebiten.Image) (calls int) {
	r.drawLamps(view, multiply)
	return 1
}

// drawLamps enlarges the cells of light smoothly over the whole of dst.
func (r *Renderer) drawLamps(dst *ebiten.Image, blend ebiten.Blend) {
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(cellPixels, cellPixels)
	o.GeoM.Translate(float64(int64(r.lamps.x)*TilePixels-r.ox-cellPixels), float64(int64(r.lamps.y)*TilePixels-r.oy-cellPixels))
	o.Filter = ebiten.FilterLinear
	o.Blend = blend
	dst.DrawImage(r.lamps.image, &o)
}

// follow finds the feet of the own player in the view; tree crowns in front of them fade.
func (r *Renderer) follow(s *Scene) {
	r.mine = false
	if s.Me == nil {
		return
	}
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.ID == s.Me.Body {
			r.mine = true
			r.meX = float32(toFloat(b.Pos.X)*TilePixels - float64(r.ox))
			r.meY = float32(toFloat(b.Pos.Y)*TilePixels-float64(r.oy)) + 4
			return
		}
	}
}

func mod[N int32 | int64](v, n N) N { return (v%n + n) % n }
