package render

import (
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
	"manyhold/render/pasture"
	"manyhold/render/porthole"
)

// Vista is the land behind portals to a scene, as it is now.
type Vista struct {
	Scene  uint8 // that the portals lead to, or Arena
	World  World
	Centre fixed.Vec // the middle of the view
	Bodies []Body
	Flock  []flock.Sheep
}

// Arena is the scene behind a match board, the Arenas after it are those behind portals to matches. Portals
// in an arena stay closed.
const (
	Arena  = porthole.Arena
	Arenas = porthole.Arenas
)

// Gate is a portal to a match.
type Gate = porthole.Gate

const (
	// MaxVistaDepth is how deep one sees: through a portal, through one behind it, and through one behind
	// that. The portals in the deepest picture are closed.
	MaxVistaDepth = atlas.VistaDepth
	// vistaNear is from how near a portal opens, in tiles to each side.
	vistaNear = 5
	// vistaFrames is the least number of frames between two rounds, in which each picture is drawn anew.
	vistaFrames = 4
	// vistaOpening is the part of the way that the opening goes in a tick.
	vistaOpening = 0.09
	// MaxVistaCalls is the most draw calls that looking through portals takes, beyond MaxDrawCalls. It does
	// not grow with the depth: one picture is drawn in a frame.
	MaxVistaCalls = 10
)

// through is the opening of the portal next to the player, and of those that are seen through it.
type through struct {
	tile  grid.Tile
	scene uint8
	live  bool // there is a vista of where it leads
	open  float64
	frame uint64

	round  []glance                                   // to be drawn still in this round, the last one first
	drawn  [MaxVistaDepth + 1][atlas.VistaScenes]bool // the atlas has a picture of it
	inside glance                                     // that is being drawn
	vistas []*Vista                                   // of the scene that is drawn

	images porthole.Images
	sky    Scene           // its bodies are drawn
	herd   pasture.Pasture // of the vista that is drawn
}

// glance names the picture of a scene at a depth, from 1. The pictures of a depth contain those of the next.
type glance struct{ depth, scene uint8 }

// vistaOf returns the land behind portals to a scene, nil if it is not known.
func vistaOf(list []*Vista, scene uint8) *Vista {
	for _, v := range list {
		if v.Scene == scene {
			return v
		}
	}
	return nil
}

// openVista opens the portal next to the player while the land behind it is known, and closes it otherwise.
func (th *things) openVista(r *stage, s *Scene) {
	v := &th.opening
	target := 0.0
	if t, scene, ok := th.portalNear(r, s); ok && vistaOf(s.Vistas, scene) != nil {
		if t != v.tile || scene != v.scene {
			th.forgetVista(r)
			v.tile, v.scene = t, scene
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
				to, ok := porthole.Doorway(b, state)
				// A board or a portal without a match to be seen hides no portal beside it.
				if ok = ok && (to < Arena || vistaOf(s.Vistas, to) != nil); !ok {
					continue
				}
				if far := dx*dx + dy*dy; far < best {
					at, scene, best, found = from.Add(dx, dy), to, far, true
				}
			}
		}
	}
	return at, scene, found
}

// drawVista draws one of the pictures behind the portal into the atlas. It returns the draw calls spent.
func (r *Renderer) drawVista(s *Scene) (calls int) {
	v := &r.things.opening
	v.frame++
	if !v.live {
		return 0
	}
	v.vistas = s.Vistas
	if len(v.round) == 0 {
		if v.drawn[1][v.scene] && v.frame < vistaFrames {
			return 0
		}
		v.frame = 0
		r.planVistas()
	}
	for calls == 0 && len(v.round) > 0 {
		next := v.round[len(v.round)-1]
		v.round = v.round[:len(v.round)-1]
		if of := vistaOf(v.vistas, next.scene); of != nil {
			calls = r.drawGlance(s, next, of)
		} else {
			v.drawn[next.depth][next.scene] = false
		}
	}
	return calls
}

// planVistas lists the pictures of a round: of the land behind the portal, and of the land behind each portal
// in such a picture, down to MaxVistaDepth. Portals that face each other end there; each scene has at most
// one picture at a depth.
func (r *Renderer) planVistas() {
	v := &r.things.opening
	v.round = append(v.round[:0], glance{1, v.scene})
	for n := 0; n < len(v.round); n++ {
		g := v.round[n]
		of := vistaOf(v.vistas, g.scene)
		if of == nil || g.depth == MaxVistaDepth || g.scene >= Arena {
			continue
		}
		r.ground.on(of.World, nil)
		tiles := viewTiles(vistaView(r.atlas, of))
		for y := tiles.y0; y < tiles.y1+2; y++ { // what stands below the view reaches into it
			for x := tiles.x0 - 1; x < tiles.x1+1; x++ {
				_, b, state := r.ground.tile(x, y)
				to, ok := porthole.Doorway(b, state)
				next := glance{g.depth + 1, to}
				if ok && vistaOf(v.vistas, to) != nil && !slices.Contains(v.round, next) {
					v.round = append(v.round, next)
				}
			}
		}
	}
}

// vistaView returns the view of a vista: the pixel of the world at its upper left corner, and its size.
func vistaView(a *atlas.Atlas, of *Vista) (ox, oy int64, w, h int) {
	place := &a.Vistas[0][0]
	w, h = int(place.W)*porthole.Shrink, int(place.H)*porthole.Shrink
	ox = int64(math.Floor(toFloat(of.Centre.X)*TilePixels)) - int64(w/2)
	oy = int64(math.Floor(toFloat(of.Centre.Y)*TilePixels)) - int64(h/2)
	return ox, oy, w, h
}

// drawGlance draws a picture into the atlas.
func (r *Renderer) drawGlance(s *Scene, g glance, of *Vista) (calls int) {
	v := &r.things.opening
	far := v.images.Far(r.atlas)
	ox, oy, vw, vh, emitting, me := r.ox, r.oy, r.vw, r.vh, r.emitting, r.mine
	r.ox, r.oy, r.vw, r.vh = vistaView(r.atlas, of)
	r.emitting, r.mine = false, false
	v.sky = Scene{World: of.World, Tick: s.Tick, Bodies: of.Bodies, Elsewhere: s.Elsewhere}
	v.inside = g
	r.ground.on(of.World, nil)
	if g.scene >= Arena {
		r.ground.arena = g.scene
	}
	tiles := viewTiles(r.ox, r.oy, r.vw, r.vh)
	spent, _, water := r.chunks.show(r.image, &r.ground, tiles, r.ox, r.oy)
	far.Fill(palette.Ink0.RGBA()) // land that is not known is dark
	if water {
		r.drawWater(far)
		spent++
	}
	spent += r.chunks.draw.Draw(far, r.chunks.image, ebiten.BlendSourceOver)
	r.list.Reset()
	r.sprites.Reset()
	r.things.draw(&r.stage, rectangle{tiles.x0 - 1, tiles.y0, tiles.x1 + 1, tiles.y1 + 2})
	drawBodies(&r.stage, &v.sky)
	v.herd.Show(of.Flock)
	drawFlock(&r.stage, v.herd.All())
	r.list.Into(&r.sprites)
	spent += r.sprites.Draw(far, r.image, ebiten.BlendSourceOver)
	r.ox, r.oy, r.vw, r.vh, r.emitting, r.mine = ox, oy, vw, vh, emitting, me
	v.inside = glance{}
	v.drawn[g.depth][g.scene] = true
	return spent + v.images.CutOut(r.image, porthole.Hue(g.scene), r.atlas.Vistas[g.depth-1][g.scene])
}

// vistaAt adds the opening of a portal over its stones, as far as it is open: of the portal next to the
// player, or of one that is seen through another.
func (th *things) vistaAt(r *stage, scene uint8, x, y int32, fx, fy float32) {
	v := &th.opening
	depth := v.inside.depth + 1
	k := float32(1)
	if v.inside.depth == 0 {
		k = float32(v.open)
		if scene != v.scene || v.tile != (grid.Tile{X: x, Y: y}) {
			return
		}
	} else if depth > MaxVistaDepth || v.inside.scene >= Arena || vistaOf(v.vistas, scene) == nil {
		return
	}
	if k == 0 || !v.drawn[depth][scene] {
		return
	}
	rise := float32(0)
	if scene == Arena {
		rise = archRise
	}
	// The portal's own light falls on it, and is not to wash it out.
	r.list.Add(draw.AmongThings, fy+0.25, draw.Sprite{Rect: r.atlas.Vistas[depth-1][scene], X: fx, Y: fy - rise, ScaleX: k, ScaleY: k, Tint: draw.Tint{R: 0.8, G: 0.8, B: 0.84, A: 1}})
}

// archRise is how high over its foot the opening of a match board is, in pixels.
const archRise = 2

// forgetVista closes the opening when another world is shown.
func (th *things) forgetVista(r *stage) {
	v := &th.opening
	v.open, v.live, v.round, v.vistas = 0, false, v.round[:0], nil
	v.drawn = [MaxVistaDepth + 1][atlas.VistaScenes]bool{}
}

// portalMotes is how many sparks fly when a portal opens or a player goes through it.
const portalMotes = 28

func portalColour(scene uint8) palette.Index { return porthole.Colours[porthole.Hue(scene)] }

// burst lets sparks fly out of a place of the world, in pixels, and a ring run out round its foot.
func (p *particles) burst(x, y float64, c palette.Index) {
	p.add(particle{kind: ringOut, x: x, y: y, span: 0.6})
	for n := range portalMotes {
		sin, cos := math.Sincos(2 * math.Pi * float64(n) / portalMotes)
		speed := 18 + p.random()*26
		p.add(particle{kind: mote, colour: c, size: 1, x: x, y: y, z: 8 + p.random()*10, vx: cos * speed, vy: sin * speed * 0.6, vz: 8 + p.random()*16, span: 0.5 + p.random()*0.5})
	}
}
