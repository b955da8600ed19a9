package making_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/making"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// zone is a version of an area of player 1.
func zone(version uint32, w, h uint8) *blueprint.Blueprint {
	b := lamp(version)
	b.Title, b.Shape, b.Host, b.Props = "Zone", blueprint.Shape{Form: blueprint.Area, Width: w, Height: h}, "def on_enter(me, who):\n    pass\n", nil
	return b
}

// TestAnAreaDoesNotGrowOverALine: a new version takes in only land on which the owner of the thing may build.
// Where it may not, the thing keeps its shape, with a red mark, until a version comes that fits.
func TestAnAreaDoesNotGrowOverALine(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, zone(1, 2, 2))
	if why := put(s, 1, of, 2, 0); why != event.NoReason {
		t.Fatal(why)
	}
	s.Claims.Put(claim.Claim{Plot: claim.Plot{At: s.At(5, 0), W: 4, H: 4}, ID: 1, Owner: rig.Key(2), Since: s.Clock, Visited: s.Clock})
	for n, c := range []struct {
		w, h  uint8
		grows bool
	}{{3, 2, true}, {4, 2, false}, {3, 3, true}, {4, 1, false}, {1, 1, true}} {
		before := s.Things.List()[0].Shape
		publish(t, &s.State, zone(uint32(n)+2, c.w, c.h))
		x := s.Things.List()[0]
		want := blueprint.Shape{Form: blueprint.Area, Width: c.w, Height: c.h}
		if !c.grows {
			want = before
		}
		if x.Shape != want || x.Health.Stopped == c.grows || !c.grows && x.Health.Last.Kind != thing.Unshaped || living.Scripted(&s.State, x) != c.grows {
			t.Errorf("%d × %d: %+v, %+v", c.w, c.h, x.Shape, x.Health)
		}
		rig.Sound(t, s.Island)
	}
}

// TestABodyDoesNotGrowIntoAnother: a ball beside a wall or a player does not become a box that would be in
// it.
func TestABodyDoesNotGrowIntoAnother(t *testing.T) {
	for _, c := range []struct {
		name  string
		wall  bool
		apart fixed.Q // of the player, from the middle of the ball
		form  blueprint.Form
	}{
		{"free", false, 2 * fixed.One, blueprint.Box},
		{"beside a wall", true, 2 * fixed.One, blueprint.Ball},
		{"beside a player", false, fixed.One * 10 / 16, blueprint.Ball},
	} {
		s := stage(t)
		of := publish(t, &s.State, body(blueprint.Ball, "Blob", 0, 0))
		if why := put(s, 1, of, 0, 2); why != event.NoReason {
			t.Fatal(why)
		}
		x := s.Things.List()[0]
		b := s.Space.Body(x.Body)
		if c.wall {
			living.SetTile(&s.State, s.At(1, 2), tile.Grass, tile.StoneWall, 0)
			b.Pos.X += fixed.One/2 - fixed.One*9/32
		}
		s.Body(1).Pos = b.Pos.Sub(fixed.Vec{X: c.apart})
		s.Space.Rebuild()
		next := body(blueprint.Box, "Blob", 0, 0)
		next.Version = 2
		publish(t, &s.State, next)
		if x := s.Things.Find(x.ID); x.Shape.Form != c.form || s.Space.Body(x.Body).Kind != map[blueprint.Form]entity.Kind{blueprint.Ball: entity.Gizmo, blueprint.Box: entity.GizmoBox}[c.form] {
			t.Errorf("%s: %s", c.name, x.Shape.Form)
		}
	}
}

// TestNobodyIsTrapped: whatever versions come, with players among the things, no player is in a block, and no
// area has a tile of a neighbour.
func TestNobodyIsTrapped(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		s := rig.BareStage(outer).Enter(2).Clear(8)
		s.Claims.Put(claim.Claim{Plot: claim.Plot{At: s.At(4, -4), W: 8, H: 8}, ID: 1, Owner: rig.Key(2), Since: s.Clock, Visited: s.Clock})
		drawn := func(version uint32) *blueprint.Blueprint {
			b := lamp(version)
			b.Host, b.Props, b.Licence = "", nil, "CC0-1.0"
			switch rapid.IntRange(0, 3).Draw(t, "form") {
			case 0:
				b.Shape = blueprint.Shape{Solid: rapid.Bool().Draw(t, "solid")}
			case 1:
				b.Shape = blueprint.Shape{Form: blueprint.Area, Width: rapid.Uint8Range(1, 6).Draw(t, "w"), Height: rapid.Uint8Range(1, 6).Draw(t, "h")}
			case 2:
				b.Shape = blueprint.Shape{Form: blueprint.Ball, Mass: 8 * fixed.One}
			case 3:
				b.Shape = blueprint.Shape{Form: blueprint.Box, Bounce: fixed.One}
			}
			return b
		}
		hold := func(b *blueprint.Blueprint) { act.Hold(&s.State, act.EntryOf(&s.State, b)) }
		hold(drawn(1))
		for range 6 {
			making.Put(&s.State, s.Player(1), s.Body(1), lamp(1).ID(), s.At(rapid.Int32Range(-3, 3).Draw(t, "x"), rapid.Int32Range(-3, 3).Draw(t, "y")))
		}
		for v := range uint32(5) {
			for n := 1; n <= 2; n++ {
				at := s.At(rapid.Int32Range(-3, 3).Draw(t, "to x"), rapid.Int32Range(-3, 3).Draw(t, "to y"))
				if physics.Free(&s.Land, entity.Player, at.Centre()) {
					s.Put(n, at.X-s.SpawnTile.X, at.Y-s.SpawnTile.Y)
				}
			}
			hold(drawn(v + 2))
			for n := 1; n <= 2; n++ {
				if b := s.Body(n); !physics.Free(&s.Land, entity.Player, b.Pos) {
					t.Fatalf("version %d: player %d is in a block on %v", v+2, n, grid.TileAt(b.Pos))
				}
			}
			for _, x := range s.Things.List() {
				for dx := range int32(x.Shape.Width) {
					for dy := range int32(x.Shape.Height) {
						if c := s.Claims.At(x.At.Add(dx, dy)); c != nil {
							t.Fatalf("version %d: %+v has a tile of a neighbour", v+2, x.Shape)
						}
					}
				}
			}
		}
	})
}
