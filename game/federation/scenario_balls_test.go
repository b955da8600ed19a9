package federation_test

import (
	"os"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestThousandBalls lets a thousand balls bounce in a walled yard on four regions, over the line between two
// islands: after every turn each is on one of them, or on its way in one handoff. MANYHOLD_FIGURES has it
// last ten minutes, and the post unreliable.
func TestThousandBalls(t *testing.T) {
	const balls = 1000
	turns := 20 * 20
	if os.Getenv("MANYHOLD_FIGURES") != "" {
		turns = 20 * 600
	}
	p := rig.NewShores(t, rig.Chancer(9), 1)
	corner := p.Mid.Region().Tile(0).Add(0, grid.RegionSide) // where the four regions meet
	const half = 24
	yard := func(s *rig.Ship) {
		for y := int32(-half); y < half; y++ {
			for x := int32(-half); x < half; x++ {
				b := tile.NoBlock
				if x == -half || x == half-1 || y == -half || y == half-1 {
					b = tile.StoneWall
				}
				if at := corner.Add(x, y); s.Land.Active(at.Region()) != nil {
					living.SetTile(&s.State, at, tile.Grass, b, 0)
				}
			}
		}
		s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind != entity.Player })
	}
	yard(p.West)
	yard(p.East)
	p.West.PlaceAt(1, corner.Add(-half-3, -half-3))
	p.East.PlaceAt(2, corner.Add(half+3, -half-3))
	for n := range uint64(balls) {
		x, y := 1+int32(n%22), 1+int32(n/22%22)
		s, at := p.East, corner.Add(x, y)
		if n%2 == 0 {
			s, at = p.West, corner.Add(-1-x, y)
		}
		if n%4 > 1 {
			at = at.Add(0, -2*y)
		}
		s.Space.Insert(entity.Body{ID: s.Space.NewID(n, s.Self()), Kind: entity.Ball, Pos: at.Centre()})
	}
	for _, s := range p.Ships { // ten minutes end in the night: who is knocked out would lose things, too
		s.Code.Laws |= 1 << world.Peaceful
		s.Save()
	}
	p.Post = os.Getenv("MANYHOLD_FIGURES") != ""
	crossed, where := 0, map[grid.Region]bool{}
	owner := map[uint64]*rig.Ship{}
	for turn := range turns {
		if turn%60 == 0 { // they come to rest otherwise
			p.HurlAll()
		}
		p.Turn(nil)
		if n := p.Loose() + p.Flying(); n != balls {
			t.Fatalf("turn %d: there are %d balls", turn, n)
		}
		if turn%10 != 0 {
			continue
		}
		seen := map[uint64]bool{}
		for _, s := range p.Ships {
			for _, b := range s.Space.Bodies() {
				id := uint64(b.ID)
				if seen[id] {
					t.Fatalf("turn %d: ball %x is on both islands", turn, id)
				}
				seen[id] = true
				if was := owner[id]; was != nil && was != s && b.Kind == entity.Ball {
					crossed++
				}
				owner[id] = s
				if b.Kind == entity.Ball {
					where[grid.TileAt(b.Pos).Region()] = true
				}
			}
		}
	}
	t.Logf("%d turns, %d crossings seen, %d hits over the line", turns, crossed, p.Hits)
	if len(where) != 4 || crossed < turns/10 {
		t.Errorf("they were on %d regions, and %d crossings were seen", len(where), crossed)
	}
}
