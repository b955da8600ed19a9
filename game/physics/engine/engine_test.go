package engine

import (
	"errors"
	"math"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// The kinds and surfaces that all engines of these tests know.
const (
	ball = iota
	crate
)

const (
	grass = iota
	wall
	ice
)

// The layers on which they are.
const (
	round = 1 << iota
	square
)

// side is how wide the area is, in tiles; its north-west corner is corner.
const side = 24

var corner = grid.Tile{X: -1000, Y: 300}

func tiles(v float64) fixed.S { return fixed.S(math.Round(v * fixed.One)) }

// place is a place in the area.
func place(x, y float64) fixed.Vec {
	return fixed.Vec{X: fixed.Q(corner.X)<<fixed.Bits + tiles(x).Q(), Y: fixed.Q(corner.Y)<<fixed.Bits + tiles(y).Q()}
}

// engines makes one of each.
var engines = map[string]func() Engine{
	"plain": func() Engine {
		p := NewPlain([]entity.Kind{ball: entity.Ball, crate: entity.Crate}, []physics.Cell{grass: {Ground: tile.Grass},
			wall: {Ground: tile.Grass, Height: tile.StoneWall.Info().Height}, ice: {Ground: tile.Ice}}, corner, side, side)
		p.Layers[entity.Ball], p.Layers[entity.Crate] = round, square
		return p
	},
	"rigid": func() Engine {
		// As the forms of package physics have it.
		rules := rigid.Rules{
			Kinds: []rigid.Kind{
				ball:  {HalfX: tiles(9.0 / 32), Friction: tiles(0.2), Restitution: tiles(0.7), Slide: tiles(1.3), Layer: round, Meets: round | square},
				crate: {Form: rigid.Box, HalfX: tiles(7.0 / 16), HalfY: tiles(7.0 / 16), Friction: tiles(0.4), Restitution: tiles(0.2), Slide: tiles(14), Layer: square, Meets: round | square},
			},
			Surfaces: []rigid.Surface{grass: {Grip: fixed.One}, wall: {Solid: true}, ice: {Grip: tiles(0.1)}},
		}
		return &Rigid{World: rigid.New(rules, side, side), Origin: corner}
	},
	"stub": func() Engine {
		return &Stub{Forms: []StubForm{ball: {tiles(9.0 / 32), round}, crate: {tiles(7.0 / 16), square}}}
	},
}

// story is a scene that several engines play: what they are told at the beginning, how long it goes on, and how it ends.
type story struct {
	name    string
	begin   []Act
	ticks   int
	engines []string
	end     func(t *testing.T, e Engine, told []Report)
}

// at returns where a body is in the area.
func at(t *testing.T, e Engine, id game.EntityID) (x, y float64, p Place) {
	t.Helper()
	p, ok := e.Where(id)
	if !ok {
		t.Fatalf("body %d is gone", id)
	}
	zero := place(0, 0)
	return float64(p.Pos.X-zero.X) / fixed.One, float64(p.Pos.Y-zero.Y) / fixed.One, p
}

func spawn(id game.EntityID, kind uint16, x, y, vx, vy float64) Act {
	return Act{Do: Spawn, ID: id, Kind: kind, Pos: place(x, y), Vel: fixed.SVec{X: tiles(vx), Y: tiles(vy)}}
}

func count(told []Report, what What, a game.EntityID) (n int) {
	for _, r := range told {
		if r.What == what && r.A == a {
			n++
		}
	}
	return n
}

// between fails unless v is from least to most.
func between(t *testing.T, what string, v, least, most float64) {
	t.Helper()
	if v < least || v > most {
		t.Errorf("%s is %.3f, want %.2f to %.2f", what, v, least, most)
	}
}

var all, solid = []string{"plain", "rigid", "stub"}, []string{"plain", "rigid"}

var stories = []story{
	{"a ball flies on for a quarter of a second", []Act{spawn(1, ball, 5, 5, 4, -2)}, 15, all, func(t *testing.T, e Engine, _ []Report) {
		x, y, _ := at(t, e, 1) // the ground takes 0.04 tiles of it
		between(t, "x", x, 5.93, 6.01)
		between(t, "y", y, 4.49, 4.53)
	}},
	{"a ball rolls to rest and sleeps", []Act{spawn(1, ball, 5, 5, 4, 0)}, 300, solid, func(t *testing.T, e Engine, told []Report) {
		x, _, p := at(t, e, 1) // v²/2a = 6.15
		between(t, "x", x, 11, 11.4)
		if !p.Asleep || count(told, Slept, 1) != 1 {
			t.Errorf("asleep %v, told %d times", p.Asleep, count(told, Slept, 1))
		}
	}},
	{"ice carries further", []Act{spawn(1, crate, 3, 5.5, 6, 0), spawn(2, crate, 3, 8.5, 6, 0), {Do: Ground, Kind: ice, Pos: place(3, 8.5)}, {Do: Ground, Kind: ice, Pos: place(4, 8.5)},
		{Do: Ground, Kind: ice, Pos: place(5, 8.5)}}, 180, solid, func(t *testing.T, e Engine, _ []Report) {
		onGrass, _, _ := at(t, e, 1)
		onIce, _, _ := at(t, e, 2)
		between(t, "on grass", onGrass, 4, 4.5)
		between(t, "on ice", onIce, 6.5, 8)
	}},
	{"a wall stops a ball and gives it back", []Act{spawn(1, ball, 5, 5.5, 10, 0), {Do: Ground, Kind: wall, Pos: place(8, 5.5)}}, 30, solid, func(t *testing.T, e Engine, told []Report) {
		x, _, p := at(t, e, 1)
		between(t, "x", x, 4, 7.72)
		between(t, "speed back", -float64(p.Vel.X)/fixed.One, 5.5, 7) // 0.7 of 9.6, and the ground
		if count(told, Hit, 1) != 1 {
			t.Errorf("told of %d hits", count(told, Hit, 1))
		}
	}},
	{"a ball gives its way to another", []Act{spawn(1, ball, 5, 5, 6, 0), spawn(2, ball, 7, 5, 0, 0)}, 40, solid, func(t *testing.T, e Engine, _ []Report) {
		_, _, a := at(t, e, 1)
		_, _, b := at(t, e, 2)
		between(t, "the first", float64(a.Vel.X)/fixed.One, 0, 1.2)
		between(t, "the second", float64(b.Vel.X)/fixed.One, 3.7, 5)
	}},
	{"a ball on a slant gives some of it", []Act{spawn(1, ball, 5, 5, 6, 0), spawn(2, ball, 7, 5.3, 0, 0)}, 40, solid, func(t *testing.T, e Engine, _ []Report) {
		_, y, a := at(t, e, 1)
		_, z, b := at(t, e, 2)
		if y >= 5 || z <= 5.3 || a.Vel.Y >= 0 || b.Vel.Y <= 0 {
			t.Errorf("they do not part to the sides: %.2f, %.2f", y, z)
		}
	}},
	{"a sleeper wakes when it is hit", []Act{spawn(2, ball, 9, 5, 0, 0), spawn(1, ball, 4, 5, 5, 0)}, 90, solid, func(t *testing.T, e Engine, told []Report) {
		x, _, _ := at(t, e, 2)
		between(t, "x", x, 9.5, 14)
		if count(told, Slept, 2) == 0 || count(told, Woke, 2) == 0 {
			t.Errorf("told of %d sleeps, %d awakenings", count(told, Slept, 2), count(told, Woke, 2))
		}
	}},
	{"crates do not stay in each other", []Act{spawn(1, crate, 5, 5, 0, 0), spawn(2, crate, 5.5, 5.1, 0, 0), spawn(3, crate, 4, 5, 9, 0)}, 120, solid, func(t *testing.T, e Engine, _ []Report) {
		for _, pair := range [][2]game.EntityID{{1, 2}, {1, 3}, {2, 3}} {
			ax, ay, _ := at(t, e, pair[0])
			bx, by, _ := at(t, e, pair[1])
			between(t, "distance", max(math.Abs(ax-bx), math.Abs(ay-by)), 0.84, 10)
		}
	}},
	{"nothing gets out", []Act{spawn(1, ball, 20, 5, 14, 3), spawn(2, crate, 12, 21, 2, 13), spawn(3, ball, 2, 2, -14, -14)}, 200, solid, func(t *testing.T, e Engine, _ []Report) {
		for id := game.EntityID(1); id <= 3; id++ {
			x, y, _ := at(t, e, id)
			between(t, "x", x, 0.25, side-0.25)
			between(t, "y", y, 0.25, side-0.25)
		}
	}},
}

// TestStories plays them all in each engine that can.
func TestStories(t *testing.T) {
	for _, s := range stories {
		for _, name := range s.engines {
			t.Run(s.name+"/"+name, func(t *testing.T) {
				e, again := engines[name](), engines[name]()
				told := append([]Report(nil), e.Tell(s.begin)...)
				again.Tell(s.begin)
				for _, r := range told {
					t.Errorf("refused: act %d: %v", r.Act, r.Why)
				}
				for range s.ticks {
					told = append(told, e.Tell([]Act{{Do: Advance}})...)
				}
				s.end(t, e, told)
				again.Tell(make([]Act, 0))
				for range s.ticks {
					again.Tell([]Act{{Do: Advance}})
				}
				if again.Digest() != e.Digest() {
					t.Error("the same acts give another state")
				}
			})
		}
	}
}

// TestDeeds tells each engine every deed, possible and not.
func TestDeeds(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			e := engine()
			rope := Act{Do: Attach, Joint: rigid.Joint{Number: 5, A: 1, B: 2, Length: 4 * fixed.One}}
			for _, c := range []struct {
				act    Act
				refuse map[string]error // by engine; "" for all
			}{
				{spawn(1, ball, 5, 5, 0, 0), nil},
				{spawn(2, crate, 8, 5, 0, 0), nil},
				{Act{Do: Push, ID: 1, Vel: fixed.SVec{X: fixed.One}}, nil},
				{Act{Do: Drive, ID: 2, Vel: fixed.SVec{Y: fixed.One}}, nil},
				{Act{Do: Push, ID: 9}, map[string]error{"": ErrNobody}},
				{Act{Do: Drive, ID: 9}, map[string]error{"": ErrNobody}},
				{Act{Do: Remove, ID: 9}, map[string]error{"": ErrNobody}},
				{Act{}, map[string]error{"": ErrCannot}},
				{Act{Do: 99}, map[string]error{"": ErrCannot}},
				{spawn(1, ball, 9, 9, 0, 0), map[string]error{"plain": ErrTaken, "stub": ErrTaken, "rigid": rigid.ErrTaken}},
				{spawn(3, 77, 9, 9, 0, 0), map[string]error{"plain": ErrKind, "rigid": rigid.ErrKind}},
				{Act{Do: Ground, Kind: ice, Pos: place(5, 5)}, map[string]error{"stub": ErrCannot}},
				{Act{Do: Ground, Kind: 200, Pos: place(5, 5)}, map[string]error{"stub": ErrCannot, "plain": ErrKind, "rigid": ErrKind}},
				{rope, map[string]error{"stub": ErrCannot, "plain": ErrCannot}},
				{Act{Do: Motor, Number: 5}, map[string]error{"stub": ErrCannot, "plain": ErrCannot}},
				{Act{Do: Detach, Number: 5}, map[string]error{"stub": ErrCannot, "plain": ErrCannot}},
				{Act{Do: Detach, Number: 5}, map[string]error{"stub": ErrCannot, "plain": ErrCannot, "rigid": ErrNobody}},
				{Act{Do: Teleport, ID: 1, Pos: place(12, 7)}, nil},
			} {
				want := c.refuse[name]
				if w := c.refuse[""]; w != nil {
					want = w
				}
				told := e.Tell([]Act{c.act})
				switch {
				case want == nil && len(told) == 1 && told[0].What == Refused:
					t.Errorf("%+v: refused: %v", c.act, told[0].Why)
				case want != nil && (len(told) != 1 || told[0].What != Refused || !errors.Is(told[0].Why, want)):
					t.Errorf("%+v: told %+v, want %v", c.act, told, want)
				}
			}
			x, y, _ := at(t, e, 1)
			between(t, "x", x, 12, 12)
			between(t, "y", y, 7, 7)
			if e.Tell([]Act{{Do: Remove, ID: 1}}); func() bool { _, ok := e.Where(1); return ok }() {
				t.Error("it is still there")
			}
		})
	}
}
