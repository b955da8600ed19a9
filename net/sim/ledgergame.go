package sim

import (
	"fmt"

	"manyhold/net/host"
	"manyhold/net/sim/ledger"
	"manyhold/net/store"
)

// Ledger is the Game of package ledger: people walk, give, make, take, drop and break things.
type Ledger struct{}

func ledgerOf(m host.Machine) *ledger.Ledger { return &m.(*ledger.Branching).Ledger }

// Home is Game's.
func (Ledger) Home(store.Genesis) host.Machine { return &ledger.Branching{} }

// Island is Game's: a ledger is not divided.
func (Ledger) Island(store.Genesis) host.Machine { return &ledger.Branching{} }

// Command is Game's.
func (Ledger) Command(s Scene) []byte {
	l, rng := ledgerOf(s.Machine), s.Chance
	if s.Habit == Gathering {
		if a := l.Account(s.Me); a != nil && a.Place != 0 { // everybody's place is the middle
			return ledger.Step(int8(max(-100, min(100, -a.Place))))
		}
	}
	if s.Habit == Walking && rng.IntN(2) == 0 {
		return ledger.Step(int8(rng.IntN(200) - 100))
	}
	switch rng.IntN(9) {
	case 0:
		if others := l.Present(nil); len(others) > 0 {
			return ledger.Give(others[rng.IntN(len(others))], uint8(rng.IntN(20)))
		}
	case 1:
		return ledger.Make()
	case 2:
		return ledger.Take()
	case 3:
		return ledger.Drop()
	case 4:
		if rng.IntN(3) == 0 {
			return ledger.Break()
		}
	}
	return ledger.Step(int8(rng.IntN(9) - 4))
}

// Commands is Game's.
func (Ledger) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) bool {
	return ledger.Commands(turn, f) == nil
}

// Wrong is Game's.
func (Ledger) Wrong(m host.Machine) (check, words string) {
	l := ledgerOf(m)
	if words := l.Holdings().Wrong(); words != "" {
		return "holdings", words
	}
	if k := l.Repeated(); k > 0 {
		return "once", fmt.Sprintf("%d commands that came again, or before an earlier one", k)
	}
	return "", ""
}

// Whole is Game's: there is nothing between islands.
func (Ledger) Whole(Everything) (check, words string) { return "", "" }

// Flip is Game's.
func (Ledger) Flip(m host.Machine) bool {
	ledgerOf(m).Flip()
	return true
}
