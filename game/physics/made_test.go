package physics

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// meadow is bare ground everywhere.
type meadow struct{}

func (meadow) Cell(_, _ int32) Cell    { return Cell{Ground: tile.Grass} }
func (m meadow) Lane(int) Land         { return m }
func (meadow) Pull(_, _ int32) fixed.S { return fixed.One }

// collision lets a maker's ball of some stuff hit one at rest of the plain stuff head-on, and returns the
// speeds of both right afterwards.
func collision(t *testing.T, mover *Turner, mass, bounce fixed.S) (a, b fixed.S) {
	t.Helper()
	s := &Space{}
	s.Insert(entity.Body{ID: 1, Kind: entity.Gizmo, Stuff: entity.StuffOf(mass, bounce), Vel: fixed.SVec{X: 8 * fixed.One}})
	s.Insert(entity.Body{ID: 2, Kind: entity.Gizmo, Stuff: entity.StuffOf(fixed.One, 0), Pos: fixed.Vec{X: fixed.One}, Flags: entity.Resting})
	for n := range 60 {
		mover.Move(s, meadow{}, 0, nil)
		if s.bodies[1].Vel.X > 0 {
			return s.bodies[0].Vel.X, s.bodies[1].Vel.X
		}
		if n == 59 {
			t.Fatal("they did not meet")
		}
	}
	return 0, 0
}

// TestMassAndBounceAreExact: momentum is shared by masses and bounces that are no powers of two: each 64th
// counts. The same mover serves all, as a world's does.
func TestMassAndBounceAreExact(t *testing.T) {
	var mover Turner
	for _, c := range []struct{ mass, bounce fixed.S }{{fixed.One, fixed.One / 64}, {3 * fixed.One, 0}, {3*fixed.One + fixed.One/64, 0}, {fixed.One / 4, fixed.One},
		{fixed.One * 5 / 8, fixed.One * 37 / 64}, {8 * fixed.One, fixed.One * 63 / 64}, {fixed.One, 0}} {
		a, b := collision(t, &mover, c.mass, c.bounce)
		const before = 8 * fixed.One // less what the ground takes on the way, 3 % of it
		momentum := a.Mul(c.mass) + b
		want := fixed.S(before).Mul(c.mass)
		if d := (momentum - want).Abs(); d > want/16 {
			t.Errorf("mass %d, bounce %d: the momentum is %d, was %d", c.mass, c.bounce, momentum, want)
		}
		approach := want.Div(c.mass)
		if d := (b - a - approach.Mul(c.bounce)).Abs(); d > approach/16 {
			t.Errorf("mass %d, bounce %d: they part at %d of %d", c.mass, c.bounce, b-a, approach)
		}
	}
	a1, _ := collision(t, &mover, 3*fixed.One, fixed.One/2)
	a2, _ := collision(t, &mover, 3*fixed.One+fixed.One/64, fixed.One/2)
	a3, _ := collision(t, &mover, 3*fixed.One, fixed.One/2+fixed.One/64)
	if a1 == a2 || a1 == a3 {
		t.Errorf("a 64th makes no difference: %d, %d, %d", a1, a2, a3)
	}
	mover.made.kinds = append(mover.made.kinds, make([]rigid.Kind, mostMade)...)
	if b1, _ := collision(t, &mover, 3*fixed.One, fixed.One/2); b1 != a1 {
		t.Errorf("with a fresh table it is %d, was %d", b1, a1)
	}
}

// TestLayers: bodies meet if both want to.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		a, b   entity.Make
		kind   entity.Kind
		passes bool
	}{
		{0, 0, entity.Gizmo, false},
		{entity.NoThings, 0, entity.Gizmo, true},
		{0, entity.NoThings, entity.GizmoBox, true},
		{entity.NoBodies, 0, entity.Gizmo, false},
		{entity.NoBodies, 0, entity.Crate, true},
		{entity.NoBodies | entity.NoPlayers, 0, entity.GizmoBox, false},
		{entity.NoPlayers, 0, entity.Crate, false},
		{entity.NoPlayers, 0, entity.Player, true},
		{entity.Flat, 0, entity.GizmoBox, true},
		{0, entity.Flat, entity.GizmoBox, true},
	} {
		var mover Turner
		s := &Space{}
		s.Insert(entity.Body{ID: 1, Kind: entity.Gizmo, Stuff: entity.StuffOf(fixed.One, 0), Make: c.a, Vel: fixed.SVec{X: 8 * fixed.One}})
		o := entity.Body{ID: 2, Kind: c.kind, Make: c.b, Pos: fixed.Vec{X: 2 * fixed.One}, Flags: entity.Resting}
		if o.Kind.Made() {
			o.Stuff = entity.StuffOf(8*fixed.One, 0)
		}
		s.Insert(o)
		for range 40 {
			mover.Move(s, meadow{}, 0, nil)
		}
		if got := s.bodies[0].Pos.X > s.bodies[1].Pos.X; got != c.passes {
			t.Errorf("%d meets %s of make %d: passes is %v; at %v and %v", c.a, c.kind, c.b, got, s.bodies[0].Pos, s.bodies[1].Pos)
		}
	}
}
