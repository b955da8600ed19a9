package simgame_test

import (
	"slices"
	"testing"
	"time"

	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
)

// TestWalkIntoSharedIsland: nobody executes all islands. A player walks towards another one; the player's
// peer executes that island before the player gets there, and the two become one without a pause.
func TestWalkIntoSharedIsland(t *testing.T) {
	v := newVoyage(t, 6, 0, func(o *kernel.Options) { o.Whole, o.Linger = -1, 5*time.Second })
	v.run(4 * time.Second)
	for i, c := range v.crew {
		c.ask(command.Command{Kind: command.Enter, Text: string(rune('A' + i))})
	}
	v.until("all have entered", 3*time.Second, func() bool {
		return !slices.ContainsFunc(v.crew, func(c *voyager) bool { _, b := c.at(); return b == nil })
	})
	w, _ := v.crew[0].at()
	start, hermit := w.SpawnTile, v.crew[5]
	v.walk("far away", 300*time.Second, map[*voyager]grid.Tile{hermit: start.Add(0, 9*grid.RegionSide)}, nil)
	var far uint64
	v.until("an island of its own", 40*time.Second, func() bool {
		w, b := hermit.at()
		if far = w.Self(); b == nil || far == world.Home {
			return false
		}
		return true
	})
	var guest *voyager
	v.until("somebody has left it to others", 20*time.Second, func() bool {
		i := slices.IndexFunc(v.crew, func(c *voyager) bool { return c.world.Machine(far) == nil })
		if i >= 0 {
			guest = v.crew[i]
		}
		return i >= 0
	})
	v.pause = 0
	ahead := time.Duration(0)
	v.walk("they are one", 300*time.Second, map[*voyager]grid.Tile{guest: start.Add(0, 9*grid.RegionSide)}, func() bool {
		if guest.world.Machine(far) != nil {
			ahead += 50 * time.Millisecond
		}
		w, b := hermit.at()
		return b != nil && w.Self() == world.Home
	})
	t.Logf("executed for %v before they became one; longest between two turns %v", ahead, v.pause)
	if ahead == 0 || v.pause > 200*time.Millisecond {
		t.Errorf("executed for %v before, no turn for %v", ahead, v.pause)
	}
}
