package island_test

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
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// seated fails unless player n sits in a cart, which is where the player is.
func (s *stage) seated(n int) *entity.Body {
	s.t.Helper()
	b := s.body(n)
	o := s.Space.Body(b.Other)
	if b.Flags&entity.Riding == 0 || o == nil || o.Kind != entity.Cart || o.Pos != b.Pos || o.Z != 0 {
		s.t.Fatalf("does not sit in a cart: %+v %+v", b, o)
	}
	return o
}

// TestRide: one gets into a cart, is carried round a ring of rails that a signal drives, brakes and goes by
// oneself where none does, gets out beside it, and nobody else gets in meanwhile.
func TestRide(t *testing.T) {
	s := newStage(t).enter(2).clear(14).put(1, 0, 6).put(2, 1, 7).build(exhibit.Railway)
	cart := s.all(entity.Cart)[0]
	s.use(1, 0, 4)
	s.refused(event.TooFar)
	s.put(1, -1, 5)
	s.use(1, 0, 4)
	s.allowed()
	if e := s.saw(event.Rode); e == nil || e.A != 1 || e.Entity != cart {
		t.Fatal("nobody is told")
	}
	s.seated(1)
	s.put(2, 1, 5)
	s.use(2, 0, 4)
	s.refused(event.NothingThere)
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(0, 5)})
	s.run(3)
	s.refused(event.HandsFull)
	s.use(2, 0, 5) // the lever
	s.allowed()
	seen := map[grid.Tile]bool{}
	for range 400 {
		s.run(3)
		at := grid.TileAt(s.seated(1).Pos)
		seen[at] = true
		if _, b, _, _ := s.TileAt(at); b != tile.Rail {
			t.Fatal("left the rails")
		}
	}
	if len(seen) != 32 {
		t.Errorf("came over %d of 32 rails", len(seen))
	}
	s.use(2, 0, 5)
	s.ask(1, command.Command{Kind: command.Move})
	s.run(1500)
	if s.body(1).Vel != (fixed.SVec{}) {
		t.Errorf("rolls for ever: %v", s.body(1).Vel)
	}
	for _, d := range [][2]fixed.S{{fixed.One, 0}, {0, fixed.One}, {-fixed.One, 0}, {0, -fixed.One}} {
		from := s.body(1).Pos
		s.ask(1, moving(d[0], d[1]))
		s.run(120)
		if s.body(1).Pos != from {
			seen = nil
		}
	}
	if seen != nil {
		t.Error("nobody gets on by themselves")
	}
	s.ask(1, command.Command{Kind: command.Move})
	s.use(1, 0, 0) // wherever one points
	s.allowed()
	if b := s.body(1); b.Flags&(entity.Riding|entity.Carrying) != 0 || b.Other != 0 || s.Space.Body(cart).Flags&entity.Carried != 0 || grid.TileAt(b.Pos) == grid.TileAt(s.Space.Body(cart).Pos) {
		t.Errorf("did not get out: %+v", b)
	}
	s.balanced()
}

// TestRideEnds by throwing, sleep and knocks, and the cart is left on the ground.
func TestRideEnds(t *testing.T) {
	for name, end := range map[string]func(s *stage){
		"throw": func(s *stage) { s.ask(1, command.Command{Kind: command.Throw, Dir: fixed.SVec{X: fixed.One}}) },
		"sleep": func(s *stage) { s.sleep(1) },
		"leave": func(s *stage) { s.ask(1, command.Command{Kind: command.Leave}) },
		"knock": func(s *stage) { living.Hurt(&s.Island.State, s.player(1), world.MaxHealth) },
	} {
		s := newStage(t).enter(1).clear(14).put(1, -1, 5).build(exhibit.Railway)
		cart := s.all(entity.Cart)[0]
		s.use(1, 0, 4)
		s.seated(1)
		end(s)
		s.run(60)
		o := s.Space.Body(cart)
		if o == nil || o.Flags&entity.Carried != 0 || o.Other != 0 || o.Z != 0 || grid.TileAt(o.Pos) != s.at(0, 4) {
			t.Errorf("%s: the cart is %+v", name, o)
		}
		if b := s.Space.Body(s.player(1).Body); b != nil && b.Flags&(entity.Riding|entity.Carrying) != 0 {
			t.Errorf("%s: still rides", name)
		}
		sound(t, s.Island)
	}
}

// TestRidePredicted: a copy of the surroundings goes the way the world does, tick for tick, under all
// commands of the rider; a state in which somebody rides another thing than a cart is refused.
func TestRidePredicted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStage(t).enter(1).clear(14).put(1, -1, 5).build(exhibit.Railway)
		s.use(1, 0, 4)
		if rapid.Bool().Draw(rt, "driven") {
			living.SetTile(&s.State, s.at(0, 5), tile.Grass, tile.Lever, tile.StateBit0)
		}
		var ahead island.Island
		s.CopyNear(&ahead, grid.TileAt(s.body(1).Pos))
		for range rapid.IntRange(1, 20).Draw(rt, "turns") {
			var list []world.SeatCommand
			if rapid.IntRange(0, 3).Draw(rt, "asks") == 0 {
				c := command.Command{Kind: rapid.SampledFrom([]command.Kind{command.Move, command.Move, command.Use, command.Throw, command.Place, command.PickUp}).Draw(rt, "kind"),
					Tile: grid.TileAt(s.body(1).Pos), Dir: fixed.Direction(fixed.Angle(rapid.Uint16().Draw(rt, "angle"))), Entity: s.all(entity.Cart)[0]}
				list = []world.SeatCommand{{Seat: s.player(1).Seat, Seq: s.player(1).LastSeq + 1, Command: c}}
			}
			for range 6 {
				s.StepTick(list)
				ahead.StepTick(list)
				list = nil
				a, b := s.body(1), ahead.Space.Body(s.player(1).Body)
				if *a != *b {
					rt.Fatalf("ahead: %+v, in the world %+v", b, a)
				}
			}
		}
		if got := len(s.all(entity.Cart)); got != 1 {
			rt.Fatalf("%d carts", got)
		}
		holds(rt, s.Island)
		var again island.Island
		if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
			rt.Fatal("restored it is another", err)
		}
	})
}

// TestNobodyRidesACrate: no state has such a rider.
func TestNobodyRidesACrate(t *testing.T) {
	s := bareStage(t).enter(1).clear(14).put(1, 0, 0)
	s.crate(1, 0)
	s.ask(1, command.Command{Kind: command.PickUp, Entity: s.all(entity.Crate)[0]})
	s.run(3)
	s.body(1).Flags |= entity.Riding
	if err := new(island.Island).Restore(s.Snapshot(nil)); err == nil {
		t.Error("somebody rides a crate")
	}
}
