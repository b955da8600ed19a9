package living_test

import (
	"manyhold/game"
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestTiedGoesAlong: a cart that rolls draws the thing tied to it, no further than the rope is long; untied
// it stays.
func TestTiedGoesAlong(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	cart, crate := tied(s)
	if list := living.Ropes(&s.State, nil); len(list) != 1 || list[0].A != crate || list[0].B != cart {
		t.Fatalf("the ropes are %v", list)
	}
	drive := func(ticks int) {
		for range ticks {
			k, _ := s.Space.Find(cart)
			s.Space.Bodies()[k].Vel = fixed.SVec{X: -4 * fixed.One}
			s.Space.Wake(k)
			s.Run(1)
			if d := s.Space.Body(crate).Pos.Sub(s.Space.Body(cart).Pos).Len(); d > 2*fixed.One {
				t.Fatalf("the rope is %.2f long", float64(d)/fixed.One)
			}
		}
	}
	s.Put(1, 0, 6)
	drive(120)
	if x := s.Space.Body(crate).Pos.X; x > s.At(-2, 0).Corner().X {
		t.Errorf("the crate was not drawn along: it is at %.2f", float64(x-s.SpawnTile.Corner().X)/fixed.One)
	}
	s.Run(300)
	if s.Space.Awake() != 0 {
		t.Error("what is tied does not sleep")
	}
	s.Space.Body(cart).Pos = s.At(0, 6).Centre()
	s.Space.Rebuild()
	s.Run(1)
	if len(living.Ropes(&s.State, nil)) != 0 || s.Components.Get(living.RopeColumn, crate) != nil {
		t.Error("a rope six tiles long has not torn")
	}
}

// TestUntie: using a tied thing again unties it; where there is nothing beside it nothing is tied; and older
// rules know no ropes.
func TestUntie(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	tied(s)
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(2, 0)})
	s.Run(1).Allowed()
	if len(living.Ropes(&s.State, nil)) != 0 {
		t.Error("it is tied still")
	}
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(-2, 0)})
	s.Run(1)
	s.Refused(event.NothingThere)
	s.Crate(-2, 0)
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(-2, 0)})
	s.Run(1)
	s.Refused(event.NothingThere)
}

// TestRopesComeBack: a rope is in snapshots, and tied things go on the same way after it was read.
func TestRopesComeBack(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	cart, _ := tied(s)
	k, _ := s.Space.Find(cart)
	s.Space.Bodies()[k].Vel = fixed.SVec{X: 3 * fixed.One, Y: 9 * fixed.One}
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	for range 120 {
		s.StepTick(nil)
		again.StepTick(nil)
		if field, differ := island.Diff(s.Island, again); differ {
			t.Fatal(field)
		}
	}
	if len(living.Ropes(&again.State, nil)) != 1 {
		t.Error("the rope is gone")
	}
}

// TestRiddenCartDraws a thing tied to it, also a cart on rails; slower than without; and a rope that catches
// on something tears.
func TestRiddenCartDraws(t *testing.T) {
	way := func(tie bool) (far fixed.Q, s *rig.Stage) {
		s = rig.NewStage(t).Enter(1).Clear(20).Put(1, 1, 1)
		for x := int32(-16); x <= 0; x++ {
			living.SetTile(&s.State, s.At(x, 0), tile.Grass, tile.Rail, 0)
		}
		s.Animal(entity.Cart, 0, 0)
		crate := s.Crate(2, 0).ID
		if tie {
			s.Use(1, 2, 0)
			s.Allowed()
		}
		s.Use(1, 0, 0)
		s.Allowed()
		s.Seated(1)
		s.Ask(1, rig.Moving(-fixed.One, 0))
		for range 150 {
			s.Run(1)
			if d := s.Space.Body(crate).Pos.Sub(s.Body(1).Pos).Len(); tie && d > 3*fixed.One {
				t.Fatalf("the rope is %.2f long", float64(d)/fixed.One)
			}
		}
		if drawn := s.Space.Body(crate).Pos.X < s.At(0, 0).Corner().X; drawn != tie {
			t.Errorf("tied %v, and the crate is at %.2f", tie, float64(s.Space.Body(crate).Pos.X-s.SpawnTile.Corner().X)/fixed.One)
		}
		return s.At(0, 0).Centre().X - s.Body(1).Pos.X, s
	}
	free, _ := way(false)
	laden, s := way(true)
	if laden <= fixed.One || laden >= free {
		t.Errorf("rode %.2f tiles with a crate and %.2f without", float64(laden)/fixed.One, float64(free)/fixed.One)
	}
	if len(living.Ropes(&s.State, nil)) != 1 {
		t.Fatal("the rope of a cart that is ridden is not seen")
	}
	crate := s.All(entity.Crate)[0]
	for y := int32(-1); y <= 1; y++ { // a gate comes down round the drawn thing
		at := s.Space.Body(crate).Pos
		living.SetTile(&s.State, grid.TileAt(at).Add(-1, y), tile.Grass, tile.StoneWall, 0)
	}
	s.Run(300)
	if s.Components.Get(living.RopeColumn, crate) != nil {
		t.Error("what hangs at a wall has not torn off")
	}
	s.Balanced()
}

// tied puts a cart and a crate beside each other, and ties the crate to the cart.
func tied(s *rig.Stage) (cart, crate game.EntityID) {
	cart = s.Animal(entity.Cart, 1, 0)
	crate = s.Crate(2, 0).ID
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(2, 0)})
	s.Run(1).Allowed()
	return cart, crate
}
