package trinket_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/terrain"
)

func hold(s *rig.Stage, st item.Stack) {
	p := s.Player(1)
	s.Ledger.Destroyed[p.Inventory[0].Kind] += uint64(p.Inventory[0].Count)
	p.Inventory[0] = st
	s.Ledger.Created[st.Kind] += uint64(st.Count)
}

func use(s *rig.Stage) {
	s.Ask(1, command.Command{Kind: command.Place, Tile: s.SpawnTile.Add(50, 0)})
	s.Run(3)
}

// TestFireworks: each kind rises, wherever one stands, is used up, and needs no right to build; not two at
// once.
func TestFireworks(t *testing.T) {
	for _, k := range []item.Kind{item.RedRocket, item.BlueRocket, item.GoldRocket} {
		s := rig.NewStage(t)
		s.Enter(1)
		s.Grant(1, rights.Visitor)
		hold(s, item.Stack{Kind: k, Count: 2})
		if use(s); s.Saw(event.Launched) == nil || item.Kind(s.Saw(event.Launched).A) != k || s.Player(1).Inventory[0].Count != 1 {
			t.Fatalf("%s does not rise: %v", k, s.Log)
		}
		if use(s); s.Saw(event.Launched) != nil || event.Reason(s.Saw(event.Refused).A) != event.TooSoon {
			t.Errorf("two %s at once", k)
		}
		s.Run(30)
		if use(s); s.Saw(event.Launched) == nil || s.Player(1).Inventory[0].Count != 0 {
			t.Errorf("the second %s does not rise: %v", k, s.Log)
		}
	}
}

// TestMapPieces: a piece shows a place with a chest, not near, and is used up; two hardly ever show the
// same.
func TestMapPieces(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	hold(s, item.Stack{Kind: item.MapPiece, Count: 6})
	seen := map[grid.Tile]int{}
	for range 6 {
		use(s)
		e := s.Saw(event.Charted)
		if e == nil || e.Seat != s.Player(1).Seat {
			t.Fatalf("it shows nothing: %v", s.Log)
		}
		seen[e.Tile]++
		if d := e.Tile.Centre().Sub(s.Body(1).Pos); d.Near(60 << 16) {
			t.Errorf("%v is near", e.Tile)
		}
		found := false
		for _, l := range terrain.Places(s.Gen.Seed, e.Tile.Region()) {
			found = found || l.Tile == e.Tile
		}
		if !found {
			t.Errorf("nothing is at %v", e.Tile)
		}
		s.Run(60)
	}
	if len(seen) < 3 || s.Player(1).Inventory[0].Count != 0 {
		t.Errorf("six pieces show %v, %d are left", seen, s.Player(1).Inventory[0].Count)
	}
}
