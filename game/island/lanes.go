package island

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/physics"
)

// laneLand is the ground as one lane of the bodies' step sees it: with a memory of its own of which region it looked at
// last.
type laneLand struct {
	island *Island
	latest *region
}

// ShareOut lets steps share their work out from now on; nil lets them do it all themselves, as at first. The state does not
// depend on it. do belongs to whoever steps the island, and is not copied with it.
func (i *Island) ShareOut(do physics.Do) { i.do = do }

// moveBodies moves all bodies by one tick.
func (i *Island) moveBodies() {
	if i.genesis.Rules < game.Lanes {
		i.space.Step(i, i.tick)
		return
	}
	do := i.do
	if len(i.borders) > 0 { // who looks beyond a line is seen by one alone
		do = nil
	}
	i.space.StepByRegions(i, i.tick, do)
}

// Lane implements physics.Lands.
func (i *Island) Lane(k int) physics.Land {
	for len(i.lanes) <= k {
		i.lanes = append(i.lanes, new(laneLand))
	}
	l := i.lanes[k]
	l.island, l.latest = i, nil
	return l
}

// Cell implements physics.Land.
func (l *laneLand) Cell(x, y int32) physics.Cell {
	at := grid.Tile{X: x, Y: y}.Region()
	if l.latest == nil || l.latest.at != at {
		i := l.island
		if k := int(*i.index.slot(at)); k < len(i.regions) && i.regions[k].at == at {
			l.latest = i.regions[k]
		} else if k, ok := i.findRegion(at); ok {
			l.latest = i.regions[k]
		} else if len(i.borders) > 0 {
			return i.beyond(x, y)
		} else {
			return physics.Unknown
		}
	}
	return l.latest.cell(grid.Tile{X: x, Y: y}.Index())
}
