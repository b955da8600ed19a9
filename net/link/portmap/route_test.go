//go:build !js

package portmap

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// routeLine is a line of Linux's table.
func routeLine(card, destination, gateway string, flags, metric int, mask string) string {
	word := func(text string) string {
		b := netip.MustParseAddr(text).As4()
		return fmt.Sprintf("%08X", binary.NativeEndian.Uint32(b[:]))
	}
	return fmt.Sprintf("%s\t%s\t%s\t%04X\t0\t0\t%d\t%s\t0\t0\t0\n", card, word(destination), word(gateway), flags, metric, word(mask))
}

// TestGatewaysIn: the default routes to private routers, in the order of their metric.
func TestGatewaysIn(t *testing.T) {
	const none = "0.0.0.0"
	head := "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
	for name, c := range map[string]struct{ table, want string }{
		"nothing":   {"", "[]"},
		"no routes": {head, "[]"},
		"one":       {head + routeLine("eth0", none, "192.168.1.1", 3, 0, none) + routeLine("eth0", "192.168.1.0", none, 1, 0, "255.255.255.0"), "[192.168.1.1]"},
		"two": {head + routeLine("wlan0", none, "192.168.1.1", 3, 600, none) + routeLine("eth0", none, "10.1.0.1", 3, 100, none) +
			routeLine("eth1", none, "10.1.0.1", 3, 700, none), "[10.1.0.1 192.168.1.1]"},
		"not private":     {routeLine("eth0", none, "203.0.113.1", 3, 0, none), "[]"},
		"half a default":  {routeLine("tun0", none, "10.8.0.1", 3, 0, "128.0.0.0"), "[]"},
		"without gateway": {routeLine("ppp0", none, none, 1, 0, none), "[]"},
		"garbage": {"a b c\neth0 00000000 zz 0003 0 0 0 00000000\neth0 00000000 0101 0003 0 0 0 00000000\neth0 00000000 0101A8C0 x 0 0 0 00000000\n" +
			strings.Repeat("\x00", 100), "[]"},
	} {
		if got := fmt.Sprint(gatewaysIn([]byte(c.table))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestFirstAddresses: the likely routers of some networks, never this machine itself.
func TestFirstAddresses(t *testing.T) {
	var own []netip.Addr
	for _, text := range []string{"192.168.1.5", "192.168.1.6", "172.17.0.1", "10.0.0.9"} {
		own = append(own, netip.MustParseAddr(text))
	}
	want := []netip.Addr{netip.MustParseAddr("192.168.1.1"), netip.MustParseAddr("10.0.0.1")}
	if got := firstAddresses(own); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestThisMachine: the machine's own table and interfaces can be read, whatever they are.
func TestThisMachine(t *testing.T) {
	for _, at := range defaultGateways() {
		if !private(at) {
			t.Errorf("the router %v is not private", at)
		}
	}
	for _, h := range homeInterfaces() {
		if !private(h.address) || h.card == nil {
			t.Errorf("an interface at %v", h.address)
		}
	}
}
