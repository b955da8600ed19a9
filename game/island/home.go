package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

// goHome takes a player to the hearth where the world began, with what it carries. Who rides gets out first: a cart stays
// on its rails.
func goHome(i *State, p *entity.PlayerState, b *entity.Body) event.Reason {
	switch k, _ := i.space.Find(b.ID); {
	case b.Flags&entity.Riding != 0:
		return event.HandsFull
	case !passTo(i, k, i.spawn):
		return event.TooFar
	}
	p.Move = fixed.SVec{} // of no account where it has left the island
	return event.NoReason
}
