package entity

import (
	"manyhold/game/fixed"
	"manyhold/game/item"
)

// Habits are how animals of a kind live. A row of the table is all that makes a kind one; which of them live on meadows, and
// how many together, is in the table of flocks.
type Habits struct {
	Feed item.Kind // what they follow when it is in somebody's hand
	// FleeFrom is how near somebody who walks drives them away, StandFrom somebody who stands, in tiles.
	FleeFrom, StandFrom fixed.S
	// LureFrom is from how far they see food and people, LureTo how near they follow, in tiles.
	LureFrom, LureTo fixed.S
	// FlockFrom is from how far they see their kind, FlockTo how near they go, in tiles.
	FlockFrom fixed.Q
	FlockTo   fixed.S
	// The speeds at which they flee, follow and wander, in tiles per second.
	FleeSpeed, LureSpeed, WanderSpeed fixed.S
	// WanderChance is one in how many times that they have nothing to do they go somewhere.
	WanderChance uint32
}

var habits = [KindCount]Habits{
	Hen: {Feed: item.Seeds, FleeFrom: 3 * fixed.One, StandFrom: fixed.One, LureFrom: 7 * fixed.One, LureTo: 3 * fixed.One / 2,
		FlockFrom: 2 * fixed.One, FlockTo: fixed.One, FleeSpeed: 7 * fixed.One / 2, LureSpeed: 2 * fixed.One, WanderSpeed: fixed.One, WanderChance: 4},
	Sheep: {Feed: item.WheatEar, FleeFrom: 3 * fixed.One, StandFrom: fixed.One, LureFrom: 7 * fixed.One, LureTo: 3 * fixed.One / 2,
		FlockFrom: 2 * fixed.One, FlockTo: fixed.One, FleeSpeed: 7 * fixed.One / 2, LureSpeed: 2 * fixed.One, WanderSpeed: fixed.One, WanderChance: 4},
}

// Habits returns how a kind of animal lives; of what is no animal nothing in it is set.
func (k Kind) Habits() *Habits {
	if k >= KindCount { // what was read and is about to be refused
		k = NoKind
	}
	return &habits[k]
}

// Animal reports whether a kind of body walks about by itself.
func (k Kind) Animal() bool { return k.Habits().Feed != item.None }
