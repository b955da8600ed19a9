package act

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// GoHome takes a player, with the body or the player that it carries, to the hearth where the world began. A
// riding player gets out first: a cart stays on its rails.
func GoHome(i *world.State, p *entity.PlayerState, b *entity.Body) event.Reason {
	switch k, _ := i.Space.Find(b.ID); {
	case b.Flags&entity.Riding != 0:
		return event.HandsFull
	case !federation.PassTo(i, k, i.SpawnTile):
		return event.TooFar
	}
	p.Move = fixed.SVec{} // of no account where it has left the island
	return event.NoReason
}
