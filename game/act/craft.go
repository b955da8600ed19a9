package act

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// Craft carries out a recipe a number of times with the items that a player carries: all of it, or nothing.
func Craft(i *world.State, p *entity.PlayerState, b *entity.Body, recipe, times uint8) event.Reason {
	switch {
	case int(recipe) >= i.Book().Recipes:
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	slots := p.Inventory
	var spent, made world.Counts
	r := &item.Recipes[recipe]
	for range times {
		if !r.Affords(slots[:]) {
			return event.NotEnough
		}
		for _, n := range r.Needs {
			item.Remove(slots[:], n.Kind, n.Count)
			spent[n.Kind] += uint64(n.Count)
		}
		if item.Add(slots[:], r.Makes) != 0 {
			return event.NoRoom
		}
		made[r.Makes.Kind] += uint64(r.Makes.Count)
	}
	if times == 0 {
		return event.NotEnough
	}
	p.Inventory = slots
	for k := range made {
		i.Ledger.Created[k] += made[k]
		i.Ledger.Destroyed[k] += spent[k]
	}
	living.Act(i, p, entity.Using)
	i.TellBody(event.Crafted, p, b, int32(r.Makes.Kind), int32(made[r.Makes.Kind]))
	return event.NoReason
}
