package node

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/options"
	"manyhold/game/item"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// beaconPort returns a UDP port that is not in use now.
func beaconPort(t testing.TB) int {
	t.Helper()
	c, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).Port
}

// newcomer opens a new data directory whose beacon is at a port of this test alone.
func newcomer(t testing.TB, name string, port int) *Identity {
	t.Helper()
	id, err := OpenIdentity(options.Play{Data: t.TempDir(), Name: name, NoLAN: true, Duties: options.Duties{NoMapping: true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(id.Close)
	if id.Lan, err = beacon.New(beacon.Options{Key: id.Pair, Port: port}); err != nil {
		t.Fatal(err)
	}
	id.Headless = true
	return id
}

// forge announces a world that does not exist, with as many players as a packet can claim. door answers HTTP
// at its port, or nobody does (0).
func forge(t testing.TB, seed byte, port, door int) [32]byte {
	t.Helper()
	b, err := beacon.New(beacon.Options{Key: key.FromSeed([32]byte{seed, 0xf0}), Port: port})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if door == 0 {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		door = ln.Addr().(*net.TCPAddr).Port
		ln.Close()
	}
	world := [32]byte{seed, 1}
	b.Update(beacon.Announcement{World: world, WorldName: "Forged", Born: time.Unix(1, 0), Edited: true, PeerName: "Mallory", Players: 65535, Door: fmt.Sprintf(":%d", door), Rules: 1})
	return world
}

// lyingDoor says that its node is in a world, and takes no offer.
func lyingDoor(t testing.TB, world [32]byte) int {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != signal.WorldPath {
			http.Error(w, "go away", http.StatusForbidden)
			return
		}
		io.WriteString(w, hex.EncodeToString(world[:])+"\n")
	}))
	t.Cleanup(s.Close)
	return int(netip.MustParseAddrPort(strings.TrimPrefix(s.URL, "http://")).Port())
}

// hears waits until a beacon hears so many others.
func hears(t testing.TB, b *beacon.Beacon, n int) {
	t.Helper()
	patience.Wait(t, fmt.Sprintf("%d announcements", n), 15*time.Second, 5*time.Millisecond, func() bool { return len(b.Snapshot()) >= n })
}

// found enters a new world as Start does.
func found(t testing.TB, id *Identity) *node {
	t.Helper()
	n, err := id.Enter(t.Context(), id.NewWorld("", "7", 0, item.Builders), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFreshWorldsBecomeOne: of two fresh worlds on one LAN one is given up for the other, which is linked.
func TestFreshWorldsBecomeOne(t *testing.T) {
	port := beaconPort(t)
	ada, bo := newcomer(t, "Ada", port), newcomer(t, "Bo", port)
	a, b := found(t, ada), found(t, bo)
	defer func() { a.Stop(); b.Stop() }()
	began := patience.Now()
	select {
	case o := <-a.Yields(t.Context(), ada):
		n, err := ada.Yield(t.Context(), a, o, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		a = n
	case o := <-b.Yields(t.Context(), bo):
		n, err := bo.Yield(t.Context(), b, o, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		b = n
	case <-patience.After(t, 20*time.Second):
		t.Fatal("neither yields")
	}
	if a.world != b.world || a.host.Status().Joining || b.host.Status().Joining {
		t.Errorf("Ada is in %x, Bo in %x", a.world[:4], b.world[:4])
	}
	t.Logf("one world after %v", patience.Since(began))
}

// TestForgedBeaconTakesNoWorld: a fresh world is not given up for an announced one without a door that says
// so. If the door lies, the node comes back to its own world, and does not try that one again at once.
func TestForgedBeaconTakesNoWorld(t *testing.T) {
	port := beaconPort(t)
	ada := newcomer(t, "Ada", port)
	own := found(t, ada)
	defer func() { own.Stop() }()
	forge(t, 1, port, 0)
	hears(t, ada.Lan, 1)
	offers := offersOf(ada.Lan.Snapshot())
	if len(offers) != 1 || !own.shouldYield(offers[0].Announcement) {
		t.Fatalf("%d offers; the forged one should be older", len(offers))
	}
	if askDoors(t.Context(), offers); offers[0].answers {
		t.Error("a door that nobody opened answers")
	}
	if testing.Short() {
		t.Skip("waits ten seconds for a lying door's world")
	}
	lie := lyingDoor(t, [32]byte{2, 1})
	forge(t, 2, port, lie)
	select {
	case o := <-own.Yields(t.Context(), ada):
		if o.World != ([32]byte{2, 1}) {
			t.Fatalf("yields to %x", o.World[:2])
		}
		world, born, began := own.world, own.born, patience.Now()
		n, err := ada.Yield(t.Context(), own, o, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		own = n
		if own.world != world || !own.born.Equal(born) {
			t.Errorf("in %x, founded at %v", own.world[:4], own.born)
		}
		patience.Wait(t, "its own world", 10*time.Second, 5*time.Millisecond, func() bool { return !own.host.Status().Joining })
		t.Logf("in its own world again after %v", patience.Since(began))
	case <-patience.After(t, 20*time.Second):
		t.Fatal("the lying door was not believed: this test has no subject")
	}
	if len(ada.silent) != 1 || time.Since(ada.silent[store.WorldID{2, 1}]) > yieldAgain {
		t.Errorf("it does not know that nobody answered: %v", ada.silent)
	}
}

// TestAskedForWorldStays: a world that --world new asked for is never given up, and others yield to it.
func TestAskedForWorldStays(t *testing.T) {
	id := newcomer(t, "Ada", beaconPort(t))
	log := slog.New(slog.DiscardHandler)
	if c, err := id.Choose(t.Context(), options.Play{}, log); err != nil || c.Founded == nil || c.Stays {
		t.Fatalf("without --world: %+v, %v", c, err)
	}
	c, err := id.Choose(t.Context(), options.Play{World: "new"}, log)
	if err != nil || c.Founded == nil {
		t.Fatalf("--world new: %+v, %v", c, err)
	}
	n, err := id.Enter(t.Context(), c, log)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Stop()
	if n.shouldYield(beacon.Announcement{World: [32]byte{1}, Born: time.Unix(1, 0), Edited: true}) || !n.edited.Load() {
		t.Error("it yields")
	}
}

// TestNewcomerPassesForgedBeacons: a newcomer enters the world whose peers answer, whatever else is
// announced, and founds its own if nobody answers.
func TestNewcomerPassesForgedBeacons(t *testing.T) {
	if testing.Short() {
		t.Skip("waits five seconds for each forged world")
	}
	for _, c := range []struct {
		name       string
		real, lies bool
		limit      time.Duration
	}{
		{"a real world, and one without a door", true, false, 5 * time.Second},
		{"a real world, and one with a lying door", true, true, 15 * time.Second},
		{"one without a door", false, false, 15 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			port := beaconPort(t)
			bo := newcomer(t, "Bo", port)
			want, heard := [32]byte{}, 1
			if c.real {
				ada := found(t, newcomer(t, "Ada", port))
				defer ada.Stop()
				want, heard = ada.world, 2
			}
			door := 0
			if c.lies {
				door = lyingDoor(t, [32]byte{3, 1})
			}
			forged := forge(t, 3, port, door)
			hears(t, bo.Lan, heard)
			if offers := offersOf(bo.Lan.Snapshot()); offers[0].World != forged {
				t.Fatalf("the forged world is not the first one: %x", offers[0].World[:4])
			}
			began := patience.Now()
			n, err := bo.Start(t.Context(), options.Play{}, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer n.Stop()
			if n.world == forged || c.real && n.world != want {
				t.Errorf("in %x, not in %x", n.world[:4], want[:4])
			}
			patience.Wait(t, "the world", 10*time.Second, 5*time.Millisecond, func() bool { return !n.host.Status().Joining })
			if took := patience.Since(began); took > c.limit {
				t.Errorf("there after %v, want %v", took, c.limit)
			} else {
				t.Logf("there after %v", took)
			}
		})
	}
}

// TestOffersInTurn: worlds that several machines announce come first, and one with many announcements of one
// machine does not. A machine for whose world nobody answered comes last.
func TestOffersInTurn(t *testing.T) {
	at := func(world, machine byte, players int) beacon.Announcement {
		return beacon.Announcement{World: [32]byte{world}, From: netip.AddrFrom4([4]byte{10, 0, 0, machine}), Players: players, Door: fmt.Sprintf("10.0.0.%d:1", machine)}
	}
	all := []beacon.Announcement{at(1, 1, 65535), at(1, 1, 65535), at(2, 2, 1), at(2, 3, 1), at(3, 4, 500), {Players: 9}}
	var order []byte
	for _, o := range offersOf(all) {
		order = append(order, o.World[0])
		if o.World[0] == 2 && (o.addresses != 2 || len(o.doors) != 2) || o.World[0] == 1 && (o.addresses != 1 || len(o.doors) != 1) {
			t.Errorf("world %d: %d addresses, doors %q", o.World[0], o.addresses, o.doors)
		}
	}
	if !slices.Equal(order, []byte{2, 1, 3}) {
		t.Errorf("in the order %v", order)
	}
	many := make([]beacon.Announcement, 0, 2*maxOffers)
	for i := range 2 * maxOffers {
		many = append(many, at(byte(i+1), byte(i+1), i))
	}
	if n := len(offersOf(many)); n != maxOffers {
		t.Errorf("%d worlds are considered", n)
	}
}
