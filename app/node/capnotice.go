package node

import (
	"fmt"

	"manyhold/app/status"
)

// crowds says for each island here what a new cap comes to, each on a line of its own.
func (v *statusView) crowds() (words string) {
	h := v.hostStatus()
	for i := range h.Islands {
		if c := v.census.of(h.Islands[i].ID); c != nil {
			if s := status.CrowdedWords(c.players, int(h.Charter.Cap), h.Charter.Split); s != "" {
				words += fmt.Sprintf("\nisland %s has %s", v.islandID(h.Islands[i].ID), s)
			}
		}
	}
	return words
}
