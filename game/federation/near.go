package federation

import (
	"slices"

	"manyhold/game/world"
)

// NoteNear notes that an island is near, and how many are awake there if that is known.
func NoteNear(i *world.State, island uint64, people uint16, met bool) {
	k, ok := world.FindNear(i, island)
	if !ok {
		if len(i.NearIslands) >= world.MaxNear {
			return
		}
		i.NearIslands = slices.Insert(i.NearIslands, k, world.Neighbour{Island: island})
	}
	n := &i.NearIslands[k]
	n.Heard = i.Clock
	if met {
		n.People, n.Met = people, true
	}
}

// forget drops everything about an island that has ended.
func forget(i *world.State, island uint64) {
	if k, ok := world.FindNear(i, island); ok {
		i.NearIslands = slices.Delete(i.NearIslands, k, k+1)
	}
	for k := range i.Asks {
		if i.Asks[k].Holder == island {
			i.Asks[k].Holder = 0
		}
	}
	forgetImages(i, island)
}

// forgetInto is forget for an island that has ended into another: signals between it and this one go on.
func forgetInto(i *world.State, island, into uint64) {
	lent := signalsOf(i, island)
	k, ok := world.FindNear(i, island)
	gave := ok && i.NearIslands[k].Gave != 0
	forget(i, island)
	if gave || len(lent) > 0 {
		succeed(i, into, lent)
	}
}

// LookAround keeps the results of Divide, Done and Near up to date, and sends the messages due to other
// islands. It is called at the end of a tick.
func LookAround(i *world.State) {
	if i.Partial {
		return
	}
	if len(i.NearIslands) > 0 {
		tendLines(i)
	}
	if i.Clock%world.LookEvery != 0 {
		return
	}
	watchApart(i)
	switch {
	case People(i) > 0:
		i.Quiet = 0
	case i.Quiet == 0 && i.Child():
		i.Quiet = i.Clock + 1
	}
	if i.Child() {
		askForLand(i)
		if i.Clock%world.Linger == 0 {
			giveIdleLand(i)
		}
	} else if i.Clock%world.AskAgain == 0 {
		claimLand(i)
	}
	mailbag(i)
}
