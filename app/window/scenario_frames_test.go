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
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/thing"
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

// TestFrame draws a room at dusk with people as in play, and holds the frame to its limits; and the same with
// 200 things round it, whose scripts change their light in each tick.
func TestFrame(t *testing.T) {
	if !rig.HasDisplay {
		t.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	rooms := []*frameRoom{newFrameRoom(t, 0), newFrameRoom(t, 200)}
	for range 60 { // by turns, so that other work of the machine falls on both
		for _, r := range rooms {
			r.measure()
		}
	}
	for _, r := range rooms {
		// Between two real frames the library takes back the memory that it lent; here it does not, so that
		// now and then its pools grow: the median frame is as in play.
		slices.Sort(r.each)
		garbage := r.each[len(r.each)/2]
		calls := r.p.renderer.Stats().DrawCalls + 1
		t.Logf("%d things: %d draw calls, %s of Go, %d bytes of garbage a frame", r.things, calls, r.best, garbage)
		if calls > frameDrawCalls {
			t.Errorf("%d things: %d draw calls a frame, want at most %d", r.things, calls, frameDrawCalls)
		}
		if r.best > frameGo {
			t.Errorf("%d things: a frame's Go part takes %s, want at most %s", r.things, r.best, frameGo)
		}
		if garbage > frameGarbage {
			t.Errorf("%d things: %d bytes of garbage a frame, want at most %d", r.things, garbage, frameGarbage)
		}
	}
}

// frameRoom is a picture of a room with so many things, and what its frames took.
type frameRoom struct {
	p      *picture
	screen *ebiten.Image
	things int
	best   time.Duration
	each   []uint64 // garbage of each frame
}

func newFrameRoom(t *testing.T, things int) *frameRoom {
	p := &picture{flags: options.Play{
		Data: t.TempDir(), Founding: options.Founding{Start: "builder"}, Seed: "9", At: "-9,-4", Hour: 18.9, After: 3 * time.Second,
		Do: "walk to -10 -5; place lamp -11 -5; place lamp -9 -6; Bo: walk west 2s; Cleo: walk east 2s; Cleo: say hello; wait 1m",
	}}
	if err := p.load(); err != nil {
		t.Fatal(err)
	}
	p.width, p.height = 1280, 720
	if err := p.build(); err != nil {
		t.Fatal(err)
	}
	if err := p.prepare(); err != nil {
		t.Fatal(err)
	}
	r := &frameRoom{p: p, screen: ebiten.NewImage(p.width, p.height), things: things, best: time.Hour}
	w, key := &p.stage.World.State, game.PlayerID{1, 't'}
	print := &blueprint.Blueprint{Author: key, Editor: key, Version: 1, By: "ann", Title: "Lamp", Licence: "CC0-1.0",
		Shape: blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1},
		Host:  "def on_tick(me):\n    me.state[\"glow\"] = (me.state.get(\"glow\", 0) + 1) % 16\n    light(me.state[\"glow\"])\n"}
	if err := print.Check(); err != nil {
		t.Fatal(err)
	}
	act.Hold(w, act.EntryOf(w, print))
	for k := range things {
		x := &thing.Thing{ID: game.EntityID(k + 1), At: grid.Tile{X: int32(k%20) - 19, Y: int32(k/20) - 9}, Owner: key}
		living.SetThing(w, living.Fresh(x, w.Blueprints.Find(print.ID())))
	}
	for range 120 { // warm
		r.p.stage.Tick()
		r.draw()
		r.screen.At(0, 0)
	}
	if n := len(p.stage.World.Things.List()); n < things {
		t.Fatalf("%d of %d things are there", n, things)
	}
	return r
}

func (r *frameRoom) draw() {
	r.p.watch()
	r.p.renderer.DrawScene(r.screen, &r.p.shown)
	r.p.ui.Draw(r.screen, &r.p.model)
}

// measure draws a frame.
func (r *frameRoom) measure() {
	var before, after runtime.MemStats
	r.p.stage.Tick()
	r.screen.At(0, 0) // the drawing is sent
	runtime.ReadMemStats(&before)
	began := time.Now()
	r.draw()
	r.best = min(r.best, time.Since(began))
	runtime.ReadMemStats(&after)
	r.each = append(r.each, after.TotalAlloc-before.TotalAlloc)
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
