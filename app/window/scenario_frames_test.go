package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/rig"
	"manyhold/app/settings"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/render"
	"manyhold/render/palette"
)

// The frame's limits: of the whole picture with the interface.
const (
	frameDrawCalls = render.MaxDrawCalls
	frameGo        = 4 * time.Millisecond
	frameGarbage   = 4 << 10 // bytes
)

// TestFrame draws a room at dusk with people as in play, and holds the frame to its limits.
func TestFrame(t *testing.T) {
	if !rig.HasDisplay {
		t.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	p := &picture{width: 1280, height: 720, flags: options.Play{
		Seed: "9", At: "-9,-4", Hour: 18.9, After: 3 * time.Second,
		Do: "walk to -10 -5; place lamp -11 -5; place lamp -9 -6; Bo: walk west 2s; Cleo: walk east 2s; Cleo: say hello; wait 1m",
	}}
	if err := p.build(); err != nil {
		t.Fatal(err)
	}
	if err := p.prepare(); err != nil {
		t.Fatal(err)
	}
	screen := ebiten.NewImage(p.width, p.height)
	frame := func() {
		p.stage.Tick()
		p.watch()
		p.renderer.DrawScene(screen, &p.shown)
		p.ui.Draw(screen, &p.model)
	}
	for range 120 { // warm
		frame()
		screen.At(0, 0)
	}
	var before, after runtime.MemStats
	best := time.Hour
	const frames = 60
	var each []uint64
	for range frames {
		p.stage.Tick()
		screen.At(0, 0) // the drawing is sent
		runtime.ReadMemStats(&before)
		began := time.Now()
		p.watch()
		p.renderer.DrawScene(screen, &p.shown)
		p.ui.Draw(screen, &p.model)
		best = min(best, time.Since(began))
		runtime.ReadMemStats(&after)
		each = append(each, after.TotalAlloc-before.TotalAlloc)
	}
	calls := p.renderer.Stats().DrawCalls + 1
	// Between two real frames the library takes back the memory that it lent; here it does not, so that now
	// and then its pools grow: the median frame is as in play.
	slices.Sort(each)
	garbage := each[frames/2]
	t.Logf("%d draw calls, %s of Go, %d bytes of garbage a frame", calls, best, garbage)
	if calls > frameDrawCalls {
		t.Errorf("%d draw calls a frame, want at most %d", calls, frameDrawCalls)
	}
	if best > frameGo {
		t.Errorf("a frame's Go part takes %s, want at most %s", best, frameGo)
	}
	if garbage > frameGarbage {
		t.Errorf("%d bytes of garbage a frame, want at most %d", garbage, frameGarbage)
	}
}

// beFrames makes the test binary measure frames in a real window instead of testing.
const beFrames = "MANYHOLD_TEST_FRAMES"

// BenchmarkFrame compares, in one process and in turns, the frames per second of an empty window with
// those of the game in play with simple and with full light: 1280 × 720, no throttle.
func BenchmarkFrame(b *testing.B) {
	if !rig.HasDisplay {
		b.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	for range b.N {
		self, err := os.Executable()
		if err != nil {
			b.Fatal(err)
		}
		c := exec.Command(self)
		c.Env = append(os.Environ(), beFrames+"="+b.TempDir())
		out, err := c.Output()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			unit, value, _ := strings.Cut(line, " ")
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				b.Fatalf("%q: %v", line, err)
			}
			b.ReportMetric(v, unit)
		}
	}
	b.ReportMetric(0, "ns/op")
}

const (
	frameSlice  = 700 * time.Millisecond // of one phase
	frameRounds = 7                      // the first warms up
	frameSkip   = 8                      // frames of a slice that are not counted
)

// framePhases are measured in turns, so that other work of the machine falls on all of them.
var framePhases = [...]string{"empty", "simple", "full"}

// frameGame is a session whose player walks about, shown in some phases and not in others.
type frameGame struct {
	*session
	hands   *fake.Source
	ticks   int
	phase   int
	round   int
	skipped int
	began   time.Time
	counted int
	memory  runtime.MemStats
	sum     [len(framePhases)]struct {
		frames           int
		seconds, garbage float64
		micros           float64
		calls            int
	}
}

// measureFrames is the program of BenchmarkFrame's process.
func measureFrames(dir string) int {
	log, _ := settings.NewLog(os.Stderr, "text")
	f := options.Play{Data: dir, NoLAN: true, World: "new", Seed: "9", Hour: -1}
	id, err := node.OpenIdentity(f)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	id.Windowed = true
	defer id.Close()
	s, err := newSession(context.Background(), f, id, log)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer s.close()
	g := &frameGame{session: s, hands: fake.New(), began: time.Now()}
	s.source = g.hands
	ebiten.SetWindowSize(1280, 720)
	ebiten.SetVsyncEnabled(false)
	ebiten.SetScreenClearedEveryFrame(false)
	if err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil && !errors.Is(err, ebiten.Termination) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	empty := float64(g.sum[0].frames) / g.sum[0].seconds
	for i, name := range framePhases {
		m := &g.sum[i]
		fps := float64(m.frames) / m.seconds
		fmt.Printf("%s-fps %.1f\n%s-garbage/frame %.0f\n", name, fps, name, m.garbage/float64(m.frames))
		if i > 0 {
			fmt.Printf("%s/empty %.3f\n%s-draws %d\n", name, fps/empty, name, m.calls)
			fmt.Printf("%s-go-µs %.0f\n", name, m.micros/float64(m.frames))
		}
	}
	return 0
}

// Update plays, but not while the window is to be empty.
func (g *frameGame) Update() error {
	if g.playing() == nil || g.playing().me() == nil {
		g.began, g.skipped = time.Now(), 0
		return g.session.Update()
	}
	if g.skipped > frameSkip && time.Since(g.began) > frameSlice {
		g.next()
	}
	if g.round == frameRounds {
		return ebiten.Termination
	}
	if g.phase == 0 {
		return nil
	}
	g.ticks++
	g.hands.Release(input.KeyW, input.KeyA, input.KeyS, input.KeyD)
	g.hands.Press([]input.Button{input.KeyW, input.KeyA, input.KeyS, input.KeyD}[g.ticks/90%4])
	return g.session.Update()
}

// next ends a slice and begins that of the next phase.
func (g *frameGame) next() {
	m := &g.sum[g.phase]
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	if g.round > 0 {
		m.frames += g.counted
		m.seconds += time.Since(g.began).Seconds()
		m.garbage += float64(now.TotalAlloc - g.memory.TotalAlloc)
	}
	if g.phase = (g.phase + 1) % len(framePhases); g.phase == 0 {
		g.round++
	}
	g.renderer.SetLight(framePhases[g.phase])
	g.skipped = 0
}

// Draw counts a frame.
func (g *frameGame) Draw(screen *ebiten.Image) {
	g.skipped++
	if g.skipped == frameSkip+1 {
		g.counted, g.began = 0, time.Now()
		runtime.ReadMemStats(&g.memory)
	}
	g.counted++
	if g.phase == 0 && g.playing() != nil {
		screen.Fill(palette.Ink1.RGBA())
		return
	}
	began := time.Now()
	g.session.Draw(screen)
	if m := &g.sum[g.phase]; g.round > 0 && g.skipped > frameSkip {
		m.micros += float64(time.Since(began).Microseconds())
		m.calls = max(m.calls, g.renderer.Stats().DrawCalls+1)
	}
}
