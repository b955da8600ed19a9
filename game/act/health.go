package act

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fire and falling trees hurt, unless the law of Mercy holds. Things thrown by others hurt while the law of
// Strife holds (see pelt). No player can hurt another by hand. Health comes back by itself, and sooner by
// food. A player without health is knocked out: see package fall.

const (
	// healEvery is how long it takes to get one of MaxHealth back, in ticks.
	healEvery = 3 * game.TicksPerSecond
	// BurnEvery is how often fire hurts, in ticks, and burnHurts how much.
	BurnEvery, burnHurts = 30, 2
)

// Tend changes the players' health, and wakes those that were knocked out. It visits them in descending seat,
// because they may leave the island.
func Tend(i *world.State) {
	for k := len(i.Roster.Here) - 1; k >= 0; k-- {
		p := &i.Roster.Here[k]
		b := i.Space.Body(p.Body)
		switch {
		case b == nil:
		case fall.Out(i, p):
			if !i.Partial && fall.Due(i, p, b) {
				fall.Wake(i, p, b)
			}
		case b.Flags&entity.Asleep != 0:
		case i.Clock%BurnEvery == 0 && b.Z == 0 && !living.Mercy(i, b) && burnsAt(i, grid.TileAt(b.Pos)):
			living.Hurt(i, p, burnHurts)
		case i.Clock%healEvery == 0 && p.Health < world.MaxHealth:
			p.Health++
		}
	}
}

func burnsAt(i *world.State, t grid.Tile) bool {
	_, block, _, _ := i.Land.TileAt(t)
	return block == tile.Fire
}
