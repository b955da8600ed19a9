package exhibit

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/turn"
)

// Neighbours is two islands that cannot merge, and machines across the line between them. The visitor is on
// the visible island; on the other a player throws a lever again and again.
type Neighbours struct {
	Decor // of the island that is shown; its middle is the first tile beyond the line
	Other *island.Island
	turns int
	shown bool // the visitor was brought to the line
}

const (
	// linedIsland is the number of the other island.
	linedIsland uint64 = 2
	// LeverTurns is how often the lever there is thrown, in turns: every two seconds.
	LeverTurns = 40
	// paved is how far the paving reaches that marks the line, in tiles from the middle.
	paved int32 = 9
)

// linedLever is the lever that is thrown beyond the line, linedLamp the lamp on this side that it lights, and
// linedOwn the lever on this side that lights linedFar beyond it.
var linedLever, LinedLamp, LinedOwn, LinedFar = grid.Tile{X: 7}, grid.Tile{X: -7}, grid.Tile{X: -7, Y: -3}, grid.Tile{X: 6, Y: -3}

func newNeighbours(i *island.Island) *Neighbours {
	i.Gen.Cap = 1
	at := i.SpawnTile.Region()
	n := &Neighbours{Decor: Decor{i, grid.Region{X: at.X + 2, Y: at.Y}.Tile(grid.RegionTiles / 2)}}
	n.Enter(1)
	p := i.Roster.ByKey(CastKey(1))
	n.bring(p, n.At(linedLever.X+1, 1))
	living.Attend(&i.State)
	n.Clear(14)
	acrossLine(n.Decor)
	n.dress(14)
	child, err := i.Carve(federation.AppendSeats(nil, []entity.Seat{p.Seat}), linedIsland)
	if err == nil {
		n.Other = new(island.Island)
		err = n.Other.Restore(child)
	}
	if err != nil {
		panic("island: the exhibit of a line has none: " + err.Error())
	}
	return n
}

// acrossLine is three machines across a line that runs before the middle, between strips of paving: a lever
// on each side, and a lever whose signal is turned round over there and comes back.
func acrossLine(d Decor) {
	row := func(x, x1, y int32) {
		for ; x <= x1; x++ {
			d.Set(x, y, tile.Wire, 0)
		}
	}
	row(LinedOwn.X+1, LinedFar.X-1, LinedOwn.Y)
	d.Set(LinedOwn.X, LinedOwn.Y, tile.Lever, 0).Set(LinedFar.X, LinedFar.Y, tile.Lamp, 0)
	row(LinedLamp.X+1, linedLever.X-1, 0)
	d.Set(linedLever.X, 0, tile.Lever, 0).Set(LinedLamp.X, 0, tile.Lamp, 0).Set(-4, 1, tile.Piston, tile.South)
	row(-6, 5, 4)
	row(-6, 5, 6)
	d.Set(-7, 4, tile.Lever, 0).Set(4, 4, tile.NotGate, tile.East).Set(5, 5, tile.Wire, 0).Set(-7, 6, tile.Lamp, 0)
	for y := -paved; y <= paved; y++ {
		for x := int32(-1); x <= 0; x++ {
			_, b, state, _ := d.TileAt(d.At(x, y))
			living.SetTile(&d.State, d.At(x, y), tile.StoneFloor, b, state)
		}
	}
}

// bring lets a player be where there is room round a tile.
func (n *Neighbours) bring(p *entity.PlayerState, t grid.Tile) {
	k, _ := n.Space.Find(p.Body)
	b := &n.Space.Bodies()[k]
	from := b.Pos
	b.Pos = t.Centre()
	n.Space.Moved(k, from)
	n.Moved = true
}

// Next makes the turn of the visible island, with the other island's parcels for it.
func (n *Neighbours) Next() *turn.Builder {
	return deliverTo(n.Island, n.Other)
}

// Stir runs a turn of the other island, and brings the visitor to the line once it is there.
func (n *Neighbours) Stir(i *island.Island) bool {
	next := deliverTo(n.Other, i)
	if n.turns++; n.turns%LeverTurns == 0 {
		use := command.Command{Kind: command.Use, Tile: n.At(linedLever.X, linedLever.Y)}
		_, _ = next.Append(CastKey(1), n.Other.Sequence(CastKey(1))+1, command.Append(nil, use))
	}
	n.Other.Step(next.Turn())
	if n.shown || len(i.Roster.Here) == 0 {
		return false
	}
	n.bring(&i.Roster.Here[0], n.At(LinedOwn.X, LinedOwn.Y+1))
	n.shown = true
	return true
}

// deliverTo begins a turn of an island with another island's parcels, as hosts do, and acknowledges the
// parcels taken in.
func deliverTo(to, from *island.Island) *turn.Builder {
	next := to.Begin(game.TicksPerTurn)
	_, _ = next.Acknowledge(from.Register.SelfID, from.Expect(to.Register.SelfID))
	first := to.Expect(from.Register.SelfID)
	for k, p := range from.Parcels(to.Register.SelfID, first, nil) {
		if taken, err := next.Deliver(from.Register.SelfID, first+uint64(k), p); err != nil || !taken {
			break
		}
	}
	return next
}
