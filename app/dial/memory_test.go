package dial

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/dial/peerbook"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
)

// TestLeadsTo: a door is remembered if the link leads to its address. No machine directs others at a third
// one, or at the programs of their own machines.
func TestLeadsTo(t *testing.T) {
	own := func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.1.2")} }
	for _, c := range []struct {
		name, door, route, machine string
		want                       bool
	}{
		{"in one network", "192.168.1.5:7000", "host", "192.168.1.5", true},
		{"by IPv6", "[2001:db8::5]:7000", "host", "2001:db8::5", true},
		{"the same in another form", "[::ffff:192.168.1.5]:7000", "host", "192.168.1.5", true},
		{"a port that a router maps", "203.0.113.9:7000", "srflx", "203.0.113.9", true},
		{"an address behind the router", "192.168.1.5:7000", "srflx", "203.0.113.9", false},
		{"a third party", "198.51.100.1:80", "host", "192.168.1.5", false},
		{"a name", "victim.example:80", "host", "192.168.1.5", false},
		{"this machine's programs", "127.0.0.1:8080", "host", "192.168.1.5", false},
		{"the same by IPv6", "[::1]:8080", "host", "192.168.1.5", false},
		{"a loopback address that a peer claims to have", "127.0.0.9:80", "host", "127.0.0.9", false},
		{"a cloud's secrets", "169.254.169.254:80", "host", "169.254.169.254", false},
		{"on this machine", "127.0.0.1:7000", "host", link.Here, true},
		{"on this machine, by its address", "192.168.1.2:7000", "host", link.Here, true},
		{"on this machine, a third party", "198.51.100.1:80", "host", link.Here, false},
		{"a relayed link, by an address that its peer claims to have", "198.51.100.1:80", "peer", "198.51.100.1", false},
		{"a TURN server", "198.51.100.1:80", "relay", "198.51.100.1", false},
		{"a link that tells nothing", "198.51.100.1:80", "", "", false},
		{"no door", "192.168.1.5", "host", "192.168.1.5", false},
	} {
		if got := leadsTo(c.door, &link.Stats{Route: c.route, Machine: c.machine}, own); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if len(machineAddresses()) == 0 {
		t.Error("this machine has no address, not even the loopback one")
	}
}

// toldLink is a link of a peer that tells doors.
type toldLink struct {
	link.Link
	peer  key.ID
	doors string
	at    string // the address that it leads to
}

func (l toldLink) Peer() key.ID      { return l.peer }
func (l toldLink) Info() link.Info   { return link.Info{Doors: l.doors} }
func (l toldLink) Stats() link.Stats { return link.Stats{Route: "host", Machine: l.at} }

// TestRememberedDoors: of what a peer tells, the book gets the doors at the link's address, and a door that
// has worked. It keeps the doors that it has as long as the peer tells them.
func TestRememberedDoors(t *testing.T) {
	ada, now := key.ID{1}, time.Unix(1_000_000, 0)
	book, err := peerbook.Open(filepath.Join(t.TempDir(), "world.peers"))
	if err != nil {
		t.Fatal(err)
	}
	f := &Dialer{Book: book, Log: slog.New(slog.DiscardHandler), reached: map[key.ID]string{}}
	is := func(what string, want ...string) {
		t.Helper()
		var got []string
		for _, p := range book.Peers() {
			got = p.Doors
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	const here, there, named = "192.168.1.5:7000", "203.0.113.9:7000", "ada.example:7000"
	told := strings.Join([]string{"127.0.0.1:8080", named, "198.51.100.1:80", here, there}, " ")
	at := func(address string) {
		now = now.Add(time.Second)
		f.remember([]link.Link{toldLink{peer: ada, doors: told, at: address}}, now)
	}
	at("198.51.100.77")
	is("no door is credible")
	at("192.168.1.5")
	is("at home", here)
	at("203.0.113.9")
	is("from outside", here, there)

	ended := func(answered bool, err error) outcome {
		b := &blind{Exchange: signal.Direct(named)}
		b.answered.Store(answered)
		return outcome{route: route{peer: ada}, attempt: &attempt{blind: b}, err: err}
	}
	f.arrived(ended(true, context.DeadlineExceeded))
	f.arrived(ended(false, nil)) // the peer has dialled meanwhile
	at("192.168.1.5")
	is("a dial that failed, and one that was not needed", here, there)
	f.arrived(ended(true, nil))
	at("192.168.1.5")
	is("the door that worked is the first", named, here, there)
	f.reached = map[key.ID]string{} // the game was started again
	at("198.51.100.77")
	is("what the book has", named, here, there)
}

// TestRemembered: peers of many visits are not behind all those that were linked last.
func TestRemembered(t *testing.T) {
	me := key.ID{99}
	book, err := peerbook.Open(filepath.Join(t.TempDir(), "world.peers"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_000_000, 0)
	if err := book.Linked(me, []string{"192.0.2.99:7000"}, now); err != nil {
		t.Fatal(err)
	}
	for i := range 6 { // the first has been there most often, the last is the latest
		for range 7 - i {
			now = now.Add(time.Hour)
			if err := book.Linked(key.ID{byte(i)}, []string{fmt.Sprintf("192.0.2.%d:7000", i)}, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	var order []byte
	for _, p := range (&Dialer{Me: me, Book: book}).remembered() {
		order = append(order, p.Key[0])
	}
	if fmt.Sprint(order) != "[5 0 4 1 3 2]" {
		t.Errorf("%v", order)
	}
	if (&Dialer{Me: me}).remembered() != nil {
		t.Error("peers without a book")
	}
}
