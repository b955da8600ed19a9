package sim

import (
	"manyhold/net/host"
)

// leaky is a ledger that is said to be wrong as soon as anybody has departed.
type leaky struct{ Ledger }

func (leaky) Wrong(m host.Machine) (check, words string) {
	l := ledgerOf(m)
	if h := l.Holdings(); h.Accounts > uint64(len(l.Present(nil))) {
		return "holdings", "somebody who departed"
	}
	return "", ""
}
