package living_test

import (
	"math"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// degrees is how far an arm has turned from where its Face points.
func degrees(b *entity.Body) float64 {
	return float64(int32(b.Angle-uint32(b.Face)<<24)) / (1 << 32) * 360
}

// walled is a stage with a wall to both sides of a gate that spans 0 0 and 1 0.
func walled(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -6, -6)
	for x := int32(-8); x <= 8; x++ {
		if x != 0 && x != 1 {
			living.SetTile(&s.State, s.At(x, 0), tile.Grass, tile.StoneWall, 0)
		}
	}
	living.SetTile(&s.State, s.At(0, 0), tile.Grass, tile.SwingGate, tile.East.Facing(0))
	if s.Run(60); s.Space.Awake() != 0 || degrees(rig.ArmOn(&s.State, s.At(0, 0))) != 0 {
		t.Fatalf("a gate that was just hung does not hang still: %+v", rig.ArmOn(&s.State, s.At(0, 0)))
	}
	return s
}

// TestGateIsPushedOpen by walking players and by sliding and rolling bodies, to both sides; it is heard,
// shuts by itself and sleeps again.
func TestGateIsPushedOpen(t *testing.T) {
	for _, c := range []struct {
		name string
		kind entity.Kind
		from int32 // on which side
	}{{"who walks", entity.Player, 3}, {"who walks back", entity.Player, -3}, {"a crate", entity.Crate, 2}, {"a ball", entity.Ball, 2}, {"a ball back", entity.Ball, -2}} {
		t.Run(c.name, func(t *testing.T) {
			s := walled(t)
			way := fixed.S(fixed.One)
			if c.from > 0 {
				way = -way
			}
			var id game.EntityID
			if c.kind == entity.Player {
				s.Put(1, 1, c.from)
				s.Ask(1, rig.Moving(0, way))
				id = s.Player(1).Body
			} else {
				id = s.Animal(c.kind, 1, c.from)
				s.Space.Body(id).Vel.Y = 10 * way
			}
			most, creaks := 0.0, 0
			for range 40 {
				s.Run(3)
				most = max(most, math.Abs(degrees(rig.ArmOn(&s.State, s.At(0, 0)))))
				for _, e := range s.Log {
					if e.Kind == event.Creaked {
						creaks++
					}
				}
			}
			if c.kind == entity.Player {
				s.Ask(1, rig.Moving(0, 0))
			}
			// a ball gives the gate its speed
			if y := s.Space.Body(id).Pos.Y - s.At(0, 0).Centre().Y; c.kind != entity.Ball && (y.Abs() < fixed.One/4 || (y > 0) != (c.from < 0)) {
				t.Errorf("it is %.2f behind the gate", float64(y)/fixed.One)
			}
			if most < 45 || most > 180 || creaks == 0 {
				t.Errorf("the gate opened by %.0f degrees at most, and creaked %d times", most, creaks)
			}
			if c.kind != entity.Player { // in its way now
				s.RemoveBody(id)
			}
			s.Run(900)
			if d := degrees(rig.ArmOn(&s.State, s.At(0, 0))); math.Abs(d) > 6 || s.Space.Awake() != 0 {
				t.Errorf("later it stands open by %.1f degrees, %d are awake", d, s.Space.Awake())
			}
			rig.Hung(t, s.Island)
			s.Balanced()
		})
	}
}

// TestGateStandsInTheWay: a body behind a gate holds it shut, and a pushing player does not come through; a
// gate that leans on a crate sleeps, and shuts when that is taken away.
func TestGateStandsInTheWay(t *testing.T) {
	s := walled(t)
	for x := int32(-1); x <= 2; x++ {
		living.SetTile(&s.State, s.At(x, -2), tile.Grass, tile.StoneWall, 0)
		if x == 0 || x == 1 {
			s.Crate(x, -1) // between the gate and the walls
		} else {
			living.SetTile(&s.State, s.At(x, -1), tile.Grass, tile.StoneWall, 0)
		}
	}
	s.Put(1, 1, 2)
	s.Ask(1, rig.Moving(0, -fixed.One))
	s.Run(300)
	if y, d := s.Body(1).Pos.Y-s.At(0, 0).Centre().Y, degrees(rig.ArmOn(&s.State, s.At(0, 0))); y < -fixed.One/2 || d > -15 || d < -35 {
		t.Errorf("pushed through a gate that is held: %.2f, %.0f degrees", float64(y)/fixed.One, d)
	}
	s = walled(t)
	id := s.Crate(1, 2).ID
	s.Space.Body(id).Vel.Y = -8 * fixed.One
	s.Run(900)
	leans := degrees(rig.ArmOn(&s.State, s.At(0, 0)))
	if math.Abs(leans) < 20 || s.Space.Awake() != 0 {
		t.Fatalf("it leans by %.1f degrees, %d are awake", leans, s.Space.Awake())
	}
	s.Put(1, 2, -1)
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: id})
	s.Run(3)
	s.Allowed()
	s.Ask(1, rig.Moving(0, -fixed.One)) // away with it
	s.Run(60)
	s.Ask(1, rig.Moving(0, 0))
	if s.Run(600); math.Abs(degrees(rig.ArmOn(&s.State, s.At(0, 0)))) > 6 || s.Space.Awake() > 2 {
		t.Errorf("it did not shut: %.1f degrees", degrees(rig.ArmOn(&s.State, s.At(0, 0))))
	}
	s.Balanced()
}

// TestRotor: a signal turns it, use the other way; it pushes bodies that it meets; without a signal it comes
// to rest, and can be turned by hand.
func TestRotor(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -3, 0).Build(exhibit.Turnstile)
	arm := func() *entity.Body { return rig.ArmOn(&s.State, s.At(0, 0)) }
	crate := s.All(entity.Crate)[0]
	from := s.Space.Body(crate).Pos
	s.Run(36)
	if v := float64(arm().Spin) / fixed.One; math.Abs(v-2.5) > 0.1 || s.Saw(event.Switched) == nil {
		t.Fatalf("it turns at %.2f", v)
	}
	s.Run(120)
	if d := s.Space.Body(crate).Pos.Sub(from).Len(); d < fixed.One/16 {
		t.Error("it has not pushed the crate")
	}
	s.RemoveBody(crate)
	s.Put(1, -2, 0)
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(0, 0)})
	s.Run(60)
	s.Allowed()
	if v := float64(arm().Spin) / fixed.One; math.Abs(v+2.5) > 0.1 || s.Saw(event.Turned) == nil {
		t.Errorf("the other way it turns at %.2f", v)
	}
	s.Put(1, -6, 0)
	living.SetTile(&s.State, s.At(0, 2), tile.Grass, tile.Lever, 0)
	s.Run(600)
	if still := *arm(); still.Spin != 0 || s.Space.Awake() != 0 || still.Face != entity.Still {
		t.Errorf("without a signal: %+v, %d awake", still, s.Space.Awake())
	}
	k, _ := s.Space.Find(arm().ID)
	arm().Angle = 0
	s.Space.Wake(k)
	s.Put(1, 0, -3)
	b := s.Body(1)
	b.Pos.X += fixed.One / 2
	s.Ask(1, rig.Moving(0, fixed.One))
	s.Run(60)
	if turned := math.Abs(float64(int32(arm().Angle))) / (1 << 32) * 360; turned < 30 {
		t.Errorf("by hand it turned by %.0f degrees", turned)
	}
	rig.Hung(t, s.Island)
	s.Balanced()
}

// TestRotorIsHeld: a rotor that runs against an obstacle stays awake, and goes on when the obstacle is gone.
func TestRotorIsHeld(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -6, 0).Build(exhibit.Turnstile)
	living.SetTile(&s.State, s.At(1, 1), tile.Grass, tile.StoneWall, 0)
	s.Run(300)
	if arm := rig.ArmOn(&s.State, s.At(0, 0)); arm.Flags&entity.Resting != 0 || math.Abs(degrees(arm)) > 180 {
		t.Fatalf("%+v", *arm)
	}
	held := rig.ArmOn(&s.State, s.At(0, 0)).Angle
	s.Run(60)
	if d := int32(rig.ArmOn(&s.State, s.At(0, 0)).Angle - held); d > 1<<24 || d < -1<<24 {
		t.Errorf("it turned through a wall, by %d", d)
	}
	living.SetTile(&s.State, s.At(1, 1), tile.Grass, tile.NoBlock, 0)
	s.Run(60)
	if d := int32(rig.ArmOn(&s.State, s.At(0, 0)).Angle - held); d < 1<<24 && d > -1<<24 {
		t.Error("it does not go on")
	}
}

// TestGateKeepsAnimalsIn until somebody opens it.
func TestGateKeepsAnimalsIn(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, -9, -9)
	for k := int32(-2); k <= 3; k++ {
		living.SetTile(&s.State, s.At(k, -4), tile.Grass, tile.Fence, 0)
		living.SetTile(&s.State, s.At(-2, k-3), tile.Grass, tile.Fence, 0)
		living.SetTile(&s.State, s.At(3, k-3), tile.Grass, tile.Fence, 0)
	}
	s.Build(exhibit.Paddock)
	living.SetTile(&s.State, s.At(-2, 0), tile.Grass, tile.Fence, 0)
	living.SetTile(&s.State, s.At(3, 0), tile.Grass, tile.Fence, 0)
	var flock []game.EntityID
	for k := range int32(3) {
		flock = append(flock, s.Animal(entity.Sheep, k-1, -2))
	}
	out := func() (n int) {
		for _, id := range flock {
			if s.Space.Body(id).Pos.Y > s.At(0, 0).Corner().Y {
				n++
			}
		}
		return n
	}
	s.Put(1, 0, -3) // drives them to the gate
	if s.Run(600); out() != 0 {
		t.Fatalf("%d got out", out())
	}
	living.SetTile(&s.State, s.At(0, 0), tile.Grass, tile.NoBlock, 0)
	for n := 0; out() == 0; n++ {
		if n > 200 {
			t.Fatal("nothing but the gate keeps them in, and they stay")
		}
		s.Ask(1, rig.Moving(0, living.Either(n%2 == 0, fixed.S(fixed.One), -fixed.One)))
		s.Run(12)
	}
}
