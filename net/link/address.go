package link

import "net/netip"

// inner are networks behind a router that have no entry among netip's private ones: shared addresses of
// carriers (RFC 6598) and those of DS-Lite (RFC 6333).
var inner = []netip.Prefix{netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24")}

// Inner reports whether an address belongs to a network behind a router: of a home, or of a carrier.
func Inner(a netip.Addr) bool {
	a = a.Unmap()
	for _, p := range inner {
		if p.Contains(a) {
			return true
		}
	}
	return a.IsPrivate()
}

// Public reports whether an address is one of the internet, which others may reach.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	if Inner(a) || !a.IsGlobalUnicast() {
		return false
	}
	first := a.AsSlice()[0]
	return !a.Is4() || first != 0 && first < 240
}
