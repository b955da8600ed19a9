package island

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// neighbours is two islands that cannot be one, and machines across the line between them. The visitor is on the one that is
// shown; on the other somebody throws a lever again and again.
type neighbours struct {
	decor // of the island that is shown; its middle is the first tile beyond the line
	other *Island
	turns int
	shown bool // the visitor was brought to the line
}

const (
	// linedIsland is the number of the other island.
	linedIsland uint64 = 2
	// leverTurns is how often the lever there is thrown, in turns: every two seconds.
	leverTurns = 40
	// paved is how far the paving reaches that marks the line, in tiles from the middle.
	paved int32 = 9
)

// linedLever is the lever that is thrown beyond the line, linedLamp the lamp on this side that it lights, and linedOwn the
// lever on this side that lights linedFar beyond it.
var linedLever, linedLamp, linedOwn, linedFar = grid.Tile{X: 7}, grid.Tile{X: -7}, grid.Tile{X: -7, Y: -3}, grid.Tile{X: 6, Y: -3}

func newNeighbours(i *Island) *neighbours {
	i.genesis.Cap = 1
	at := i.spawn.Region()
	n := &neighbours{decor: decor{i, grid.Region{X: at.X + 2, Y: at.Y}.Tile(grid.RegionTiles / 2)}}
	n.enter(1)
	p := i.PlayerByKey(castKey(1))
	n.bring(p, n.at(linedLever.X+1, 1))
	i.attend()
	n.clear(14)
	acrossLine(n.decor)
	n.dress(14)
	child, err := i.Carve(appendSeats(nil, []entity.Seat{p.Seat}), linedIsland)
	if err == nil {
		n.other = new(Island)
		err = n.other.Restore(child)
	}
	if err != nil {
		panic("island: the exhibit of a line has none: " + err.Error())
	}
	return n
}

// acrossLine is three machines across a line that runs before the middle, between strips of paving: a lever on each side, and
// a lever whose signal is turned round over there and comes back.
func acrossLine(d decor) {
	row := func(x, x1, y int32) {
		for ; x <= x1; x++ {
			d.set(x, y, tile.Wire, 0)
		}
	}
	row(linedOwn.X+1, linedFar.X-1, linedOwn.Y)
	d.set(linedOwn.X, linedOwn.Y, tile.Lever, 0).set(linedFar.X, linedFar.Y, tile.Lamp, 0)
	row(linedLamp.X+1, linedLever.X-1, 0)
	d.set(linedLever.X, 0, tile.Lever, 0).set(linedLamp.X, 0, tile.Lamp, 0).set(-4, 1, tile.Piston, tile.South)
	row(-6, 5, 4)
	row(-6, 5, 6)
	d.set(-7, 4, tile.Lever, 0).set(4, 4, tile.NotGate, tile.East).set(5, 5, tile.Wire, 0).set(-7, 6, tile.Lamp, 0)
	for y := -paved; y <= paved; y++ {
		for x := int32(-1); x <= 0; x++ {
			_, b, state, _ := d.TileAt(d.at(x, y))
			d.setTile(d.at(x, y), tile.StoneFloor, b, state)
		}
	}
}

// bring lets a player be where there is room round a tile.
func (n *neighbours) bring(p *entity.PlayerState, t grid.Tile) {
	k, _ := n.space.Find(p.Body)
	b := &n.space.Bodies()[k]
	from := b.Pos
	b.Pos = t.Centre()
	n.space.Moved(k, from)
	n.moved = true
}

// next makes the turn of the island that is shown, with what the other has for it.
func (n *neighbours) next() []byte {
	return deliverTo(n.Island, n.other, n.Begin(nil, game.TicksPerTurn))
}

// stir runs a turn of the other island, and brings the visitor to the line once it is there.
func (n *neighbours) stir(i *Island) bool {
	turn := deliverTo(n.other, i, n.other.Begin(nil, game.TicksPerTurn))
	if n.turns++; n.turns%leverTurns == 0 {
		use := command.Command{Kind: command.Use, Tile: n.at(linedLever.X, linedLever.Y)}
		if longer, taken, err := n.other.Append(turn, castKey(1), n.other.Sequence(castKey(1))+1, command.Append(nil, use)); err == nil && taken {
			turn = longer
		}
	}
	if err := n.other.Step(turn); err != nil {
		panic("island: a turn beyond the line of an exhibit is not valid: " + err.Error())
	}
	if n.shown || len(i.players) == 0 {
		return false
	}
	n.bring(&i.players[0], n.at(linedOwn.X, linedOwn.Y+1))
	n.shown = true
	return true
}

// deliverTo adds to a turn of an island what another has for it, as hosts do, and acknowledges what that has taken in.
func deliverTo(to, from *Island, turn []byte) []byte {
	if longer, _, err := to.Acknowledge(turn, from.self, from.Expect(to.self)); err == nil {
		turn = longer
	}
	first := to.Expect(from.self)
	for k, p := range from.Parcels(to.self, first, nil) {
		longer, taken, err := to.Deliver(turn, from.self, first+uint64(k), p)
		if err != nil || !taken {
			break
		}
		turn = longer
	}
	return turn
}
