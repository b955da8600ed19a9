// Package replica makes a game/island.Island the machine that net/host replicates: it lends the island's
// methods the types of net/host/machine, which game does not know.
package replica

import (
	"manyhold/game/island"
	"manyhold/game/turn"
	"manyhold/net/host/machine"
)

// Island is an island as a machine.
type Island struct{ *island.Island }

// New returns an empty island, for a state to be restored into.
func New() Island { return Island{new(island.Island)} }

// Of returns the island of a machine of this package; nil for no machine.
func Of(m machine.Machine) *island.Island {
	if m == nil {
		return nil
	}
	return m.(Island).Island
}

// builder is a turn of an island under construction, as a machine.Builder.
type builder struct{ *turn.Builder }

// Turn is machine.Builder's.
func (b builder) Turn() machine.Turn { return b.Builder.Turn() }

// Begin is machine.Machine's.
func (i Island) Begin(ticks uint8) machine.Builder { return builder{i.Island.Begin(ticks)} }

// Parse is machine.Machine's.
func (Island) Parse(body []byte) (machine.Turn, error) {
	t, err := turn.Parse(body)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Commands is machine.Machine's.
func (i Island) Commands(t machine.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	i.Island.Commands(t.(*turn.Turn), f)
}

// Ticks is machine.Machine's.
func (Island) Ticks(t machine.Turn) uint8 { return t.(*turn.Turn).Ticks }

// Departs is machine.Machine's.
func (i Island) Departs(t machine.Turn, f func(author [32]byte)) {
	for k := range t.(*turn.Turn).Records {
		r := &t.(*turn.Turn).Records[k]
		if r.Kind != turn.Command || r.Seq != 0 {
			continue
		}
		if p := i.Roster.BySeat(r.Seat); p != nil {
			f(p.Key)
		}
	}
}

// Step is machine.Machine's.
func (i Island) Step(t machine.Turn) { i.Island.Step(t.(*turn.Turn)) }
