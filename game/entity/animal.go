package entity

import (
	"manyhold/game/fixed"
	"manyhold/game/item"
)

// Habits are the habits of a kind of animal. A row of the table is enough to add a kind. The table of flocks
// decides which kinds live on meadows, and in what numbers.
type Habits struct {
	Feed item.Kind // the item in a hand that they follow
	// FleeFrom is the distance from which a walking player drives them away, StandFrom that of a standing
	// player, in tiles.
	FleeFrom, StandFrom fixed.S
	// LureFrom is from how far they see food and people, LureTo how near they follow, in tiles.
	LureFrom, LureTo fixed.S
	// FlockFrom is from how far they see their kind, FlockTo how near they go, in tiles.
	FlockFrom fixed.Q
	FlockTo   fixed.S
	// The speeds of fleeing, following and wandering, in tiles per second.
	FleeSpeed, LureSpeed, WanderSpeed fixed.S
	// WanderChance is n if an idle animal sets off once in n times.
	WanderChance uint32
}

var habits = [KindCount]Habits{
	Hen: {Feed: item.Seeds, FleeFrom: 3 * fixed.One, StandFrom: fixed.One, LureFrom: 7 * fixed.One, LureTo: 3 * fixed.One / 2,
		FlockFrom: 2 * fixed.One, FlockTo: fixed.One, FleeSpeed: 7 * fixed.One / 2, LureSpeed: 2 * fixed.One, WanderSpeed: fixed.One, WanderChance: 4},
	Sheep: {Feed: item.WheatEar, FleeFrom: 3 * fixed.One, StandFrom: fixed.One, LureFrom: 7 * fixed.One, LureTo: 3 * fixed.One / 2,
		FlockFrom: 2 * fixed.One, FlockTo: fixed.One, FleeSpeed: 7 * fixed.One / 2, LureSpeed: 2 * fixed.One, WanderSpeed: fixed.One, WanderChance: 4},
}

// Habits returns the habits of a kind of animal; the zero Habits for other kinds.
func (k Kind) Habits() *Habits {
	if k >= KindCount { // an invalid kind that is about to be refused
		k = NoKind
	}
	return &habits[k]
}

// Animal reports whether a kind of body is an animal.
func (k Kind) Animal() bool { return k.Habits().Feed != item.None }
