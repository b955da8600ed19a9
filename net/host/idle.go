package host

import (
	"manyhold/net/host/message"
	"manyhold/net/link"
)

// logsIn reports whether this peer's login is still to be countersigned.
func (c *Core) logsIn() bool {
	if !c.options.Charter || c.options.Offer.Headless || c.idle {
		return false
	}
	r := c.standing.charter
	return r == nil || !r.logged
}

// comeBack has home, which was at rest, fetched again.
func (c *Core) comeBack() {
	c.idle = false
	if r := c.standing.charter; r != nil {
		r.cut = true // logins are looked at again by the records that come
	}
	c.joining.comeBack(false)
}

// farewell tells all linked peers that this one leaves the island to them.
func (c *Core) farewell() {
	c.event("leaves an island to others", "left", message.IslandName(c.island), "turn", c.history.executed)
	bye := message.Greeting{Incarnation: c.self.Incarnation, Capacity: 1, Leaving: true}
	c.peers.each(func(p *peer) { c.send(p.key, link.Stream, bye.Encode()) })
}

// Idle reports whether this is home, and left to others.
func (c *Core) Idle() bool { return c.idle }
