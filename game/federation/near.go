package federation

import (
	"slices"

	"manyhold/game/world"
)

// NoteNear notes that an island is near, and how many are awake there if that is known.
func NoteNear(i *world.State, island uint64, people uint16, met bool) {
	k, ok := i.Border.Find(island)
	if !ok {
		if len(i.Border.Islands) >= world.MaxNear {
			return
		}
		i.Border.Islands = slices.Insert(i.Border.Islands, k, world.Neighbour{Island: island})
	}
	n := &i.Border.Islands[k]
	n.Heard = i.Clock
	if met {
		n.People, n.Met = people, true
	}
}

// forget drops everything about an island that has ended.
func forget(i *world.State, island uint64) {
	if k, ok := i.Border.Find(island); ok {
		i.Border.Islands = slices.Delete(i.Border.Islands, k, k+1)
	}
	for k := range i.Register.Asks {
		if i.Register.Asks[k].Holder == island {
			i.Register.Asks[k].Holder = 0
		}
	}
	forgetImages(i, island)
}

// forgetInto is forget for an island that has ended into another: signals between it and this one go on.
func forgetInto(i *world.State, island, into uint64) {
	lent := signalsOf(i, island)
	k, ok := i.Border.Find(island)
	gave := ok && i.Border.Islands[k].Gave != 0
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
	if len(i.Border.Islands) > 0 {
		tendLines(i)
	}
	tellLights(i)
	tellChallenges(i)
	tellPeople(i)
	tellAnnals(i)
	if i.Clock%world.LookEvery != 0 {
		return
	}
	watchApart(i)
	switch {
	case People(i) > 0:
		i.Watch.Quiet = 0
	case i.Watch.Quiet == 0 && i.Register.Child():
		i.Watch.Quiet = i.Clock + 1
	}
	if i.Register.Child() {
		askForLand(i)
		if i.Clock%world.Linger == 0 {
			giveIdleLand(i)
		}
	} else if i.Clock%world.AskAgain == 0 {
		claimLand(i)
	}
	mailbag(i)
}
