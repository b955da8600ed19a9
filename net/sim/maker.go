package sim

import (
	"fmt"

	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// Maker is a Game whose people publish blueprints.
type Maker interface {
	// Publish returns a signed blueprint that a person publishes now; nil: none.
	Publish(s Scene, pair key.Pair) []byte
	// Print is a hash of all blueprints that an island knows: once all is calm, those of all islands are equal
	// at all nodes.
	Print(m kernel.Machine) uint64
}

// Merges are the last merges that the person's node saw, with their reports.
func (s Scene) Merges() []status.Merge { return s.world.Status(s.sim.net.Now()).Fork.Merges }

// publish lets a person publish a blueprint. A refusal is no fault: ranks and other versions decide.
func (p *person) publish(n *node, s Scene) {
	m, makes := n.s.o.Game.(Maker)
	if !makes || s.Calm {
		return
	}
	if data := m.Publish(s, n.pair); data != nil && n.world.Publish(n.clock(), data) == nil {
		n.s.report.Published++
	}
}

// prints returns which node knows other blueprints than the first one; "": none does.
func (c *checks) prints() (words string) {
	m, makes := c.s.o.Game.(Maker)
	if !makes {
		return ""
	}
	var first *uint64
	for _, n := range c.s.nodes {
		for _, i := range going(n.world) {
			p := m.Print(i.Machine)
			if first == nil {
				first = &p
			}
			if p != *first {
				return fmt.Sprintf("node %s: island %016x knows other blueprints than home", n.name, i.Island)
			}
		}
	}
	return ""
}
