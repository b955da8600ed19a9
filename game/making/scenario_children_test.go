package making_test

import (
	"bytes"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// cart places a box with a ball at its north-east and one far in the south, and returns all three.
func cart(s *rig.Stage) (parent, near, far *thing.Thing) {
	s.T.Helper()
	ball, other := publish(s.T, &s.State, body(blueprint.Ball, "Knob", 0, 0)), publish(s.T, &s.State, body(blueprint.Box, "Wagon", 0, 0))
	b := body(blueprint.Box, "Cart", 0, 0)
	b.Childs = []blueprint.Child{{Of: ball, X: 1, Y: -1}, {Of: other, Y: 4}}
	if why := put(s, 1, publish(s.T, &s.State, b), 2, 0); why != event.NoReason {
		s.T.Fatal(why)
	}
	for _, x := range s.Things.Loose() {
		switch {
		case x.Of == b.ID():
			parent = x
		case x.Of == ball:
			near = x
		default:
			far = x
		}
	}
	return parent, near, far
}

// moveTo puts a body somewhere, turned.
func moveTo(i *world.State, id game.EntityID, to fixed.Vec, angle uint32) {
	k, _ := i.Space.Find(id)
	b := &i.Space.Bodies()[k]
	from := b.Pos
	b.Pos, b.Angle, b.Vel = to, angle, fixed.SVec{}
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}

// follows fails unless children are exactly where they belong.
func follows(t testing.TB, i *world.State, parent game.EntityID, children ...game.EntityID) {
	t.Helper()
	p := i.Space.Body(parent)
	for _, id := range children {
		b, x := i.Space.Body(id), i.Things.OfBody(id)
		if b == nil || x == nil || x.Parent != parent || b.Flags&entity.Mounted == 0 {
			t.Fatalf("tick %d: child %x is lost: %+v, %+v", i.Clock, id, b, x)
		}
		if b.Pos != living.Perch(p, x) || b.Angle != p.Angle || b.Z != p.Z {
			t.Fatalf("tick %d: the child is at %v, angle %x, height %d; its parent at %v, angle %x, height %d", i.Clock, b.Pos, b.Angle, b.Z, p.Pos, p.Angle, p.Z)
		}
	}
}

// TestChildrenFollowBitExactly moves and turns a parent: its children are at places that are written down
// here.
func TestChildrenFollowBitExactly(t *testing.T) {
	s := stage(t)
	parent, near, far := cart(s)
	at := s.At(3, 1).Centre().Add(fixed.Vec{X: 12345, Y: -321})
	for _, c := range []struct {
		angle     uint32
		near, far fixed.Vec
	}{
		{0, fixed.Vec{X: fixed.One, Y: -fixed.One}, fixed.Vec{Y: 4 * fixed.One}},
		{1 << 30, fixed.Vec{X: fixed.One, Y: fixed.One}, fixed.Vec{X: -4 * fixed.One}},
		{1 << 31, fixed.Vec{X: -fixed.One, Y: fixed.One}, fixed.Vec{Y: -4 * fixed.One}},
		{1 << 29, fixed.Vec{X: 92682}, fixed.Vec{X: -185364, Y: 185364}},
		{0x15550000, fixed.Vec{X: 89523, Y: -23991}, fixed.Vec{X: -131064, Y: 227028}},
	} {
		moveTo(&s.State, parent.ID, at, c.angle)
		s.Run(1)
		p := s.Space.Body(parent.ID)
		if p.Pos != at || p.Angle != c.angle {
			t.Fatalf("the parent has moved to %v, %x", p.Pos, p.Angle)
		}
		if got := s.Space.Body(near.ID).Pos.Sub(at); got != c.near {
			t.Errorf("angle %x: the near one is at %v, want %v", c.angle, got, c.near)
		}
		if got := s.Space.Body(far.ID).Pos.Sub(at); got != c.far {
			t.Errorf("angle %x: the far one is at %v, want %v", c.angle, got, c.far)
		}
	}
}

// TestChildrenFollowWhateverMovesTheParent rolls, carries, throws and restores a parent, and looks each tick.
func TestChildrenFollowWhateverMovesTheParent(t *testing.T) {
	s := stage(t)
	parent, near, far := cart(s)
	run := func(ticks int) {
		t.Helper()
		for range ticks {
			s.Run(1)
			follows(t, &s.State, parent.ID, near.ID, far.ID)
		}
	}
	k, _ := s.Space.Find(parent.ID)
	s.Space.Hurl(k, fixed.SVec{X: 2 * fixed.One, Y: fixed.One}, 0, 0)
	s.Space.Bodies()[k].Spin = 3 * fixed.One
	if run(40); s.Space.Body(parent.ID).Angle == 0 {
		t.Error("the parent did not turn")
	}
	moveTo(&s.State, parent.ID, s.At(1, 1).Centre(), 0)
	run(1)
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: near.ID}) // a part is lifted with the whole
	if run(3); s.Space.Body(parent.ID).Flags&entity.Carried == 0 || s.Space.Body(near.ID).Z == 0 {
		t.Fatalf("it is not carried: %+v", s.Log)
	}
	s.Walk(1, 0, fixed.One)
	run(30)
	saved := s.Snapshot(nil)
	if err := s.Restore(bytes.Clone(saved)); err != nil {
		t.Fatal(err)
	}
	s.Ask(1, command.Command{Kind: command.Throw, Dir: rig.Direction(0, fixed.One)})
	run(60)
	rig.Holds(t, s.Island)
	var seen island.Island
	s.CopyNear(&seen, s.At(0, 0))
	seen.StepTick(nil)
	follows(t, &seen.State, parent.ID, near.ID, far.ID)
	s.Put(1, 0, 0)
	moveTo(&s.State, parent.ID, s.At(2, 0).Centre(), 0)
	if why := putAway(s, 1, parent.ID); why != event.NoReason || s.Things.Count() != 0 || s.Space.Body(far.ID) != nil {
		t.Errorf("put away: %s, %d things", why, s.Things.Count())
	}
}

// TestChildrenTouchNothing: a ball that rolls at a child passes through it, and one that rolls at the parent
// does not.
func TestChildrenTouchNothing(t *testing.T) {
	for _, c := range []struct {
		dy     int32
		passes bool
	}{{-1, true}, {0, false}} {
		s := stage(t)
		cart(s)
		s.Space.Insert(entity.Body{ID: 9, Kind: entity.Ball, Pos: s.At(5, c.dy).Centre(), Vel: fixed.SVec{X: -6 * fixed.One}})
		s.Put(1, -6, 5).Put(2, -6, 6)
		if s.Run(60); (s.Space.Body(9).Pos.X < s.At(2, 0).Centre().X) != c.passes {
			t.Errorf("in row %d the ball is at %v", c.dy, s.Space.Body(9).Pos)
		}
	}
}

// TestOnlyBodiesAreChildrenOfBodies: a block could not follow.
func TestOnlyBodiesAreChildrenOfBodies(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	b := body(blueprint.Ball, "Bell", 0, 0)
	b.Childs = []blueprint.Child{{Of: of, X: 1}}
	if why := put(s, 1, publish(t, &s.State, b), 2, 0); why != event.WrongItem || s.Things.Count() != 0 {
		t.Errorf("%s, %d things", why, s.Things.Count())
	}
}

// TestChildrenSleepWithTheirParent: a child beyond the edge of a region goes to sleep and wakes with its
// parent's region, and stays on its parent where its own place sleeps.
func TestChildrenSleepWithTheirParent(t *testing.T) {
	for _, first := range []bool{false, true} {
		s := stage(t)
		parent, near, far := cart(s)
		at := s.At(2, 0).Region()
		edge := at.Tile(0).Corner().Add(fixed.Vec{X: 20 * fixed.One, Y: fixed.Q(grid.RegionSide)*fixed.One - fixed.One}) // the far child is beyond
		moveTo(&s.State, parent.ID, edge, 0)
		s.Run(1)
		follows(t, &s.State, parent.ID, near.ID, far.ID)
		beyond := grid.TileAt(s.Space.Body(far.ID).Pos).Region()
		if beyond == at {
			t.Fatal("the child is not beyond the edge")
		}
		asleep := beyond
		if first {
			asleep = at
		}
		k, _ := s.Land.Find(asleep)
		if first { // with the players, who carry on elsewhere
			for n := range 2 {
				moveTo(&s.State, s.Body(n+1).ID, grid.Region{X: at.X + 1, Y: at.Y}.Tile(2000).Centre(), 0)
			}
		}
		living.Retire(&s.State, k)
		if first && s.Things.Count() != 0 {
			t.Fatalf("%d things are awake whose parent sleeps", s.Things.Count())
		}
		if !first {
			living.Follow(&s.State)
			if b := s.Space.Body(far.ID); b == nil || b.Pos != s.Space.Body(parent.ID).Pos {
				t.Fatalf("a child whose place sleeps is at %+v", b)
			}
		}
		living.Activate(&s.State, asleep)
		living.Follow(&s.State)
		follows(t, &s.State, parent.ID, near.ID, far.ID)
		rig.Sound(t, s.Island)
	}
}

// TestChildrenGoOverALine lets a parent roll onto another island.
func TestChildrenGoOverALine(t *testing.T) {
	s := rig.NewShores(t, nil, 2)
	of, kid := publish(t, &s.West.State, body(blueprint.Ball, "Cart", 0, fixed.One)), publish(t, &s.West.State, body(blueprint.Ball, "Knob", 0, 0))
	at := s.Mid.Add(-2, 0)
	w := &s.West.State
	for n, x := range []*thing.Thing{{ID: 4242, Body: 4242, Owner: rig.Key(1)}, {ID: 77, Body: 77, Parent: 4242, Off: thing.Offset{X: -3, Y: 2}, Owner: rig.Key(1), State: []byte{7}}} {
		living.SetThing(w, living.Fresh(x, w.Blueprints.Find([]blueprint.ID{of, kid}[n])))
		w.Space.Insert(entity.Body{ID: x.ID, Kind: entity.Gizmo, Pos: at.Centre(), Flags: []entity.Flags{0, entity.Mounted | entity.Resting}[n],
			Stuff: entity.StuffOf(0, []fixed.S{fixed.One, 0}[n])})
	}
	k, _ := w.Space.Find(4242)
	w.Space.Hurl(k, fixed.SVec{X: 6 * fixed.One}, 0, 0)
	s.West.Save()
	for range 200 {
		s.Step(3, nil)
		if s.East.Things.OfBody(4242) != nil {
			break
		}
		if s.West.Things.OfBody(4242) != nil { // it is not on its way
			follows(t, &s.West.State, 4242, 77)
		}
	}
	for range 20 {
		if x := s.East.Things.OfBody(77); x == nil || len(x.State) != 1 || s.West.Things.Count() != 0 {
			t.Fatalf("in the east: %+v; %d in the west", x, s.West.Things.Count())
		}
		if p, b := s.East.Space.Body(4242), s.East.Space.Body(77); b.Pos != living.Perch(p, s.East.Things.OfBody(77)) && b.Pos != p.Pos {
			t.Fatalf("at %v, its parent at %v", b.Pos, p.Pos)
		}
		s.Step(3, nil)
	}
	follows(t, &s.East.State, 4242, 77)
	rig.Sound(t, s.East.Island)
	rig.Sound(t, s.West.Island)
}
