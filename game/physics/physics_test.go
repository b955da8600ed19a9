package physics

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// yard is a square of grass from 0 to side, walled all round, with some tiles of its own.
type yard struct {
	side  int32
	cells map[grid.Tile]Cell
}

var wallCell = Cell{Height: tile.StoneWall.Info().Height, Ground: tile.Grass}

func (y yard) Cell(x, z int32) Cell {
	if c, ok := y.cells[grid.Tile{X: x, Y: z}]; ok {
		return c
	}
	if x < 0 || z < 0 || x >= y.side || z >= y.side {
		return wallCell
	}
	return Cell{Ground: tile.Grass}
}

func (y yard) Pull(int32, int32) fixed.S { return fixed.One }

func (y yard) Lane(int) Land { return y }

func centre(x, y int32) fixed.Vec { return grid.Tile{X: x, Y: y}.Centre() }

// inside reports whether the middle of a body is at most depth outside the yard.
func (y yard) inside(b *entity.Body, depth fixed.Q) bool {
	most := fixed.Q(y.side)<<fixed.Bits + depth
	return b.Pos.X >= -depth && b.Pos.Y >= -depth && b.Pos.X <= most && b.Pos.Y <= most
}

// TestNothingTunnels throws many bodies about in a small yard with all the speed that they can have. A pile
// can press a body into a wall for a moment, but none gets through.
func TestNothingTunnels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		land := yard{side: 8}
		var s Space
		mover := new(Turner)
		n := rapid.IntRange(1, 12).Draw(t, "bodies")
		for k := range n {
			kind := rapid.SampledFrom([]entity.Kind{entity.Crate, entity.Ball, entity.Drop}).Draw(t, "kind")
			s.Insert(entity.Body{ID: game.EntityID(k + 1), Kind: kind, Pos: centre(int32(k%4)*2, int32(k/4)*2)})
		}
		for range 3 {
			for k := range n {
				dir := fixed.Direction(fixed.Angle(rapid.Uint16().Draw(t, "angle")))
				z := fixed.S(rapid.Int32Range(0, fixed.One/2).Draw(t, "z"))
				s.Hurl(k, dir.Scale(30*fixed.One), z, fixed.S(rapid.Int32Range(0, 2*fixed.One).Draw(t, "vz")))
			}
			for tick := range game.Tick(60) {
				mover.Move(&s, land, tick, nil)
				for k := range s.Bodies() {
					if b := &s.Bodies()[k]; !land.inside(b, fixed.One) { // the thickness of a wall
						t.Fatalf("tick %d: %s %d is in a wall at %v", tick, b.Kind, b.ID, b.Pos)
					}
				}
			}
		}
	})
}

// TestTableAndHash inserts, moves and removes at random: the table stays in order, and Around finds the same
// as a linear search, in ascending order, for scattered bodies and for heaps.
func TestTableAndHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Space
		far := rapid.SampledFrom([]int64{2, 20}).Draw(t, "far")
		place := rapid.Int64Range(-far*fixed.One, far*fixed.One)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			at := fixed.Vec{X: fixed.Q(place.Draw(t, "x")), Y: fixed.Q(place.Draw(t, "y"))}
			n := len(s.Bodies())
			switch k := rapid.IntRange(0, 5).Draw(t, "what"); {
			case k < 3 || n == 0:
				id := game.EntityID(rapid.Uint64Range(1, 1000).Draw(t, "id"))
				if _, taken := s.Find(id); !taken {
					s.Insert(entity.Body{ID: id, Kind: entity.Ball, Pos: at})
				}
			case k == 3:
				s.Remove(rapid.IntRange(0, n-1).Draw(t, "index"))
			default:
				i := rapid.IntRange(0, n-1).Draw(t, "index")
				from := s.Bodies()[i].Pos
				s.Bodies()[i].Pos = at
				s.Moved(i, from)
			}
			if !slices.IsSortedFunc(s.Bodies(), func(a, b entity.Body) int {
				if a.ID < b.ID {
					return -1
				}
				return 1
			}) {
				t.Fatal("the table is out of order")
			}
			d := fixed.Q(rapid.Int64Range(0, int64(AroundMost)).Draw(t, "d"))
			var want []int32
			for i, b := range s.Bodies() {
				if (b.Pos.X-at.X).Abs() <= d && (b.Pos.Y-at.Y).Abs() <= d {
					want = append(want, int32(i))
				}
			}
			if got := s.Around(at, d); !slices.Equal(got, want) {
				t.Fatalf("Around found %v, want %v", got, want)
			}
		}
	})
}

func TestBallsOfEqualMassExchangeTheirSpeed(t *testing.T) {
	land := yard{side: 40}
	var s Space
	mover := new(Turner)
	s.Insert(entity.Body{ID: 1, Kind: entity.Ball, Pos: centre(5, 5)})
	s.Insert(entity.Body{ID: 2, Kind: entity.Ball, Pos: centre(8, 5), Flags: entity.Resting})
	s.Hurl(0, fixed.SVec{X: 8 * fixed.One}, 0, 0)
	for tick := range game.Tick(40) {
		mover.Move(&s, land, tick, nil)
	}
	a, b := s.Bodies()[0], s.Bodies()[1]
	if a.Vel.X > 2*fixed.One || b.Vel.X < 4*fixed.One || b.Vel.Y != 0 {
		t.Errorf("after the blow they move at %.2f and %.2f", float64(a.Vel.X)/fixed.One, float64(b.Vel.X)/fixed.One)
	}
	if !slices.ContainsFunc(s.Events, func(e event.Event) bool { return e.Kind == event.Bounced }) {
		t.Error("nobody heard it")
	}
}

func TestAWallGivesABallBackItsWay(t *testing.T) {
	land := yard{side: 10}
	var s Space
	mover := new(Turner)
	s.Insert(entity.Body{ID: 1, Kind: entity.Ball, Pos: centre(5, 5)})
	s.Hurl(0, fixed.SVec{X: 6 * fixed.One, Y: 3 * fixed.One}, 0, 0)
	for tick := range game.Tick(60) {
		mover.Move(&s, land, tick, nil)
	}
	if v := s.Bodies()[0].Vel; v.X >= 0 || v.Y <= 0 && s.Bodies()[0].Pos.Y < centre(0, 9).Y-fixed.One {
		t.Errorf("off an eastern wall it moves at %v", v)
	}
}

func TestThrownThingsPassOverWhatIsLow(t *testing.T) {
	for _, c := range []struct {
		over   tile.Block
		passes bool
	}{{tile.Fence, true}, {tile.Table, true}, {tile.StoneWall, false}, {tile.Oak, false}} {
		land := yard{side: 40, cells: map[grid.Tile]Cell{{X: 7, Y: 5}: {Height: c.over.Info().Height, Ground: tile.Grass}}}
		var s Space
		mover := new(Turner)
		s.Insert(entity.Body{ID: 1, Kind: entity.Ball, Pos: centre(5, 5)})
		s.Hurl(0, fixed.SVec{X: 10 * fixed.One}, CarryHeight, 3*fixed.One)
		for tick := range game.Tick(60) {
			mover.Move(&s, land, tick, nil)
		}
		if passed := s.Bodies()[0].Pos.X > centre(8, 5).X; passed != c.passes {
			t.Errorf("over a %s: passed %v", c.over, passed)
		}
	}
}

// TestWhatLandsOnSomethingLowLiesOnIt until it is taken away.
func TestWhatLandsOnSomethingLowLiesOnIt(t *testing.T) {
	table := grid.Tile{X: 5, Y: 5}
	land := yard{side: 40, cells: map[grid.Tile]Cell{table: {Height: tile.Table.Info().Height, Ground: tile.Grass}}}
	var s Space
	mover := new(Turner)
	s.Insert(entity.Body{ID: 1, Kind: entity.Crate, Pos: table.Centre(), Z: fixed.One})
	for tick := range game.Tick(120) {
		mover.Move(&s, land, tick, nil)
	}
	if want := fixed.S(tile.Table.Info().Height) * heightUnit; s.Bodies()[0].Z != want {
		t.Fatalf("it lies at %d, want %d", s.Bodies()[0].Z, want)
	}
	delete(land.cells, table)
	s.WakeNear(table.Centre(), fixed.One)
	for tick := range game.Tick(120) {
		mover.Move(&s, land, tick, nil)
	}
	if s.Bodies()[0].Z != 0 {
		t.Errorf("it hangs in the air at %d", s.Bodies()[0].Z)
	}
}

func TestIceIsSlippery(t *testing.T) {
	slide := func(g tile.Ground) fixed.Q {
		land := yard{side: 60, cells: map[grid.Tile]Cell{}}
		for x := range int32(60) {
			land.cells[grid.Tile{X: x, Y: 5}] = Cell{Ground: g}
		}
		var s Space
		mover := new(Turner)
		s.Insert(entity.Body{ID: 1, Kind: entity.Player, Pos: centre(3, 5)})
		step := func(want fixed.SVec, ticks int) {
			for tick := range game.Tick(ticks) {
				s.Walk(0, want, WalkSpeed, g.Info().Slippery)
				mover.Move(&s, land, tick, nil)
			}
		}
		step(fixed.SVec{X: fixed.One}, 120)
		from := s.Bodies()[0].Pos.X
		step(fixed.SVec{}, 120)
		return s.Bodies()[0].Pos.X - from
	}
	if grass, ice := slide(tile.Grass), slide(tile.Ice); grass > fixed.One/4 || ice < fixed.One {
		t.Errorf("slides %.2f tiles on grass, %.2f on ice", float64(grass)/fixed.One, float64(ice)/fixed.One)
	}
}

func TestSleepersCostNothing(t *testing.T) {
	land := yard{side: 60}
	var s Space
	mover := new(Turner)
	for k := range 400 {
		s.Insert(entity.Body{ID: game.EntityID(k + 1), Kind: entity.Crate, Pos: centre(int32(k%20)*3, int32(k/20)*3)})
	}
	for tick := range game.Tick(60) {
		mover.Move(&s, land, tick, nil)
	}
	if s.tidy(); s.Awake() != 0 {
		t.Fatalf("%d of 400 things that nobody touches are awake", s.Awake())
	}
}
