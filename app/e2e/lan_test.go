package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/app/order"
	"manyhold/net/patience"
)

// lan is some machines on one switch: network namespaces of this test, joined by a bridge, with no way
// out of it.
type lan struct {
	t      testing.TB
	prefix string   // of the namespaces' names
	spaces []string // all namespaces
	names  []string // those of the machines
	hub    string   // that of the switch
}

// newLAN makes n machines with addresses 10.77.0.1 and up. It skips the test where namespaces are not
// permitted.
func newLAN(t testing.TB, n int) *lan {
	t.Helper()
	l := newHub(t)
	for i := range n {
		l.machine(i)
		l.plug(i, l.names[i], "eth0", fmt.Sprintf("10.77.0.%d/24", i+1))
		l.ip("-n", l.names[i], "route", "add", "default", "dev", "eth0")
	}
	return l
}

// lans is the number of LANs that this process has made: those of parallel tests have different names.
var lans atomic.Int32

// newHub makes a switch without machines, or skips the test.
func newHub(t testing.TB) *lan {
	t.Helper()
	l := &lan{t: t, prefix: fmt.Sprintf("mh%d-%d", os.Getpid(), lans.Add(1))}
	l.hub = l.prefix + "hub"
	if why := noLAN(l.hub); why != "" {
		t.Skip(why + ": skipped")
	}
	t.Cleanup(l.close)
	l.spaces = []string{l.hub}
	l.ip("-n", l.hub, "link", "add", "name", "sw0", "type", "bridge")
	l.ip("-n", l.hub, "link", "set", "sw0", "up")
	return l
}

// space makes a network namespace and returns its name.
func (l *lan) space(suffix string) string {
	l.t.Helper()
	name := l.prefix + suffix
	l.ip("netns", "add", name)
	l.spaces = append(l.spaces, name)
	l.ip("-n", name, "link", "set", "lo", "up")
	return name
}

// machine makes machine i, without a cable.
func (l *lan) machine(i int) {
	l.t.Helper()
	l.names = append(l.names, l.space(fmt.Sprintf("n%d", i)))
}

// plug connects a card of a namespace with port i of the switch.
func (l *lan) plug(i int, name, card, address string) {
	l.t.Helper()
	port := fmt.Sprintf("p%d", i)
	l.ip("-n", l.hub, "link", "add", "name", port, "type", "veth", "peer", "name", card, "netns", name)
	l.ip("-n", l.hub, "link", "set", port, "master", "sw0", "up")
	l.address(name, card, address)
}

// address gives a card its address and switches it on.
func (l *lan) address(name, card, address string) {
	l.t.Helper()
	l.ip("-n", name, "addr", "add", address, "broadcast", "+", "dev", card)
	l.ip("-n", name, "link", "set", card, "up")
}

// noLAN makes a network namespace, and says why that cannot be done here, "" if it can.
func noLAN(name string) (why string) {
	if os.Geteuid() != 0 {
		return "network namespaces need root"
	}
	if _, err := exec.LookPath("ip"); err != nil {
		return "there is no `ip` here (Debian package iproute2)"
	}
	if out, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
		return fmt.Sprintf("network namespaces are not permitted here: %s", out)
	}
	return ""
}

func (l *lan) ip(args ...string) {
	l.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		l.t.Fatalf("ip %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

func (l *lan) close() {
	for _, n := range l.spaces {
		exec.Command("ip", "netns", "del", n).Run()
	}
}

// run starts the program on machine i.
func (l *lan) run(i int, args ...string) *exec.Cmd {
	c := program(args...)
	c.Args = append([]string{"ip", "netns", "exec", l.names[i]}, c.Args...)
	c.Args[4] = c.Path
	c.Path, _ = exec.LookPath("ip")
	return c
}

// do gives orders to the node on machine i.
func (l *lan) do(i int, data, orders string) (string, error) {
	out, err := l.run(i, "do", "--data", data, orders).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// counters returns the bytes that machine i has received and sent, as its network card counts them.
func (l *lan) counters(i int) (in, out uint64) {
	l.t.Helper()
	read := func(what string) uint64 {
		b, err := exec.Command("ip", "netns", "exec", l.names[i], "cat", "/sys/class/net/eth0/statistics/"+what).Output()
		if err != nil {
			l.t.Fatal(err)
		}
		n, _ := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
		return n
	}
	return read("rx_bytes"), read("tx_bytes")
}

// TestLANParty: three machines on one switch, no settings, no internet: they find each other and are in
// one world.
func TestLANParty(t *testing.T) {
	t.Parallel()
	l := newLAN(t, 3)
	var nodes []*process
	for i, name := range []string{"Ada", "Bo", "Cleo"} {
		data := filepath.Join(t.TempDir(), name)
		nodes = append(nodes, launch(t, l.run(i, "--headless", "--name", name, "--data", data), data))
	}
	one := func() bool {
		world, leader := "", ""
		for i, p := range nodes {
			out, err := l.run(i, "status", "--data", p.data).Output()
			if err != nil {
				return false
			}
			w, led := after(string(out), "world      "), after(string(out), "led by ")
			led, _, _ = strings.Cut(led, ",")
			if w == "" || led == "" || world != "" && (w != world || led != leader) || strings.Count(string(out), "\nlink ") == 0 {
				return false
			}
			world, leader = w, led
		}
		return true
	}
	began := time.Now()
	nodes[0].await("all three in one world", 20*time.Second, one)
	t.Logf("all three in one world after %v", time.Since(began))
	if out, err := l.do(2, nodes[2].data, "say hello from the third machine"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	nodes[0].await("the words to arrive", 5*time.Second, func() bool {
		return strings.Contains(nodes[0].output(), "hello from the third machine")
	})
}

// after returns the line of s after a word, "" if it is not there.
func after(s, word string) string {
	_, rest, _ := strings.Cut(s, word)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// The limits for a follower's network card in a world of eight builders, in bytes a second.
const (
	followerDown = 8000
	followerUp   = 5000
)

// BenchmarkEightBots measures the wire traffic of eight bots, each a process on a machine of its own, in
// one world: bytes a second as the network cards count them, Ethernet's headers included. down-B/s and
// up-B/s are the most of any follower, the leader's are apart.
func BenchmarkEightBots(b *testing.B) {
	l := newLAN(b, 8)
	var nodes []*process
	for i := range 8 {
		data := filepath.Join(b.TempDir(), fmt.Sprint(i))
		nodes = append(nodes, launch(b, l.run(i, "bot", "-n", "1", "--plan", "build", "--name", order.BotNames[i], "--data", data), filepath.Join(data, "bot1")))
		if i == 0 {
			nodes[0].await("the first world", 20*time.Second, func() bool { return strings.Contains(nodes[0].output(), "created a world") })
			announced := patience.For(3 * time.Second) // a node that hears of no world within a second founds one
			nodes[0].await("its announcement", 5*time.Second, announced.Over)
		}
	}
	shown := func(i int) string {
		out, _ := l.run(i, "status", "--data", nodes[i].data).Output()
		return string(out)
	}
	nodes[0].await("all eight in one world", 60*time.Second, func() bool { return strings.Contains(shown(7), " 8 players") })
	settled := patience.For(10 * time.Second) // beacons and committee come to rest
	nodes[0].await("rest", 15*time.Second, settled.Over)
	leader := func() string {
		led, _, _ := strings.Cut(after(shown(7), "led by "), ",")
		return led
	}
	for b.Loop() {
		const span = 20 * time.Second
		var in, up [8]uint64
		before := leader()
		for i := range 8 {
			in[i], up[i] = l.counters(i)
		}
		began := time.Now()
		nodes[0].await("the time to pass", span+5*time.Second, func() bool { return time.Since(began) > span })
		seconds := time.Since(began).Seconds()
		var worstIn, worstUp, leaderIn, leaderUp float64
		for i := range 8 {
			nowIn, nowUp := l.counters(i)
			down, out := float64(nowIn-in[i])/seconds, float64(nowUp-up[i])/seconds
			b.Logf("%s: %.0f B/s down, %.0f B/s up", order.BotNames[i], down, out)
			if order.BotNames[i] == before {
				leaderIn, leaderUp = down, out
				continue
			}
			worstIn, worstUp = max(worstIn, down), max(worstUp, out)
		}
		if now := leader(); leaderUp == 0 || now != before {
			b.Fatalf("the leader was %q and is %q", before, now)
		}
		if worstIn > followerDown || worstUp > followerUp {
			b.Errorf("a follower's traffic is beyond %d B/s down or %d B/s up", followerDown, followerUp)
		}
		b.ReportMetric(worstIn, "down-B/s")
		b.ReportMetric(worstUp, "up-B/s")
		b.ReportMetric(leaderIn, "leader-down-B/s")
		b.ReportMetric(leaderUp, "leader-up-B/s")
		b.ReportMetric(0, "ns/op")
	}
}
