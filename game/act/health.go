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

// Fire and falling trees hurt, unless the law of Mercy holds; what others throw does
// while that of Strife holds (see pelt). No player can hurt another by hand. Health comes back by itself, and
// sooner by food. At none one is knocked out: asleep for SwoonTime, and then awake by the hearth where the
// world began, with all one had.

const (
	// SwoonTime is how long one who was knocked out sleeps, in ticks.
	SwoonTime game.Tick = 5 * game.TicksPerSecond
	// healEvery is how long it takes to get one of MaxHealth back, in ticks.
	healEvery = 3 * game.TicksPerSecond
	// BurnEvery is how often fire hurts, in ticks, and burnHurts how much.
	BurnEvery, burnHurts = 30, 2
)

// Tend lets health come and go, and wakes who was knocked out; players in descending seat, as they may leave
// the island.
func Tend(i *world.State) {
	for k := len(i.Roster) - 1; k >= 0; k-- {
		p := &i.Roster[k]
		b := i.Body(p.Body)
		switch {
		case b == nil:
		case knockedOut(i, p, b):
			if !i.Partial && i.Clock >= p.SleptAt+SwoonTime {
				wake(i, p, b)
			}
		case b.Flags&entity.Asleep != 0:
		case i.Clock%BurnEvery == 0 && b.Z == 0 && !i.Laws().Has(world.Mercy) && burnsAt(i, grid.TileAt(b.Pos)):
			living.Hurt(i, p, burnHurts)
		case i.Clock%healEvery == 0 && p.Health < world.MaxHealth:
			p.Health++
		}
	}
}

func burnsAt(i *world.State, t grid.Tile) bool {
	_, block, _, _ := i.TileAt(t)
	return block == tile.Fire
}

// knockedOut reports whether a player sleeps because it was knocked out.
func knockedOut(i *world.State, p *entity.PlayerState, b *entity.Body) bool {
	return b.Flags&entity.Asleep != 0 && p.Health == 0
}

// wake lets a player who was knocked out wake by the hearth, or where it lies if nobody can get there now.
func wake(i *world.State, p *entity.PlayerState, b *entity.Body) {
	p.Health, p.SleptAt = world.MaxHealth/2, 0
	b.Flags &^= entity.Asleep
	i.TellBody(event.Woke, p, b, 0, 0)
	k, _ := i.Space.Find(b.ID)
	federation.PassTo(i, k, i.SpawnTile)
}
