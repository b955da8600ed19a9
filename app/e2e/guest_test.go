package e2e

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/exp/vmhost"

	"manyhold/app/order"
	"manyhold/app/rig"
	"manyhold/app/window"
	"manyhold/game/grid"
	"manyhold/net/patience"
)

// guest is the unmodified game in a process without a display; its picture, keys and clock are this
// test's.
type guest struct {
	*vmhost.GuestSession
	t      testing.TB
	screen *ebiten.Image
	proc   *process
	shots  string
}

// newGuest starts the game on a data directory with a window of w × h.
func newGuest(t testing.TB, w, h int, data string, args ...string) *guest {
	t.Helper()
	return guestOf(t, w, h, data, append([]string{"play", "--data", data}, args...)...)
}

// guestOf is newGuest of any command that opens a window.
func guestOf(t testing.TB, w, h int, data string, args ...string) *guest {
	t.Helper()
	return guestBy(t, w, h, data, program(args...))
}

// guestBy is guestOf of a command that is made already.
func guestBy(t testing.TB, w, h int, data string, c *exec.Cmd) *guest {
	t.Helper()
	ln := openDoor(t, c)
	return cameIn(t, w, h, ln, launch(t, c, data))
}

// openDoor listens for windows of a command, and of those that it starts.
func openDoor(t testing.TB, c *exec.Cmd) net.Listener {
	t.Helper()
	windowed(t)
	ln, err := net.Listen("unix", filepath.Join(t.TempDir(), "g.sock"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	endpoint, err := vmhost.EndpointURLFromAddr(ln.Addr())
	if err != nil {
		t.Fatal(err)
	}
	c.Env = append(c.Environ(), "DISPLAY=", window.VmVariable+"="+endpoint)
	return ln
}

// cameIn takes the next window that comes to a door.
func cameIn(t testing.TB, w, h int, ln net.Listener, proc *process) *guest {
	t.Helper()
	g := &guest{t: t, proc: proc, shots: os.Getenv("MANYHOLD_SHOTS")}
	started, end := patience.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	stop := context.AfterFunc(started, func() { ln.Close() })
	conn, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	stop()
	g.GuestSession, err = vmhost.NewGuestSession(conn, &vmhost.NewGuestSessionOptions{IdleTimeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	g.screen = ebiten.NewImage(w, h)
	if err := g.SetOutsideScreen(g.screen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// ticks lets n ticks of the game pass.
func (g *guest) ticks(n int) {
	g.t.Helper()
	g.AdvanceTicks(n)
	if !g.WaitTicks() {
		g.t.Fatalf("the game ended: %v\n%s", g.Err(), g.proc.output())
	}
}

// frame draws and returns the screen; with MANYHOLD_SHOTS set the picture is kept as name.png there.
func (g *guest) frame(name string) *image.RGBA {
	g.t.Helper()
	g.AdvanceFrame()
	if !g.WaitFrame() || !g.CompositeFrame() {
		g.t.Fatalf("no frame: %v\n%s", g.Err(), g.proc.output())
	}
	m := image.NewRGBA(g.screen.Bounds())
	g.screen.ReadPixels(m.Pix)
	if g.shots != "" {
		f, err := os.Create(filepath.Join(g.shots, name+".png"))
		if err != nil {
			g.t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, m); err != nil {
			g.t.Fatal(err)
		}
	}
	return m
}

// press holds a key for some ticks.
func (g *guest) press(k ebiten.Key, ticks int) {
	g.t.Helper()
	g.PressKey(k)
	g.ticks(ticks)
	g.ReleaseKey(k)
	g.ticks(3)
}

// until lets the game run, about as fast as a clock, until a condition holds.
func (g *guest) until(what string, limit time.Duration, holds func() bool) {
	g.t.Helper()
	deadline := patience.For(limit)
	for next := time.Now(); !holds(); {
		if deadline.Over() && !holds() {
			g.frame("failed")
			g.t.Fatalf("waited %s in vain for %s", deadline, what)
		}
		next = g.beat(next)
	}
}

// beat lets three ticks pass, and then waits for the time at which the clock would have reached them: the
// game's clock is ours, the network's is not. It returns when the next beat is due.
func (g *guest) beat(due time.Time) time.Time {
	g.t.Helper()
	g.ticks(3)
	due = due.Add(50 * time.Millisecond)
	time.Sleep(time.Until(due))
	return due
}

// paced lets the game run for a number of ticks, no faster than a clock. A walk takes ticks: on a busy
// machine a time would lead farther.
func (g *guest) paced(ticks int) {
	g.t.Helper()
	for next := time.Now(); ticks > 0; ticks -= 3 {
		next = g.beat(next)
	}
}

// pass lets the game run for d, about as fast as a clock.
func (g *guest) pass(d time.Duration) {
	g.t.Helper()
	end := patience.For(d)
	g.until("time to pass", d+10*time.Second, end.Over)
}

// started does something while windows go on, and returns what reports whether it is done: a condition for
// until and the like.
func started(deed func()) (done func() bool) {
	ended := make(chan struct{})
	go func() { defer close(ended); deed() }()
	return func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}
}

// ask gives the guest's player an order while the game goes on, and returns the answer.
func (g *guest) ask(node *process, order string) (out string) {
	g.t.Helper()
	g.until("an answer", 10*time.Second, started(func() { out, _ = node.do(order) }))
	return out
}

// obeys is ask by a command line on the data of the guest, for an order that takes longer. It returns the
// exit code too.
func (g *guest) obeys(data, order string) (said string, code int) {
	g.t.Helper()
	g.until(order, 60*time.Second, started(func() { said, code = commandLine(g.t, "do", "--data", data, order) }))
	return said, code
}

// sees lets the game run until a picture is as expected, and returns the last one.
func (g *guest) sees(name, what string, expected func(*image.RGBA) bool) *image.RGBA {
	g.t.Helper()
	limit := patience.For(10 * time.Second)
	for {
		g.ticks(6)
		m := g.frame(name)
		if expected(m) {
			return m
		}
		if limit.Over() {
			g.t.Errorf("%s is not to be seen", what)
			return m
		}
	}
}

// typed types words, a letter a tick.
func (g *guest) typed(words string) {
	g.t.Helper()
	for _, r := range words {
		g.TypeRune(r)
		g.ticks(1)
	}
}

// reads lets the game run until words are on the screen, and returns the picture.
func (g *guest) reads(name, words string, limit time.Duration) *image.RGBA {
	g.t.Helper()
	var m *image.RGBA
	g.until("the words "+words, limit, func() bool {
		m = g.frame(name)
		return rig.Reads(m, wholeWindow, words, textScale)
	})
	return m
}

// textScale is how many pixels of a window of 1280 × 720 a pixel of its font takes.
const textScale = 2

// click presses a button of the mouse at x, y for some ticks.
func (g *guest) click(x, y float64, b ebiten.MouseButton, ticks int) {
	g.t.Helper()
	g.MoveCursor(x, y)
	g.ticks(2)
	g.PressMouseButton(b)
	for range ticks / 3 {
		g.ticks(3)
	}
	g.ReleaseMouseButton(b)
	g.ticks(3)
}

// changed returns the share of pixels of r that differ between two pictures.
func changed(a, b *image.RGBA, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// eve is the window of another player in the world of a process, and the node of that window.
func eve(t *testing.T, host *process) (*guest, *process) {
	t.Helper()
	invite := ""
	host.await("an invitation", 30*time.Second, func() bool {
		st, err := host.status()
		if err == nil {
			invite = st.World.Invite
		}
		return invite != ""
	})
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Eve", "--join", invite)
	node := &process{t: t, data: data, done: g.proc.done}
	g.until("Eve to be in the world", 60*time.Second, func() bool { return g.players(node) >= 1 })
	return g, node
}

// pair are two windows in one world, and the nodes of a and b.
type pair struct {
	t     testing.TB
	a, b  *guest
	n, m  *process
	limit time.Duration // of a wait for both
}

// founder starts a window of Ada in a new world, with further arguments.
func founder(t testing.TB, args ...string) (g *guest, node *process, invite string) {
	t.Helper()
	data := t.TempDir()
	g = newGuest(t, 1280, 720, data, append([]string{"--no-lan", "--name", "Ada", "--seed", "7", "--world", "new"}, args...)...)
	node = &process{t: t, data: data, done: g.proc.done}
	g.until("an invitation", 30*time.Second, func() bool {
		if st, err := node.status(); err == nil {
			invite = st.World.Invite
		}
		return invite != "" && g.players(node) == 1
	})
	return g, node, invite
}

// meet starts a founder's window, and one of Bo, who joins her.
func meet(t testing.TB, limit time.Duration, args ...string) *pair {
	t.Helper()
	p := &pair{t: t, limit: limit}
	var invite string
	p.a, p.n, invite = founder(t, args...)
	data := t.TempDir()
	p.b = newGuest(t, 1280, 720, data, "--no-lan", "--name", "Bo", "--join", invite)
	p.m = &process{t: t, data: data, done: p.b.proc.done}
	p.both("both to be in both worlds", func() bool { return p.a.players(p.n) == 2 && p.b.players(p.m) == 2 })
	return p
}

// both lets both windows run until a condition holds.
func (p *pair) both(what string, holds func() bool) {
	p.t.Helper()
	p.a.until(what, p.limit, func() bool { p.b.ticks(3); return holds() })
}

// tell gives a player orders while both windows go on, and returns the answer.
func (p *pair) tell(node *process, line string) (out string) {
	p.t.Helper()
	p.both(line, started(func() { out, _ = node.do(line) }))
	return out
}

// where is the tile of a player.
func (p *pair) where(node *process) grid.Tile {
	p.t.Helper()
	return tileIn(p.t, p.tell(node, "where"))
}

// apart is how far the players are from each other, in tiles.
func (p *pair) apart() int32 {
	p.t.Helper()
	return between(p.where(p.n), p.where(p.m))
}

// between is how far p is from q, in tiles.
func between(p, q grid.Tile) int32 { return max(order.Abs(p.X-q.X), order.Abs(p.Y-q.Y)) }

// tileIn reads the tile in the answer to `where`.
func tileIn(t testing.TB, said string) (at grid.Tile) {
	t.Helper()
	if _, err := fmt.Sscan(said, &at.X, &at.Y); err != nil {
		t.Fatal(err)
	}
	return at
}
