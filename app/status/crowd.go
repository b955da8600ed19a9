package status

import (
	"fmt"

	"manyhold/game/world"
)

// CrowdedWords returns the reason why more players are on an island than the charter's cap, or "" when the
// cap is kept. A cap keeps islands from merging, and divides groups that are apart. It sends nobody away, and
// players that stand together cannot be separated, because they see one another.
func CrowdedWords(players, most int, split bool) string {
	switch {
	case most == 0 || players <= most:
		return ""
	case !split:
		return fmt.Sprintf("%d players, over the cap of %d: all may stay, and islands do not split while the charter says `split off`", players, most)
	}
	return fmt.Sprintf("%d players, over the cap of %d: all may stay. Players in one region or in adjacent regions stay together; a group that keeps %d regions (%d tiles) away from the others for %d seconds gets its own island. Islands never merge beyond the cap again",
		players, most, world.Crowded, world.Crowded*64, world.ApartTime/60)
}
