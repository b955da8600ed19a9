package render

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/palette"
)

const (
	// The phases are measured in turns, so that other work on the machine affects all of them.
	sliceSeconds, skipFrames, rounds = 0.8, 4, 8
)

// windowGame measures frames per second in a real window: empty, with simple light, with full light, in
// turns. It is run instead of the tests by -args -window.
type windowGame struct {
	renderer *Renderer
	scene    *Scene
	phase    int
	round    int
	skipped  int
	frames   int
	began    time.Time
	memory   runtime.MemStats
	sum      [3]measured
}

// measured is the sum of a phase's slices.
type measured struct {
	frames, calls    int
	seconds, garbage float64
}

var phases = [3]string{"empty window", "light simple", "light full"}

func measureWindow() error {
	ebiten.SetWindowSize(1280, 720)
	ebiten.SetVsyncEnabled(false)
	g := &windowGame{}
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true})
	if err != nil && !errors.Is(err, ebiten.Termination) {
		return err
	}
	for n, m := range g.sum {
		fps, empty := float64(m.frames)/m.seconds, float64(g.sum[0].frames)/g.sum[0].seconds
		fmt.Printf("%-12s %6.1f fps, %.2f of the empty window, %2d draw calls, %5.0f bytes of garbage a frame\n",
			phases[n], fps, fps/empty, m.calls, m.garbage/float64(m.frames))
	}
	return nil
}

func (g *windowGame) Update() error {
	if g.renderer == nil {
		r, err := New(Options{Seed: 1})
		if err != nil {
			return err
		}
		g.renderer = r
		_, g.scene = duskScene()
		r.SetHour(19)
		r.Camera().Jump(toVec(5, 3))
	}
	if g.skipped > skipFrames && time.Since(g.began).Seconds() > sliceSeconds {
		g.next()
	}
	if g.round == rounds {
		return ebiten.Termination
	}
	g.scene.Tick++
	g.renderer.UpdateScene(g.scene)
	return nil
}

// next ends a slice and begins that of the next phase.
func (g *windowGame) next() {
	m := &g.sum[g.phase]
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	if g.round > 0 { // the first round warms up
		m.frames += g.frames
		m.seconds += time.Since(g.began).Seconds()
		m.garbage += float64(now.TotalAlloc - g.memory.TotalAlloc)
	}
	if g.phase > 0 {
		m.calls = max(m.calls, g.renderer.Stats().DrawCalls)
	}
	g.phase = (g.phase + 1) % len(phases)
	if g.phase == 0 {
		g.round++
	}
	g.renderer.SetLight(phases[g.phase][len("light "):])
	g.skipped = 0
}

func (g *windowGame) Draw(screen *ebiten.Image) {
	g.skipped++
	if g.skipped == skipFrames+1 {
		g.frames, g.began = 0, time.Now()
		runtime.ReadMemStats(&g.memory)
	}
	g.frames++
	if g.phase > 0 {
		g.renderer.DrawScene(screen, g.scene)
		return
	}
	screen.Fill(palette.Ink1.RGBA())
}

func (*windowGame) Layout(w, h int) (int, int) { return w, h }
