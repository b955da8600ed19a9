package webrtc

import (
	"testing"

	"manyhold/net/link"
)

// TestTooMany: a few paths may always be engaged, and in a crowd an eighth.
func TestTooMany(t *testing.T) {
	for _, c := range []struct {
		engaged, links int
		want           bool
	}{{0, 0, false}, {2, 2, false}, {3, 3, false}, {4, 5, true}, {3, 7, false}, {6, 60, false}, {7, 60, true}} {
		if got := tooMany(c.engaged, c.links); got != c.want {
			t.Errorf("%d of %d links: %t", c.engaged, c.links, got)
		}
	}
}

// TestMachineAt: two ends of one machine are recognised, others by their addresses.
func TestMachineAt(t *testing.T) {
	for _, c := range []struct{ local, remote, want string }{
		{"192.0.2.1", "192.0.2.2", "192.0.2.2"},
		{"192.0.2.1", "192.0.2.1", link.Here},
		{"192.0.2.1", "127.0.0.1", link.Here},
		{"::1", "::1", link.Here},
		{"fe80::1%eth0", "fe80::2%eth0", "fe80::2"},
		{"192.0.2.1", "name.local", ""},
		{"2001:db8::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
	} {
		if got := machineAt(c.local, c.remote); got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.local, c.remote, got, c.want)
		}
	}
}
