package node

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"testing"
	"time"

	"manyhold/app/dial"
	"manyhold/app/settings"
	"manyhold/net/link/portmap"
	"manyhold/net/patience"
)

// openRouter is a router that maps every port to the one above it.
type openRouter struct{}

func (openRouter) String() string { return "a test's router" }

func (openRouter) State(context.Context) (portmap.State, error) {
	return portmap.State{External: netip.MustParseAddr("203.0.113.7")}, nil
}

func (openRouter) Map(_ context.Context, _ portmap.Port, outside uint16, lifetime time.Duration) (portmap.Lease, error) {
	return portmap.Lease{Outside: outside + 1, Lifetime: lifetime}, nil
}

func (openRouter) Unmap(context.Context, portmap.Port, uint16) error { return nil }

// TestMappedAddresses: the router's address of the door comes first in an invitation, and that of links goes
// into offers, while they are mapped.
func TestMappedAddresses(t *testing.T) {
	tcp, udp := portmap.Port{Protocol: portmap.TCP, Internal: 7778}, portmap.Port{Protocol: portmap.UDP, Internal: 7778}
	ctx, cancel := context.WithCancel(t.Context())
	m := portmap.New(portmap.Options{Ports: []portmap.Port{tcp, udp}, Find: func(context.Context) []portmap.Gateway { return []portmap.Gateway{openRouter{}} }})
	r := connections{doorAt: netip.MustParseAddrPort("192.168.1.5:7778"), mapper: m}
	inner := []string{"192.168.1.5:7778"}
	if got := r.doors(); !slices.Equal(got, inner) || r.outer() != nil {
		t.Errorf("before a mapping: %q, %v", got, r.outer())
	}
	ended := make(chan struct{})
	go func() { defer close(ended); m.Run(ctx) }()
	patience.Wait(t, "the mappings", 10*time.Second, time.Millisecond, func() bool { return len(m.Mapped()) == 2 })
	outside := netip.MustParseAddrPort("203.0.113.7:7779")
	if got := r.doors(); !slices.Equal(got, []string{outside.String(), inner[0]}) {
		t.Errorf("doors: %q", got)
	}
	if got := r.outer(); !slices.Equal(got, []netip.AddrPort{outside}) {
		t.Errorf("in offers: %v", got)
	}
	cancel()
	<-ended
	if got := r.doors(); !slices.Equal(got, inner) || r.outer() != nil {
		t.Errorf("after the end: %q, %v", got, r.outer())
	}
}

// TestOutside: the mapped port of links is an outer address of theirs, and that of the door is none.
func TestOutside(t *testing.T) {
	for _, c := range []struct {
		links   bool
		servers []string
		want    bool
	}{{false, nil, false}, {true, nil, true}, {false, []string{"stun:192.0.2.1:3478"}, true}} {
		at := netip.MustParseAddrPort("192.168.1.5:7778")
		m := portmap.New(portmap.Options{Ports: dial.PortsToMap(at, c.links), Find: func(context.Context) []portmap.Gateway { return []portmap.Gateway{openRouter{}} }})
		f := &settings.ConfigFile{}
		f.Settings.Net.ICEServers = c.servers
		r := connections{n: &node{owner: owner{conf: f}}, doorAt: at, mapper: m}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); m.Run(ctx) }()
		patience.Wait(t, "the mappings", 10*time.Second, time.Millisecond, func() bool { return len(m.Mapped()) > 0 })
		if got := r.outside(); got != c.want {
			t.Errorf("links %v, servers %v: %v", c.links, c.servers, got)
		}
		cancel()
		<-ended
	}
}

// TestPortMappingSetting: without the setting, no router is asked.
func TestPortMappingSetting(t *testing.T) {
	for _, asks := range []bool{true, false} {
		c := &settings.ConfigFile{}
		c.Settings.Net.PortMapping = asks
		r := connections{n: &node{log: slog.New(slog.DiscardHandler), owner: owner{dir: t.TempDir(), conf: c}}}
		ln, err := r.listenDoor("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		r.openDoor(ln, false, http.NotFoundHandler())
		r.door.Close()
		if (r.mapper != nil) != asks {
			t.Errorf("set to %v: %v", asks, r.mapper)
		}
	}
}
