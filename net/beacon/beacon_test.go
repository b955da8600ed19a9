package beacon

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"manyhold/net/key"
	"manyhold/net/patience"
)

func TestMain(m *testing.M) {
	if os.Getenv("MANYHOLD_TEST_NAMESPACE") != "" {
		inNamespace()
		return
	}
	goleak.VerifyTestMain(m)
}

func identity(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	patience.Wait(t, what, 15*time.Second, 2*time.Millisecond, ok)
}

// freePort returns a UDP port that is not in use now.
func freePort(t testing.TB) int {
	t.Helper()
	c, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).Port
}

func open(t testing.TB, b byte, port int, dns bool) *Beacon {
	t.Helper()
	x, err := New(Options{Key: identity(b), Port: port, DNS: dns})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func sample(b byte) Announcement {
	return Announcement{
		World: [32]byte{b}, WorldName: fmt.Sprintf("World %d", b), Born: time.Unix(1_700_000_000, 0), Edited: true,
		PeerName: "Ada", Players: 3, Matches: 2, Waiting: 1, Door: ":4000", Rules: 1, Picture: strings.Repeat("p", MaxPicture),
	}
}

func TestBeaconsOfOneMachineHearEachOther(t *testing.T) {
	port := freePort(t)
	a, b := open(t, 1, port, false), open(t, 2, port, false)
	a.Update(sample(1))
	b.Update(sample(2))
	began := patience.Now()
	silent := open(t, 3, port, false) // asks, and announces nothing
	until(t, "two heard by the one that came last", func() bool { return len(silent.Snapshot()) == 2 })
	if took := patience.Since(began); took > time.Second {
		t.Errorf("found after %v", took)
	} else {
		t.Logf("found after %v", took)
	}
	until(t, "each other", func() bool { return len(a.Snapshot()) == 1 && len(b.Snapshot()) == 1 })
	got := silent.Snapshot()[0]
	want := sample(1)
	want.Peer, want.Protocol, want.Door = identity(1).ID(), got.Protocol, got.Door
	if got != want || got.Protocol == 0 {
		t.Errorf("heard %+v, want %+v", got, want)
	}
	if d, err := netip.ParseAddrPort(got.Door); err != nil || d.Port() != 4000 {
		t.Errorf("door %q", got.Door)
	}
	for len(silent.Heard()) > 0 {
		<-silent.Heard()
	}
	changed := sample(1)
	changed.Players = 7
	a.Update(changed)
	select {
	case <-silent.Heard():
	case <-patience.After(t, 5*time.Second):
		t.Fatal("no word of the change")
	}
	until(t, "the change", func() bool { return silent.Snapshot()[0].Players == 7 })
	b.Update(Announcement{})
	until(t, "the end of the announcing", func() bool { return len(silent.Snapshot()) == 1 })
	b.Update(sample(2))
	until(t, "the announcing again", func() bool { return len(silent.Snapshot()) == 2 })
	a.Close()
	until(t, "the goodbye", func() bool { return len(silent.Snapshot()) == 1 })
	again := open(t, 1, port, false)
	again.Update(sample(1))
	until(t, "the restarted one", func() bool { return len(silent.Snapshot()) == 2 })
}

func TestSilentPeersAreForgotten(t *testing.T) {
	port := freePort(t)
	a, b := open(t, 1, port, false), open(t, 2, port, false)
	a.Update(sample(1))
	until(t, "a", func() bool { return len(b.Snapshot()) == 1 })
	b.expire(time.Now().Add(Expiry - 2*Every))
	if len(b.Snapshot()) != 1 {
		t.Error("forgotten too early")
	}
	b.expire(time.Now().Add(Expiry + time.Second))
	if len(b.Snapshot()) != 0 {
		t.Error("not forgotten")
	}
}

// TestSteadyCalls: without changes, a beacon calls every two seconds, by each way in turn; in a crowd less
// often, so that the total does not grow.
func TestSteadyCalls(t *testing.T) {
	for _, c := range []struct{ others, each int }{{0, 25}, {7, 25}, {12, 9}, {31, 4}, {MaxPeers, 1}} {
		calls := map[ways]int{}
		for n := range 100 {
			calls[waysOf(n, time.Minute, c.others)]++
			if w := waysOf(n, time.Second, c.others); calm(c.others) == 1 && w != byAll || calm(c.others) > 1 && w != waysOf(n, time.Minute, c.others) {
				t.Errorf("%d others, a second after news: %b", c.others, w)
			}
		}
		if calls[byBroadcast] > c.each || calls[byMulticast] > c.each || calls[byBroadcast]+calls[byMulticast] < 2*c.each-1 || calls[byAll] != 0 {
			t.Errorf("%d others, in 100 seconds: %v", c.others, calls)
		}
	}
}

// TestAnswersOfACrowd: some of a crowd answer one that asks, and all of a few.
func TestAnswersOfACrowd(t *testing.T) {
	for others, want := range map[int]int{0: 1, 6: 7, 7: 8, 60: 8, 240: 8} {
		got := 0
		for i := range others + 1 {
			if answers(others, float64(i)/float64(others+1)) {
				got++
			}
		}
		if got < want || got > want+1 {
			t.Errorf("%d of %d answer, want %d", got, others+1, want)
		}
	}
}

// TestManyKeysOfOneMachine: one other machine with many keys is no crowd; many machines, and many processes
// of this one, are.
func TestManyKeysOfOneMachine(t *testing.T) {
	for name, c := range map[string]struct {
		from  func(i int) netip.Addr
		crowd int
		rank  int
	}{
		"one machine":   {func(int) netip.Addr { return netip.MustParseAddr("192.0.2.1") }, crowdOfOne, 2},
		"many machines": {func(i int) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}) }, 40, 40},
		"this machine":  {func(int) netip.Addr { return netip.Addr{} }, 40, 40},
	} {
		b := &Beacon{options: Options{Key: identity(1)}, peers: map[key.ID]*heard{}}
		for i := range 40 {
			b.peers[key.ID{0, byte(i)}] = &heard{call: call{Announcement: Announcement{From: c.from(i)}}}
		}
		if crowd, rank := b.there(), b.rank(); crowd != c.crowd || rank != c.rank {
			t.Errorf("%s: a crowd of %d, %d lower keys", name, crowd, rank)
		}
	}
}

// TestForgersOfOneMachine: the keys of one other machine take eight places of the table, and a full table has
// room for a peer at another address. A door is at the sender's address, whatever it names.
func TestForgersOfOneMachine(t *testing.T) {
	b := open(t, 1, freePort(t), false)
	b.networks = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0")}
	now := time.Now()
	says := func(n uint16, at netip.Addr, kind callKind, sequence uint64, now time.Time) {
		pair := key.FromSeed([32]byte{byte(n), byte(n >> 8), 1})
		a := sample(2)
		a.Door = "192.0.2.99:80"
		c := &call{kind: kind, process: uint64(n), began: 5, sequence: sequence, Announcement: a}
		p := c.encode(pair)
		m, err := decodeCall(p)
		if err != nil {
			t.Fatal(err)
		}
		b.take(m, p, netip.AddrPortFrom(at, 99), now)
	}
	machine := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, byte(n >> 8), byte(n)}) }
	has := func(n uint16) bool {
		id := key.FromSeed([32]byte{byte(n), byte(n >> 8), 1}).ID()
		return slices.ContainsFunc(b.Snapshot(), func(a Announcement) bool { return a.Peer == id })
	}
	for n := range uint16(300) {
		says(n, machine(1), callHere, 5, now)
	}
	if got := len(b.Snapshot()); got != maxOfOne {
		t.Errorf("one machine has %d peers in the table, want %d", got, maxOfOne)
	}
	for n := range uint16(300) { // without its own bound, this machine fills the table
		says(1000+n, netip.MustParseAddr("127.0.0.1"), callHere, 5, now.Add(time.Duration(n)))
	}
	says(2000, machine(2), callHere, 5, now)
	if got := len(b.Snapshot()); got != MaxPeers || !has(2000) || has(1000) {
		t.Errorf("%d peers, that at another address %v, the oldest of the address with the most %v", got, has(2000), has(1000))
	}
	for _, a := range b.Snapshot() {
		if host, _, _ := net.SplitHostPort(a.Door); host == "192.0.2.99" || a.From.IsValid() && a.From.String() != host {
			t.Fatalf("a door at %s, of a peer at %s", a.Door, a.From)
		}
	}
	if says(0, machine(1), callBye, 6, now); has(0) {
		t.Error("a peer that said goodbye is there")
	}
	if says(3000, machine(1), callHere, 5, now); !has(3000) {
		t.Error("a peer that said goodbye keeps its place")
	}
}

// TestPlayersAreNoNews: that players come and go is told with the regular calls.
func TestPlayersAreNoNews(t *testing.T) {
	b := open(t, 1, freePort(t), false)
	b.Update(sample(1))
	more := sample(1)
	more.Players++
	for len(b.kick) > 0 {
		<-b.kick
	}
	if b.Update(more); len(b.kick) != 0 {
		t.Error("a new number of players is called out at once")
	}
	more.Door = ":4001"
	if b.Update(more); len(b.kick) == 0 {
		patience.Wait(t, "the new door to be called out", time.Second, time.Millisecond, func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.sequence > 1 })
	}
}

// TestCrowdIsRememberedForLonger: a peer that calls rarely because of a crowd is not forgotten between two
// calls.
func TestCrowdIsRememberedForLonger(t *testing.T) {
	b := open(t, 1, freePort(t), false)
	now := time.Now()
	for i := range 31 {
		c := &call{kind: callHere, process: uint64(i), began: 5, sequence: 5, Announcement: sample(byte(i + 2))}
		b.receive(c.encode(identity(byte(i+2))), netip.MustParseAddrPort("127.0.0.1:99"), now)
	}
	long := Expiry * time.Duration(calm(31))
	if b.expire(now.Add(long)); len(b.Snapshot()) != 31 {
		t.Errorf("%d are remembered", len(b.Snapshot()))
	}
	if b.expire(now.Add(2 * long)); len(b.Snapshot()) != 0 {
		t.Errorf("%d are remembered for ever", len(b.Snapshot()))
	}
}

func TestGarbageAndForeignersAreCounted(t *testing.T) {
	b := open(t, 1, freePort(t), false)
	near, far := netip.MustParseAddrPort("127.0.0.1:99"), netip.MustParseAddrPort("198.51.100.7:99")
	c := &call{kind: callHere, process: 1, began: 5, sequence: 5, Announcement: sample(2)}
	good := c.encode(identity(2))
	forged := bytes.Clone(good)
	forged[60] ^= 1
	now := time.Now()
	for _, p := range [][]byte{nil, []byte("hello"), good[:len(good)-1], forged, append(bytes.Clone(good), 0), make([]byte, maxPacket+1)} {
		b.receive(p, near, now)
	}
	if n := b.Counts(); n.Garbage != 6 || n.Heard != 0 || len(b.Snapshot()) != 0 {
		t.Errorf("%+v", n)
	}
	b.receive(good, far, now)
	if n := b.Counts(); n.Foreign != 1 || n.Heard != 0 {
		t.Errorf("a packet from far away: %+v", n)
	}
	b.receive(good, near, now)
	b.receive(good, near, now) // the same again
	if n := b.Counts(); n.Heard != 1 {
		t.Errorf("%+v", n)
	}
	bye := *c
	bye.kind, bye.sequence = callBye, 4
	b.receive(bye.encode(identity(2)), near, now) // an old one, replayed
	bye.sequence = 6
	b.receive(bye.encode(identity(3)), near, now) // another peer's
	if len(b.Snapshot()) != 1 {
		t.Error("a goodbye that was not the peer's was believed")
	}
	b.receive(bye.encode(identity(2)), near, now)
	b.receive(good, near, now) // late
	if len(b.Snapshot()) != 0 {
		t.Error("a late packet brought a peer back")
	}
	for range 1000 {
		b.receive(good, near, now)
	}
	if n := b.Counts(); n.Foreign < 800 {
		t.Errorf("a flood was looked at: %+v", n)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	a := sample(1)
	a.WorldName, a.PeerName, a.Door = strings.Repeat("é", 100), strings.Repeat("x", 100)+"\x1b", strings.Repeat("y", 100)+":1"
	p := (&call{kind: callHere, Announcement: a}).encode(identity(1))
	m, err := decodeCall(p)
	if err != nil || !m.verify(p) || len(p) > maxPacket || len(m.WorldName) > 48 || m.Door != "" || m.Picture != a.Picture {
		t.Errorf("%d bytes, %+v, %v", len(p), m, err)
	}
	a.Picture += "p" // too long: the rest is announced without it
	p = (&call{kind: callHere, Announcement: a}).encode(identity(1))
	if m, err := decodeCall(p); err != nil || !m.verify(p) || m.Picture != "" {
		t.Errorf("a long picture: %+v, %v", m, err)
	}
}

// TestDNSFindsWhatBroadcastDoesNot gives each beacon a port of its own, so that only DNS-SD connects them.
func TestDNSFindsWhatBroadcastDoesNot(t *testing.T) {
	first, second := freePort(t), freePort(t)
	for second == first {
		second = freePort(t)
	}
	a, b := open(t, 1, first, true), open(t, 2, second, true)
	a.Update(sample(1))
	b.Update(sample(2))
	hears := func(x *Beacon, peer byte) bool { // other programs on this network may be heard, too
		return slices.ContainsFunc(x.Snapshot(), func(a Announcement) bool { return a.Peer == identity(peer).ID() })
	}
	began := time.Now()
	for !hears(a, 2) || !hears(b, 1) {
		if time.Since(began) > 15*time.Second {
			t.Skipf("multicast DNS does not pass on this machine: %+v %+v", a.Counts(), b.Counts())
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("found by DNS-SD after %v", time.Since(began))
	// They keep each other by direct questions: the last call gets newer.
	newest := func() time.Time {
		a.mu.Lock()
		defer a.mu.Unlock()
		if h := a.peers[identity(2).ID()]; h != nil {
			return h.at
		}
		return time.Time{}
	}
	found := newest()
	until(t, "an answer to a question", func() bool { return newest().After(found.Add(Every)) })
}

// inNamespace is the other half of TestNamespaces: it announces, and reports when it has heard two others.
func inNamespace() {
	var n byte
	fmt.Sscan(os.Getenv("MANYHOLD_TEST_NAMESPACE"), &n)
	b, err := New(Options{Key: identity(n), DNS: true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	deadline := patience.For(10 * time.Second)
	began := time.Now()
	b.Update(sample(n))
	for len(b.Snapshot()) < 2 && !deadline.Over() {
		time.Sleep(5 * time.Millisecond)
	}
	for _, a := range b.Snapshot() {
		fmt.Println("heard", a.WorldName, a.Door)
	}
	fmt.Println("after", time.Since(began).Milliseconds(), "ms")
	os.Stdout.Close()
	io.Copy(io.Discard, os.Stdin) // until the others have heard it, too
	b.Close()
}

func TestNamespaces(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	run := func(args ...string) error {
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	tag := fmt.Sprintf("mh%04x", os.Getpid()&0xffff)
	if err := run("ip", "link", "add", tag, "type", "bridge"); err != nil {
		t.Skipf("network namespaces are not permitted here: %v", err)
	}
	t.Cleanup(func() { run("ip", "link", "del", tag) })
	steps := [][]string{{"ip", "link", "set", tag, "up"}}
	for i := 1; i <= 3; i++ {
		ns, outside := fmt.Sprint(tag, "n", i), fmt.Sprint(tag, "v", i)
		steps = append(steps,
			[]string{"ip", "netns", "add", ns},
			[]string{"ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", ns},
			[]string{"ip", "link", "set", outside, "master", tag, "up"},
			[]string{"ip", "-n", ns, "addr", "add", fmt.Sprintf("10.77.0.%d/24", i), "dev", "eth0"},
			[]string{"ip", "-n", ns, "link", "set", "eth0", "up"},
			[]string{"ip", "-n", ns, "link", "set", "lo", "up"})
		t.Cleanup(func() { run("ip", "netns", "del", ns) })
	}
	for _, s := range steps {
		if err := run(s...); err != nil {
			t.Skipf("network namespaces are not permitted here: %v", err)
		}
	}
	said := make(chan []byte, 3)
	var children []*exec.Cmd
	var ends []io.Closer
	for i := 1; i <= 3; i++ {
		cmd := exec.Command("ip", "netns", "exec", fmt.Sprint(tag, "n", i), os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprint("MANYHOLD_TEST_NAMESPACE=", i))
		cmd.Stderr = os.Stderr
		in, noIn := cmd.StdinPipe()
		out, noOut := cmd.StdoutPipe()
		if err := errors.Join(noIn, noOut, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		children, ends = append(children, cmd), append(ends, in)
		go func() {
			b, _ := io.ReadAll(out)
			said <- b
		}()
	}
	for range 3 {
		b := <-said
		if bytes.Count(b, []byte("heard World")) != 2 || !bytes.Contains(b, []byte("10.77.0.")) {
			t.Errorf("%s", b)
		}
		t.Logf("%s", bytes.ReplaceAll(bytes.TrimSpace(b), []byte("\n"), []byte("; ")))
	}
	for i, cmd := range children {
		ends[i].Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v", err)
		}
	}
}

func FuzzDecodeCall(f *testing.F) {
	f.Add((&call{kind: callHere, process: 1, Announcement: sample(1)}).encode(identity(1)))
	f.Add((&call{kind: callAsk, process: 7}).encode(identity(1)))
	f.Add([]byte(packetMagic))
	f.Fuzz(func(t *testing.T, p []byte) {
		m, err := decodeCall(p)
		if err != nil || m.kind == callAsk {
			return
		}
		again, err := decodeCall(m.encode(identity(1)))
		if err != nil || again.World != m.World || again.Door != m.Door || again.WorldName != m.WorldName {
			t.Fatalf("%+v is written and read as %+v, %v", m, again, err)
		}
		m.verify(p)
	})
}
