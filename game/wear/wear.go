// Package wear is what players put on: hats, cloaks, lanterns and dyes, as functions on a world.State. One
// thing is worn on each item.Part. It stays in the inventory while it is worn, and is seen as long as it is
// there (entity.PlayerState.Wears): what is dropped, stolen or lost in a fall is not worn meanwhile, and is
// again when it comes back. So nothing is ever in two places.
package wear

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// Toggle lets a player put a kind of item on that it carries, or take it off if it wears it.
func Toggle(i *world.State, p *entity.PlayerState, b *entity.Body, k item.Kind) event.Reason {
	on := k.Info().Part
	if on == item.NoPart || item.Total(p.Inventory[:], k) == 0 {
		return event.WrongItem
	}
	worn := int32(0)
	if p.Worn[on-1] == k {
		p.Worn[on-1] = item.None
	} else {
		p.Worn[on-1], worn = k, 1
	}
	living.Act(i, p, entity.Using)
	i.TellBody(event.Dressed, p, b, int32(k), worn)
	return event.NoReason
}

// Owns reports whether a player carries a kind of item, worn or not.
func Owns(p *entity.PlayerState, k item.Kind) bool { return item.Total(p.Inventory[:], k) > 0 }

// Shines reports whether a player wears a lantern: it gives light as a torch in hand does.
func Shines(p *entity.PlayerState) bool { return p.Wears(item.OnBelt) != item.None }
