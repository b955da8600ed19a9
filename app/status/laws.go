package status

import "manyhold/game/world"

// LawsIn names the laws of the charter that hold.
func LawsIn(laws uint8) []string {
	names := []string{}
	for l := range world.LawCount {
		if world.Laws(laws).Has(l) {
			names = append(names, l.String())
		}
	}
	return names
}
