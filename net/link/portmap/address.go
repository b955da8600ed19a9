package portmap

import "net/netip"

// inner are networks behind a router that have no entry among netip's private ones: shared addresses of
// carriers (RFC 6598) and those of DS-Lite (RFC 6333).
var inner = []netip.Prefix{netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24")}

// behind reports whether a router with this outer address is behind another router.
func behind(a netip.Addr) bool {
	for _, p := range inner {
		if p.Contains(a) {
			return true
		}
	}
	return a.IsPrivate()
}

// public reports whether others may reach an IPv4 address.
func public(a netip.Addr) bool {
	if !a.Is4() || behind(a) {
		return false
	}
	first := a.As4()[0]
	return first != 0 && first < 240 && a.IsGlobalUnicast()
}

// private reports whether an address is one of a home network, where routers are asked.
func private(a netip.Addr) bool { return a.Is4() && a.IsPrivate() }
