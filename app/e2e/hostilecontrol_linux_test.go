package e2e

import (
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/status"
	"manyhold/app/usage"
)

// A node with few files, and more connections to its control port than that.
const (
	controlFiles   = 400
	hostileControl = 300 // of each kind
)

// TestConnectionsToTheControlPortKeepNobodyOut: idle connections to the loopback port, and requests without
// the token whose bodies never arrive, keep neither a peer from joining nor a person from the node's status.
func TestConnectionsToTheControlPortKeepNobodyOut(t *testing.T) {
	data := t.TempDir()
	a := launch(t, withFiles(controlFiles, program("--headless", "--data", data, "--no-lan", "--world", "new", "--seed", plainSeed, "--name", "Ada")), data)
	a.await("the node to answer", 20*time.Second, func() bool { _, err := a.status(); return err == nil })
	st, _ := a.island()
	node, err := control.Find(data)
	if err != nil {
		t.Fatal(err)
	}
	for range hostileControl {
		for _, words := range []string{"", fmt.Sprintf("POST /do HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n", node.Host())} {
			c, err := net.Dial("tcp", node.Host())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			fmt.Fprint(c, words)
		}
	}
	began := time.Now()
	if out, code := commandLine(t, "status", "--data", data); code != usage.ExitDone {
		t.Errorf("status, %d: %s", code, out)
	}
	looked := time.Since(began)
	began = time.Now()
	b := headless(t, t.TempDir(), "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	joined, _ := b.island()
	b.await("a link to Ada", 20*time.Second, func() bool {
		st, err := b.status()
		return err == nil && slices.ContainsFunc(st.Links, func(l status.LinkStatus) bool { return l.Name == "Ada" })
	})
	if joined.World.ID != st.World.ID {
		t.Errorf("Bo is in world %s, not %s", joined.World.ID, st.World.ID)
	}
	t.Logf("beside %d connections, the status took %v, and a peer joined in %v", 2*hostileControl, looked.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
}
