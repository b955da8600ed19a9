package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/maker/engine"
)

// lanMatch is a match that is played on two machines.
type lanMatch struct {
	engine, config string
	play           func(d *duel)
}

// lanMatches are the matches that the program brings along.
var lanMatches = []lanMatch{
	{"emberball", `seconds=20 overtime=10 side=2`, (*duel).strolls},
	{"lantern-hunt", `rounds=2 hide=5 seek=15 side=2`, (*duel).strolls},
	{"cart-cup", `build=15 laps=1`, (*duel).strolls},
	{"herders", `sheep=1500 minutes=1 share=20`, (*duel).herds},
}

// TestMatchesOnALAN plays each match in two windows, each in a process on a machine of its own: the second
// one finds the world of the first by the LAN, and all of it is done by keys and mouse, from the title and
// the board to the result and back. All four take some minutes: without MANYHOLD_FIGURES it is one of them.
func TestMatchesOnALAN(t *testing.T) {
	windowed(t)
	list := lanMatches[:1]
	if os.Getenv("MANYHOLD_FIGURES") != "" {
		list = lanMatches
	}
	meetings(t, nil, list)
}

// TestMatchesFarAway does it between two machines that are 40 ms apart and lose one frame in twenty.
func TestMatchesFarAway(t *testing.T) {
	windowed(t)
	if os.Getenv("MANYHOLD_FIGURES") == "" {
		t.Skip("MANYHOLD_FIGURES is not set: it takes six minutes")
	}
	meetings(t, &journey{delay: 40 * time.Millisecond, loss: 0.05}, lanMatches)
}

// meetings plays matches on two machines, one after the other.
func meetings(t *testing.T, way *journey, list []lanMatch) {
	l := newLAN(t, 2)
	name := "lan-"
	if way != nil {
		l.far(*way)
		name = "far-"
	}
	d := &duel{pair: &pair{t: t, limit: duelLimit}, name: name}
	d.a, d.n = l.window(0, "Ada", "--seed", plainSeed)
	d.a.seeTitle()
	d.a.press(ebiten.KeyEnter, 2)
	d.a.until("the first player to be in the world", 60*time.Second, func() bool { return d.a.players(d.n) == 1 })
	d.b, d.m = l.window(1, "Bo")
	d.b.ticks(90)
	d.b.reads(name+"title-b", "Ada", 60*time.Second)
	d.b.press(ebiten.KeyArrowRight, 2)
	d.b.press(ebiten.KeyEnter, 2)
	d.both("both to be in the world", func() bool { return d.a.players(d.n) == 2 && d.b.players(d.m) == 2 })
	for _, m := range list {
		t.Run(m.engine, func(t *testing.T) {
			d.t, d.name = t, name+m.engine
			d.announce(m.engine, m.config)
			d.commit()
			m.play(d)
			d.both("the result", func() bool {
				d.shoot("plays-late")
				s := d.n.room(d.room)
				return s != nil && s.Phase == "ended" && len(s.Signed) == 2 && s.Full
			})
			for _, g := range []*guest{d.a, d.b} {
				d.legible(g.reads(d.name+"-result-"+g.name(d), "Result", 20*time.Second))
			}
			d.adjourn()
		})
	}
}

// name returns which window of a duel this is.
func (g *guest) name(d *duel) string {
	if g == d.a {
		return "a"
	}
	return "b"
}

// window opens a window on machine i, and returns it with its node.
func (l *lan) window(i int, name string, args ...string) (*guest, *process) {
	l.t.Helper()
	data := filepath.Join(l.t.TempDir(), name)
	g := guestBy(l.t, 1280, 720, data, l.run(i, append([]string{"play", "--data", data, "--name", name}, args...)...))
	return g, &process{t: l.t, data: data, done: g.proc.done, by: func(args ...string) *exec.Cmd { return l.run(i, args...) }}
}

// announce creates a match at the board of the first window, and joins it at the board of the second.
func (d *duel) announce(name, config string) {
	d.t.Helper()
	d.a.pause(pauseMatches)
	d.a.backwards(2)
	d.a.press(ebiten.KeyEnter, 2)
	d.a.ticks(20)
	card := slices.Index(engine.Names(), name)
	d.a.down(card)
	d.a.press(ebiten.KeyEnter, 2)
	d.a.ticks(10)
	d.a.frame(d.name + "-create-a")
	d.a.backwards(card + 2)
	d.a.press(ebiten.KeyEnter, 2)
	d.room = ""
	d.both("the match in the list of the other", func() bool {
		for _, r := range d.m.roomRows() {
			if r.Engine == name && r.Phase == "setup" {
				d.room = r.ID
			}
		}
		return d.room != ""
	})
	d.a.reads(d.name+"-room-a", "Watch", 20*time.Second)
	d.a.press(ebiten.KeyEnter, 2)
	d.seated("Ada")
	if out := d.a.ask(d.n, "room config "+d.room+" "+config); out != "" {
		d.t.Log(out)
	}
	d.b.pause(pauseMatches)
	d.b.ticks(60)
	d.b.frame(d.name + "-board-b")
	d.b.down(1)
	d.b.press(ebiten.KeyEnter, 2)
	d.b.reads(d.name+"-room-b", "Watch", 20*time.Second)
	d.b.press(ebiten.KeyEnter, 2)
	d.seated("Bo")
	d.shoot("seats")
}

// commit lets both be ready in each stage, by the button, until the match runs and is shown.
func (d *duel) commit() {
	d.t.Helper()
	d.a.backwards(3)
	d.b.backwards(4)
	stage := ""
	d.both("the match to begin", func() bool {
		s := d.n.room(d.room)
		if s == nil || s.Phase != "setup" {
			return s != nil && s.Phase == "running"
		}
		if s.Child != stage {
			stage = s.Child
			d.shoot("setup-" + stage)
			if stage == "countdown" {
				return false
			}
			d.a.press(ebiten.KeyEnter, 2)
			d.b.press(ebiten.KeyEnter, 2)
		}
		return false
	})
	d.hinted()
}

// strolls moves both figures by keys for a while.
func (d *duel) strolls() {
	d.t.Helper()
	d.changes("both figures to walk", 0.1, func() {
		d.a.PressKey(ebiten.KeyD)
		d.b.PressKey(ebiten.KeyW)
	}, middlePart, middlePart)
	d.a.ReleaseKey(ebiten.KeyD)
	d.b.ReleaseKey(ebiten.KeyW)
}

// herds lets both send their dogs by clicks.
func (d *duel) herds() {
	d.t.Helper()
	d.changes("the dogs to be where they were sent", 0.2, func() {
		d.sendRight()
		d.b.click(520, 420, ebiten.MouseButtonLeft, 6)
	}, rightPart, leftPart)
}

// adjourn leads both back to the world and out of the room.
func (d *duel) adjourn() {
	d.t.Helper()
	for _, g := range []*guest{d.a, d.b} {
		g.press(ebiten.KeyEnter, 2)
		g.ticks(60)
	}
	d.shoot("back")
	d.a.pause(pauseMatches)
	d.a.press(ebiten.KeyPageDown, 2)
	d.a.reads(d.name+"-results", "Signed 2/2", 20*time.Second)
	for range 3 {
		d.a.press(ebiten.KeyEscape, 2)
	}
	d.a.ask(d.n, "room leave "+d.room)
	d.b.ask(d.m, "room leave "+d.room)
	d.both("the room to be gone", func() bool { return len(d.m.roomRows()) == 0 && len(d.n.roomRows()) == 0 })
}
