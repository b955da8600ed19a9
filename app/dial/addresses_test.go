package dial

import (
	"net"
	"net/netip"
	"slices"
	"testing"
)

func TestDoorAddresses(t *testing.T) {
	if got := DoorAddresses(netip.MustParseAddrPort("192.0.2.7:7778")); !slices.Equal(got, []string{"192.0.2.7:7778"}) {
		t.Errorf("a door on one address: %q", got)
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
