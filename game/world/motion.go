package world

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/estate"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// Motion is how bodies are moved, and scratch for it. It is no state.
type Motion struct {
	Do     physics.Do    // what ShareOut was given
	Mover  physics.Mover // nil before the first tick
	Ropes  []Rope        // those that pulled in the last tick
	Shades []entity.Body // images of bodies across the lines
}

// laneLand is the ground as one lane of the bodies' step sees it, with its own cache of the last region it
// read.
type laneLand struct {
	*estate.Estates
	land   *Land
	latest *Region
}

// ShareOut sets the function with which steps share out their work from now on; nil restores the default, one
// goroutine. The state does not depend on it. do belongs to the goroutine that steps the island, and is not
// copied with it.
func (m *Motion) ShareOut(do physics.Do) { m.Do = do }

// Lane implements physics.Lands.
func (l *Land) Lane(k int) physics.Land {
	for len(l.lanes) <= k {
		l.lanes = append(l.lanes, new(laneLand))
	}
	lane := l.lanes[k]
	lane.Estates, lane.land, lane.latest = &l.Estates, l, nil
	return lane
}

// Barred implements physics.Barred.
func (l *laneLand) Barred(x, y int32) (on tile.Ground, a rigid.Solidity) {
	k := grid.Tile{X: x, Y: y}.Index()
	if col, row := k%grid.RegionSide, k/grid.RegionSide; l.latest != nil && l.latest.At == (grid.Tile{X: x, Y: y}).Region() &&
		col > 0 && col < grid.RegionSide-1 && row > 0 && row < grid.RegionSide-1 {
		t := &l.latest.Tiles
		for n := range 3 {
			at := k + grid.Index(n-1)*grid.RegionSide - 1
			row := (*[3]tile.Block)(t.Block[at : at+3])
			if row[0]|row[1]|row[2] == tile.NoBlock {
				continue
			}
			for c, b := range row {
				if b != tile.NoBlock && tile.Solid(b, t.State[int(at)+c]) {
					a |= 1 << (3*n + c)
				}
			}
		}
		return t.Ground[k], a
	}
	for n := range int32(9) {
		if l.Cell(x+n%3-1, y+n/3-1).Height != 0 {
			a |= 1 << n
		}
	}
	return l.Cell(x, y).Ground, a // last: the next one is likely to be there, too
}

// Cell implements physics.Land.
func (l *laneLand) Cell(x, y int32) physics.Cell {
	at := grid.Tile{X: x, Y: y}.Region()
	if l.latest == nil || l.latest.At != at {
		land := l.land
		if k := int(*land.index.slot(at)); k < len(land.Regions) && land.Regions[k].At == at {
			l.latest = land.Regions[k]
		} else if k, ok := land.Find(at); ok {
			l.latest = land.Regions[k]
		} else if len(land.Borders) > 0 {
			return land.beyond(x, y)
		} else {
			return physics.Unknown
		}
	}
	return l.latest.cell(grid.Tile{X: x, Y: y}.Index())
}

// Rope ties two bodies.
type Rope struct {
	A, B   game.EntityID
	Length fixed.S // in tiles
}
