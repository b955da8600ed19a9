package sim

import (
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// partySize is how many people come together.
const partySize = 10

// party returns the number of the person's party.
func (n *node) party() int { return n.index / partySize }

// comes returns the time of a node's first start.
func (n *node) comes() time.Duration {
	if n.s.o.People != Parties {
		return 0
	}
	return time.Duration(n.party()) * n.s.o.Gap
}

// mates are the people of a party, nil when there are none.
func (s *Sim) mates(party int) []key.ID {
	if s.o.People != Parties {
		return nil
	}
	for len(s.parties) <= party {
		var all []key.ID
		for i := len(s.parties) * partySize; i < min((len(s.parties)+1)*partySize, len(s.nodes)); i++ {
			all = append(all, s.nodes[i].pair.ID())
		}
		s.parties = append(s.parties, all)
	}
	return s.parties[party]
}

// watched calls Options.Watch.
func (s *Sim) watched() {
	if s.o.Watch != nil {
		n := 0
		s.checks.each(func(*islandTrack) { n++ })
		s.o.Watch(s.elapsed(), n)
	}
}

// rests reports whether a node leaves home to others.
func (n *node) rests() bool {
	core := n.core(message.Home)
	return core != nil && core.Idle()
}
