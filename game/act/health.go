package act

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fire and falling trees hurt, unless the law of Mercy holds. Things thrown by others hurt while the law of
// Strife holds (see pelt). No player can hurt another by hand. Health comes back by itself, and sooner by
// food. A player without health is knocked out: it sleeps for SwoonTime, and then wakes by the hearth where
// the world began, with everything it had.

const (
	// SwoonTime is the sleep of a player that was knocked out, in ticks.
	SwoonTime game.Tick = 5 * game.TicksPerSecond
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
		case knockedOut(i, p, b):
			if !i.Partial && i.Clock >= p.SleptAt+SwoonTime {
				wake(i, p, b)
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

// knockedOut reports whether a player sleeps because it was knocked out.
func knockedOut(i *world.State, p *entity.PlayerState, b *entity.Body) bool {
	return b.Flags&entity.Asleep != 0 && p.Health == 0
}

// wake wakes a player that was knocked out by the hearth, or where it lies if the hearth is out of reach now.
func wake(i *world.State, p *entity.PlayerState, b *entity.Body) {
	p.Health, p.SleptAt = world.MaxHealth/2, 0
	b.Flags &^= entity.Asleep
	i.TellBody(event.Woke, p, b, 0, 0)
	k, _ := i.Space.Find(b.ID)
	federation.PassTo(i, k, i.SpawnTile)
}
