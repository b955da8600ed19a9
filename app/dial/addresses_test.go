package dial

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"testing"

	"manyhold/net/signal"
)

func TestDoorAddresses(t *testing.T) {
	if got := DoorAddresses(netip.MustParseAddrPort("192.0.2.7:7778")); !slices.Equal(got, []string{"192.0.2.7:7778"}) {
		t.Errorf("a door on one address: %q", got)
	}
	outer := netip.MustParseAddrPort("203.0.113.7:9000")
	if got := DoorAddresses(netip.MustParseAddrPort("192.168.1.7:7778"), outer); !slices.Equal(got, []string{"203.0.113.7:9000", "192.168.1.7:7778"}) {
		t.Errorf("a door behind a router: %q", got)
	}
	if got := DoorAddresses(netip.MustParseAddrPort("[::]:7778"), outer, outer, outer, outer, outer); len(got) != signal.MaxDoors {
		t.Errorf("too many for an invitation: %q", got)
	}
	var addrs []net.Addr
	for _, s := range []string{"127.0.0.1/8", "192.0.2.7/24", "fe80::1/64", "2001:db8::7/64"} {
		ip, n, _ := net.ParseCIDR(s)
		addrs = append(addrs, &net.IPNet{IP: ip, Mask: n.Mask})
	}
	if got := reachable(addrs, "5"); !slices.Equal(got, []string{"192.0.2.7:5", "[2001:db8::7]:5"}) {
		t.Errorf("a machine with several: %q", got)
	}
	if got := reachable(nil, "5"); !slices.Equal(got, []string{"127.0.0.1:5"}) {
		t.Errorf("a machine without a network: %q", got)
	}
}

// TestPortsToMap: the ports that a router is asked for follow from the setting, and from whether links have
// an outer port.
func TestPortsToMap(t *testing.T) {
	for _, c := range []struct{ door, listen, outer, want, without string }{
		{"[::]:40000", ":0", ":40000", "[{tcp 40000} {udp 40000}]", "[{tcp 40000}]"},
		{"0.0.0.0:7778", ":7778", "", "[{tcp 7778} {udp 7778}]", ""},
		{"192.168.1.5:7778", "192.168.1.5:7778", "", "[{tcp 7778} {udp 7778}]", ""},
		{"[::ffff:10.0.0.5]:7778", "10.0.0.5:0", "10.0.0.5:7778", "[{tcp 7778} {udp 7778}]", "[{tcp 7778}]"},
		{"127.0.0.1:7778", "127.0.0.1:7778", "", "[]", ""},
		{"[::1]:7778", "[::1]:0", "[::1]:7778", "[]", "[]"},
		{"203.0.113.7:7778", "203.0.113.7:7778", "", "[]", ""},
		{"[2001:db8::1]:7778", "[2001:db8::1]:7778", "", "[]", ""},
	} {
		door := netip.MustParseAddrPort(c.door)
		if got := OuterPort(door, c.listen); got != c.outer {
			t.Errorf("%s, set to %s: the outer port %q, want %q", c.door, c.listen, got, c.outer)
		}
		if got := fmt.Sprint(PortsToMap(door, true)); got != c.want {
			t.Errorf("%s, set to %s: %s, want %s", c.door, c.listen, got, c.want)
		}
		if got := fmt.Sprint(PortsToMap(door, false)); c.without != "" && got != c.without {
			t.Errorf("%s, without a port of links: %s, want %s", c.door, got, c.without)
		}
	}
}

// TestDoorKeepsItsPort: the next run listens on the port of the last one, or on another when that is taken.
func TestDoorKeepsItsPort(t *testing.T) {
	dir := t.TempDir()
	first, err := ListenDoor(dir, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	second, err := ListenDoor(dir, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if first.Addr().String() == second.Addr().String() {
		t.Error("two listeners on one port")
	}
	port := second.Addr().String() // the file names the last one that was opened
	first.Close()
	second.Close()
	third, err := ListenDoor(dir, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if third.Addr().String() != port {
		t.Errorf("listens at %s, the last run did at %s", third.Addr(), port)
	}
}
