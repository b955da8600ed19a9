package webrtc

import (
	"context"
	"net/netip"

	pion "github.com/pion/webrtc/v4"
)

// outerAtMost is how many connections use the outer port. Packets of many arrive in bursts, and the system
// keeps no more of them for such a port than for another.
const outerAtMost = 32

// HasOuterPort reports whether Options.OuterPort could be opened.
func (e *Endpoint) HasOuterPort() bool { return e.socket.hasOuter() }

// takeOuter gives a new connection the outer port while a router passes packets on to it, unless enough have
// it. A port of its own costs less: an echo takes 70 µs by two of them, and 100 to 130 µs by two that others
// share.
func (e *Endpoint) takeOuter(c *connection) {
	if len(e.outer()) == 0 || !e.socket.outerServes() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for other := range e.all {
		if other.outer {
			n++
		}
	}
	c.outer = n < outerAtMost
}

// outer returns the addresses of Options.Outer.
func (e *Endpoint) outer() []netip.AddrPort {
	if e.options.Outer == nil {
		return nil
	}
	return e.options.Outer()
}

// open makes the pion part of a connection, with all that tells its outer addresses.
func open(ctx context.Context, c *connection) (*pion.PeerConnection, error) {
	c.e.mirrors.wait(ctx)
	c.e.takeOuter(c)
	return c.e.socket.open(c.e.stunServers(), how{c.byHand, c.outgoing && len(c.e.Links()) > 0, c.outer})
}

// outerAddresses returns the addresses of routers that pass packets on to the port of a connection.
func outerAddresses(c *connection) []netip.AddrPort {
	if c.e.options.Listen == "" && !c.outer {
		return nil
	}
	return c.e.outer()
}
