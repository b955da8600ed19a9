package act_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/rig"
)

// TestCallsAtRandom: players of three islands call and let each other in, or somebody else, at any time,
// while parcels are lost, come twice and in any order, and islands crash and end. At the end each is
// somewhere once with all it had, and all land is somebody's.
func TestCallsAtRandom(t *testing.T) {
	const players = 3
	rapid.Check(t, func(t *rapid.T) {
		f := rig.NewFleet(t, rig.Drawer(t))
		f.SpreadOut(players, 10)
		f.Carve(f.Home(), 100, 2)
		f.Carve(f.Home(), 101, 3)
		var ids [players + 1]game.EntityID
		var at [players + 1]grid.Tile
		for n := 1; n <= players; n++ {
			b := f.Body(n)
			ids[n], at[n] = b.ID, grid.TileAt(b.Pos)
		}
		f.Post = true
		for range 30 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				if f.Of(n) == nil {
					continue // on its way
				}
				m := 1 + int(f.Draw(players))
				switch f.Draw(4) {
				case 0:
					wishes[n] = append(wishes[n], command.Command{Kind: command.RemoteVisit, Entity: ids[m], Tile: at[1+int(f.Draw(players))]})
				case 1:
					wishes[n] = append(wishes[n], command.Command{Kind: command.Welcome, Entity: ids[m]})
				case 2:
					wishes[n] = append(wishes[n], command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(f.Draw(1 << 16)))})
				}
			}
			f.Step(uint8(1+f.Draw(6)), wishes)
			for n := 1; n <= players; n++ {
				if s := f.Of(n); s != nil {
					p := s.Roster.ByKey(rig.Key(n))
					if b := s.Space.Body(p.Body); b != nil {
						ids[n], at[n] = b.ID, grid.TileAt(b.Pos)
					}
				}
			}
			s := f.Ships[f.Draw(uint32(len(f.Ships)))]
			switch f.Draw(12) {
			case 0:
				f.Crash(s)
			case 1:
				if s != f.Home() {
					f.Absorb(f.Home(), s)
				}
			}
			f.Balanced()
		}
		f.Post = false
		for range 20 {
			f.Step(3, nil)
		}
		f.LandIsOnce()
		whole := f.Settle()
		for n := 1; n <= players; n++ {
			if p := whole.Roster.ByKey(rig.Key(n)); p == nil || whole.Space.Body(p.Body) == nil {
				t.Fatalf("player %d is nowhere", n)
			}
		}
		if len(whole.Players()) != players {
			t.Fatalf("%d players of %d", len(whole.Players()), players)
		}
	})
}
