package status

import (
	"manyhold/game/world"

	"fmt"
)

// crowdedWords says why more players are on an island than the charter's cap, or "" when no more are. A cap keeps islands
// from merging, and divides what is apart: it sends nobody away, and who stand together cannot be parted, because they see
// one another.
func CrowdedWords(players, most int, split bool) string {
	switch {
	case most == 0 || players <= most:
		return ""
	case !split:
		return fmt.Sprintf("%d players, and the cap is %d: nobody is sent away, and islands do not divide while the charter says `split off`", players, most)
	}
	return fmt.Sprintf("%d players, and the cap is %d: nobody is sent away, and those stay together who stand in one region or in regions that touch; a group that has been %d regions (%d tiles) from the others for %d seconds gets an island of its own, and none of them merge beyond the cap again",
		players, most, world.Crowded, world.Crowded*64, world.ApartTime/60)
}
