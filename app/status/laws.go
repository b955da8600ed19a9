package status

import (
	"manyhold/game/island"
)

// lawsIn names the laws of the charter that hold.
func LawsIn(laws uint8) []string {
	names := []string{}
	for l := range island.LawCount {
		if island.Laws(laws).Has(l) {
			names = append(names, l.String())
		}
	}
	return names
}
