package sim

import (
	"manyhold/net/host"
	"manyhold/net/host/coins"
)

// leaky counts as wrong as soon as anybody has departed.
type leaky struct{ Coins }

func (leaky) Wrong(m host.Machine) (check, words string) {
	if c := m.(*coins.Machine); len(c.Accounts) > int(c.People()) {
		return "holdings", "an account that departed"
	}
	return "", ""
}
