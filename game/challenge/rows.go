// Package challenge is what the people of a world are to do together in a week of the world: three challenges
// of a table, chosen by seed and week, and how far they have come with each. Events of the kinds in the
// kinds in the table, by anybody. When a challenge is met, everybody who comes to the board in that week gets
// its prize once, unless it came into the world later (package board): things to wear, to show and to play.
package challenge

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
)

const (
	// Slots is how many challenges a week has.
	Slots = 3
	// WeekTicks is how long a week of the world is: seven of its days.
	WeekTicks = 7 * game.TicksPerDay
	// streamChallenge sets the chance of challenges apart.
	streamChallenge = 0x6368616c
)

// Row is a challenge. One player meets each in an evening: Goal is about what half an hour of it yields.
type Row struct {
	Name  string     // as the tables of words have it
	On    event.Kind // what counts
	A     int32      // with this A
	Sum   bool       // by its B, instead of once
	Goal  uint32
	Prize item.Stack
}

// Rows is the table. Rows are only appended: a week's choice follows from their number.
var Rows = [...]Row{
	{"trees", event.Felled, int32(tile.Oak), false, 12, item.Stack{Kind: item.GreenDye, Count: 2}},
	{"pines", event.Felled, int32(tile.Pine), false, 12, item.Stack{Kind: item.LeafHood, Count: 1}},
	{"copper", event.Dug, int32(tile.CopperOre), false, 20, item.Stack{Kind: item.MinerHelm, Count: 1}},
	{"coal", event.Dug, int32(tile.CoalOre), false, 25, item.Stack{Kind: item.BlueRocket, Count: 5}},
	{"wheat", event.Dug, int32(tile.Wheat), false, 20, item.Stack{Kind: item.StrawHat, Count: 1}},
	{"bread", event.Crafted, int32(item.Bread), true, 10, item.Stack{Kind: item.TravelCloak, Count: 1}},
	{"lamps", event.Placed, int32(tile.Lamp), false, 20, item.Stack{Kind: item.AmberLantern, Count: 1}},
	{"saplings", event.Placed, int32(tile.Sapling), false, 15, item.Stack{Kind: item.LeafCloak, Count: 1}},
	{"flowers", event.Placed, int32(tile.Flower), false, 12, item.Stack{Kind: item.FlowerCrown, Count: 1}},
	{"rails", event.Placed, int32(tile.Rail), false, 40, item.Stack{Kind: item.SeaBanner, Count: 1}},
	{"walls", event.Placed, int32(tile.StoneWall), false, 40, item.Stack{Kind: item.SunBanner, Count: 1}},
	{"cloth", event.Crafted, int32(item.Cloth), true, 10, item.Stack{Kind: item.VioletDye, Count: 2}},
	{"glass", event.Crafted, int32(item.Glass), true, 20, item.Stack{Kind: item.SeaLantern, Count: 1}},
	{"steel", event.Crafted, int32(item.EmberSteel), true, 6, item.Stack{Kind: item.GoldRocket, Count: 4}},
	{"chests", event.ChestTaken, int32(item.MapPiece), false, 3, item.Stack{Kind: item.Kite, Count: 1}},
	{"moths", event.MothFled, 0, false, 1, item.Stack{Kind: item.MothBanner, Count: 1}},
	{"songs", event.Performed, int32(item.HearthScore), false, 4, item.Stack{Kind: item.Bells, Count: 1}},
}

// WeekOf returns the number of the week of a tick, from 1.
func WeekOf(now game.Tick) uint32 { return uint32(min(now/WeekTicks, 1<<28)) + 1 }

// Of returns the challenges of a week, as numbers of Rows, all different.
func Of(seed uint64, week uint32) (rows [Slots]int) {
	for n := range rows {
		k := int(random.Hash(seed^streamChallenge, uint64(week), uint64(n), 0) % uint64(len(Rows)-n))
		for taken := true; taken; { // the k-th of those that are left
			taken = false
			for _, r := range rows[:n] {
				if r == k {
					k, taken = (k+1)%len(Rows), true
				}
			}
		}
		rows[n] = k
	}
	return rows
}

// Count returns how much an event counts for a challenge.
func (r *Row) Count(e *event.Event) uint32 {
	if e.Kind != r.On || e.A != r.A {
		return 0
	}
	if r.Sum {
		return uint32(max(e.B, 0))
	}
	return 1
}
