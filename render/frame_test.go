package render

import (
	"image"
	"runtime"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/camera"
	"manyhold/render/gputest"
)

func TestDrawCallsAndGarbage(t *testing.T) {
	frames := 100
	if gputest.Few() {
		frames = 20
	}
	for _, light := range []string{"simple", "full"} {
		r := newRenderer(t, light)
		p, s := duskScene()
		s.Me = &p.players[0]
		r.SetHour(18)
		sky := skies["storm"]
		r.SetWeather(&sky, 200)
		r.SetGhost(Ghost{Tile: grid.Tile{X: 4, Y: 4}, Item: item.WoodWall, OK: true, Why: ""})
		s.Pending = append(s.Pending, Hologram{Kind: 6, Tile: grid.Tile{X: 9, Y: 9}, Item: item.Lamp})
		dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
		defer dst.Deallocate()
		end := frameEnd()
		r.Camera().SetZoom(20)
		most := 0
		frame := func() {
			s.Tick++
			s.Bodies[0].Pos.X += fixed.One // fast, so that chunks have to be drawn on the way
			r.UpdateScene(s)
			r.DrawScene(dst, s)
			end()
			most = max(most, r.Stats().DrawCalls)
		}
		frame() // the first one draws all of the land at once
		most = 0
		for range frames {
			frame()
		}
		if most > MaxDrawCalls {
			t.Errorf("light %s: %d draw calls, want at most %d", light, most, MaxDrawCalls)
		}
		s.Bodies[0].Pos.X -= 100 * fixed.One
		// Ebitengine allocates for itself; our part of a frame, between the batches, allocates nothing.
		tiles := viewTiles(r.ox, r.oy, r.vw, r.vh)
		r.particles.n = 0
		garbage := func(f func()) uint64 {
			const runs = 100
			var was, is runtime.MemStats
			f()
			runtime.ReadMemStats(&was)
			for range runs {
				f()
			}
			runtime.ReadMemStats(&is)
			return (is.TotalAlloc - was.TotalAlloc) / runs
		}
		got := garbage(func() {
			s.Tick++
			r.UpdateScene(s)
			r.emitting = true
			r.prepare(s, tiles)
			r.chunks.fingerprint(&r.ground, chunkKey{})
		})
		if got > maxGarbage {
			t.Errorf("light %s: %d bytes of garbage a frame, want at most %d", light, got, maxGarbage)
		}
		t.Logf("light %s: at most %d draw calls, %d bytes of garbage a frame", light, most, got)
	}
}

// maxGarbage is the most that the Go part of a frame may leave behind, in bytes.
const maxGarbage = 4096

func TestChunksAreDrawnAgainWhenATileChanges(t *testing.T) {
	r := newRenderer(t, "simple")
	p, s := duskScene()
	r.SetHour(12)
	r.Camera().Jump(toVec(5, 3))
	before := shoot(t, r, s, 640, 360, 30)
	if n := r.Stats().ChunksDrawn; n != 0 {
		t.Errorf("%d chunks drawn though nothing changed", n)
	}
	p.ground(0, 0, tile.StoneFloor)
	p.block(0, 0, tile.NoBlock, 0)
	dst := ebiten.NewImage(640, 360)
	defer dst.Deallocate()
	r.DrawScene(dst, s)
	if n := r.Stats().ChunksDrawn; n != maxRebuilds && n != 1 {
		t.Errorf("%d chunks drawn after a change, want 1 or %d", n, maxRebuilds)
	}
	after := shoot(t, r, s, 640, 360, 3)
	x, y := r.Camera().ToScreen(grid.Tile{X: 0, Y: 0}.Centre())
	if before.RGBAAt(int(x), int(y)) == after.RGBAAt(int(x), int(y)) {
		t.Error("the changed tile looks as before")
	}
}

// TestLandAfterAJump: in the first frame after the camera has jumped the land around it is there, and no sea.
func TestLandAfterAJump(t *testing.T) {
	r := newRenderer(t, "simple")
	p, s := duskScene()
	for y := int32(-90); y < 90; y++ {
		for x := int32(900); x < 1100; x++ {
			p.ground(x, y, tile.Snow)
		}
	}
	r.SetHour(12)
	r.Camera().Jump(toVec(5, 3))
	shoot(t, r, s, 640, 360, 10)
	r.Camera().Jump(toVec(1024, 32)) // where four chunks meet
	dst := ebiten.NewImage(640, 360)
	defer dst.Deallocate()
	r.DrawScene(dst, s)
	first := image.NewRGBA(dst.Bounds())
	dst.ReadPixels(first.Pix)
	later := shoot(t, r, s, 640, 360, 10)
	for _, at := range [...][2]int{{30, 30}, {600, 30}, {30, 330}, {600, 330}, {320, 100}} {
		a, b := first.RGBAAt(at[0], at[1]), later.RGBAAt(at[0], at[1])
		if d := max(int(a.R)-int(b.R), int(b.R)-int(a.R)); d > 40 || b.R < 120 {
			t.Errorf("at %v is %v in the first frame, and %v later", at, a, b)
		}
	}
}

func TestLampLightStopsAtWalls(t *testing.T) {
	for _, light := range []string{"simple", "full"} {
		r := newRenderer(t, light)
		p := newPainted(1, tile.Grass)
		s := &Scene{World: p}
		for n := int32(-3); n <= 3; n++ {
			for _, at := range [][2]int32{{n, -3}, {n, 3}, {-3, n}, {3, n}} {
				p.block(at[0], at[1], tile.StoneWall, 0)
			}
		}
		p.block(0, 0, tile.Lamp, 0)
		r.SetHour(0)
		r.Camera().Jump(toVec(0.5, 0.5))
		m := shoot(t, r, s, 1280, 720, 60)
		bright := func(x, y float64) int {
			sx, sy := r.Camera().ToScreen(toVec(x, y))
			sum := 0
			for dy := -12; dy < 12; dy++ {
				for dx := -12; dx < 12; dx++ {
					c := m.RGBAAt(int(sx)+dx, int(sy)+dy)
					sum += int(c.R) + int(c.G) + int(c.B)
				}
			}
			return sum / (24 * 24)
		}
		in, out, far := bright(1.8, 1.5), bright(5.5, 0.5), bright(8.5, 0.5)
		if in < out*3/2 || out > far+12 {
			t.Errorf("light %s: %d inside, %d outside the wall, %d far away", light, in, out, far)
		}
	}
}

func TestNothingStandsStill(t *testing.T) {
	for _, hour := range []float64{12, 23} {
		r := newRenderer(t, "full")
		_, s := duskScene()
		r.SetHour(hour)
		r.Camera().Jump(toVec(5, 3))
		before := shoot(t, r, s, 640, 360, 9)
		for range 10 {
			shoot(t, r, s, 640, 360, 12)
		}
		after, differ := shoot(t, r, s, 640, 360, 3), 0
		for i := 0; i < len(before.Pix); i += 4 {
			if before.Pix[i] != after.Pix[i] || before.Pix[i+1] != after.Pix[i+1] {
				differ++
			}
		}
		if differ < 300 {
			t.Errorf("hour %g: only %d pixels differ after two seconds", hour, differ)
		}
	}
}

func TestBrokenShaderFallsBackToSimpleLight(t *testing.T) {
	gputest.Need(t)
	good := assets.LightShader
	assets.LightShader = []byte("package main\n\nfunc Fragment() {")
	defer func() { assets.LightShader = good }()
	said := ""
	r, err := New(Options{Light: "full", Log: func(s string) { said = s }})
	if err != nil {
		t.Fatal(err)
	}
	if r.Stats().Light != "simple" || !strings.HasPrefix(said, "full light is not to be had") {
		t.Errorf("light is %q, said %q", r.Stats().Light, said)
	}
	_, s := duskScene()
	shoot(t, r, s, 640, 360, 6)
}

// TestMonitorChanges: a window that goes from screen to screen, from the least to the largest and from wide
// to high, is drawn in every size, within the limit of draw calls.
func TestMonitorChanges(t *testing.T) {
	frames := 3
	if gputest.Few() {
		frames = 2 // the first draws all of the land
	}
	for _, light := range []string{"simple", "full"} {
		r := newRenderer(t, light)
		_, s := duskScene()
		r.SetHour(19)
		r.Camera().Jump(toVec(5, 3))
		for n, size := range [][2]int{{1280, 720}, {1, 1}, {640, 360}, {3840, 2160}, {2560, 1080}, {1024, 768}, {400, 1200}, {1280, 720}} {
			r.Camera().SetZoom([]int{12, 15, 20}[n%3])
			dst := ebiten.NewImageWithOptions(imageRect(size[0], size[1]), &ebiten.NewImageOptions{Unmanaged: true})
			for range frames {
				r.UpdateScene(s)
				r.DrawScene(dst, s)
			}
			if n := r.Stats().DrawCalls; n > MaxDrawCalls {
				t.Errorf("light %s, %v: %d draw calls", light, size, n)
			}
			var p [4]byte
			dst.SubImage(image.Rect(size[0]/2, size[1]/2, size[0]/2+1, size[1]/2+1)).(*ebiten.Image).ReadPixels(p[:])
			if p == [4]byte{} {
				t.Errorf("light %s, %v: nothing in the middle", light, size)
			}
			dst.Deallocate()
		}
	}
}

func TestHourAtGenesis(t *testing.T) {
	if Hour(0) != HourAtGenesis {
		t.Errorf("a world begins at %g", Hour(0))
	}
}

func toVec(x, y float64) fixed.Vec { return camera.ToVec(x, y) }
