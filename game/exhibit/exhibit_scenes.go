package exhibit

import (
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
)

// Machine is a plate at -6 0 that holds a piston back. The extended piston pushes the body at 0 0 onto a
// conveyor, which brings it to another plate, which lights a lamp.
func Machine(d Decor) {
	d.Set(-6, 0, tile.Plate, 0)
	d.Set(-5, 0, tile.Wire, 0).Set(-4, 0, tile.Wire, 0).Set(-3, 0, tile.NotGate, tile.East).Set(-2, 0, tile.Wire, 0)
	d.Set(-1, 0, tile.Piston, tile.East)
	for x := int32(1); x < 6; x++ {
		d.Set(x, 0, tile.Conveyor, tile.East)
	}
	d.Set(6, 0, tile.Plate, 0).Set(7, 0, tile.Wire, 0).Set(8, 0, tile.Lamp, 0)
}

// Shaft is a place that is seen from the side, six tiles wide and eight high, with a floor, walls and two
// steps.
func Shaft(d Decor) {
	for y := range int32(8) {
		for x := range int32(6) {
			living.SetTile(&d.State, d.At(x, y), tile.Shaft, tile.NoBlock, 0)
		}
		d.Set(-1, y, tile.StoneWall, 0).Set(6, y, tile.StoneWall, 0)
	}
	for x := int32(-1); x < 7; x++ {
		d.Set(x, 8, tile.StoneWall, 0)
	}
	living.SetTile(&d.State, d.At(0, 7), tile.Shaft, tile.StoneWall, 0)
	living.SetTile(&d.State, d.At(5, 6), tile.Shaft, tile.StoneWall, 0)
}

// Well is a shaft with a ladder from its floor to above its edge.
func Well(d Decor) {
	Shaft(d)
	for y := int32(0); y < 8; y++ {
		living.SetTile(&d.State, d.At(WellLadder, y), tile.Shaft, tile.Ladder, 0)
	}
}

// WellLadder is in which column of a well its ladder is.
const WellLadder = 4

// Paddock is a gate of two tiles in a piece of fence, with a ball before it.
func Paddock(d Decor) {
	d.Set(-1, 0, tile.Fence, 0).Set(2, 0, tile.Fence, 0)
	d.Set(0, 0, tile.SwingGate, tile.East)
	d.Animal(entity.Ball, 1, 2)
}

// Turnstile is a rotor with a lever that drives it, and a crate beside it to be pushed about.
func Turnstile(d Decor) {
	d.Set(0, 0, tile.Rotor, 0).Set(0, 1, tile.Wire, 0)
	living.SetTile(&d.State, d.At(0, 2), tile.Grass, tile.Lever, tile.StateBit0)
	d.Crate(1, -1)
}

func ShowMachine(d Decor) {
	Machine(d)
	e := Decor{d.Island, d.At(3, 4)}
	Shaft(e)
	Well(e)
	fold := Decor{d.Island, d.At(-8, 6)}
	Paddock(fold)
	for x := int32(-1); x <= 2; x++ {
		fold.Set(x, 4, tile.Fence, 0)
	}
	for y := int32(1); y < 4; y++ {
		fold.Set(-1, y, tile.Fence, 0).Set(2, y, tile.Fence, 0)
	}
	fold.Animal(entity.Hen, 0, 3)
	Turnstile(Decor{d.Island, d.At(-2, 7)})
	d.Chest(-9, 2, item.Stack{Kind: item.SwingGate, Count: 4}, item.Stack{Kind: item.Rotor, Count: 4}, item.Stack{Kind: item.Ladder, Count: 20})
	for k := range int32(3) {
		e.Crate(2+k%2, 3*k)
	}
	e.Animal(entity.Ball, 4, 1)
	d.Crate(0, 0)
	d.Crate(-1, 3)
	d.Crate(1, 3)
	d.Chest(-8, 2, item.Stack{Kind: item.Wire, Count: 40}, item.Stack{Kind: item.Lever, Count: 6}, item.Stack{Kind: item.Plate, Count: 6},
		item.Stack{Kind: item.NotGate, Count: 6}, item.Stack{Kind: item.AndGate, Count: 6}, item.Stack{Kind: item.OrGate, Count: 6},
		item.Stack{Kind: item.Delay, Count: 6}, item.Stack{Kind: item.Piston, Count: 6}, item.Stack{Kind: item.Conveyor, Count: 20}, item.Stack{Kind: item.Shaft, Count: 60})
}

// Thicket is 101 bushes with a wall and a tree among them, to be set on fire at 0 5.
func Thicket(d Decor) {
	for x := int32(-8); x <= 8; x++ {
		for y := int32(0); y <= 5; y++ {
			d.Set(x, y, tile.Bush, 0)
		}
	}
	d.Set(-3, 3, tile.WoodWall, 0).Set(-2, 3, tile.Oak, 0).Set(0, 6, tile.NoBlock, 0)
}

func showFire(d Decor) {
	Thicket(d)
	living.Ignite(&d.Island.State, nil, d.At(0, 5))
	d.Chest(3, 8, item.Stack{Kind: item.Tinder, Count: 20}, item.Stack{Kind: item.WaterBucket, Count: 4}, item.Stack{Kind: item.Bread, Count: 6})
}

// BasinWater is how much water is poured into the basin, in units.
const BasinWater = 250

// Basin is a walled square with a wall and a pit in it, and water in its middle.
func Basin(d Decor) {
	d.Ring(6, tile.StoneWall)
	for k := int32(-6); k <= 6; k++ {
		d.Set(2, k-3, tile.StoneWall, 0)
	}
	living.SetTile(&d.State, d.At(-3, -3), tile.Pit, tile.NoBlock, 0)
	d.Pour(0, 0, BasinWater)
}

// Stream is a lake, a pump at its shore that a lever drives, and a ditch with walls from it to another lake.
func Stream(d Decor) {
	for y := int32(-1); y <= 1; y++ {
		for x := range int32(2) {
			living.SetTile(&d.State, d.At(-2+x, y), tile.Water, tile.NoBlock, 0)
			living.SetTile(&d.State, d.At(10+x, y), tile.Water, tile.NoBlock, 0)
		}
	}
	for x := int32(1); x < 10; x++ {
		d.Set(x, -1, tile.StoneWall, 0).Set(x, 1, tile.StoneWall, 0)
	}
	d.Set(0, 0, tile.Pump, tile.East)
	living.SetTile(&d.State, d.At(0, 1), tile.Grass, tile.Lever, tile.StateBit0)
}

func showWater(d Decor) {
	Basin(d)
	e := Decor{d.Island, d.At(-10, 11)}
	Stream(e)
	e.Crate(3, 0)
	e.Animal(entity.Ball, 5, 0)
	d.Chest(3, 8, item.Stack{Kind: item.Bucket, Count: 4}, item.Stack{Kind: item.WaterBucket, Count: 8}, item.Stack{Kind: item.Pump, Count: 2}, item.Stack{Kind: item.StoneWall, Count: 20})
}

// Field is furrows, and wheat in all its stages, row by row, before a strip of water.
func Field(d Decor) {
	for x := int32(-5); x <= 5; x++ {
		living.SetTile(&d.State, d.At(x, -4), tile.Water, tile.NoBlock, 0)
		for y := int32(-3); y <= 2; y++ {
			if x == 0 {
				living.SetTile(&d.State, d.At(x, y), tile.Dirt, tile.NoBlock, 0)
				continue
			}
			b, state := tile.Wheat, uint8(y+3)
			if x > 3 {
				b, state = tile.Furrow, 0
			}
			if x == -5 {
				state = tile.RipeWheat
			}
			living.SetTile(&d.State, d.At(x, y), tile.Dirt, b, state)
		}
	}
	for y := int32(-3); y <= 3; y++ {
		d.Set(-6, y, tile.Fence, 0).Set(6, y, tile.Fence, 0)
	}
}

func showFarm(d Decor) {
	Field(d)
	for k := range int32(3) {
		d.Set(-9, 3*k-3, tile.Sapling, 0).Set(9, 3*k-3, tile.Oak, 0)
		d.Animal(entity.Hen, 8, 2*k-2)
	}
	d.Chest(3, 5, item.Stack{Kind: item.Hoe, Count: 1}, item.Stack{Kind: item.Seeds, Count: 40}, item.Stack{Kind: item.Bucket, Count: 1},
		item.Stack{Kind: item.Sapling, Count: 10})
}

// Railway is a ring of rails that one lever drives, and a cart on it.
func Railway(d Decor) {
	d.Ring(4, tile.Rail)
	d.Set(0, 5, tile.Lever, 0)
	d.Animal(entity.Cart, 0, 4)
}

// Shuttleway is a bend of rails on which a platform goes to and fro with a ball.
func Shuttleway(d Decor) {
	for k := range int32(7) {
		d.Set(7, k-3, tile.Rail, 0).Set(7+k, 4, tile.Rail, 0)
	}
	d.Animal(entity.Platform, 7, 0)
	d.Animal(entity.Ball, 7, 0)
}

func showCarts(d Decor) {
	Railway(d)
	Shuttleway(d)
	living.SetTile(&d.State, d.At(0, 5), tile.Grass, tile.Lever, tile.StateBit0) // thrown: the cart goes round
	// beside the visitor: to push, and to get into
	for x := int32(-9); x <= -1; x++ {
		d.Set(x, 7, tile.Rail, 0)
	}
	d.Animal(entity.Cart, -1, 7)
	d.Animal(entity.Cart, -6, 7)
	d.Chest(4, 7, item.Stack{Kind: item.Rail, Count: 60}, item.Stack{Kind: item.Cart, Count: 4}, item.Stack{Kind: item.Platform, Count: 2}, item.Stack{Kind: item.Lever, Count: 4})
}

// FlockSize is how many sheep there are in the fold.
const FlockSize = 6

// Fold is a fence with a door in it, and sheep inside.
func Fold(d Decor) {
	d.Ring(5, tile.Fence)
	d.Set(0, 5, tile.Door, 0)
	for n := range int32(FlockSize) {
		d.Animal(entity.Sheep, n%3-1, n/3)
	}
}

func showHerd(d Decor) {
	Fold(d)
	for n := range int32(5) {
		d.Animal(entity.Sheep, -12+n, 2+n%2)
		d.Animal(entity.Hen, 9+n%3, n)
	}
	d.Chest(3, 7, item.Stack{Kind: item.WheatEar, Count: 10}, item.Stack{Kind: item.Seeds, Count: 10}, item.Stack{Kind: item.Fence, Count: 40})
}
