package e2e

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/control"
	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/app/window"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/net/patience"
)

// pane is an attached window without the picture: it predicts and plays as a window does.
type pane struct {
	t testing.TB
	a *node.Attached
	p *window.Playing
}

// openPane attaches to the node of a process.
func openPane(t testing.TB, p *process) *pane {
	t.Helper()
	id, err := node.OpenWindowed(options.Play{Data: p.data, Attach: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := node.Attach(context.Background(), id, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Stop)
	a.Copies().Want(true)
	var first *feed.Confirmed
	p.await("the world to come", 10*time.Second, func() bool { first = a.Copies().Take(); return first != nil })
	return &pane{t, a, window.NewPlaying(a, first)}
}

// until plays until a condition holds.
func (w *pane) until(what string, holds func() bool) {
	w.t.Helper()
	deadline := patience.For(15 * time.Second)
	for tick := time.NewTicker(time.Second / 60); !holds(); <-tick.C {
		if deadline.Over() {
			w.t.Fatalf("in vain: %s", what)
		}
		if c := w.a.Copies().Take(); c != nil {
			w.p.Confirm(c)
		}
		w.p.Predict.Advance()
		w.p.View = w.p.Predict.View(fixed.One)
	}
}

// body returns the confirmed body of the player, nil while it is not awake in the world.
func (w *pane) body() *entity.Body {
	b := w.p.Hand.Body()
	if b == nil || b.Flags&entity.Asleep != 0 {
		return nil
	}
	return b
}

// TestAttach: a window on a headless node walks, is closed, and is opened again. The node stays one peer that
// hosts all the time, and the body is where it was left.
func TestAttach(t *testing.T) {
	t.Parallel()
	p := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	alone, _ := p.island()
	friend := headless(t, t.TempDir(), "--no-lan", "--name", "Bert", "--join", alone.World.Invite)
	linked := func() (*status.Status, bool) {
		st, err := p.status()
		return st, err == nil && len(st.Links) == 1 && len(st.Islands) == 1
	}
	p.await("the link", 20*time.Second, func() bool { _, ok := linked(); return ok })
	before, _ := linked()

	w := openPane(t, p)
	id, err := node.OpenWindowed(options.Play{Data: p.data, Attach: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := node.Attach(context.Background(), id, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "another window is attached to this world") {
		t.Errorf("a second window: %v", err)
	}
	refused(t, usage.ExitFailed, "manyhold play --attach", "play", "--headless", "--data", p.data)

	w.p.Issue(w.a.EnterCommand())
	w.until("the player to be awake", func() bool { return w.body() != nil })
	from := w.body().Pos
	w.p.Issue(command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}})
	w.until("the walk", func() bool { return w.body().Pos.Sub(from).Len() > 2*fixed.One })
	p.must("say from outside") // while the window's player walks
	w.p.Issue(command.Command{Kind: command.Move})
	w.until("the stop", func() bool { return w.body().Vel == (fixed.SVec{}) })
	stood := w.body().Pos
	w.a.Stop()
	p.await("the player to leave the world", 10*time.Second, func() bool {
		st, err := p.status()
		return err == nil && st.Islands[0].Players == 0 && strings.Contains(p.output(), "window detached")
	})

	again := openPane(t, p)
	if name := again.a.Name; name != "Ada" {
		t.Errorf("the window calls its player %s", name)
	}
	again.p.Issue(again.a.EnterCommand())
	again.until("the player to be awake again", func() bool { return again.body() != nil })
	if got := again.body().Pos; got != stood {
		t.Errorf("the player left from %v and comes back to %v", stood, got)
	}
	after, ok := linked()
	if !ok || after.Peer != before.Peer || after.Links[0].Peer != before.Links[0].Peer || after.Islands[0].Epoch != before.Islands[0].Epoch ||
		after.Links[0].BytesIn < before.Links[0].BytesIn || after.Desyncs != 0 {
		t.Errorf("the node was %+v and is %+v", before, after)
	}
	sameState(t, friend, "Ada")
	p.quit()
	select {
	case <-again.a.Done():
	case <-patience.After(t, 10*time.Second):
		t.Fatal("the window does not notice that its node has ended")
	}
	if err := again.a.Err(); !errors.Is(err, node.ErrDetached) {
		t.Errorf("it ends with %v", err)
	}
	if _, err := node.OpenWindowed(options.Play{Data: p.data, Attach: true}); err == nil || !strings.Contains(err.Error(), "no node runs") {
		t.Errorf("attaching to a node that has ended: %v", err)
	}
}

// TestAttachedWindow plays in a window that is attached, with its own picture and keys, and loses its node.
func TestAttachedWindow(t *testing.T) {
	windowed(t)
	p := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	place := ""
	for round := range 2 {
		g := newGuest(t, 1280, 720, p.data, "--attach")
		g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(p) == 1 })
		g.paced(60)
		if where := g.ask(p, "where"); round > 0 && where != place {
			t.Errorf("the body was left at %s and wakes at %s", place, where)
		}
		if play := g.frame("attached"); round == 0 {
			g.walk(p, play)
			g.paced(30)
			place = g.ask(p, "where")
		} else {
			p = g.lose(p)
		}
		g.Close()
		select {
		case <-g.proc.done:
		case <-patience.After(t, 10*time.Second):
			g.proc.cmd.Process.Kill()
		}
		p.await("the node to go on", 5*time.Second, func() bool {
			st, err := p.status()
			return err == nil && st.Islands[0].Players == 0
		})
	}
}

// lose kills the node under a window: the world stays, without colour, and the player is in it again when
// there is a node and the player asks for it.
func (g *guest) lose(p *process) *process {
	g.t.Helper()
	corner := image.Rect(880, 500, 1240, 620)
	if n := coloured(g.frame("before-loss"), corner); n < 0.3 {
		g.t.Errorf("%.0f %% of a corner of the world have colour", 100*n)
	}
	p.kill()
	g.until("the world to lose its colour", 20*time.Second, func() bool { return coloured(g.frame("lost"), corner) < 0.02 })
	p = headless(g.t, p.data, "--no-lan", "--name", "Ada")
	p.island()
	g.press(ebiten.KeyEnter, 2) // Try again
	g.until("the player to be in the world again", 30*time.Second, func() bool { return g.players(p) == 1 })
	g.until("colour", 20*time.Second, func() bool { return coloured(g.frame("again"), corner) > 0.3 })
	return p
}

// coloured is the share of the pixels of a part of a picture that are not grey.
func coloured(m *image.RGBA, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c := m.RGBAAt(x, y); max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 24 {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// TestAttachRefuses: a connection that is no attached window is refused in words.
func TestAttachRefuses(t *testing.T) {
	t.Parallel()
	p := headless(t, t.TempDir(), "--no-lan")
	p.island()
	client, err := control.Find(p.data)
	if err != nil {
		t.Fatal(err)
	}
	wrong := *client
	wrong.Addr.Token = "x"
	if _, _, err := wrong.Upgrade(context.Background(), "/attach"); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a wrong token: %v", err)
	}
	if resp, err := client.Request(context.Background(), "GET", "/attach", nil); err != nil || resp.StatusCode != 426 {
		t.Errorf("no upgrade: %v, %v", resp, err)
	}
	for _, bad := range [][]byte{{0, 0, 0, 0}, {255, 255, 255, 255}, {1, 0, 0, 0, 99}, {3, 0, 0, 0, control.FrameCommand, 1, 200}} {
		var conn net.Conn
		p.await("room for a window", 5*time.Second, func() bool {
			conn, _, err = client.Upgrade(context.Background(), "/attach")
			return err == nil
		})
		conn.Write(bad)
		conn.SetReadDeadline(time.Now().Add(2 * time.Minute))
		if !closes(conn) {
			t.Errorf("%x does not end the connection", bad)
		}
		conn.Close()
	}
}

// closes reads until the other side ends the connection.
func closes(conn net.Conn) bool {
	b := make([]byte, 64<<10)
	for {
		if _, err := conn.Read(b); err != nil {
			var slow net.Error
			return !errors.As(err, &slow) || !slow.Timeout()
		}
	}
}
