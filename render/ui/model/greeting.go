package model

import "manyhold/game/entity"

// GreetingLooks is how many looks a newcomer has to choose from at a time.
const GreetingLooks = 6

// Greeting is what a newcomer is asked before the first world: a name, and how to look.
type Greeting struct {
	On    bool
	Rolls int    // how often the dice were thrown: with each throw, the rest is new
	Name  string // that is offered
	Looks [GreetingLooks]entity.Look
}
