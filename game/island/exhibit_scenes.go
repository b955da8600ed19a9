package island

import (
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// machine is a plate at -6 0 that holds a piston back: driven out, it pushes what is at 0 0 onto a conveyor, which
// brings it to another plate, which lights a lamp.
func machine(d decor) {
	d.set(-6, 0, tile.Plate, 0)
	d.set(-5, 0, tile.Wire, 0).set(-4, 0, tile.Wire, 0).set(-3, 0, tile.NotGate, tile.East).set(-2, 0, tile.Wire, 0)
	d.set(-1, 0, tile.Piston, tile.East)
	for x := int32(1); x < 6; x++ {
		d.set(x, 0, tile.Conveyor, tile.East)
	}
	d.set(6, 0, tile.Plate, 0).set(7, 0, tile.Wire, 0).set(8, 0, tile.Lamp, 0)
}

// shaft is a place that is seen from the side, six tiles wide and eight high, with a floor, walls and two steps.
func shaft(d decor) {
	for y := range int32(8) {
		for x := range int32(6) {
			d.setTile(d.at(x, y), tile.Shaft, tile.NoBlock, 0)
		}
		d.set(-1, y, tile.StoneWall, 0).set(6, y, tile.StoneWall, 0)
	}
	for x := int32(-1); x < 7; x++ {
		d.set(x, 8, tile.StoneWall, 0)
	}
	d.setTile(d.at(0, 7), tile.Shaft, tile.StoneWall, 0)
	d.setTile(d.at(5, 6), tile.Shaft, tile.StoneWall, 0)
}

// well is a shaft with a ladder from its floor to above its edge.
func well(d decor) {
	shaft(d)
	for y := int32(0); y < 8; y++ {
		d.setTile(d.at(wellLadder, y), tile.Shaft, tile.Ladder, 0)
	}
}

// wellLadder is in which column of a well its ladder is.
const wellLadder = 4

// paddock is a gate of two tiles in a piece of fence, with a ball before it.
func paddock(d decor) {
	d.set(-1, 0, tile.Fence, 0).set(2, 0, tile.Fence, 0)
	d.set(0, 0, tile.SwingGate, tile.East)
	d.animal(entity.Ball, 1, 2)
}

// turnstile is a rotor with a lever that drives it, and a crate beside it to be pushed about.
func turnstile(d decor) {
	d.set(0, 0, tile.Rotor, 0).set(0, 1, tile.Wire, 0)
	d.setTile(d.at(0, 2), tile.Grass, tile.Lever, tile.StateBit0)
	d.crate(1, -1)
}

func showMachine(d decor) {
	machine(d)
	e := decor{d.Island, d.at(3, 4)}
	shaft(e)
	well(e)
	fold := decor{d.Island, d.at(-8, 6)}
	paddock(fold)
	for x := int32(-1); x <= 2; x++ {
		fold.set(x, 4, tile.Fence, 0)
	}
	for y := int32(1); y < 4; y++ {
		fold.set(-1, y, tile.Fence, 0).set(2, y, tile.Fence, 0)
	}
	fold.animal(entity.Hen, 0, 3)
	turnstile(decor{d.Island, d.at(-2, 7)})
	d.chest(-9, 2, item.Stack{Kind: item.SwingGate, Count: 4}, item.Stack{Kind: item.Rotor, Count: 4}, item.Stack{Kind: item.Ladder, Count: 20})
	for k := range int32(3) {
		e.crate(2+k%2, 3*k)
	}
	e.animal(entity.Ball, 4, 1)
	d.crate(0, 0)
	d.crate(-1, 3)
	d.crate(1, 3)
	d.chest(-8, 2, item.Stack{Kind: item.Wire, Count: 40}, item.Stack{Kind: item.Lever, Count: 6}, item.Stack{Kind: item.Plate, Count: 6},
		item.Stack{Kind: item.NotGate, Count: 6}, item.Stack{Kind: item.AndGate, Count: 6}, item.Stack{Kind: item.OrGate, Count: 6},
		item.Stack{Kind: item.Delay, Count: 6}, item.Stack{Kind: item.Piston, Count: 6}, item.Stack{Kind: item.Conveyor, Count: 20}, item.Stack{Kind: item.Shaft, Count: 60})
}

// thicket is 101 bushes with a wall and a tree among them, to be set on fire at 0 5.
func thicket(d decor) {
	for x := int32(-8); x <= 8; x++ {
		for y := int32(0); y <= 5; y++ {
			d.set(x, y, tile.Bush, 0)
		}
	}
	d.set(-3, 3, tile.WoodWall, 0).set(-2, 3, tile.Oak, 0).set(0, 6, tile.NoBlock, 0)
}

func showFire(d decor) {
	thicket(d)
	ignite(&d.Island.State, nil, d.at(0, 5))
	d.chest(3, 8, item.Stack{Kind: item.Tinder, Count: 20}, item.Stack{Kind: item.WaterBucket, Count: 4}, item.Stack{Kind: item.Bread, Count: 6})
}

// basinWater is how much water is poured into the basin, in units.
const basinWater = 250

// basin is a walled square with a wall and a pit in it, and water in its middle.
func basin(d decor) {
	d.ring(6, tile.StoneWall)
	for k := int32(-6); k <= 6; k++ {
		d.set(2, k-3, tile.StoneWall, 0)
	}
	d.setTile(d.at(-3, -3), tile.Pit, tile.NoBlock, 0)
	d.pour(0, 0, basinWater)
}

// stream is a lake, a pump at its shore that a lever drives, and a ditch with walls from it to another lake.
func stream(d decor) {
	for y := int32(-1); y <= 1; y++ {
		for x := range int32(2) {
			d.setTile(d.at(-2+x, y), tile.Water, tile.NoBlock, 0)
			d.setTile(d.at(10+x, y), tile.Water, tile.NoBlock, 0)
		}
	}
	for x := int32(1); x < 10; x++ {
		d.set(x, -1, tile.StoneWall, 0).set(x, 1, tile.StoneWall, 0)
	}
	d.set(0, 0, tile.Pump, tile.East)
	d.setTile(d.at(0, 1), tile.Grass, tile.Lever, tile.StateBit0)
}

func showWater(d decor) {
	basin(d)
	e := decor{d.Island, d.at(-10, 11)}
	stream(e)
	e.crate(3, 0)
	e.animal(entity.Ball, 5, 0)
	d.chest(3, 8, item.Stack{Kind: item.Bucket, Count: 4}, item.Stack{Kind: item.WaterBucket, Count: 8}, item.Stack{Kind: item.Pump, Count: 2}, item.Stack{Kind: item.StoneWall, Count: 20})
}

// field is furrows, and wheat in all its stages, row by row, before a strip of water.
func field(d decor) {
	for x := int32(-5); x <= 5; x++ {
		d.setTile(d.at(x, -4), tile.Water, tile.NoBlock, 0)
		for y := int32(-3); y <= 2; y++ {
			if x == 0 {
				d.setTile(d.at(x, y), tile.Dirt, tile.NoBlock, 0)
				continue
			}
			b, state := tile.Wheat, uint8(y+3)
			if x > 3 {
				b, state = tile.Furrow, 0
			}
			if x == -5 {
				state = tile.RipeWheat
			}
			d.setTile(d.at(x, y), tile.Dirt, b, state)
		}
	}
	for y := int32(-3); y <= 3; y++ {
		d.set(-6, y, tile.Fence, 0).set(6, y, tile.Fence, 0)
	}
}

func showFarm(d decor) {
	field(d)
	for k := range int32(3) {
		d.set(-9, 3*k-3, tile.Sapling, 0).set(9, 3*k-3, tile.Oak, 0)
		d.animal(entity.Hen, 8, 2*k-2)
	}
	d.chest(3, 5, item.Stack{Kind: item.Hoe, Count: 1}, item.Stack{Kind: item.Seeds, Count: 40}, item.Stack{Kind: item.Bucket, Count: 1},
		item.Stack{Kind: item.Sapling, Count: 10})
}

// railway is a ring of rails that one lever drives, and a cart on it.
func railway(d decor) {
	d.ring(4, tile.Rail)
	d.set(0, 5, tile.Lever, 0)
	d.animal(entity.Cart, 0, 4)
}

// shuttleway is a bend of rails on which a platform goes to and fro with a ball.
func shuttleway(d decor) {
	for k := range int32(7) {
		d.set(7, k-3, tile.Rail, 0).set(7+k, 4, tile.Rail, 0)
	}
	d.animal(entity.Platform, 7, 0)
	d.animal(entity.Ball, 7, 0)
}

func showCarts(d decor) {
	railway(d)
	shuttleway(d)
	d.setTile(d.at(0, 5), tile.Grass, tile.Lever, tile.StateBit0) // thrown: the cart goes round
	for x := int32(-9); x <= -1; x++ {                            // beside the visitor: to push, and to get into
		d.set(x, 7, tile.Rail, 0)
	}
	d.animal(entity.Cart, -1, 7)
	d.animal(entity.Cart, -6, 7)
	d.chest(4, 7, item.Stack{Kind: item.Rail, Count: 60}, item.Stack{Kind: item.Cart, Count: 4}, item.Stack{Kind: item.Platform, Count: 2}, item.Stack{Kind: item.Lever, Count: 4})
}

// flockSize is how many sheep there are in the fold.
const flockSize = 6

// fold is a fence with a door in it, and sheep inside.
func fold(d decor) {
	d.ring(5, tile.Fence)
	d.set(0, 5, tile.Door, 0)
	for n := range int32(flockSize) {
		d.animal(entity.Sheep, n%3-1, n/3)
	}
}

func showHerd(d decor) {
	fold(d)
	for n := range int32(5) {
		d.animal(entity.Sheep, -12+n, 2+n%2)
		d.animal(entity.Hen, 9+n%3, n)
	}
	d.chest(3, 7, item.Stack{Kind: item.WheatEar, Count: 10}, item.Stack{Kind: item.Seeds, Count: 10}, item.Stack{Kind: item.Fence, Count: 40})
}
