package rig

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Sight is an island as a test looks at it. Places count from the spawn.
type Sight struct {
	T testing.TB
	*island.Island
}

func (s *Sight) At(dx, dy int32) grid.Tile { return s.SpawnTile.Add(dx, dy) }

func (s *Sight) Player(n int) *entity.PlayerState { return s.Roster.ByKey(Key(n)) }

func (s *Sight) Body(n int) *entity.Body { return s.Space.Body(s.Player(n).Body) }

// Block returns the block at (dx, dy) from the spawn.
func (s *Sight) Block(dx, dy int32) tile.Block {
	_, b, _, _ := s.TileAt(s.At(dx, dy))
	return b
}

func (s *Sight) GroundAt(dx, dy int32) tile.Ground {
	g, _, _, _ := s.TileAt(s.At(dx, dy))
	return g
}

func (s *Sight) IsOn(dx, dy int32) bool {
	_, _, state, _ := s.TileAt(s.At(dx, dy))
	return state&tile.StateBit0 != 0
}

// Slot returns the first slot of player n with that item.
func (s *Sight) Slot(n int, k item.Kind) uint8 {
	s.T.Helper()
	for i, st := range s.Player(n).Inventory {
		if st.Kind == k {
			return uint8(i)
		}
	}
	s.T.Fatalf("player %d has no %s", n, k)
	return 0
}

// Count returns how many items of a kind player n has.
func (s *Sight) Count(n int, k item.Kind) (sum int) {
	for _, st := range s.Player(n).Inventory {
		if st.Kind == k {
			sum += int(st.Count)
		}
	}
	return sum
}

// Between is how far two players are from each other, in tiles.
func (s *Sight) Between(a, b int) fixed.Q { return s.Body(a).Pos.Sub(s.Body(b).Pos).Len() }

// Seated fails unless player n sits in a cart, which is where the player is.
func (s *Sight) Seated(n int) *entity.Body {
	s.T.Helper()
	b := s.Body(n)
	o := s.Space.Body(b.Other)
	if b.Flags&entity.Riding == 0 || o == nil || o.Kind != entity.Cart || o.Pos != b.Pos || o.Z != 0 {
		s.T.Fatalf("does not sit in a cart: %+v %+v", b, o)
	}
	return o
}

func (s *Sight) Lit() bool {
	_, b, state, _ := s.TileAt(s.At(2, 0))
	return b == tile.Beacon && tile.Emits(b, state) > 0
}

// Open reports whether the gate is.
func (s *Sight) Open() bool {
	_, b, state, _ := s.TileAt(s.At(0, -3))
	return b == tile.Gate && !tile.Solid(b, state)
}

// Find returns the index of the first body of a kind.
func (s *Sight) Find(k entity.Kind) int {
	s.T.Helper()
	for i := range s.Space.Bodies() {
		if s.Space.Bodies()[i].Kind == k {
			return i
		}
	}
	s.T.Fatalf("there is no %s", k)
	return 0
}

// All returns the IDs of the bodies of a kind.
func (s *Sight) All(k entity.Kind) (ids []game.EntityID) {
	for _, b := range s.Space.Bodies() {
		if b.Kind == k {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

func (s *Sight) Far(id game.EntityID, dx, dy int32) fixed.S {
	return fixed.S(s.Space.Body(id).Pos.Sub(s.At(dx, dy).Centre()).Len())
}

// Counts counts the blocks of a kind within r tiles of the spawn.
func (s *Sight) Counts(b tile.Block, r int32) (n int) {
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if s.Block(dx, dy) == b {
				n++
			}
		}
	}
	return n
}

// FarMeadow returns a bare tile of grass far from the spawn.
func (s *Sight) FarMeadow() grid.Tile {
	r := new(world.Region)
	for at := s.SpawnTile.Region().X + 10; ; at++ {
		r.Generate(s.Gen, grid.Region{X: at, Y: s.SpawnTile.Region().Y})
		for k := range grid.Index(grid.RegionTiles) {
			if x := k % grid.RegionSide; x > 8 && x < 56 && r.Tiles.Ground[k] == tile.Grass && r.Tiles.Block[k] == tile.NoBlock {
				return r.At.Tile(k)
			}
		}
	}
}

// DormantBut counts the regions that sleep, without those that have wild animals only.
func (s *Sight) DormantBut() (n int) {
	r := new(world.Region)
	for _, d := range s.Dormant.List {
		r.Generate(s.Gen, d.At)
		if _, wild := terrain.GrazesIn(s.Gen.Seed, d.At, &r.Tiles); wild == terrain.NoWild && !nested(s.Gen.Seed, r) {
			n++
		}
	}
	return n
}

func nested(seed uint64, r *world.Region) bool {
	_, ok := living.NestIn(seed, r)
	return ok
}

// Balanced fails unless created − destroyed = present for every kind of item.
func (s *Sight) Balanced() {
	s.T.Helper()
	Balanced(s.T, s.Island)
}

// Told is what the last run of a stage told.
type Told struct {
	t   testing.TB
	Log []event.Event // all its events
}

// Saw returns the first event of a kind in the last run.
func (s *Told) Saw(k event.Kind) *event.Event {
	for i := range s.Log {
		if s.Log[i].Kind == k {
			return &s.Log[i]
		}
	}
	return nil
}

// Refused fails unless the last run refused a command for that reason.
func (s *Told) Refused(why event.Reason) {
	s.t.Helper()
	e := s.Saw(event.Refused)
	if e == nil {
		s.t.Fatalf("nothing was refused; expected: %s", why)
		return
	}
	if event.Reason(e.A) != why {
		s.t.Fatalf("refused: %s; expected: %s", event.Reason(e.A), why)
	}
}

// Allowed fails if the last run refused anything.
func (s *Told) Allowed() {
	s.t.Helper()
	if e := s.Saw(event.Refused); e != nil {
		s.t.Fatalf("refused: %s", event.Reason(e.A))
	}
}
