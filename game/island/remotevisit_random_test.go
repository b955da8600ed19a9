package island_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// TestCallsAtRandom: players of three islands call and let each other in, or somebody else, at any time,
// while parcels are lost, come twice and in any order, and islands crash and end. At the end each is
// somewhere once with all it had, and all land is somebody's.
func TestCallsAtRandom(t *testing.T) {
	const players = 3
	rapid.Check(t, func(t *rapid.T) {
		f := newFleet(t, drawer(t))
		f.spreadOut(players, 10)
		f.carve(f.home(), 100, 2)
		f.carve(f.home(), 101, 3)
		var ids [players + 1]game.EntityID
		var at [players + 1]grid.Tile
		for n := 1; n <= players; n++ {
			b := f.of(n).Space.Body(f.of(n).Roster.ByKey(key(n)).Body)
			ids[n], at[n] = b.ID, grid.TileAt(b.Pos)
		}
		f.post = true
		for range 30 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				if f.of(n) == nil {
					continue // on its way
				}
				m := 1 + int(f.draw(players))
				switch f.draw(4) {
				case 0:
					wishes[n] = append(wishes[n], command.Command{Kind: command.RemoteVisit, Entity: ids[m], Tile: at[1+int(f.draw(players))]})
				case 1:
					wishes[n] = append(wishes[n], command.Command{Kind: command.Welcome, Entity: ids[m]})
				case 2:
					wishes[n] = append(wishes[n], command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(f.draw(1 << 16)))})
				}
			}
			f.step(uint8(1+f.draw(6)), wishes)
			for n := 1; n <= players; n++ {
				if s := f.of(n); s != nil {
					p := s.Roster.ByKey(key(n))
					if b := s.Space.Body(p.Body); b != nil {
						ids[n], at[n] = b.ID, grid.TileAt(b.Pos)
					}
				}
			}
			s := f.ships[f.draw(uint32(len(f.ships)))]
			switch f.draw(12) {
			case 0:
				f.crash(s)
			case 1:
				if s != f.home() {
					f.absorb(f.home(), s)
				}
			}
			f.balanced()
		}
		f.post = false
		for range 20 {
			f.step(3, nil)
		}
		f.landIsOnce()
		whole := f.settle()
		for n := 1; n <= players; n++ {
			if p := whole.Roster.ByKey(key(n)); p == nil || whole.Space.Body(p.Body) == nil {
				t.Fatalf("player %d is nowhere", n)
			}
		}
		if len(whole.Players()) != players {
			t.Fatalf("%d players of %d", len(whole.Players()), players)
		}
	})
}
