package e2e

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/usage"
	"manyhold/game/grid"
	world "manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/net/patience"
)

// soundCard is a sound server whose only device is a pipe: what a window plays is heard by the test.
type soundCard struct {
	socket string
	pipe   *os.File

	mu    sync.Mutex
	heard []float64 // the left side
}

// soundRate is the rate of the device, in samples a second; audible is the least amplitude that counts.
const soundRate, audible = 48000, 0.004

// newSoundCard starts a sound server.
func newSoundCard(t *testing.T) *soundCard {
	t.Helper()
	if _, err := exec.LookPath("pulseaudio"); err != nil {
		t.Skip("pulseaudio is not installed, so what a window plays is not heard")
	}
	dir, err := os.MkdirTemp("", "mh") // short: the path of a socket may have 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
		"-L", "module-native-protocol-unix auth-anonymous=1 socket="+dir+"/s",
		"-L", fmt.Sprintf("module-pipe-sink sink_name=cap file=%s/f rate=%d format=s16le channels=2 use_system_clock_for_timing=yes", dir, soundRate))
	server.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "HOME="+dir)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait(); os.RemoveAll(dir) })
	for _, name := range []string{"f", "s"} {
		patience.Wait(t, "pulseaudio's "+name, 10*time.Second, 2*time.Millisecond, func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil })
	}
	c := &soundCard{socket: dir + "/s"}
	if c.pipe, err = os.OpenFile(dir+"/f", os.O_RDWR, 0); err != nil { // with a writer of its own the reader never meets an end
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); c.listen() }()
	t.Cleanup(func() { c.pipe.Close(); <-done })
	return c
}

func (c *soundCard) listen() {
	var b [4096]byte
	for {
		if _, err := io.ReadFull(c.pipe, b[:]); err != nil {
			return
		}
		c.mu.Lock()
		for i := 0; i < len(b); i += 4 {
			c.heard = append(c.heard, float64(int16(binary.LittleEndian.Uint16(b[i:])))/32768)
		}
		c.mu.Unlock()
	}
}

// now returns how much was heard so far.
func (c *soundCard) now() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.heard)
}

// since returns the peak of what was heard since then, after how many seconds the last of it was audible, and
// whether the last third of a second was silent.
func (c *soundCard) since(then int) (peak, seconds float64, silent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := then
	for i, v := range c.heard[then:] {
		if peak = max(peak, math.Abs(v)); math.Abs(v) > audible {
			last = then + i
		}
	}
	return peak, float64(last-then) / soundRate, len(c.heard)-last > soundRate/3
}

// TestAWindowIsHeard plays the first light in a window and hears it: the first find of a kind, the hearth,
// the first light, a refusal, the chest of the lighthouse. Wind and music are off, and the player stands
// still meanwhile.
func TestAWindowIsHeard(t *testing.T) {
	windowed(t)
	const seed = 7
	card := newSoundCard(t)
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "config.toml"), []byte("[audio]\nambience = 0\nmusic = 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := program("play", "--data", data, "--no-lan", "--name", "Ada", "--seed", fmt.Sprint(seed))
	c.Env = append(c.Environ(), "PULSE_SERVER=unix:"+card.socket)
	g := guestBy(t, 1280, 720, data, c)
	node := &process{t: t, data: data, done: g.proc.done}
	g.seeTitle()
	g.press(ebiten.KeyEnter, 2) // Play
	arrived := card.now()
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	do := func(order string, may bool) {
		t.Helper()
		said, code := g.obeys(data, order)
		if (code == usage.ExitDone) != may {
			t.Fatalf("do %q: %d: %s", order, code, said)
		}
	}
	sounds := func(what string, then int, least float64) {
		t.Helper()
		g.until(what+" to be heard", 30*time.Second, func() bool {
			peak, _, silent := card.since(then)
			return peak > audible && silent
		})
		peak, seconds, _ := card.since(then)
		t.Logf("%s: peak %.3f, the last of it after %.2f s", what, peak, seconds)
		if seconds < least {
			t.Errorf("%s is heard for %.2f s, want %.2f", what, seconds, least)
		}
	}
	sounds("the first find of a kind", arrived, 0.3)
	hear := func(what, order string, may bool, least float64) {
		t.Helper()
		g.until("silence", 30*time.Second, func() bool { _, _, silent := card.since(max(0, card.now()-soundRate/2)); return silent })
		then := card.now()
		do(order, may)
		sounds(what, then, least)
	}
	light, hearth := terrain.Lighthouse(seed), hearthOf(t, seed)
	do(fmt.Sprintf("walk to %d %d", hearth.X, hearth.Y+1), true)
	hear("the hearth", fmt.Sprintf("use %d %d", hearth.X, hearth.Y), true, 0.1)
	hear("embers", fmt.Sprintf("use %d %d", hearth.X, hearth.Y), true, 0.02)
	do(fmt.Sprintf("walk to %d %d", light.X, light.Y+1), true)
	hear("the first light", fmt.Sprintf("use %d %d", light.X, light.Y), true, 2)
	hear("cannot", fmt.Sprintf("dig %d %d", light.X, light.Y), false, 0.02)
	hear("the chest", fmt.Sprintf("use %d %d", light.X-2, light.Y), true, 0.02)
	hear("loot", fmt.Sprintf("take all %d %d", light.X-2, light.Y), true, 0.02)
}

// hearthOf returns the hearth by the spawn of a new world.
func hearthOf(t *testing.T, seed uint64) grid.Tile {
	t.Helper()
	s := world.SettlersStage(t, seed).Enter(1)
	for dy := int32(-20); dy <= 20; dy++ {
		for dx := int32(-20); dx <= 20; dx++ {
			if s.Block(dx, dy) == tile.Hearth {
				return s.At(dx, dy)
			}
		}
	}
	t.Fatal("no hearth near the spawn")
	return grid.Tile{}
}
