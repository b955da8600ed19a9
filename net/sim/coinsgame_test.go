package sim

import (
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
)

// leaky counts as wrong as soon as anybody has departed.
type leaky struct{ Coins }

func (leaky) Wrong(m kernel.Machine) (check, words string) {
	if c := m.(*coins.Machine); len(c.Accounts) > int(c.People()) {
		return "holdings", "an account that departed"
	}
	return "", ""
}
