package island

import (
	"strconv"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// rule is one row of what the world does by itself: when a tile of that block is visited (see work.go) and the
// condition holds, the effect takes place. Add a row to rules, and the functions it names to the file of its subject.
type rule struct {
	name  string
	block tile.Block
	when  func(i *State, s *site) bool // what must be true of the tile and its neighbours; nil: nothing
	do    func(i *State, s *site) bool // what happens; true: the tile is to be visited in the next beat too
	cost  int                          // of the region's WorkBudget
	// asleep is what so many ticks of sleep do to all tiles of that block in a region that wakes; where no row of a block
	// has it they are as they were, and go on from there.
	asleep func(i *State, r *region, slept game.Tick)
}

// site is a tile that is visited, as it was before the rule.
type site struct {
	t      grid.Tile
	ground tile.Ground
	block  tile.Block
	state  uint8
}

// on reports whether bit 0 of the state is set.
func (s *site) on() bool { return s.state&tile.StateBit0 != 0 }

// rules is the table. A condition and an effect look no further than four tiles, change tiles through setTile only, and
// must come to rest: where nothing changes round a tile, its visit changes nothing.
var rules = [...]rule{
	{name: "a wire carries on what it gets", block: tile.Wire, when: wireDiffers, do: conduct, cost: 1},
	{name: "a pressure plate is pressed", block: tile.Plate, when: pressed, do: press, cost: 2},
	{name: "a pressure plate springs back", block: tile.Plate, when: released, do: springBack, cost: 2},
	{name: "a gate turns its input round", block: tile.NotGate, when: gateDiffers, do: turnOver, cost: 2},
	{name: "a gate asks for both inputs", block: tile.AndGate, when: gateDiffers, do: turnOver, cost: 2},
	{name: "a gate asks for any input", block: tile.OrGate, when: gateDiffers, do: turnOver, cost: 2},
	{name: "a delay passes on what lasts", block: tile.Delay, do: wait, cost: 2},
	{name: "a signal lights a lamp, its end puts it out", block: tile.Lamp, when: feedDiffers, do: feedLamp, cost: 2},
	{name: "a signal opens a door, its end shuts it", block: tile.Door, when: feedDiffers, do: feedDoor, cost: 4},
	{name: "a signal drives a piston out", block: tile.Piston, when: drivenOut, do: extend, cost: 8},
	{name: "a piston goes back when its signal ends", block: tile.Piston, when: drivenBack, do: retract, cost: 4},
	{name: "a head without its piston is gone", block: tile.PistonHead, when: headless, do: vanish, cost: 1},
	{name: "a fire goes out", block: tile.Fire, when: doused, do: goOut, cost: 4},
	{name: "a fire burns and goes on", block: tile.Fire, do: burn, cost: 4, asleep: burnOut},
	{name: "water makes mud of earth", block: tile.Flood, when: soaks, do: soak, cost: 2},
	{name: "lakes swallow what flows into them", block: tile.Flood, when: swallowed, do: swallow, cost: 2},
	{name: "a signal starts a pump, its end stops it", block: tile.Pump, when: pumpDiffers, do: turnPump, cost: 2},
	{name: "a pump lifts water out of a lake", block: tile.Pump, when: lifts, do: lift, cost: 4},
	{name: "a signal starts a rotor, its end stops it", block: tile.Rotor, when: rotorDiffers, do: turnRotor, cost: 2},
	{name: "water flows to the lowest beside it", block: tile.Flood, when: flowsOn, do: flow, cost: 4},
}

// rulesOf are the rows of each block, in the order of the table.
var rulesOf [256][]uint8

func init() {
	for n := range rules {
		rulesOf[rules[n].block] = append(rulesOf[rules[n].block], uint8(n))
	}
}

func tileName(t grid.Tile) string {
	return strconv.Itoa(int(t.X)) + " " + strconv.Itoa(int(t.Y))
}
