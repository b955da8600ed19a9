package coins

import (
	"fmt"

	"manyhold/net/host/machine"
)

// ReconcileLand is machine.Machine's. The toy has no land: coins, items and accounts stay as they are.
func (m *Machine) ReconcileLand(base, branch []byte) ([]byte, error) {
	from, to := &Machine{}, &Machine{}
	if err := from.Restore(base); err != nil {
		return nil, err
	}
	if err := to.Restore(branch); err != nil {
		return nil, err
	}
	if from.self != m.self || to.self != m.self || to.tick < from.tick {
		return nil, fmt.Errorf("coins: a branch of island %x that does not follow its base, for island %x", to.self, m.self)
	}
	return []byte("there is no land"), nil
}

// Delivers is machine.Machine's.
func (m *Machine) Delivers(t machine.Turn) bool {
	for _, e := range t.(*Turn).entries {
		if e.kind == entryParcel {
			return true
		}
	}
	return false
}

// Another is machine.Machine's.
func (m *Machine) Another() machine.Machine { return &Machine{} }
