package render

import (
	"image"
	"image/color"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/render/album"
	"manyhold/render/atlas"
	"manyhold/render/camera"
	"manyhold/render/daylight"
	"manyhold/render/draw"
	"manyhold/render/pasture"
	"manyhold/render/sketch"
	"manyhold/render/sketch/paint"
	"manyhold/render/trial"
)

// MaxDrawCalls is the most draw calls of a frame.
const MaxDrawCalls = 14

// Options say how a Renderer draws.
type Options struct {
	Seed          uint64       // of the world: cosmetic chance begins with it
	Light         string       // "full" or "simple"; anything else is full
	ReducedMotion bool         // no lean, no shake, no swaying, fewer particles
	Shake         bool         // the camera shakes when something heavy lands
	NoFlashes     bool         // neither lightning nor hurt players flash
	Log           func(string) // receives a sentence when full light is unavailable; may be nil
}

// Stats are figures about the last frame.
type Stats struct {
	DrawCalls    int
	UpdateMicros float64 // time of the last Update, in microseconds
	DrawMicros   float64 // time of the Go part of the last Draw, in microseconds
	Quads        int     // quads of things, masks and glow sent in the last frame
	Particles    int
	ChunksDrawn  int    // chunks redrawn in the last frame
	Light        string // "full" or "simple": the light in use, which may be less than requested
}

// Renderer draws scenes. Its zero value is not usable; see New.
type Renderer struct {
	stage
	camera   camera.Camera
	stats    Stats
	surfaces surfaces
	chunks   *chunks
	sprites  draw.Batch
	shading  lightShader
	lamps    lamps
	lampsDue bool
	hour     float64 // negative: the tick says it

	clouds   clouds
	critters critters
	flights  flights
	requests requests
	things   things
	scene    Scene // View converted
	trials   trial.Painter
	shaders  paint.Shaders // of the view halves of things
}

// stage is shared by everything drawn during a tick or a frame: the view, the clock, the sky, and the lists
// that pictures are added to.
type stage struct {
	options Options
	atlas   *atlas.Atlas
	image   *ebiten.Image // of the atlas
	ground  ground
	list    draw.List
	glow    draw.Batch
	mask    draw.Batch
	viewport

	full           bool // full light is in use
	sky            daylight.Sky
	fixedHour      float64 // of pictures; negative: the tick says it
	cast           cast
	weather        weather.Sky
	gusts          float64 // the wind, -1 to 1, eastwards when positive
	land, coldLand int     // tiles of land in view, and of it snow and ice

	seconds   float64 // the renderer's clock
	ticks     uint64  // updates so far
	emitting  bool    // this frame emits particles
	particles particles
	feet      [][2]float64 // of walkers, in pixels of the world
	gadgets   gadgets
	pasture   pasture.Pasture
	canvas    paint.Canvas
}

// viewport is the part of the world that is drawn, and where the own player stands in it.
type viewport struct {
	ox, oy   int64 // picture pixel of the world at the view's upper left corner
	vw, vh   int   // size of the view in picture pixels
	mine     bool  // the own player is in view
	meX, meY float32
}

// lightShader is the shader of full light and its parameters.
type lightShader struct {
	shader  *ebiten.Shader // nil when it did not compile
	options ebiten.DrawTrianglesShaderOptions
	quad    [4]ebiten.Vertex
	ambient [3]float32
	sun     [2]float32
	shade   [1]float32
}

// New makes a renderer and draws its atlas. The error is a broken sprite text; a shader that does not
// compile is not one: light falls back to "simple", and Log is told.
func New(o Options) (*Renderer, error) {
	a, err := atlas.Build(assets.Sprites)
	if err != nil {
		return nil, err
	}
	r := &Renderer{stage: stage{options: o, atlas: a}, camera: camera.New(o.ReducedMotion, o.Shake), hour: -1}
	r.particles.chance = o.Seed
	r.image = ebiten.NewImageWithOptions(image.Rect(0, 0, atlas.Side+atlas.SheetsW+album.Width, atlas.Side), &ebiten.NewImageOptions{Unmanaged: true})
	r.chunks = newChunks(a)
	r.shading.shader, err = ebiten.NewShader(assets.LightShader)
	if err != nil && o.Log != nil {
		o.Log("full light is not to be had, light is \"simple\": " + err.Error())
	}
	r.shading.options.Uniforms = map[string]any{"Ambient": r.shading.ambient[:], "Sun": r.shading.sun[:], "Shade": r.shading.shade[:]}
	r.SetLight(o.Light)
	return r, nil
}

// sendPictures brings the pictures to where they are drawn from, before the first frame, and forgets them
// here.
func (r *Renderer) sendPictures() {
	if r.atlas.Image != nil {
		draw.SendNow(r.image, r.atlas.Image)
		r.atlas.Image = nil
	}
}

// UpdateScene advances camera, particles and the clocks of animation by one tick.
func (r *Renderer) UpdateScene(s *Scene) {
	began := time.Now()
	r.ticks++
	r.seconds = float64(r.ticks) * tickSeconds
	hour := Hour(s.Tick)
	if r.hour >= 0 {
		hour = r.hour
	}
	r.ground.gates = s.Gates
	r.sky, r.fixedHour = daylight.At(hour), r.hour
	r.ground.on(s.World, &s.Estates)
	r.things.openVista(&r.stage, s)
	if s.Me != nil {
		for i := range s.Bodies {
			if s.Bodies[i].ID == s.Me.Body {
				r.camera.Follow(s.Bodies[i].Pos)
				break
			}
		}
	}
	r.camera.Update()
	r.pasture.Step(s.Flock)
	r.clouds.tick = uint64(s.Tick)
	r.clouds.update(&r.stage, s, grid.TileAt(r.camera.Centre()))
	r.requests.remember(&r.stage, s)
	leaveTraces(&r.stage, s)
	r.particles.update(tickSeconds)
	r.critters.move(&r.stage)
	r.emitting = r.emitting || r.ticks%emitTicks == 0
	r.lampsDue = r.lampsDue || r.ticks%lampTicks == 0
	r.stats.UpdateMicros = float64(time.Since(began).Nanoseconds()) / 1000
}

// Camera returns the camera, owned by the renderer.
func (r *Renderer) Camera() *camera.Camera { return &r.camera }

// SetGhost shows what a click would do until ClearGhost.
func (r *Renderer) SetGhost(g Ghost) { r.requests.ghost, r.requests.ghosted = g, true }

// ClearGhost hides the ghost.
func (r *Renderer) ClearGhost() { r.requests.ghosted = false }

// Ghost returns what the last SetGhost showed, and whether the ghost is shown.
func (r *Renderer) Ghost() (g Ghost, shown bool) { return r.requests.ghost, r.requests.ghosted }

// SetHour fixes the hour of the day (0 to 24) for pictures; a negative one lets the tick decide again.
func (r *Renderer) SetHour(hour float64) { r.hour = hour }

// SetLight switches between "full" and "simple" light; full without a shader stays simple.
func (r *Renderer) SetLight(light string) {
	r.full = light != "simple" && r.shading.shader != nil
	r.lampsDue = true
	r.stats.Light = "simple"
	if r.full {
		r.stats.Light = "full"
	}
}

// SetMotion changes the motion setting of Options.
func (r *Renderer) SetMotion(reduced, shake bool) {
	r.options.ReducedMotion, r.options.Shake = reduced, shake
	r.camera.Set(reduced, shake)
}

// Forget drops the state of a world when another one is shown.
func (r *Renderer) Forget() {
	r.chunks.forget()
	r.particles.n, r.critters.n = 0, 0
	r.requests.askedN, r.requests.refused = 0, [maxAsked]refused{}
	r.things.forgetVista(&r.stage)
	r.camera.Forget()
	r.lampsDue = true
}

// CompileShader compiles a shader of a thing's view half, so that it is drawn from now on. The error is a
// *kage.Problem.
func (r *Renderer) CompileShader(s *sketch.Shader) error { return r.shaders.Compile(s) }

// DropShader forgets a shader that is drawn no more.
func (r *Renderer) DropShader(s *sketch.Shader) { r.shaders.Drop(s) }

// Icon returns the 16×16 picture of an item, a part of the atlas; of none an empty part.
func (r *Renderer) Icon(k item.Kind) *ebiten.Image {
	if k >= item.KindCount {
		k = item.None
	}
	return r.image.SubImage(r.atlas.Icons[k].Bounds()).(*ebiten.Image)
}

// Face returns the 16×16 head of a person, a part of the atlas. It stays as it is until more than
// atlas.MaxFrames other frames have been asked for: copy it if it must last.
func (r *Renderer) Face(l entity.Look) *ebiten.Image {
	b := r.figure(atlas.Dress{Look: l}, atlas.Idle, atlas.South).Bounds()
	return r.image.SubImage(image.Rect(b.Min.X, b.Min.Y, b.Max.X, b.Min.Y+atlas.Tile)).(*ebiten.Image)
}

// figure returns a frame of a person, drawing and sending it when it is new.
func (r *stage) figure(w atlas.Dress, pose atlas.Pose, d atlas.Direction) atlas.Rect {
	f, pixels := r.atlas.Sheets.Find(w, pose, d)
	if pixels != nil {
		r.image.SubImage(f.Bounds()).(*ebiten.Image).WritePixels(pixels)
	}
	return f
}

// Atlas returns the image that everything is drawn from. It is the renderer's and must not be drawn to.
func (r *Renderer) Atlas() *ebiten.Image { return r.image }

// Pictures returns what a renderer draws from: pictures and where they are in its image.
func Pictures(r *Renderer) (*atlas.Atlas, *ebiten.Image) { return r.atlas, r.image }

// MapColour returns the colour of a tile on a map.
func (r *Renderer) MapColour(g tile.Ground, b tile.Block) color.RGBA { return MapColour(g, b) }

// Stats returns figures about the last frame.
func (r *Renderer) Stats() Stats { return r.stats }

// Figure returns a step, 0 to 5, of the walk of a person so dressed, a part of the atlas: turn 0 is to the
// south, then east and north. It is valid as long as the result of Face.
func (r *Renderer) Figure(w atlas.Dress, turn, step int) *ebiten.Image {
	d := [...]atlas.Direction{atlas.South, atlas.East, atlas.North}[turn%3]
	return r.image.SubImage(r.figure(w, atlas.Walk+atlas.Pose(step), d).Bounds()).(*ebiten.Image)
}

// DrawTrial draws a scene of physics over all of dst.
func (r *Renderer) DrawTrial(dst *ebiten.Image, t *trial.Scene) {
	r.stats.DrawCalls, r.stats.Quads = 1, r.trials.Draw(dst, t)
}
