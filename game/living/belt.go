package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Some tiles act on bodies that lie on them: a conveyor moves them, flowing water drags them, a pressure
// plate is pressed by them. In regions with such tiles, every tick visits the bodies on them in ascending ID.

const (
	// beltSpeed is that of a conveyor, in tiles per second.
	beltSpeed fixed.S = 2 * fixed.One
	// beltCentring is the speed towards the middle of a belt of a body one tile beside it, in tiles per
	// second.
	beltCentring fixed.S = 4 * fixed.One
)

// tread is one row of the table of tiles that act on bodies: its function acts on the k-th body, on a tile of
// that block in some state. Add a row to treads, and its function to the file of its subject.
type tread struct {
	Name  string
	Block tile.Block
	Do    func(i *world.State, k int, t grid.Tile, state uint8)
}

// Treads is the table.
var Treads = [...]tread{
	{"a belt moves what lies on it", tile.Conveyor, convey},
	{"flowing water drags what floats and who wades", tile.Flood, drag},
	{"a rail leads carts and platforms", tile.Rail, lead},
	{"a pressure plate is visited when something comes onto it", tile.Plate, alert},
}

func init() {
	for n := range Treads {
		world.TreadsOf[Treads[n].Block] = uint8(n + 1)
	}
}

// Drive lets tiles act on the bodies on them, before physics.
func Drive(i *world.State) {
	if !anyTreads(i) {
		return
	}
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		if b.Flags&entity.Borne != 0 || b.Z != 0 || b.Kind == entity.Flame || b.Kind.Airy() {
			continue
		}
		t := grid.TileAt(b.Pos)
		r := i.Land.Active(t.Region())
		if r == nil || r.Treads == 0 {
			continue
		}
		if r.Tiles.Ground[t.Index()].Info().SideOn {
			weigh(i, k)
		}
		if row := world.TreadsOf[r.Tiles.Block[t.Index()]]; row > 0 {
			Treads[row-1].Do(i, k, t, r.Tiles.State[t.Index()])
		}
	}
}

// lead keeps a body that goes on rails to them.
func lead(i *world.State, k int, t grid.Tile, _ uint8) {
	switch b := &i.Space.Bodies()[k]; {
	case b.Kind == entity.Cart || b.Flags&entity.Riding != 0:
		track(i, k, t)
	case b.Kind == entity.Platform:
		shuttle(i, k, t)
	}
}

// alert lets a plate be visited that is not pressed yet.
func alert(i *world.State, k int, t grid.Tile, state uint8) {
	if state&tile.StateBit0 == 0 && presses(&i.Space.Bodies()[k]) {
		Rouse(i, t)
	}
}

func anyTreads(i *world.State) bool {
	for _, r := range i.Land.Regions {
		if r.Treads > 0 {
			return true
		}
	}
	return false
}

// convey moves the k-th body along a belt. A player walks on it as on a moving floor; a thing takes up its
// speed, and is drawn to its middle.
func convey(i *world.State, k int, t grid.Tile, state uint8) {
	b := &i.Space.Bodies()[k]
	dx, dy := tile.HeadingOf(state).Step()
	way := fixed.SVec{X: fixed.S(dx), Y: fixed.S(dy)}
	if b.Kind == entity.Player {
		i.Space.Wake(k)
		i.Space.Carry(k, fixed.Vec{X: fixed.Q(way.X) * fixed.Q(beltSpeed) / game.TicksPerSecond, Y: fixed.Q(way.Y) * fixed.Q(beltSpeed) / game.TicksPerSecond}, &i.Land)
		return
	}
	off := t.Centre().Sub(b.Pos).S()
	if dx != 0 {
		b.Vel = fixed.SVec{X: way.X * beltSpeed, Y: off.Y.Mul(beltCentring)}
	} else {
		b.Vel = fixed.SVec{X: off.X.Mul(beltCentring), Y: way.Y * beltSpeed}
	}
	i.Space.Wake(k)
}
