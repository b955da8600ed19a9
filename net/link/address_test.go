package link

import (
	"net/netip"
	"testing"
)

// TestPublic: addresses of homes, carriers and single machines are not public.
func TestPublic(t *testing.T) {
	for text, want := range map[string]struct{ public, inner bool }{
		"203.0.113.7":        {true, false},
		"::ffff:203.0.113.7": {true, false},
		"2001:db8::7":        {true, false},
		"10.1.2.3":           {false, true},
		"172.31.0.1":         {false, true},
		"192.168.1.5":        {false, true},
		"::ffff:192.168.1.5": {false, true},
		"fd00::1":            {false, true},
		"100.64.0.1":         {false, true},
		"192.0.0.2":          {false, true},
		"127.0.0.1":          {false, false},
		"::1":                {false, false},
		"169.254.1.1":        {false, false},
		"fe80::1":            {false, false},
		"224.0.0.251":        {false, false},
		"0.1.2.3":            {false, false},
		"255.255.255.255":    {false, false},
		"0.0.0.0":            {false, false},
		"::":                 {false, false},
	} {
		a := netip.MustParseAddr(text)
		if Public(a) != want.public || Inner(a) != want.inner {
			t.Errorf("%s: public %v, inner %v", text, Public(a), Inner(a))
		}
	}
	if Public(netip.Addr{}) || Inner(netip.Addr{}) {
		t.Error("no address is public, or of an inner network")
	}
}
