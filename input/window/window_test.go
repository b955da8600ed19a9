//go:build linux || darwin || windows

package window

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/exp/vmhost"

	"manyhold/input"
	"manyhold/net/patience"
)

// The devices are virtual: Ebitengine's own host for virtual machines presses keys and leans sticks of a
// guest process, which is this test's program again, reading them through Source as the game does.

const guestEnv = "MANYHOLD_TEST_INPUT_GUEST"

// report is the guest's output, one line per tick.
type report struct {
	Held, Pressed        []string
	MoveX, MoveY, AimX   float64
	CursorX, CursorY     float64
	WheelY               float64
	Text, Hint           string
	Backspace, Focused   bool
	CursorMoved, Control bool
}

type guestGame struct {
	src   *Source
	keys  *input.Bindings
	state input.State
}

func (g *guestGame) Update() error {
	s := &g.state
	g.keys.Read(g.src, s)
	r := report{MoveX: s.MoveX, MoveY: s.MoveY, AimX: s.AimX, CursorX: s.CursorX, CursorY: s.CursorY, WheelY: s.WheelY,
		Text: string(s.Text), Hint: s.Name(input.Use), Backspace: s.Edit(input.Backspace), Focused: s.Focused,
		CursorMoved: s.CursorMoved, Control: s.Control}
	for _, a := range input.Actions() {
		if s.Held(a) {
			r.Held = append(r.Held, a.String())
		}
		if s.Pressed(a) {
			r.Pressed = append(r.Pressed, a.String())
		}
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func (*guestGame) Draw(*ebiten.Image)         {}
func (*guestGame) Layout(int, int) (int, int) { return 320, 180 }

// hostGame runs the tests within its first Update, since the host needs a running game, too.
type hostGame struct {
	m    *testing.M
	code int
}

func (g *hostGame) Update() error            { g.code = g.m.Run(); return ebiten.Termination }
func (*hostGame) Draw(*ebiten.Image)         {}
func (*hostGame) Layout(int, int) (int, int) { return 320, 180 }

var display bool

func TestMain(m *testing.M) {
	if endpoint := os.Getenv(guestEnv); endpoint != "" {
		keys, err := input.NewBindings(nil)
		if err != nil {
			panic(err)
		}
		if err := ebiten.RunGameWithOptions(&guestGame{src: New(), keys: keys}, &ebiten.RunGameOptions{VMGuestEndpoint: endpoint}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		os.Exit(m.Run())
	}
	display = true
	ebiten.SetWindowVisible(false)
	g := &hostGame{m: m, code: 1}
	if err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(g.code)
}

type guest struct {
	*vmhost.GuestSession
	lines *bufio.Scanner
}

func start(t *testing.T) *guest {
	if testing.Short() {
		t.Skip("starts processes")
	}
	if !display {
		t.Skip("there is no display, so no virtual devices either (xvfb-run -a go test gives one)")
	}
	dir, err := os.MkdirTemp("", "mh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	door, err := net.Listen("unix", filepath.Join(dir, "g"))
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := vmhost.EndpointURLFromAddr(door.Addr())
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "DISPLAY=") })
	child.Env = append(child.Env, guestEnv+"="+endpoint)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Process.Kill(); child.Wait() })
	arrival, arrived := patience.WithTimeout(t.Context(), 20*time.Second)
	defer arrived()
	late := context.AfterFunc(arrival, func() { door.Close() })
	conn, err := door.Accept()
	if err != nil {
		t.Fatal(err)
	}
	late()
	door.Close()
	// The library's own limit of a silent guest goes by the clock: it ends guests that hang for ever.
	session, err := vmhost.NewGuestSession(conn, &vmhost.NewGuestSessionOptions{IdleTimeout: 2 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	if err := session.SetOutsideScreen(ebiten.NewImage(320, 180)); err != nil {
		t.Fatal(err)
	}
	g := &guest{session, bufio.NewScanner(out)}
	g.tick(t)
	return g
}

// tick waits for one tick and returns the guest's output.
func (g *guest) tick(t *testing.T) (r report) {
	t.Helper()
	g.AdvanceTicks(1)
	if !g.WaitTicks() {
		t.Fatalf("the guest has gone: %v", g.Err())
	}
	if !g.lines.Scan() {
		t.Fatalf("the guest is silent: %v", g.lines.Err())
	}
	if err := json.Unmarshal(g.lines.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDevices(t *testing.T) {
	g := start(t)
	if r := g.tick(t); !r.Focused || len(r.Held) != 0 || r.Hint != "E" {
		t.Errorf("at rest: %+v", r)
	}

	g.PressKey(ebiten.KeyD)
	g.PressKey(ebiten.KeyArrowDown)
	if r := g.tick(t); !slices.Contains(r.Pressed, "move_right") || !slices.Contains(r.Held, "move_down") || math.Abs(r.MoveX-math.Sqrt2/2) > 1e-9 || r.MoveX != r.MoveY {
		t.Errorf("D and the down arrow: %+v", r)
	}
	g.ReleaseKey(ebiten.KeyD)
	g.ReleaseKey(ebiten.KeyArrowDown)
	if r := g.tick(t); len(r.Held) != 0 || r.MoveX != 0 {
		t.Errorf("let go: %+v", r)
	}

	g.PressKey(ebiten.KeyE) // pressed and let go within a tick
	g.ReleaseKey(ebiten.KeyE)
	if r := g.tick(t); !slices.Contains(r.Pressed, "use") {
		t.Errorf("a short press of E is lost: %+v", r)
	}
	if r := g.tick(t); len(r.Held) != 0 {
		t.Errorf("after the short press: %+v", r)
	}

	g.MoveCursor(40, 30)
	g.PressMouseButton(ebiten.MouseButtonLeft)
	g.ScrollWheel(0, 1)
	if r := g.tick(t); !slices.Contains(r.Held, "dig") || !slices.Contains(r.Pressed, "zoom_in") || r.CursorX != 40 || r.CursorY != 30 || !r.CursorMoved || r.WheelY != 1 {
		t.Errorf("mouse: %+v", r)
	}
	g.ReleaseMouseButton(ebiten.MouseButtonLeft)
	if r := g.tick(t); len(r.Held) != 0 || r.WheelY != 0 || r.CursorMoved {
		t.Errorf("mouse let go: %+v", r)
	}

	for _, r := range "hé 你\n" {
		g.TypeRune(r)
	}
	g.PressKey(ebiten.KeyBackspace)
	g.PressKey(ebiten.KeyControlLeft)
	if r := g.tick(t); r.Text != "hé 你" || !r.Backspace || !r.Control {
		t.Errorf("typed: %+v", r)
	}
	if r := g.tick(t); r.Text != "" || r.Backspace {
		t.Errorf("typed twice: %+v", r)
	}
}

func TestPad(t *testing.T) {
	g := start(t)
	pad := vmhost.GamepadState{
		ID: 0, SDLID: "00000000000000000000000076543210", Name: "virtual pad",
		StandardAxes: map[ebiten.StandardGamepadAxis]float64{
			ebiten.StandardGamepadAxisLeftStickHorizontal: -0.575, ebiten.StandardGamepadAxisLeftStickVertical: 0,
			ebiten.StandardGamepadAxisRightStickHorizontal: 1,
		},
		StandardButtons: map[ebiten.StandardGamepadButton]vmhost.GamepadStandardButtonState{
			ebiten.StandardGamepadButtonRightBottom: {Pressed: true, Value: 1},
		},
	}
	g.UpdateGamepads([]vmhost.GamepadState{pad})
	r := g.tick(t)
	if math.Abs(r.MoveX+0.5) > 1e-6 || r.MoveY != 0 || r.AimX != 1 || !slices.Contains(r.Pressed, "use") || r.Hint != "A button" {
		t.Errorf("stick half to the left and A: %+v", r)
	}
	g.UpdateGamepads(nil) // unplugged
	if r := g.tick(t); r.MoveX != 0 || len(r.Held) != 0 {
		t.Errorf("unplugged: %+v", r)
	}
	g.PressKey(ebiten.KeyT)
	if r := g.tick(t); r.Hint != "E" {
		t.Errorf("back on the keyboard the hint is %q", r.Hint)
	}
}

// Every key of the table is one of Ebitengine's, without duplicates, and all of Ebitengine's are there except
// those that stand for two at once.
func TestAllKeys(t *testing.T) {
	seen := map[ebiten.Key]bool{}
	for _, k := range keys {
		if seen[k.key] {
			t.Errorf("%s is there twice", k.key)
		}
		seen[k.key] = true
	}
	for k := ebiten.Key(0); k <= ebiten.KeyMax; k++ {
		switch k {
		case ebiten.KeyAlt, ebiten.KeyControl, ebiten.KeyShift, ebiten.KeyMeta:
		default:
			if !seen[k] && k.String() != "" {
				t.Errorf("%s is missing", k)
			}
		}
	}
}
