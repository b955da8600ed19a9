package e2e

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
)

// Parts of a window of 1280 × 720 over a match.
var (
	hintPart   = image.Rect(240, 8, 1000, 180) // score, and below it the hint
	resultPart = image.Rect(240, 200, 1040, 640)
	rightPart  = image.Rect(720, 380, 800, 450) // beside the figure
	leftPart   = image.Rect(480, 380, 560, 450)
)

// duel is a match between the windows of two processes.
type duel struct {
	*pair
	name string
	room string
}

// duelLimit is how long both windows of a match wait for something.
const duelLimit = 60 * time.Second

// TestFourMatches plays each match that the program brings along in the windows of two processes, from the
// lobby to the result and back into the world. In one of them the process of the other player is killed:
// the match goes on with a bot. With MANYHOLD_SHOTS set the pictures can be looked at.
func TestFourMatches(t *testing.T) {
	windowed(t)
	for _, c := range []struct {
		engine, config string
		kill           bool   // the other process, in the middle of the match
		late           string // the engine's state before the end, of a match that takes long
		play           func(d *duel)
	}{
		{engine: "emberball", config: `{"seconds": 10, "overtime": 10}`, play: (*duel).walks},
		{engine: "lantern-hunt", config: `{"rounds": 2, "hide": 5, "seek": 10}`, play: (*duel).walks},
		{engine: "cart-cup", config: `{"build": 10, "laps": 1}`, late: "last call", play: (*duel).walks},
		{engine: "herders", config: `{"sheep": 200, "minutes": 1, "share": 10}`, kill: true, play: (*duel).sends},
	} {
		t.Run(c.engine, func(t *testing.T) {
			d := &duel{pair: meet(t, duelLimit), name: c.engine}
			was := [2]string{d.state(d.a, d.n), d.state(d.b, d.m)}
			d.lobby(c.config)
			d.begin()
			c.play(d)
			if c.kill {
				d.b.proc.kill()
				d.alone()
			}
			if c.late != "" {
				d.both(c.late, func() bool { s := d.n.room(d.room); return s != nil && s.Child == c.late })
			}
			d.end(c.kill)
			d.back(c.kill, was)
			d.archive()
		})
	}
}

// both lets both windows run until something holds, or the first one if the second has ended.
func (d *duel) both(what string, holds func() bool) {
	d.t.Helper()
	d.a.until(d.name+": "+what, d.limit, func() bool {
		if !d.gone() {
			d.b.ticks(3)
		}
		return holds()
	})
}

// state returns where a player is, and what it carries.
func (d *duel) state(g *guest, node *process) string {
	return g.ask(node, "where") + g.ask(node, "inventory")
}

// shoot draws a picture of both windows.
func (d *duel) shoot(name string) (a, b *image.RGBA) {
	a = d.a.frame(d.name + "-" + name + "-a")
	if !d.gone() {
		b = d.b.frame(d.name + "-" + name + "-b")
	}
	return a, b
}

// gone reports whether the process of the second window has ended.
func (d *duel) gone() bool { return d.b.proc.ended() }

// lobby creates the match, and lets both take seats: the first by a command, the second at the board.
func (d *duel) lobby(config string) {
	d.t.Helper()
	d.room = d.n.newRoom(d.name, "--seed", "42", "--config", config)
	d.n.mustInRoom("join", d.room)
	d.both("the room in the list of the other", func() bool { out, _ := d.m.inRoom("list"); return strings.Contains(out, d.room[:8]) })
	for _, g := range []*guest{d.a, d.b} {
		g.pause(pauseMatches)
		g.down(1) // the only match is the first row
	}
	_, list := d.shoot("board")
	for _, g := range []*guest{d.a, d.b} {
		g.press(ebiten.KeyEnter, 2)
	}
	d.both("the seats in the other window", func() bool {
		_, m := d.shoot("seats")
		return d.m.room(d.room) != nil && changed(list, m, wholeWindow) >= 0.05 && rig.Legible(m, resultPart) >= 100
	})
	d.b.ticks(20)
	d.b.press(ebiten.KeyEnter, 2) // the first free seat
	d.seated("Bo")
	d.shoot("lobby")
}

// begin lets both be ready, stage by stage, and waits for the match, which says what to do.
func (d *duel) begin() {
	d.t.Helper()
	shown := false
	d.both("the match to begin", func() bool {
		s := d.n.room(d.room)
		switch {
		case s == nil:
			return false
		case s.Child == "countdown" && !shown:
			shown = true
			d.shoot("countdown")
		case s.Phase == "setup" && s.Child != "countdown":
			d.n.inRoom("ready", d.room)
			d.m.inRoom("ready", d.room)
		}
		return s.Phase == "running"
	})
	d.hinted()
}

// seated waits until the first node knows a seat of a player.
func (d *duel) seated(who string) {
	d.t.Helper()
	d.both("a seat of "+who, func() bool { s := d.n.room(d.room); return s != nil && seatOf(s, who).Seat != "" })
}

// hinted waits until both windows show score and hint.
func (d *duel) hinted() {
	d.t.Helper()
	d.both("score and hint in both windows", func() bool {
		a, b := d.shoot("begins")
		return rig.Legible(a, hintPart) >= 400 && rig.Legible(b, hintPart) >= 400
	})
}

// legible looks at the screen of the result.
func (d *duel) legible(result *image.RGBA) {
	d.t.Helper()
	if n := rig.Legible(result, resultPart); n < 300 {
		d.t.Errorf("%d legible pixels on the screen of the result", n)
	}
}

// changes waits until a share of a part of the first window differs from what it was before an act, and of a
// part of the second, if there are two.
func (d *duel) changes(what string, share float64, act func(), parts ...image.Rectangle) {
	d.t.Helper()
	var before, now [2]*image.RGBA
	before[0], before[1] = d.shoot("stands")
	act()
	d.both(what, func() bool {
		now[0], now[1] = d.shoot("plays")
		for i, part := range parts {
			if changed(before[i], now[i], part) < share {
				return false
			}
		}
		return true
	})
}

// walks moves the first player's figure by a key.
func (d *duel) walks() {
	d.t.Helper()
	d.changes("the figure to walk", 0.3, func() { d.a.PressKey(ebiten.KeyA) }, middlePart)
	d.a.ReleaseKey(ebiten.KeyA)
}

// sends lets a dog go by a click beside the figure: the archive must have it.
func (d *duel) sends() {
	d.t.Helper()
	d.changes("the dog to be where it was sent", 0.2, d.sendRight, rightPart)
}

// sendRight clicks to the right of the first player's figure.
func (d *duel) sendRight() { d.a.click(760, 420, ebiten.MouseButtonLeft, 6) }

// alone waits until the match goes on without the second player.
func (d *duel) alone() {
	d.t.Helper()
	var was uint32
	d.both("the match to go on alone", func() bool {
		s := d.n.room(d.room)
		if s == nil || !seatOf(s, "Bo").Vacant {
			return false
		}
		if was == 0 {
			was = s.Generation
		}
		return s.Generation > was+20
	})
	d.shoot("alone")
}

// end waits for the result, which both have signed.
func (d *duel) end(alone bool) {
	d.t.Helper()
	signed := 2
	if alone {
		signed = 1
	}
	d.both("the result", func() bool {
		s := d.n.room(d.room)
		return s != nil && s.Phase == "ended" && len(s.Signed) >= signed
	})
	d.a.ticks(60)
	if !d.gone() {
		d.b.ticks(60)
	}
	a, _ := d.shoot("result")
	d.legible(a)
}

// back leads both back to the world, in which they have what they had. The board has the result.
func (d *duel) back(alone bool, was [2]string) {
	d.t.Helper()
	d.a.press(ebiten.KeyEnter, 2)
	if !alone {
		d.b.press(ebiten.KeyEnter, 2)
		d.b.ticks(60)
	}
	d.a.ticks(60)
	d.shoot("back")
	if now := d.state(d.a, d.n); now != was[0] {
		d.t.Errorf("the first player was %s and is %s", was[0], now)
	}
	if !alone {
		if now := d.state(d.b, d.m); now != was[1] {
			d.t.Errorf("the second player was %s and is %s", was[1], now)
		}
	}
	d.a.pause(pauseMatches)
	d.a.press(ebiten.KeyArrowRight, 2) // the other tab
	d.both("the result on the board", func() bool {
		d.a.press(ebiten.KeyEnter, 2)
		d.a.ticks(20)
		m := d.a.frame(d.name + "-results")
		return rig.Legible(m, image.Rect(30, 110, 1250, 180)) >= 300
	})
}

// archive writes the record of the match, which is replayed to the same end.
func (d *duel) archive() {
	d.t.Helper()
	type record struct {
		Engine, Digest string
		Generations    uint32
		Result         json.RawMessage
		Masters        [][]byte
	}
	file := filepath.Join(d.t.TempDir(), "match.json")
	d.n.mustInRoom("archive", d.room, file)
	var archive, replayed record
	b, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(b, &archive) != nil || archive.Engine != d.name {
		d.t.Fatalf("the archive: %v %s", err, archive.Engine)
	}
	if sent := bytes.Contains(bytes.Join(archive.Masters, nil), []byte("go 1 ")); sent != (d.name == "herders") {
		d.t.Errorf("a click on the field is in the archive: %v", sent)
	}
	s := d.n.room(d.room)
	if s == nil || compact(archive.Result) != compact(s.Result) || s.DigestAt == archive.Generations && archive.Digest != s.Digest {
		d.t.Errorf("the archive has %s, the room %+v", archive.Result, s)
	}
	out, err := program("replay", "--json", file).Output()
	if err != nil || json.Unmarshal(out, &replayed) != nil || replayed.Digest != archive.Digest || len(archive.Digest) != 16 ||
		replayed.Generations != archive.Generations {
		d.t.Errorf("the archive is replayed to %s: %v", out, err)
	}
}
