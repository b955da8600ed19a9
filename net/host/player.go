package host

import (
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// player follows this peer's player over the islands.
type player struct {
	me      key.ID
	islands *islands
	island  uint64 // where it was seen last
}

// follow notes where the player is. Its commands that were not ordered yet go with it.
func (p *player) follow() {
	if p.isOn(p.islands.get(p.island)) {
		return
	}
	for _, c := range p.islands.all() {
		if p.isOn(c) {
			if old := p.islands.get(p.island); old != nil {
				c.Own.Inherit(&old.Own, c.Machine.Sequence(p.me))
			}
			p.island = c.ID
			return
		}
	}
	if p.islands.get(p.island) == nil {
		p.island = message.Home
	}
}

// isOn reports whether the player is on an island.
func (p *player) isOn(c *kernel.Core) bool {
	if c == nil || c.Machine == nil || !c.Retirement.Retired.IsZero() {
		return false
	}
	return c.Machine.Holds(p.me)
}

// here is the island where this peer's player is, else home.
func (p *player) here() *kernel.Core {
	if c := p.islands.get(p.island); c != nil {
		return c
	}
	return p.islands.home()
}
