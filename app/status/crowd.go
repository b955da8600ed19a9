package status

import (
	"fmt"

	"manyhold/game/island"
)

// CrowdedWords says why more players are on an island than the charter's cap, or "" when no more are. A cap keeps islands
// from merging, and divides what is apart: it sends nobody away, and who stand together cannot be parted, because they see
// one another.
func CrowdedWords(players, most int, split bool) string {
	switch {
	case most == 0 || players <= most:
		return ""
	case !split:
		return fmt.Sprintf("%d players, above the cap of %d: no player has to leave, and islands do not split while the charter says `split off`", players, most)
	}
	return fmt.Sprintf("%d players, above the cap of %d: no player has to leave, and players in one region or in adjacent regions stay together; a group that is %d regions (%d tiles) away from the others for %d seconds gets its own island, and islands do not merge beyond the cap",
		players, most, island.Crowded, island.Crowded*64, island.ApartTime/60)
}
