package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/dial/remedy"
	"manyhold/app/status"
	"manyhold/net/patience"
	"manyhold/net/signal"
)

// routerKind is how a home router chooses the outer port of a connection: a statement of nftables. Every kind
// lets in answers only.
type routerKind string

const (
	noRouter        routerKind = ""                  // a machine with a public address
	coneRouter      routerKind = "masquerade"        // the port of the machine, where it is free
	symmetricRouter routerKind = "masquerade random" // another one for each connection
)

// The bars of a link between homes, from the moment when both nodes are in the signalling server's room.
const (
	directLink  = 2 * time.Second
	relayedLink = 4 * time.Second
)

// The addresses of a public network (RFC 5737), whose machine 200 is the signalling server.
const (
	publicNetwork = "203.0.113."
	publicServer  = publicNetwork + "200"
)

// routerRules are the tables of a home router. New packets from outside are dropped, also those for the
// router itself: Linux would note a connection for each, and such a connection holds a port that a machine
// behind the router would else keep.
const routerRules = `
table ip home {
	chain translate { type nat hook postrouting priority srcnat; oifname "wan" %s; }
	chain pass { type filter hook forward priority filter; policy drop; ct state established,related accept; iifname "home" accept; }
	chain own { type filter hook input priority filter; policy drop; ct state established,related accept; iifname "home" accept; }
}
`

// newHomes makes a public network: a machine for each kind of router, behind one of that kind, and a running
// signalling server with its URL. The test is skipped where routers cannot be made.
func newHomes(t testing.TB, kinds ...routerKind) (l *lan, server *process, url string) {
	t.Helper()
	if _, err := exec.LookPath("nft"); err != nil {
		t.Skip("there is no `nft` here (Debian package nftables): skipped")
	}
	l = newHub(t)
	for i, kind := range kinds {
		outside := fmt.Sprintf("%s%d/24", publicNetwork, i+1)
		l.machine(i)
		if kind == noRouter {
			l.plug(i, l.names[i], "eth0", outside)
			continue
		}
		router := l.space(fmt.Sprintf("r%d", i))
		l.plug(i, router, "wan", outside)
		// Packets for another home's addresses vanish on the way, as in the internet.
		l.ip("-n", router, "route", "add", "blackhole", "192.168.0.0/16")
		l.ip("-n", router, "link", "add", "name", "home", "type", "veth", "peer", "name", "eth0", "netns", l.names[i])
		l.ip("-n", router, "addr", "add", fmt.Sprintf("192.168.%d.1/24", i+1), "dev", "home")
		l.ip("-n", router, "link", "set", "home", "up")
		l.address(l.names[i], "eth0", fmt.Sprintf("192.168.%d.2/24", i+1))
		l.ip("-n", l.names[i], "route", "add", "default", "via", fmt.Sprintf("192.168.%d.1", i+1))
		err := inside(router, func() error { return os.WriteFile("/proc/sys/net/ipv4/ip_forward", []byte("1"), 0o644) })
		if err != nil {
			t.Skipf("forwarding is not permitted here: %v: skipped", err)
		}
		l.nft(router, fmt.Sprintf(routerRules, kind))
	}
	at := len(kinds)
	l.machine(at)
	l.plug(at, l.names[at], "eth0", publicServer+"/24")
	server = launch(t, l.run(at, "signal"), "")
	server.await("the signalling server", 10*time.Second, func() bool { return strings.Contains(server.output(), "signalling at") })
	return l, server, "ws://" + publicServer + ":7777"
}

// nft gives commands to the packet filter of a namespace, or skips the test.
func (l *lan) nft(name, commands string) {
	l.t.Helper()
	c := exec.Command("ip", "netns", "exec", name, "nft", "-f", "-")
	c.Stdin = strings.NewReader(commands)
	if out, err := c.CombinedOutput(); err != nil {
		l.t.Skipf("address translation is not permitted here: %v: %s: skipped", err, out)
	}
}

// told returns when a node first logged a line that has each of the words, zero if it has not.
func (n *lanNode) told(words ...string) time.Time {
	for text := range strings.Lines(n.output()) {
		var line struct{ Time time.Time }
		missing := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
		if !missing && json.Unmarshal([]byte(text), &line) == nil {
			return line.Time
		}
	}
	return time.Time{}
}

// metAt returns when both nodes were in the signalling server's room, and so were told of each other. It is
// zero before that.
func metAt(a, b *lanNode) time.Time {
	const room = "joined a room of the signalling server"
	first, second := a.told(room), b.told(room)
	if first.IsZero() || !second.IsZero() && first.After(second) {
		return first
	}
	return second
}

// mapDoor has the router of home i pass the door's packets on to a node there, as one that is asked by UPnP
// does, and returns an invitation with that door alone.
func (l *lan) mapDoor(i int, n *lanNode) string {
	l.t.Helper()
	invite, err := signal.ParseInvite(n.invitation())
	if err != nil {
		l.t.Fatal(err)
	}
	_, port, _ := strings.Cut(invite.Doors[0], ":")
	l.nft(l.prefix+fmt.Sprintf("r%d", i), fmt.Sprintf(`
		add chain ip home arrive { type nat hook prerouting priority dstnat; }
		add rule ip home arrive iifname "wan" tcp dport %s dnat to 192.168.%d.2
		insert rule ip home pass iifname "wan" tcp dport %[1]s accept`, port, i+1))
	invite.Doors = []string{fmt.Sprintf("%s%d:%s", publicNetwork, i+1, port)}
	return invite.String()
}

// talk has each node say something, and waits until the others have heard it.
func talk(nodes []*lanNode) {
	t := nodes[0].t
	t.Helper()
	for _, n := range nodes {
		words := fmt.Sprintf("%s is here after %d", lanNodeNames[n.at], patience.Now())
		if out, err := n.lan.do(n.at, n.data, "say "+words); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, other := range nodes {
			other.await("the words of "+lanNodeNames[n.at], 20*time.Second, func() bool { return strings.Contains(other.output(), words) })
		}
	}
}

// TestHomeRouters: computers behind home routers enter one world with nothing configured but the signalling
// server, and have turns in common. Two routers of which one is symmetric let no direct link through: a third
// computer of the world passes their packets on. Then the signalling server is gone, one computer starts
// again, and finds the others by that third one.
func TestHomeRouters(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a quarter of a minute; run without -short")
	}
	const direct = ""
	for _, c := range []struct {
		name   string
		homes  []routerKind // the last one's computer invites the others
		mapped bool         // its router maps the door
		way    string       // between the first two: direct, or by way of a node
		again  bool         // the first one starts again without the signalling server
	}{
		{"two cones", []routerKind{coneRouter, coneRouter}, false, direct, false},
		{"two cones, one of which maps the door", []routerKind{coneRouter, coneRouter}, true, direct, false},
		{"two symmetric ones and a public peer", []routerKind{symmetricRouter, symmetricRouter, noRouter}, false, "Cy", true},
		{"a cone, a symmetric one and a public peer", []routerKind{coneRouter, symmetricRouter, noRouter}, false, "Cy", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, server, url := newHomes(t, c.homes...)
			dir := t.TempDir()
			start := func(i int, args ...string) *lanNode {
				return l.node(i, filepath.Join(dir, lanNodeNames[i]), append([]string{"--log", "json", "--signal", url}, args...)...)
			}
			nodes := make([]*lanNode, len(c.homes))
			last := len(nodes) - 1
			nodes[last] = start(last, "--world", "new")
			invite := nodes[last].invitation()
			if c.mapped {
				invite = l.mapDoor(last, nodes[last])
			}
			for i := range last {
				nodes[i] = start(i, "--join", invite)
			}
			ada, bo := nodes[0], nodes[1]
			linked := func() bool { return via(ada, bo) == c.way && via(bo, ada) == c.way }
			ada.await("both in the room", 40*time.Second, func() bool { return !metAt(ada, bo).IsZero() })
			met := patience.Now()
			ada.await("the link", 40*time.Second, linked)
			took, bar := patience.Since(met), directLink
			if c.way != direct {
				bar = relayedLink
			}
			up := ada.told(`"linked"`, `"Bo"`)
			t.Logf("linked %v after both were in the room", up.Sub(metAt(ada, bo)).Round(10*time.Millisecond))
			if took > bar {
				t.Errorf("linked %v after both were in the room, want %v at most", took, bar)
			}
			voters := 2*len(nodes) - 3 // one of two, three of three
			settled(nodes, voters, 40*time.Second)
			talk(nodes)
			server.kill()
			talk(nodes)
			if !c.again {
				return
			}
			ada.kill()
			began := patience.Now()
			nodes[0] = start(0)
			ada = nodes[0]
			ada.await("the link without the server", 40*time.Second, linked)
			t.Logf("started again without the server: linked after %v", patience.Since(began).Round(10*time.Millisecond))
			settled(nodes, voters, 40*time.Second)
			talk(nodes)
		})
	}
}

// TestStrictRoutersAlone: two computers that no direct link can join, and no third one. The one that wants to
// enter is told why and what helps, in the log and by its status, and goes on trying. The other one, whose
// world is there, is told the same.
func TestStrictRoutersAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds; run without -short")
	}
	t.Parallel()
	l, _, url := newHomes(t, symmetricRouter, symmetricRouter)
	start := func(i int, args ...string) *lanNode {
		return l.node(i, filepath.Join(t.TempDir(), lanNodeNames[i]), append([]string{"--log", "json", "--signal", url}, args...)...)
	}
	bo := start(1, "--world", "new")
	ada := start(0, "--join", bo.invitation())
	for _, words := range []string{"no peer of this world answers; still trying", "no network path to the peer"} {
		ada.await(words, 40*time.Second, func() bool { return !ada.told(words).IsZero() })
	}
	for _, n := range []*lanNode{ada, bo} {
		var st status.Status
		n.await("the status to say that no packet gets through", 40*time.Second, func() bool {
			out, err := l.run(n.at, "status", "--json", "--data", n.data).Output()
			st = status.Status{}
			return err == nil && json.Unmarshal(out, &st) == nil && st.Trouble == remedy.NoPath
		})
		if len(st.Links) > 0 {
			t.Errorf("%s has links: %+v", st.Name, st.Links)
		}
		out, err := l.run(n.at, "status", "--data", n.data).CombinedOutput()
		if words := "\nalone      " + remedy.NoPath.Words() + "\n"; err != nil || !strings.Contains(string(out), words) {
			t.Errorf("%s: %v: no %q in\n%s", st.Name, err, words, out)
		}
	}
}
