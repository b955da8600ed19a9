//go:build unix

package e2e

import (
	"cmp"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/arena"
	"manyhold/app/rig"
	"manyhold/assets"
	"manyhold/render/ui/kit"
)

// members are a window that plays a match, and the other members of its room.
type members struct {
	t     *testing.T
	g     *guest
	n     *process // the node of the window
	room  string
	words *kit.Words
	beat  func() // lets the other windows run
}

// says waits until the window shows words of the table.
func (m *members) says(name, key string, pairs ...string) *image.RGBA {
	m.t.Helper()
	return m.shows(name, m.words.Fill(key, pairs...), true)
}

// shows waits until words are on the screen, or are not any more.
func (m *members) shows(name, words string, there bool) (picture *image.RGBA) {
	m.t.Helper()
	what := "the words " + words
	if !there {
		what += " to be gone"
	}
	m.g.until(what, 60*time.Second, func() bool {
		m.beat()
		picture = m.g.frame(name)
		return rig.Reads(picture, wholeWindow, words, textScale) == there
	})
	return picture
}

// begins lets all take seats and get ready until the window shows the match.
func (m *members) begins(all ...*process) {
	m.t.Helper()
	for _, p := range all {
		m.g.until("a seat", 30*time.Second, func() bool {
			m.beat()
			_, ok := p.inRoom("join", m.room)
			return ok
		})
	}
	m.g.until("the match to begin", 60*time.Second, func() bool {
		m.beat()
		for _, p := range all {
			p.inRoom("ready", m.room)
		}
		s := m.n.room(m.room)
		return s != nil && s.Phase == "running"
	})
	m.shows("state-begins", "Playing", true)
}

// world starts a window in a world of its own, and returns the way into that.
func newMembers(t *testing.T) (m *members, invite string) {
	t.Helper()
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	m = &members{t: t, words: words, beat: func() {}}
	m.g, m.n, invite = founder(t)
	return m, invite
}

// dumps waits until each process has written down its state, and fails unless all tell of the same generation
// and seat, and only b's state differs.
func (m *members) dumps(a, b, c *process) {
	m.t.Helper()
	read := func(p *process) (d arena.Dump) {
		var names []string
		m.g.until("a record of what differs", 30*time.Second, func() bool {
			m.beat()
			names, _ = filepath.Glob(filepath.Join(p.data, "rooms", "*.dump.json"))
			return len(names) > 0
		})
		data, err := os.ReadFile(names[0])
		if err == nil {
			err = json.Unmarshal(data, &d)
		}
		if err != nil || len(names) != 1 {
			m.t.Errorf("the records %v: %v", names, err)
		}
		return d
	}
	one, other, third := read(a), read(b), read(c)
	for _, d := range []arena.Dump{other, third} {
		if d.Generation != one.Generation || d.Seat != one.Seat || d.Player != one.Player {
			m.t.Errorf("one machine names %s of generation %d, another %s of %d", one.Seat, one.Generation, d.Seat, d.Generation)
		}
	}
	if other.Mine != one.Seat || one.Digest == "" || one.Digest != third.Digest || other.Digest == one.Digest {
		m.t.Errorf("%s differs; the digests are %q, %q of the one that differs, and %q", one.Seat, one.Digest, other.Digest, third.Digest)
	}
}

// TestLaggingAndAwayInTheWindow: while the process of another player is stopped, the window says in a flowing
// match that the player lags, and then that it is away; when the process goes on, neither.
func TestLaggingAndAwayInTheWindow(t *testing.T) {
	windowed(t)
	m, invite := newMembers(t)
	b := headless(t, t.TempDir(), "--no-lan", "--name", "Bo", "--join", invite)
	m.room = m.n.newRoom("emberball", "--seed", "42", "--config", `{"seconds":600,"goals":15}`)
	m.begins(m.n, b)
	b.cmd.Process.Signal(syscall.SIGSTOP)
	away, lags := m.words.Fill("match.is_vacant", "name", "Bo"), m.words.Fill("match.is_lagging", "name", "Bo")
	seen := m.says("state-lagging", "match.is_lagging", "name", "Bo")
	if rig.Reads(seen, wholeWindow, away, textScale) {
		t.Error("a player that lags is away at once")
	}
	m.says("state-away", "match.is_vacant", "name", "Bo")
	was := m.n.room(m.room).Generation
	m.g.until("the match to go on", 30*time.Second, func() bool { return m.n.room(m.room).Generation > was+20 })
	b.cmd.Process.Signal(syscall.SIGCONT)
	m.shows("state-back", away, false)
	m.shows("state-back", lags, false)
	m.g.until("the other player to be back", 60*time.Second, func() bool {
		s := m.n.room(m.room)
		return s != nil && !seatOf(s, "Bo").Vacant && !seatOf(s, "Bo").Lagging
	})
}

// TestStatesOfAStrictMatch: in a strict match between two windows and a third process, the window says for
// whom it waits, and who is away; that it is paused by vote, and how many votes there are; and, when a bit of
// the other window's match is changed, that the match has stopped and whose state differs. The others vote to
// go on without that player, whose machine mends itself, so that the player comes back.
func TestStatesOfAStrictMatch(t *testing.T) {
	windowed(t)
	bin, err := microscope()
	if err != nil {
		t.Fatal(err)
	}
	m, invite := newMembers(t)
	data := t.TempDir()
	bo := guestBy(t, 1280, 720, data, exec.Command(bin, "play", "--data", data, "--no-lan", "--name", "Bo", "--join", invite))
	b := &process{t: t, data: data, done: bo.proc.done}
	c := headless(t, t.TempDir(), "--no-lan", "--name", "Cy", "--join", invite)
	m.beat = func() { bo.ticks(3) }
	m.room = m.n.newRoom("emberball", "--strict", "--seed", "42", "--config", `{"seconds":600,"goals":15}`)
	m.begins(m.n, b, c)

	c.cmd.Process.Signal(syscall.SIGSTOP)
	m.says("strict-waits", "match.waits_for", "name", "Cy")
	m.says("strict-away", "match.is_vacant", "name", "Cy")
	c.cmd.Process.Signal(syscall.SIGCONT)
	m.shows("strict-back", m.words.Fill("match.is_vacant", "name", "Cy"), false)
	m.shows("strict-back", m.words.Fill("match.waits_for", "name", "Cy"), false)

	m.n.mustInRoom("pause", m.room)
	m.says("strict-vote", "match.votes_pause", "n", "1", "of", "2")
	b.mustInRoom("pause", m.room)
	m.says("strict-paused", "match.paused")
	m.n.mustInRoom("resume", m.room)
	m.says("strict-resume", "match.votes_resume", "n", "1", "of", "2")
	b.mustInRoom("resume", m.room)
	m.shows("strict-resumed", m.words.Get("match.paused"), false)

	bo.press(ebiten.KeyF7, 2)
	m.says("strict-halted", "match.halted", "names", "Bo")
	bo.frame("strict-halted-other")
	m.dumps(m.n, b, c)
	was := m.n.room(m.room).Generation
	m.n.mustInRoom("continue", m.room)
	m.says("strict-goes-on-vote", "match.votes_go_on", "n", "1", "of", "2")
	c.mustInRoom("continue", m.room)
	m.shows("strict-goes-on", m.words.Fill("match.halted", "names", "Bo"), false)
	m.g.until("the match to go on without the third", 30*time.Second, func() bool {
		m.beat()
		s := m.n.room(m.room)
		return s != nil && s.Generation > was+20 && !strings.Contains(s.Child, "halted")
	})
	m.g.until("the machine of the other window to have mended itself, and its player to be back", 60*time.Second, func() bool {
		m.beat()
		s := m.n.room(m.room)
		return s != nil && seatOf(s, "Bo").Diverged == 0 && !seatOf(s, "Bo").Vacant
	})
	m.shows("strict-mended", m.words.Fill("match.is_diverged", "name", "Bo"), false)
}

// TestLostMatchInTheWindow: in a match of two, the process of the host is killed, and the computer of the
// other only plays. Its window says that it reconnects, and to whom, in a picture without colours. Its menu
// enters the match anew; when the host is there again, the match goes on, and the colours are back.
func TestLostMatchInTheWindow(t *testing.T) {
	windowed(t)
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--name", "Ada", "--seed", "7", "--world", "new")
	a.await("the world of Ada", 30*time.Second, func() bool { st, err := a.status(); return err == nil && st.World.Invite != "" })
	st, err := a.status()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--no-host", "--name", "Bo", "--join", st.World.Invite)
	m := &members{t: t, g: g, n: &process{t: t, data: data, done: g.proc.done}, words: words, beat: func() {}}
	g.until("Bo to be in the world", 60*time.Second, func() bool { return g.players(m.n) >= 1 })
	m.room = a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":600,"goals":15}`)
	m.begins(a, m.n)
	g.pass(2 * time.Second)
	colours := colourful(g.frame("lost-before"))
	a.kill()
	var picture *image.RGBA
	g.until("a picture without colours", 30*time.Second, func() bool {
		g.ticks(6)
		picture = g.frame("lost-grey")
		return colourful(picture) < colours/2
	})
	m.says("lost-words", "match.reconnecting")
	g.press(ebiten.KeyEscape, 2)
	g.ticks(10)
	g.down(1)
	if menu := g.frame("lost-menu"); !rig.Reads(menu, wholeWindow, words.Get("match.reconnect"), textScale) {
		t.Error("the menu does not enter the match anew")
	}
	g.press(ebiten.KeyEnter, 2)
	g.pass(2 * time.Second)
	g.frame("lost-anew")
	a = headless(t, a.data, "--no-lan", "--signal", url, "--name", "Ada")
	was := uint32(0)
	g.until("the match to go on", 120*time.Second, func() bool {
		g.ticks(6)
		s := m.n.room(m.room)
		if s == nil || s.Phase != "running" || seatOf(s, "Bo").Vacant || seatOf(s, "Ada").Vacant {
			return false
		}
		was = cmp.Or(was, s.Generation)
		return s.Generation > was+20
	})
	if picture = m.shows("lost-back", "Playing", true); colourful(picture) < colours/2 {
		t.Error("the match that goes on has no colours")
	}
}

// colourful is how far the channels of the pixels in the middle differ, of 1.
func colourful(m *image.RGBA) float64 {
	sum, n := 0, 0
	for y := middlePart.Min.Y; y < middlePart.Max.Y; y++ {
		for x := middlePart.Min.X; x < middlePart.Max.X; x++ {
			c := m.RGBAAt(x, y)
			sum += int(max(c.R, c.G, c.B)) - int(min(c.R, c.G, c.B))
			n++
		}
	}
	return float64(sum) / float64(n) / 255
}
