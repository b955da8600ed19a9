package act

import (
	"manyhold/game/craft"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// Craft carries out a recipe a number of times at a station in reach, with the items that a player carries,
// then with those of chests near it: all of it, or nothing. The product goes into the bag.
func Craft(i *world.State, p *entity.PlayerState, b *entity.Body, recipe, times uint8) event.Reason {
	switch {
	case int(recipe) >= i.Book().Recipes:
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	case times == 0:
		return event.NotEnough
	}
	r := &item.Recipes[recipe]
	var near craft.Near
	near.Look(i, p, b)
	if why := near.Can(i, p, r, int(times)); why != event.NoReason {
		return why
	}
	slots := p.Inventory
	var rest [item.MaxParts]int // of each ingredient, what the bag lacks
	for k, n := range r.Needs {
		rest[k] = removeMany(slots[:], n.Kind, int(times)*int(n.Count))
	}
	for range times {
		if item.Add(slots[:], r.Makes) != 0 {
			return event.NoRoom
		}
	}
	p.Inventory = slots
	for k, n := range r.Needs {
		i.Ledger.Destroyed[n.Kind] += uint64(times) * uint64(n.Count)
		for _, t := range near.Chests {
			if rest[k] > 0 {
				i.Gate.Mark(p.Seat)
				rest[k] = takeOut(i, t, n.Kind, rest[k])
			}
		}
		if rest[k] > 0 {
			panic("act: chests hold less than was counted")
		}
	}
	made := uint64(times) * uint64(r.Makes.Count)
	i.Ledger.Created[r.Makes.Kind] += made
	living.Act(i, p, entity.Using)
	i.TellBody(event.Crafted, p, b, int32(r.Makes.Kind), int32(made))
	return event.NoReason
}

// removeMany takes n items of a kind out of slots, and returns how many there were too few.
func removeMany(slots []item.Stack, k item.Kind, n int) (missing int) {
	for n > 0 {
		some := min(n, item.MaxStack)
		if lacking := int(item.Remove(slots, k, uint8(some))); lacking > 0 {
			return n - some + lacking
		}
		n -= some
	}
	return 0
}

// takeOut takes up to n items of a kind out of a chest, notes it in the diary, and returns how many are still
// to be found.
func takeOut(i *world.State, t grid.Tile, k item.Kind, n int) (missing int) {
	slots := i.Chests.Slots(t)
	if slots == nil {
		return n
	}
	for at := range slots {
		if s := &slots[at]; s.Kind == k && n > 0 {
			some := item.Take(s, uint8(min(n, int(s.Count))))
			n -= int(some.Count)
			i.NoteChange(t, diary.Entry{Kind: diary.Taken, Stack: some, Slot: uint8(at)})
		}
	}
	return n
}
