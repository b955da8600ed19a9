package physics

import (
	"math"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// The golden scenes of physics: each is played by both engines, the Turner of the real worlds and package
// rigid by itself; both have the same kinds of bodies and of ground here.

// storySide is the width of the area of a story, in tiles. No body leaves it.
const storySide = 24

// The kinds and surfaces of the stories, as package rigid numbers them.
const (
	storyBall = iota
	storyCrate
)

const (
	storyGrass = iota
	storyWall
	storyIce
)

// storyEngine is one engine in a story. Places are in tiles, speeds in tiles per second.
type storyEngine interface {
	spawn(id game.EntityID, kind int, x, y, vx, vy float64)
	ground(x, y int32, surface uint8)
	step()
	at(id game.EntityID) (x, y, vx, vy float64, asleep bool)
	digest() uint64
	// hits, sleeps and wakings count the events of a body.
	hits(id game.EntityID) int
	sleeps(id game.EntityID) int
	wakings(id game.EntityID) int
}

func inTiles(v float64) fixed.S { return fixed.S(math.Round(v * fixed.One)) }

// turnerStory plays with a Space and its Turner.
type turnerStory struct {
	space  Space
	mover  Turner
	land   yard
	now    game.Tick
	asleep map[game.EntityID]bool
	counts map[game.EntityID]*[3]int // hits, sleeps, wakings
}

func newTurnerStory() storyEngine {
	return &turnerStory{land: yard{side: storySide, cells: map[grid.Tile]Cell{}}, asleep: map[game.EntityID]bool{}, counts: map[game.EntityID]*[3]int{}}
}

func (s *turnerStory) spawn(id game.EntityID, kind int, x, y, vx, vy float64) {
	s.space.Insert(entity.Body{ID: id, Kind: [...]entity.Kind{storyBall: entity.Ball, storyCrate: entity.Crate}[kind],
		Pos: fixed.Vec{X: inTiles(x).Q(), Y: inTiles(y).Q()}, Vel: fixed.SVec{X: inTiles(vx), Y: inTiles(vy)}})
	s.counts[id] = new([3]int)
}

func (s *turnerStory) ground(x, y int32, surface uint8) {
	s.land.cells[grid.Tile{X: x, Y: y}] = [...]Cell{storyGrass: {Ground: tile.Grass}, storyWall: wallCell, storyIce: {Ground: tile.Ice}}[surface]
}

func (s *turnerStory) step() {
	s.now++
	s.mover.Move(&s.space, s.land, s.now, nil)
	for _, e := range s.space.Events {
		if e.Kind == event.Bounced {
			s.counts[e.Entity][0]++
		}
	}
	s.space.Events = s.space.Events[:0]
	for k := range s.space.Bodies() {
		b := &s.space.Bodies()[k]
		switch rests := b.Flags&entity.Resting != 0; {
		case rests && !s.asleep[b.ID]:
			s.counts[b.ID][1]++
		case !rests && s.asleep[b.ID]:
			s.counts[b.ID][2]++
		}
		s.asleep[b.ID] = b.Flags&entity.Resting != 0
	}
}

func (s *turnerStory) at(id game.EntityID) (x, y, vx, vy float64, asleep bool) {
	i, _ := s.space.Find(id)
	b := &s.space.Bodies()[i]
	return float64(b.Pos.X) / fixed.One, float64(b.Pos.Y) / fixed.One, float64(b.Vel.X) / fixed.One, float64(b.Vel.Y) / fixed.One, b.Flags&entity.Resting != 0
}

func (s *turnerStory) digest() (sum uint64) {
	for k := range s.space.Bodies() {
		b := &s.space.Bodies()[k]
		sum = sum*31 + uint64(b.Pos.X)*7 + uint64(b.Pos.Y)*5 + uint64(b.Vel.X)*3 + uint64(b.Vel.Y) + uint64(b.Angle)
	}
	return sum
}

func (s *turnerStory) hits(id game.EntityID) int    { return s.counts[id][0] }
func (s *turnerStory) sleeps(id game.EntityID) int  { return s.counts[id][1] }
func (s *turnerStory) wakings(id game.EntityID) int { return s.counts[id][2] }

// rigidStory plays with a rigid.World alone.
type rigidStory struct {
	world *rigid.World
	told  []rigid.Note
}

func newRigidStory() storyEngine {
	const round, square = 1, 2
	return &rigidStory{world: rigid.New(rigid.Rules{
		Kinds: []rigid.Kind{
			storyBall:  {HalfX: inTiles(9.0 / 32), Friction: inTiles(0.2), Restitution: inTiles(0.7), Slide: inTiles(1.3), Layer: round, Meets: round | square},
			storyCrate: {Form: rigid.Box, HalfX: inTiles(7.0 / 16), HalfY: inTiles(7.0 / 16), Friction: inTiles(0.4), Restitution: inTiles(0.2), Slide: inTiles(14), Layer: square, Meets: round | square},
		},
		Surfaces: []rigid.Surface{storyGrass: {Grip: fixed.One}, storyWall: {Solid: true}, storyIce: {Grip: inTiles(0.1)}},
	}, storySide, storySide)}
}

func (s *rigidStory) spawn(id game.EntityID, kind int, x, y, vx, vy float64) {
	if err := s.world.Insert(rigid.Body{ID: id, Kind: uint16(kind), X: inTiles(x), Y: inTiles(y), VX: inTiles(vx), VY: inTiles(vy)}); err != nil {
		panic(err)
	}
}

func (s *rigidStory) ground(x, y int32, surface uint8) { s.world.SetTile(int(x), int(y), surface) }

func (s *rigidStory) step() { s.told = append(s.told, s.world.Step(game.TicksPerSecond)...) }

func (s *rigidStory) at(id game.EntityID) (x, y, vx, vy float64, asleep bool) {
	i, _ := s.world.Find(id)
	b := &s.world.Bodies()[i]
	return float64(b.X) / fixed.One, float64(b.Y) / fixed.One, float64(b.VX) / fixed.One, float64(b.VY) / fixed.One, b.Sleeping
}

func (s *rigidStory) digest() uint64 { return s.world.Digest() }

func (s *rigidStory) count(what rigid.What, id game.EntityID) (n int) {
	for _, r := range s.told {
		if r.What == what && r.A == id {
			n++
		}
	}
	return n
}

func (s *rigidStory) hits(id game.EntityID) int    { return s.count(rigid.Hit, id) }
func (s *rigidStory) sleeps(id game.EntityID) int  { return s.count(rigid.Slept, id) }
func (s *rigidStory) wakings(id game.EntityID) int { return s.count(rigid.Woke, id) }

// between fails unless v is from least to most.
func between(t *testing.T, what string, v, least, most float64) {
	t.Helper()
	if v < least || v > most {
		t.Errorf("%s is %.3f, want %.2f to %.2f", what, v, least, most)
	}
}

// stories are the scenes: how each begins, its length in ticks, and how it ends.
var stories = []struct {
	name  string
	begin func(e storyEngine)
	ticks int
	end   func(t *testing.T, e storyEngine)
}{
	{"a ball flies on for a quarter of a second", func(e storyEngine) { e.spawn(1, storyBall, 5, 5, 4, -2) }, 15, func(t *testing.T, e storyEngine) {
		x, y, _, _, _ := e.at(1) // the ground takes 0.04 tiles of it
		between(t, "x", x, 5.93, 6.01)
		between(t, "y", y, 4.49, 4.53)
	}},
	{"a ball rolls to rest and sleeps", func(e storyEngine) { e.spawn(1, storyBall, 5, 5, 4, 0) }, 300, func(t *testing.T, e storyEngine) {
		x, _, _, _, asleep := e.at(1) // v²/2a = 6.15
		between(t, "x", x, 11, 11.4)
		if !asleep || e.sleeps(1) != 1 {
			t.Errorf("asleep %v, told %d times", asleep, e.sleeps(1))
		}
	}},
	{"ice carries further", func(e storyEngine) {
		e.spawn(1, storyCrate, 3, 5.5, 6, 0)
		e.spawn(2, storyCrate, 3, 8.5, 6, 0)
		for x := range int32(3) {
			e.ground(3+x, 8, storyIce)
		}
	}, 180, func(t *testing.T, e storyEngine) {
		onGrass, _, _, _, _ := e.at(1)
		onIce, _, _, _, _ := e.at(2)
		between(t, "on grass", onGrass, 4, 5)
		between(t, "on ice", onIce, 6.5, 8)
	}},
	{"a wall stops a ball and gives it back", func(e storyEngine) {
		e.spawn(1, storyBall, 5, 5.5, 10, 0)
		e.ground(8, 5, storyWall)
	}, 30, func(t *testing.T, e storyEngine) {
		x, _, vx, _, _ := e.at(1)
		between(t, "x", x, 4, 7.72)
		between(t, "speed back", -vx, 5.5, 7.1) // at least 0.7 of 9.6, and the ground
		if e.hits(1) != 1 {
			t.Errorf("told of %d hits", e.hits(1))
		}
	}},
	{"a ball gives its way to another", func(e storyEngine) {
		e.spawn(1, storyBall, 5, 5, 6, 0)
		e.spawn(2, storyBall, 7, 5, 0, 0)
	}, 40, func(t *testing.T, e storyEngine) {
		_, _, a, _, _ := e.at(1)
		_, _, b, _, _ := e.at(2)
		between(t, "the first", a, 0, 1.2)
		between(t, "the second", b, 3.7, 5)
	}},
	{"a ball on a slant gives some of it", func(e storyEngine) {
		e.spawn(1, storyBall, 5, 5, 6, 0)
		e.spawn(2, storyBall, 7, 5.3, 0, 0)
	}, 40, func(t *testing.T, e storyEngine) {
		_, y, _, a, _ := e.at(1)
		_, z, _, b, _ := e.at(2)
		if y >= 5 || z <= 5.3 || a >= 0 || b <= 0 {
			t.Errorf("they do not part to the sides: %.2f, %.2f", y, z)
		}
	}},
	{"a sleeper wakes when it is hit", func(e storyEngine) {
		e.spawn(2, storyBall, 9, 5, 0, 0)
		e.spawn(1, storyBall, 4, 5, 5, 0)
	}, 90, func(t *testing.T, e storyEngine) {
		x, _, _, _, _ := e.at(2)
		between(t, "x", x, 9.5, 14)
		if e.sleeps(2) == 0 || e.wakings(2) == 0 {
			t.Errorf("told of %d sleeps, %d awakenings", e.sleeps(2), e.wakings(2))
		}
	}},
	{"crates do not stay in each other", func(e storyEngine) {
		e.spawn(1, storyCrate, 5, 5, 0, 0)
		e.spawn(2, storyCrate, 5.5, 5.1, 0, 0)
		e.spawn(3, storyCrate, 4, 5, 9, 0)
	}, 120, func(t *testing.T, e storyEngine) {
		for _, pair := range [][2]game.EntityID{{1, 2}, {1, 3}, {2, 3}} {
			ax, ay, _, _, _ := e.at(pair[0])
			bx, by, _, _, _ := e.at(pair[1])
			between(t, "distance", max(math.Abs(ax-bx), math.Abs(ay-by)), 0.84, 10)
		}
	}},
	{"nothing gets out", func(e storyEngine) {
		e.spawn(1, storyBall, 20, 5, 13, 3)
		e.spawn(2, storyCrate, 12, 21, 2, 13)
		e.spawn(3, storyBall, 2, 2, -9, -9)
	}, 200, func(t *testing.T, e storyEngine) {
		for id := game.EntityID(1); id <= 3; id++ {
			x, y, _, _, _ := e.at(id)
			between(t, "x", x, 0.25, storySide-0.25)
			between(t, "y", y, 0.25, storySide-0.25)
		}
	}},
}

// TestStories plays all stories in both engines, twice each: the second run ends in the same state.
func TestStories(t *testing.T) {
	for _, s := range stories {
		for name, engine := range map[string]func() storyEngine{"turner": newTurnerStory, "rigid": newRigidStory} {
			t.Run(s.name+"/"+name, func(t *testing.T) {
				e, again := engine(), engine()
				for _, e := range []storyEngine{e, again} {
					s.begin(e)
					for range s.ticks {
						e.step()
					}
				}
				s.end(t, e)
				if again.digest() != e.digest() {
					t.Error("the same story ends in another state")
				}
			})
		}
	}
}
