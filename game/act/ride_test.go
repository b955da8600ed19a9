package act_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestRide: one gets into a cart, is carried round a ring of rails that a signal drives, brakes and goes by
// oneself where none does, gets out beside it, and nobody else gets in meanwhile.
func TestRide(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(14).Put(1, 0, 6).Put(2, 1, 7).Build(exhibit.Railway)
	cart := s.All(entity.Cart)[0]
	s.Use(1, 0, 4)
	s.Refused(event.TooFar)
	s.Put(1, -1, 5)
	s.Use(1, 0, 4)
	s.Allowed()
	if e := s.Saw(event.Rode); e == nil || e.A != 1 || e.Entity != cart {
		t.Fatal("nobody is told")
	}
	s.Seated(1)
	s.Put(2, 1, 5)
	s.Use(2, 0, 4)
	s.Refused(event.NothingThere)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(0, 5)})
	s.Run(3)
	s.Refused(event.HandsFull)
	s.Use(2, 0, 5) // the lever
	s.Allowed()
	seen := map[grid.Tile]bool{}
	for range 400 {
		s.Run(3)
		at := grid.TileAt(s.Seated(1).Pos)
		seen[at] = true
		if _, b, _, _ := s.TileAt(at); b != tile.Rail {
			t.Fatal("left the rails")
		}
	}
	if len(seen) != 32 {
		t.Errorf("came over %d of 32 rails", len(seen))
	}
	s.Use(2, 0, 5)
	s.Ask(1, command.Command{Kind: command.Move})
	s.Run(1500)
	if s.Body(1).Vel != (fixed.SVec{}) {
		t.Errorf("rolls for ever: %v", s.Body(1).Vel)
	}
	for _, d := range [][2]fixed.S{{fixed.One, 0}, {0, fixed.One}, {-fixed.One, 0}, {0, -fixed.One}} {
		from := s.Body(1).Pos
		s.Ask(1, rig.Moving(d[0], d[1]))
		s.Run(120)
		if s.Body(1).Pos != from {
			seen = nil
		}
	}
	if seen != nil {
		t.Error("nobody gets on by themselves")
	}
	s.Ask(1, command.Command{Kind: command.Move})
	s.Use(1, 0, 0) // wherever one points
	s.Allowed()
	if b := s.Body(1); b.Flags&(entity.Riding|entity.Carrying) != 0 || b.Other != 0 || s.Space.Body(cart).Flags&entity.Carried != 0 || grid.TileAt(b.Pos) == grid.TileAt(s.Space.Body(cart).Pos) {
		t.Errorf("did not get out: %+v", b)
	}
	s.Balanced()
}

// TestRideEnds by throwing, sleep and knocks, and the cart is left on the ground.
func TestRideEnds(t *testing.T) {
	for name, end := range map[string]func(s *rig.Stage){
		"throw": func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Throw, Dir: fixed.SVec{X: fixed.One}}) },
		"sleep": func(s *rig.Stage) { s.Sleep(1) },
		"leave": func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Leave}) },
		"knock": func(s *rig.Stage) { living.Hurt(&s.Island.State, s.Player(1), world.MaxHealth) },
	} {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -1, 5).Build(exhibit.Railway)
		cart := s.All(entity.Cart)[0]
		s.Use(1, 0, 4)
		s.Seated(1)
		end(s)
		s.Run(60)
		o := s.Space.Body(cart)
		if o == nil || o.Flags&entity.Carried != 0 || o.Other != 0 || o.Z != 0 || grid.TileAt(o.Pos) != s.At(0, 4) {
			t.Errorf("%s: the cart is %+v", name, o)
		}
		if b := s.Space.Body(s.Player(1).Body); b != nil && b.Flags&(entity.Riding|entity.Carrying) != 0 {
			t.Errorf("%s: still rides", name)
		}
		rig.Sound(t, s.Island)
	}
}

// TestRidePredicted: a copy of the surroundings goes the way the world does, tick for tick, under all
// commands of the rider; a state in which somebody rides another thing than a cart is refused.
func TestRidePredicted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -1, 5).Build(exhibit.Railway)
		s.Use(1, 0, 4)
		if rapid.Bool().Draw(rt, "driven") {
			living.SetTile(&s.State, s.At(0, 5), tile.Grass, tile.Lever, tile.StateBit0)
		}
		var ahead island.Island
		s.CopyNear(&ahead, grid.TileAt(s.Body(1).Pos))
		for range rapid.IntRange(1, 20).Draw(rt, "turns") {
			var list []world.SeatCommand
			if rapid.IntRange(0, 3).Draw(rt, "asks") == 0 {
				c := command.Command{Kind: rapid.SampledFrom([]command.Kind{command.Move, command.Move, command.Use, command.Throw, command.Place, command.PickUp}).Draw(rt, "kind"),
					Tile: grid.TileAt(s.Body(1).Pos), Dir: fixed.Direction(fixed.Angle(rapid.Uint16().Draw(rt, "angle"))), Entity: s.All(entity.Cart)[0]}
				list = []world.SeatCommand{{Seat: s.Player(1).Seat, Seq: s.Player(1).LastSeq + 1, Command: c}}
			}
			for range 6 {
				s.StepTick(list)
				ahead.StepTick(list)
				list = nil
				a, b := s.Body(1), ahead.Space.Body(s.Player(1).Body)
				if *a != *b {
					rt.Fatalf("ahead: %+v, in the world %+v", b, a)
				}
			}
		}
		if got := len(s.All(entity.Cart)); got != 1 {
			rt.Fatalf("%d carts", got)
		}
		rig.Holds(rt, s.Island)
		var again island.Island
		if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
			rt.Fatal("restored it is another", err)
		}
	})
}

// TestNobodyRidesACrate: no state has such a rider.
func TestNobodyRidesACrate(t *testing.T) {
	s := rig.BareStage(t).Enter(1).Clear(14).Put(1, 0, 0)
	s.Crate(1, 0)
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: s.All(entity.Crate)[0]})
	s.Run(3)
	s.Body(1).Flags |= entity.Riding
	if err := new(island.Island).Restore(s.Snapshot(nil)); err == nil {
		t.Error("somebody rides a crate")
	}
}

// TestCartIsSetOnRails: a cart in the hand is set down on a rail, and on no other block.
func TestCartIsSetOnRails(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	s.Give(1, item.Cart, 2)
	for dx, b := range map[int32]tile.Block{1: tile.Rail, -1: tile.Plate} {
		living.SetTile(&s.State, s.At(dx, 1), tile.Grass, b, 0)
		s.Place(1, item.Cart, dx, 1)
		if s.Run(3); b == tile.Rail {
			s.Allowed()
		} else {
			s.Refused(event.Blocked)
		}
	}
	carts := s.All(entity.Cart)
	if len(carts) != 1 || grid.TileAt(s.Space.Body(carts[0]).Pos) != s.At(1, 1) || s.Count(1, item.Cart) != 1 {
		t.Errorf("%d carts, %d left", len(carts), s.Count(1, item.Cart))
	}
}
