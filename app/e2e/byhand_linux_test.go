package e2e

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// closed lets a machine of the LAN drop whatever it has not asked for, where nftables is installed: no port
// of it is open.
func (l *lan) closed(i int) {
	l.t.Helper()
	if _, err := exec.LookPath("nft"); err != nil {
		l.t.Log("there is no `nft` here (Debian package nftables): the ports of the machines are open")
		return
	}
	c := exec.Command("ip", "netns", "exec", l.names[i], "nft", "-f", "-")
	c.Stdin = strings.NewReader("table inet closed { chain in { type filter hook input priority 0; policy drop; iif lo accept; ct state established,related accept; }; }")
	if out, err := c.CombinedOutput(); err != nil {
		l.t.Fatalf("%v: %s", err, out)
	}
}

// caller is a running `manyhold connect`.
type caller struct {
	*process
	in io.Writer
}

// connect calls `manyhold connect` on machine i.
func (l *lan) connect(i int, data string, text ...string) *caller {
	l.t.Helper()
	cmd := l.run(i, append([]string{"connect", "--data", data}, text...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	return &caller{launch(l.t, cmd, ""), in}
}

func (c *caller) text(scheme string) string { return textOf(c.process, scheme) }

// give types a text, in two lines.
func (c *caller) give(text string) {
	if _, err := io.WriteString(c.in, text[:100]+"\n"+text[100:]+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for the end of the call, which has these last words.
func (c *caller) ends(words string) {
	c.t.Helper()
	select {
	case <-c.done:
	case <-patience.After(c.t, 30*time.Second):
		c.t.Fatalf("connect goes on, and printed:\n%s", c.output())
	}
	if c.err != nil || !strings.Contains(c.output(), words) {
		c.t.Fatalf("%v, and no %q in:\n%s", c.err, words, c.output())
	}
}

// byHandLink is the bar of a link by hand, from the moment when the answer is pasted.
const byHandLink = 2 * time.Second

// checkByHand waits for the direct link of two nodes. One of them was given the answer at began.
func checkByHand(a, b *lanNode, began time.Duration) {
	t := a.t
	t.Helper()
	a.await("the link", 30*time.Second, func() bool { return via(a, b) == "" && via(b, a) == "" })
	took := patience.Since(began)
	t.Logf("from the pasted answer to the link: %v", took.Round(10*time.Millisecond))
	if took > byHandLink {
		t.Errorf("from the pasted answer to the link: %v, want %v at most", took, byHandLink)
	}
}

// textOf waits until a process has printed a text to be sent, and returns it.
func textOf(p *process, scheme string) (text string) {
	p.t.Helper()
	line := regexp.MustCompile(`(?m)^` + scheme + `\S+\n`)
	p.await(scheme+"…", 30*time.Second, func() bool {
		text = strings.TrimSpace(line.FindString(p.output()))
		return text != ""
	})
	return text
}

// TestConnectByHand: two texts link two machines without a server and without an open port. Bo enters Ada's
// world by them; later, when both remember nothing of each other, two more link them again. Texts that are of
// no use are refused with words.
func TestConnectByHand(t *testing.T) {
	t.Parallel()
	l := newLAN(t, 3)
	for i := range 3 {
		l.closed(i)
	}
	refused := func(i int, data, text, words string) {
		t.Helper()
		if out, err := l.run(i, "connect", "--data", data, text).CombinedOutput(); err == nil || !strings.Contains(string(out), words) {
			t.Errorf("connect %.40s…: %v: %s", text, err, out)
		}
	}
	ada := l.node(0, filepath.Join(t.TempDir(), "Ada"), "--no-lan")
	ada.await("turns", 30*time.Second, func() bool { _, is, ok := ada.look(); return ok && is.TurnOrdered > 0 })
	first, _, _ := ada.look()

	call := l.connect(0, ada.data)
	offer := call.text("manyhold-offer:")
	if again := l.connect(0, ada.data).text("manyhold-offer:"); again != offer {
		t.Errorf("a second call makes another offer while the first waits: %s", again)
	}
	bo := l.node(1, filepath.Join(t.TempDir(), "Bo"), "--no-lan", "--join", offer)
	answer := textOf(bo.process, "manyhold-answer:")
	refused(0, ada.data, answer[:200], "cut short")
	refused(0, ada.data, offer, "your own text")
	refused(0, ada.data, "manyhold:abc", "not a text for connecting by hand")
	began := patience.Now()
	call.give(answer)
	checkByHand(ada, bo, began)
	bo.await("Ada's world", 30*time.Second, func() bool {
		st, is, ok := bo.look()
		return ok && st.World.ID == first.World.ID && is.TurnOrdered > 0 && len(st.Links) == 1
	})
	t.Logf("from the pasted answer to the world: %v", patience.Since(began).Round(10*time.Millisecond))
	call.ends("Connected with Bo")
	refused(0, ada.data, answer, "no offer to it here")

	cy := l.node(2, filepath.Join(t.TempDir(), "Cy"), "--no-lan")
	cy.await("turns", 30*time.Second, func() bool { _, is, ok := cy.look(); return ok && is.TurnOrdered > 0 })
	refused(0, ada.data, l.connect(2, cy.data).text("manyhold-offer:"), "in another world")

	// Ada's machine gets another address: what both remember of each other is of no use.
	bo.quit()
	l.ip("-n", l.names[0], "addr", "flush", "dev", "eth0")
	l.ip("-n", l.names[0], "addr", "add", "10.77.0.99/24", "broadcast", "10.77.0.255", "dev", "eth0")
	l.ip("-n", l.names[0], "route", "replace", "default", "dev", "eth0")
	bo = l.node(1, bo.data, "--no-lan")
	bo.await("turns of its own", 60*time.Second, func() bool { _, is, ok := bo.look(); return ok && is.TurnOrdered > 0 })
	if st, _, _ := bo.look(); len(st.Links) != 0 {
		t.Fatal("Bo has found Ada by itself: this test shows nothing")
	}
	call = l.connect(1, bo.data)
	offer = call.text("manyhold-offer:")
	texts := l.connect(0, ada.data, offer)
	answer = texts.text("manyhold-answer:")
	began = patience.Now()
	call.give(answer)
	checkByHand(ada, bo, began)
	call.ends("Connected with Ada")
	texts.ends("Connected with Bo")
	bo.await("one firm world", 60*time.Second, func() bool {
		sb, b, ok1 := bo.look()
		_, a, ok2 := ada.look()
		return ok1 && ok2 && len(sb.Links) == 1 && a.Epoch == b.Epoch && a.Firm && b.Firm && a.Leader.Peer == b.Leader.Peer
	})
}

// TestConnectByHandBetweenHomes: two texts link two computers behind home routers that let in answers only.
// No signalling server is configured: a STUN server tells each computer its outer address.
func TestConnectByHandBetweenHomes(t *testing.T) {
	t.Parallel()
	l, _, _ := newHomes(t, coneRouter, coneRouter)
	config := fmt.Sprintf("[net]\nice_servers = [\"stun:%s:7777\"]\n", publicServer)
	start := func(i int, args ...string) *lanNode {
		data := filepath.Join(t.TempDir(), lanNodeNames[i])
		if err := os.MkdirAll(data, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, "config.toml"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		return l.node(i, data, args...)
	}
	ada := start(0, "--world", "new")
	ada.await("turns", 30*time.Second, func() bool { _, is, ok := ada.look(); return ok && is.TurnOrdered > 0 })
	call := l.connect(0, ada.data)
	bo := start(1, "--join", call.text("manyhold-offer:"))
	answer := textOf(bo.process, "manyhold-answer:")
	began := patience.Now()
	call.give(answer)
	checkByHand(ada, bo, began)
	call.ends("Connected with Bo")
	for _, p := range []*process{call.process, bo.process} {
		if strings.Contains(p.output(), "addresses of your local network") {
			t.Errorf("a text names no outer address:\n%s", p.output())
		}
	}
	nodes := []*lanNode{ada, bo}
	settled(nodes, 1, 40*time.Second)
	talk(nodes)
	for _, n := range nodes {
		if strings.Contains(n.output(), "joined a room of the signalling server") {
			t.Error("the signalling server was used")
		}
	}
}
