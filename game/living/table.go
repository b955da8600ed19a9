// Package living holds the processes of the world, as functions on a world.State: signals and machines
// (wires, gates, pistons, belts, rails, platforms, shafts, hinges, ropes), fire, floods and currents, growth,
// trees and animals.
//
// Everything that a tile does by itself is a row of one table (table.go), and is done by visits to tiles
// (work.go). A region without work costs nothing. The package is independent of players' commands and of
// other islands.
package living

import (
	"manyhold/game"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// rule is one row of the table of the world's processes: when a tile of that block is visited (see work.go)
// and the condition holds, the effect takes place. Add a row to rules, and its functions to the file of its
// subject.
type rule struct {
	Name  string
	Block tile.Block
	// the condition on the tile and its neighbours; nil: always true
	when func(i *world.State, s *world.Site) bool
	// the effect; true: visit the tile in the next beat too
	Do   func(i *world.State, s *world.Site) bool
	Cost int // of the region's WorkBudget
	// Asleep applies so many ticks of sleep to all tiles of that block in a region that wakes. Without it,
	// tiles stay as they were and go on from there.
	Asleep func(i *world.State, r *world.Region, slept game.Tick)
}

// Rules is the table. A condition and an effect look no further than four tiles, change tiles through setTile
// only, and must come to rest: where nothing changes round a tile, its visit changes nothing.
var Rules = [...]rule{
	{Name: "a wire carries on what it gets", Block: tile.Wire, when: wireDiffers, Do: conduct, Cost: 1},
	{Name: "a pressure plate is pressed", Block: tile.Plate, when: pressed, Do: press, Cost: 2},
	{Name: "a pressure plate springs back", Block: tile.Plate, when: released, Do: springBack, Cost: 2},
	{Name: "a gate turns its input round", Block: tile.NotGate, when: gateDiffers, Do: turnOver, Cost: 2},
	{Name: "a gate asks for both inputs", Block: tile.AndGate, when: gateDiffers, Do: turnOver, Cost: 2},
	{Name: "a gate asks for any input", Block: tile.OrGate, when: gateDiffers, Do: turnOver, Cost: 2},
	{Name: "a delay passes on what lasts", Block: tile.Delay, Do: wait, Cost: 2},
	{Name: "a signal lights a lamp, its end puts it out", Block: tile.Lamp, when: feedDiffers, Do: feedLamp, Cost: 2},
	{Name: "a signal opens a door, its end shuts it", Block: tile.Door, when: feedDiffers, Do: feedDoor, Cost: 4},
	{Name: "a signal drives a piston out", Block: tile.Piston, when: drivenOut, Do: extend, Cost: 8},
	{Name: "a piston goes back when its signal ends", Block: tile.Piston, when: drivenBack, Do: retract, Cost: 4},
	{Name: "a head without its piston is gone", Block: tile.PistonHead, when: headless, Do: vanish, Cost: 1},
	{Name: "a fire goes out", Block: tile.Fire, when: doused, Do: goOut, Cost: 4},
	{Name: "a fire burns and goes on", Block: tile.Fire, Do: burn, Cost: 4, Asleep: burnOut},
	{Name: "water makes mud of earth", Block: tile.Flood, when: soaks, Do: soak, Cost: 2},
	{Name: "lakes swallow what flows into them", Block: tile.Flood, when: Swallowed, Do: swallow, Cost: 2},
	{Name: "a signal starts a pump, its end stops it", Block: tile.Pump, when: pumpDiffers, Do: turnPump, Cost: 2},
	{Name: "a pump lifts water out of a lake", Block: tile.Pump, when: lifts, Do: lift, Cost: 4},
	{Name: "a signal starts a rotor, its end stops it", Block: tile.Rotor, when: rotorDiffers, Do: turnRotor, Cost: 2},
	{Name: "a signal opens a gate that waits for one", Block: tile.Gate, when: gateCalled, Do: openGate, Cost: 4},
	{Name: "a handle that nobody holds springs back", Block: tile.Handle, when: handleDown, Do: springUp, Cost: 4},
	{Name: "water flows to the lowest beside it", Block: tile.Flood, when: flowsOn, Do: flow, Cost: 4},
}

// RulesOf are the rows of each block, in the order of the table.
var RulesOf [256][]uint8

func init() {
	for n := range Rules {
		RulesOf[Rules[n].Block] = append(RulesOf[Rules[n].Block], uint8(n))
	}
}
