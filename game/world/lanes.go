package world

import (
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// laneLand is the ground as one lane of the bodies' step sees it, with its own cache of the last region it
// read.
type laneLand struct {
	island *State
	latest *Region
}

// ShareOut sets the function with which steps share out their work from now on; nil restores the default, one
// goroutine. The state does not depend on it. do belongs to the goroutine that steps the island, and is not
// copied with it.
func (i *State) ShareOut(do physics.Do) { i.Do = do }

// MoveBy replaces the mover of the rules, for instance by a stub. Nil restores it. All that step the same
// island must use the same mover.
func (i *State) MoveBy(m physics.Mover) { i.Mover = m }

// Lane implements physics.Lands.
func (i *State) Lane(k int) physics.Land {
	for len(i.lanes) <= k {
		i.lanes = append(i.lanes, new(laneLand))
	}
	l := i.lanes[k]
	l.island, l.latest = i, nil
	return l
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
		i := l.island
		if k := int(*i.index.slot(at)); k < len(i.Active) && i.Active[k].At == at {
			l.latest = i.Active[k]
		} else if k, ok := i.FindRegion(at); ok {
			l.latest = i.Active[k]
		} else if len(i.Borders) > 0 {
			return beyond(i, x, y)
		} else {
			return physics.Unknown
		}
	}
	return l.latest.cell(grid.Tile{X: x, Y: y}.Index())
}
