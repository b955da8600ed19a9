package rig

import "manyhold/game/grid"

// Wanderers walk far, and split and merge their islands as these want it.
type Wanderers struct {
	*Fleet
	ways   [70]grid.Tile // where each is going, in tiles a turn
	Next   uint64        // the last id of an island
	Merged int
}

func (w *Wanderers) Wander(n int) {
	if w.Draw(12) == 0 {
		w.ways[n] = grid.Tile{X: int32(w.Draw(3)-1) * 40, Y: int32(w.Draw(3)-1) * 40}
	}
	w.Of(n).Drag(n, w.ways[n].X, w.ways[n].Y)
}

func (w *Wanderers) Regroup(s *Ship) {
	w.T.Helper()
	if w.Draw(100) == 0 {
		w.Crash(s)
		w.rewind(s)
	}
	for _, part := range s.Divide() {
		w.Next++
		child, err := s.Carve(part, w.Next)
		if err != nil {
			w.T.Fatalf("what Divide says cannot be carved: %v", err)
		}
		w.Add(child)
		s.Save()
	}
	if near := s.Near(nil); len(near) > 0 && w.Ship(near[0]) != nil && w.Draw(20) == 0 && s.Self() > near[0] {
		w.Absorb(w.Ship(near[0]), s)
		w.Merged++
	}
}
