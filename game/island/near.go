package island

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/grid"
)

// neighbour is an island that is near, or was.
type neighbour struct {
	island uint64
	heard  game.Tick // when it was last heard of
	people uint16    // awake there, when it was last heard
	met    bool      // it has said so itself, or home has
	hits   uint64    // how many hits this island has told it of
	done   uint64    // how many of those it has taken in, as far as it has said
	taken  uint64    // how many of its own this island has taken in
	sum    uint64    // hash of what was last said of the band, strips excepted
	strips uint64    // hash of the strips that were last said
	said   game.Tick // when that was
	gave   uint64    // hash of the signals that were last said, 0 for none
	lent   game.Tick // when its signals were last heard of
}

func findNear(i *State, island uint64) (int, bool) {
	return slices.BinarySearchFunc(i.near, island, func(n neighbour, id uint64) int { return cmp.Compare(n.island, id) })
}

func isFresh(i *State, n *neighbour) bool { return i.tick < n.heard+NearTime }

// noteNear notes that an island is near, and how many are awake there if that is known.
func noteNear(i *State, island uint64, people uint16, met bool) {
	k, ok := findNear(i, island)
	if !ok {
		if len(i.near) >= MaxNear {
			return
		}
		i.near = slices.Insert(i.near, k, neighbour{island: island})
	}
	n := &i.near[k]
	n.heard = i.tick
	if met {
		n.people, n.met = people, true
	}
}

// forget drops what is known of an island that has ended.
func forget(i *State, island uint64) {
	if k, ok := findNear(i, island); ok {
		i.near = slices.Delete(i.near, k, k+1)
	}
	for k := range i.asks {
		if i.asks[k].holder == island {
			i.asks[k].holder = 0
		}
	}
	forgetImages(i, island)
}

// forgetInto is forget for an island that has ended into another: signals between it and this one go on.
func forgetInto(i *State, island, into uint64) {
	lent := signalsOf(i, island)
	k, ok := findNear(i, island)
	gave := ok && i.near[k].gave != 0
	forget(i, island)
	if gave || len(lent) > 0 {
		succeed(i, into, lent)
	}
}

// lookAround keeps up to date what Divide, Done and Near say, and says what is to be said to other
// islands. It is called at the end of a tick.
func lookAround(i *State) {
	if i.partial {
		return
	}
	if len(i.near) > 0 {
		tendLines(i)
	}
	if i.tick%lookEvery != 0 {
		return
	}
	watchApart(i)
	switch {
	case i.People() > 0:
		i.quiet = 0
	case i.quiet == 0 && i.child():
		i.quiet = i.tick + 1
	}
	if i.child() {
		askForLand(i)
		if i.tick%Linger == 0 {
			giveIdleLand(i)
		}
	} else if i.tick%askAgain == 0 {
		claimLand(i)
	}
	mailbag(i)
}

// holderOf returns which other island holds a region, as far as it is known here; 0 if it is not.
func holderOf(i *State, at grid.Region) uint64 {
	if i.self == Home {
		if h := i.heldBy(at); h != Home {
			return h
		}
		return 0
	}
	if k, ok := findAsk(i, at); ok {
		return i.asks[k].holder
	}
	return 0
}
