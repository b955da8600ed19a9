package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/net/patience"
)

// The bars of two nodes that both were started again: from the start of the second process until they hold
// one island together.
const (
	remembered = 2 * time.Second
	configured = 4 * time.Second
)

// TestLostInviter: the peer that brought two others together leaves for good. Both are killed and start
// again, without any server, invitation or local search: each remembers where the other was, and they go on
// in one world. Without that memory, the line in config.toml of one of them is enough.
func TestLostInviter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	l := newLAN(t, 3)
	start := func(i int, data string, args ...string) *lanNode {
		n := l.node(i, data, append([]string{"--no-lan"}, args...)...)
		n.await("turns", 30*time.Second, func() bool { _, is, ok := n.look(); return ok && is.TurnOrdered > 0 })
		return n
	}
	ada := start(0, filepath.Join(t.TempDir(), "Ada"))
	first, _, _ := ada.look()
	invite := ada.invitation()
	bo := start(1, filepath.Join(t.TempDir(), "Bo"), "--join", invite)
	cy := start(2, filepath.Join(t.TempDir(), "Cy"), "--join", invite)
	settled([]*lanNode{ada, bo, cy}, 3, 40*time.Second)
	if out, err := l.do(1, bo.data, "say before"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ada.quit()
	// together waits until Bo and Cy hold one island of the old world together.
	together := func(what string) {
		t.Helper()
		bo.await(what, 40*time.Second, func() bool {
			sb, b, ok1 := bo.look()
			sc, c, ok2 := cy.look()
			return ok1 && ok2 && len(sb.Links) == 1 && len(sc.Links) == 1 && sb.World.ID == first.World.ID && sc.World.ID == first.World.ID &&
				b.Epoch == c.Epoch && b.Firm && c.Firm && b.Leader.Peer != "" && b.Leader.Peer == c.Leader.Peer && c.TurnOrdered+40 > b.TurnOrdered
		})
	}
	together("Bo and Cy without Ada")
	restarted := func(how string, bar time.Duration) {
		t.Helper()
		bo = start(1, bo.data)
		began := patience.Now()
		cy = start(2, cy.data)
		together("both started again, by " + how)
		took := patience.Since(began)
		t.Logf("both started again, by %s: %v after the second", how, took.Round(10*time.Millisecond))
		if took > bar {
			t.Errorf("by %s: %v after the second was started, want %v at most", how, took, bar)
		}
	}
	again := func(forget bool) {
		for _, n := range []*lanNode{bo, cy} {
			n.cmd.Process.Kill()
			<-n.done
			if forget {
				for _, pattern := range []string{"*.peers", "*.invite"} {
					names, err := filepath.Glob(filepath.Join(n.data, "worlds", pattern))
					if err != nil || len(names) == 0 {
						t.Fatalf("no %s beside the world's file", pattern)
					}
					for _, name := range names {
						os.Remove(name)
					}
				}
			}
		}
	}
	again(false)
	restarted("what they remember", remembered)
	peer, port := "", 0
	if st, _, ok := bo.look(); ok {
		peer = st.Peer
	}
	b, err := os.ReadFile(filepath.Join(bo.data, "port"))
	if _, scan := fmt.Sscan(string(b), &port); err != nil || scan != nil {
		t.Fatal(err, scan)
	}
	again(true)
	config := fmt.Sprintf("[net]\nbootstrap = [\"192.0.2.1:9#%s\"]\ntrusted_peers = [\"10.77.0.2:%d#%s\"]\n", first.Peer, port, peer)
	if err := os.WriteFile(filepath.Join(cy.data, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	restarted("config.toml", configured)
	dee := filepath.Join(t.TempDir(), "Dee")
	if err := os.MkdirAll(dee, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dee, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if st, _, _ := start(0, dee).look(); st.World.ID != first.World.ID {
		t.Errorf("a new node with that config.toml is in world %s, not %s", st.World.ID, first.World.ID)
	}
}
