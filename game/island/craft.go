package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
)

// Recipes returns how many of item.Recipes there are under the rules of the world, from the first on.
func (i *State) Recipes() int { return i.book().Recipes }

// craft makes what a recipe makes, so many times, out of what a player carries: all of it, or nothing.
func craft(i *State, p *entity.PlayerState, b *entity.Body, recipe, times uint8) event.Reason {
	switch {
	case int(recipe) >= i.Recipes():
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	slots := p.Inventory
	var spent, made Counts
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
		i.created[k] += made[k]
		i.destroyed[k] += spent[k]
	}
	act(i, p, entity.Using)
	i.tellBody(event.Crafted, p, b, int32(r.Makes.Kind), int32(made[r.Makes.Kind]))
	return event.NoReason
}
