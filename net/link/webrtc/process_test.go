package webrtc

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/signal"
)

// childDoor makes the test binary a peer of its own that dials the door of that address: identity 1,
// listening at childListen. It prints its events.
const (
	childDoor   = "MANYHOLD_TEST_DOOR"
	childListen = "MANYHOLD_TEST_LISTEN"
)

type talker struct{}

func (talker) LinkUp(l link.Link)                            { fmt.Println("up") }
func (talker) LinkDown(_ link.Link, r string)                { fmt.Println("down:", r) }
func (talker) Receive(l link.Link, c link.Channel, b []byte) { l.Send(c, b) }

func child() {
	o := Options{Key: identity(1), Listen: os.Getenv(childListen), Info: link.Info{Rules: 1, World: [32]byte{7}}, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	e, err := New(o, talker{})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	if err := e.Dial(context.Background(), key.ID{}, signal.Direct(os.Getenv(childDoor))); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	bufio.NewReader(os.Stdin).ReadString('\n') // the test closes it
	e.Close("the child was told to stop")
}

// spawn starts a child and waits until it is linked.
func spawn(t *testing.T, door, listen string) *exec.Cmd {
	t.Helper()
	return spawnBy(t, door, listen, os.Args[0])
}

// spawnBy is spawn with words before the command, for example to enter a namespace.
func spawnBy(t *testing.T, door, listen string, words ...string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), childDoor+"="+door, childListen+"="+listen)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "up\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return cmd
}

// doorOf opens an endpoint's door.
func doorOf(t testing.TB, e *Endpoint) string {
	mux := http.NewServeMux()
	mux.Handle(signal.DoorPath, signal.NewDoor(e.Answer))
	h := httptest.NewServer(mux)
	t.Cleanup(h.Close)
	return h.URL
}

// freePort returns a port that nobody listens at, from one on that depends on this process.
func freePort(testing.TB) string { return freePorts(1)[0] }

func freePorts(n int) (ports []string) {
	for port := 20000 + os.Getpid()*8%12000; len(ports) < n; port++ { // system's own begin at 32768
		s, err := newSocket(&Options{Listen: fmt.Sprintf(":%d", port), Loopback: true})
		if err == nil {
			defer s.close()
			ports = append(ports, fmt.Sprintf(":%d", port))
		}
	}
	return ports
}

func TestKilledProcessComesBackAtOnce(t *testing.T) {
	ports := freePorts(2)
	for _, c := range []struct{ name, mine, theirs string }{
		{"ephemeral ports", "", ""},
		{"one fixed port on each side", ports[0], ports[1]},
	} {
		b, wb := start(t, identity(2), func(o *Options) { o.Listen = c.mine })
		door, late := doorOf(t, b), 0
		for round := range 3 {
			before := time.Now()
			cmd := spawn(t, door, c.theirs)
			until(t, "the link", func() bool { return wb.count("up") == round+1 && wb.link(identity(1).ID()) != nil })
			t.Logf("%s: process %d linked after %v", c.name, round, time.Since(before).Round(time.Millisecond))
			if time.Since(before) > link.DeadAfter-time.Second { // the silence may have ended the link before
				late++
			}
			l := wb.link(identity(1).ID())
			got := wb.received()
			l.Send(link.Stream, message("are you there"))
			until(t, "its echo", func() bool { return wb.received() > got })
			if round < 2 {
				cmd.Process.Kill()
				cmd.Wait()
			}
		}
		if n := wb.count("down: the peer was started again"); n < 2-late || len(b.Links()) != 1 {
			t.Errorf("%s: %v", c.name, wb)
		}
		b.Close("")
	}
}

func TestOnlyLoopback(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	if os.Getenv(childDoor) != "" {
		return
	}
	name := fmt.Sprintf("mhlo%04x", os.Getpid()&0xffff)
	if out, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
		t.Skipf("network namespaces are not permitted here: %v %s", err, out)
	}
	defer exec.Command("ip", "netns", "del", name).Run()
	if out, err := exec.Command("ip", "-n", name, "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Skipf("network namespaces are not permitted here: %v %s", err, out)
	}
	cmd := exec.Command("ip", "netns", "exec", name, os.Args[0], "-test.run=^TestTwoEndpointsLinkWithinASecond$|^TestKilledProcess", "-test.v")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("with only the loopback up: %v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
}

func TestSignalServerDiesAndTheLinkGoesOn(t *testing.T) {
	server := signal.NewServer(signal.ServerOptions{})
	h := httptest.NewServer(server)
	defer h.Close()
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	join := func(e *Endpoint) *signal.Client {
		c, err := signal.NewClient(signal.ClientOptions{URL: h.URL, Key: e.options.Key, World: [32]byte{7}, Answer: e.Answer})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	ca := join(a)
	join(b)
	until(t, "b in the room", func() bool { return len(ca.Peers()) == 1 })
	dial(t, a, b.ID(), ca)
	until(t, "the link", func() bool { return wb.link(a.ID()) != nil })
	server.Close()
	until(t, "the loss of the server", func() bool { in, _ := ca.State(); return !in })
	wa.link(b.ID()).Send(link.Stream, message("still here"))
	wb.link(a.ID()).Send(link.Datagram, message("me too"))
	until(t, "both messages", func() bool { return wa.received() == 1 && wb.received() == 1 })
	heard := wa.link(b.ID()).Stats().LastHeard
	until(t, "a later sign of life", func() bool { return wa.link(b.ID()).Stats().LastHeard.After(heard.Add(500 * time.Millisecond)) })
	if wa.count("down")+wb.count("down") != 0 {
		t.Errorf("%v %v", wa, wb)
	}
}

func TestOffersTravelThroughAPeer(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	c, wc := start(t, identity(3), nil)
	dial(t, a, b.ID(), to{b})
	dial(t, c, b.ID(), to{b})
	until(t, "both at b", func() bool { return len(b.Links()) == 2 })
	via := signal.Via(wa.link(b.ID()))
	dial(t, a, c.ID(), via)
	until(t, "a and c", func() bool { return wa.link(c.ID()) != nil && wc.link(a.ID()) != nil })
	if wb.received() != 0 {
		t.Error("the offer reached the application of the peer between")
	}
	err := a.Dial(t.Context(), identity(9).ID(), via)
	if err == nil || !strings.Contains(err.Error(), "no link to that peer") {
		t.Errorf("to a peer that is not there: %v", err)
	}
	if _, err := via.Offer(t.Context(), key.ID{}, nil); err == nil {
		t.Error("an offer to whoever answers was passed on")
	}
	if _, err := via.Offer(t.Context(), c.ID(), []byte("garbage")); err == nil || !strings.Contains(err.Error(), "not an authentic offer") {
		t.Errorf("garbage: %v", err)
	}
	limited, began := 0, time.Now()
	for range 60 {
		if _, err := via.Offer(t.Context(), identity(9).ID(), nil); err != nil && strings.Contains(err.Error(), "too many offers") {
			limited++
		}
	}
	took := time.Since(began)
	if least := 60 - passBurst - passRate*took.Seconds() - 1; float64(limited) < least {
		t.Errorf("%d of 60 offers in %v were refused, want %.0f", limited, took, least)
	}
	b.Close("")
	until(t, "b gone", func() bool { return wa.link(b.ID()) == nil })
	if _, err := via.Offer(t.Context(), c.ID(), nil); err == nil {
		t.Error("an offer went through a link that is gone")
	}
	if wa.link(c.ID()) == nil {
		t.Error("the link of a and c ended with the peer between")
	}
}

// TestOffersTravelThroughTwo: two peers without a common peer get a link, if their peers are linked. Over
// three peers in between, none gets a link.
func TestOffersTravelThroughTwo(t *testing.T) {
	var all [5]*Endpoint
	var watch [5]*watcher
	for i := range all {
		all[i], watch[i] = start(t, identity(byte(1+i)), nil)
	}
	for i := range all[1:] { // a chain
		dial(t, all[i], all[i+1].ID(), to{all[i+1]})
	}
	until(t, "the chain", func() bool { return len(all[1].Links()) == 2 && len(all[2].Links()) == 2 && len(all[3].Links()) == 2 })
	via := signal.Via(watch[0].link(all[1].ID()))
	if _, err := via.Offer(t.Context(), all[4].ID(), nil); err == nil || !strings.Contains(err.Error(), noLink) {
		t.Errorf("over three in between: %v", err)
	}
	if _, err := via.Offer(t.Context(), all[3].ID(), []byte("garbage")); err == nil || !strings.Contains(err.Error(), "not an authentic offer") {
		t.Errorf("garbage: %v", err)
	}
	dial(t, all[0], all[3].ID(), via)
	until(t, "the first and the fourth", func() bool { return watch[0].link(all[3].ID()) != nil && watch[3].link(all[0].ID()) != nil })
	far, began := 0, time.Now()
	for range 20 {
		if _, err := via.Offer(t.Context(), all[3].ID(), []byte("garbage")); err != nil && strings.Contains(err.Error(), "not an authentic offer") {
			far++
		}
	}
	took := time.Since(began)
	if float64(far) > farBurst+farRate*took.Seconds() || watch[1].received()+watch[2].received() != 0 {
		t.Errorf("%d of 20 in %v went so far; the peers between got %d messages", far, took, watch[1].received()+watch[2].received())
	}
}

func TestAStrictServerDoesNotDelay(t *testing.T) {
	// 192.0.2.1 is an address that never answers (RFC 5737).
	a, _ := start(t, identity(1), func(o *Options) { o.ICEServers = []string{"stun:192.0.2.1:3478", "stun:nowhere.invalid:3478"} })
	b, _ := start(t, identity(2), nil)
	began := patience.Now()
	dial(t, a, b.ID(), to{b})
	if took := patience.Since(began); took > 1500*time.Millisecond {
		t.Errorf("a STUN server that does not answer delayed the link to %v", took)
	} else {
		t.Logf("linked after %v", took)
	}
}

// TestBetweenNamespaces links with a peer behind a virtual cable, by IPv4 and by IPv6 alone.
func TestBetweenNamespaces(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	run := func(words string) {
		t.Helper()
		f := strings.Fields(words)
		if out, err := exec.Command(f[0], f[1:]...).CombinedOutput(); err != nil {
			t.Skipf("network namespaces are not permitted here: %s: %v %s", words, err, out)
		}
	}
	for _, c := range []struct{ name, here, there, host string }{
		{"IPv4", "10.78.%d.1/24", "10.78.%d.2/24", "10.78.%d.1"},
		{"IPv6", "fd78:%x::1/64", "fd78:%x::2/64", "[fd78:%x::1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 1 + os.Getpid()%250
			ns := fmt.Sprintf("mhw%04x%s", os.Getpid()&0xffff, c.name[3:])
			run("ip netns add " + ns)
			defer exec.Command("ip", "netns", "del", ns).Run()
			run("ip link add " + ns + " type veth peer name eth0 netns " + ns)
			defer exec.Command("ip", "link", "del", ns).Run()
			run("ip addr add " + fmt.Sprintf(c.here, n) + " dev " + ns + " nodad")
			run("ip link set " + ns + " up")
			run("ip -n " + ns + " addr add " + fmt.Sprintf(c.there, n) + " dev eth0 nodad")
			run("ip -n " + ns + " link set eth0 up")
			listener, err := net.Listen("tcp", fmt.Sprintf(c.host, n)+":0")
			if err != nil {
				t.Skipf("no %s here: %v", c.name, err)
			}
			b, wb := start(t, identity(2), nil)
			mux := http.NewServeMux()
			mux.Handle(signal.DoorPath, signal.NewDoor(b.Answer))
			server := &http.Server{Handler: mux}
			defer server.Close()
			go server.Serve(listener)
			before := time.Now()
			spawnBy(t, listener.Addr().String(), "", "ip", "netns", "exec", ns, os.Args[0])
			until(t, "the link", func() bool { return wb.link(identity(1).ID()) != nil })
			t.Logf("a process in another namespace started and linked in %v", time.Since(before).Round(time.Millisecond))
			l := wb.link(identity(1).ID())
			l.Send(link.Stream, message("across"))
			until(t, "the echo", func() bool { return wb.received() > 0 })
			b.Close("")
		})
	}
}
