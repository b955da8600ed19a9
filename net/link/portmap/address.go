package portmap

import (
	"net/netip"

	"manyhold/net/link"
)

// public reports whether others may reach an IPv4 address.
func public(a netip.Addr) bool { return a.Is4() && link.Public(a) }

// private reports whether an address is one of a home network, where routers are asked.
func private(a netip.Addr) bool { return a.Is4() && a.IsPrivate() }
