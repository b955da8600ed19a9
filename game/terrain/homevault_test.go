package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestVaultOfTheHome: in every world a vault for two is in sight of the spawn, whole, on dry land, and people
// come from the spawn to both handles without digging or swimming. The hearth, the lighthouse and its door
// and the boards are as they would be without it.
func TestVaultOfTheHome(t *testing.T) {
	const sight, seeds = 24, 400
	for n := range uint64(seeds) {
		seed := n*0x9e3779b97f4a7c15 + n
		w, spawn, at := newLand(seed), Spawn(seed), HomeVault(seed)
		w.layer = Stocked
		if magnitude(at.X-spawn.X) > sight || magnitude(at.Y-spawn.Y) > sight {
			t.Fatalf("world %d: the vault is %d, %d tiles from the spawn", seed, at.X-spawn.X, at.Y-spawn.Y)
		}
		chest := at.Add(0, -4)
		trove, ok := TroveAt(seed, chest)
		if _, b := w.at(chest); b != tile.Chest || !ok || !trove.Deep || trove.Of != at {
			t.Fatalf("world %d: %s is where the chest should be, trove %+v", seed, b, trove)
		}
		checkVault(t, w, chest)
		for dy := int32(-5); dy <= -2; dy++ {
			for dx := int32(-2); dx <= 2; dx++ {
				_, b := w.at(at.Add(dx, dy))
				edge := dx == -2 || dx == 2 || dy == -5 || dy == -2
				if gate := dx == 0 && dy == -2; edge && !gate && b != tile.VaultWall {
					t.Fatalf("world %d: %s in the wall of the vault", seed, b)
				}
			}
		}
		gate := at.Add(0, -2)
		goals := map[grid.Tile]bool{gate.Add(-GateAside, GateOff): true, gate.Add(GateAside, GateOff): true, Lighthouse(seed): true,
			Notice(seed): true, homeHearth(seed): true}
		if left := w.reach(spawn, goals, 60); len(left) > 0 {
			t.Fatalf("world %d: nobody comes from the spawn %v to %v; the vault is at %v", seed, spawn, left, at)
		}
		for _, o := range [...]struct {
			at   grid.Tile
			want tile.Block
		}{{Lighthouse(seed), tile.Beacon}, {homeHearth(seed), tile.Hearth}, {spawn, tile.NoBlock}} {
			if _, b := w.at(o.at); b != o.want {
				t.Fatalf("world %d: %s at %v, want %s", seed, b, o.at, o.want)
			}
		}
		if Notice(seed) == Board(seed) {
			t.Fatalf("world %d: both boards on one tile", seed)
		}
	}
}

func homeHearth(seed uint64) grid.Tile {
	h := homeOf(seed)
	return h.at.Add(h.hearthX, h.hearthY)
}

// reach returns which of the goals no walker from a place comes beside, without digging and within so many
// tiles.
func (l *land) reach(from grid.Tile, goals map[grid.Tile]bool, most int32) (left []grid.Tile) {
	seen := map[grid.Tile]bool{from: true}
	for queue := []grid.Tile{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range [4]grid.Tile{at.Add(1, 0), at.Add(-1, 0), at.Add(0, 1), at.Add(0, -1)} {
			delete(goals, next)
			if seen[next] || magnitude(next.X-from.X) > most || magnitude(next.Y-from.Y) > most {
				continue
			}
			g, b, state := l.full(next)
			if g > tile.Water && !tile.Solid(b, state) && g != tile.Pit {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	for g := range goals {
		left = append(left, g)
	}
	return left
}

// TestFaraway: a map piece shows a place with a chest, some way off.
func TestFaraway(t *testing.T) {
	found := 0
	for n := range uint64(200) {
		from := Spawn(n)
		l, ok := Faraway(n, from, n*0x9e3779b97f4a7c15)
		if !ok {
			continue
		}
		found++
		if d := max(magnitude(l.Tile.X-from.X), magnitude(l.Tile.Y-from.Y)); d < 40 || d > farNear+farWide+grid.RegionSide {
			t.Errorf("world %d: the place is %d tiles away", n, d)
		}
		chest := false
		for dy := int32(-8); dy <= 8; dy++ {
			for dx := int32(-8); dx <= 8; dx++ {
				if _, ok := TroveAt(n, l.Tile.Add(dx, dy)); ok {
					chest = true
				}
			}
		}
		if !chest {
			t.Errorf("world %d: no chest at %+v", n, l)
		}
	}
	if found < 190 {
		t.Errorf("%d of 200 map pieces show a place", found)
	}
}
