package gloom

import (
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// TestDepth: days are calm, gloom comes at dusk and goes at dawn, never by more than one at a time.
func TestDepth(t *testing.T) {
	at := func(h, m game.Tick) game.Tick { return ((h+16)%24*60 + m) * hour / 60 }
	for _, c := range []struct {
		h, m game.Tick
		want uint8
	}{{6, 0, 0}, {12, 0, 0}, {19, 0, 0}, {19, 45, 7}, {20, 30, Full}, {23, 59, Full}, {0, 0, Full}, {4, 29, Full}, {5, 15, 8}, {5, 59, 1}} {
		if got := Depth(at(c.h, c.m)); got != c.want {
			t.Errorf("at %d:%02d the gloom is %d deep, want %d", c.h, c.m, got, c.want)
		}
	}
	last := Depth(0)
	for tick := range game.Tick(game.TicksPerDay + 1) {
		now := Depth(tick)
		if now > last+1 || last > now+1 {
			t.Fatalf("at tick %d it jumps from %d to %d", tick, last, now)
		}
		last = now
	}
}

// TestBeams: gloom thickens by one with each tile from the rim of a light that moves.
func TestBeams(t *testing.T) {
	at := grid.Tile{X: 5, Y: 5}.Centre()
	beams := []Beam{{At: at, Reach: 5 * fixed.One}}
	for d, want := range map[fixed.Q]uint8{0: 0, 5: 0, 6: 1, 12: 7, 25: Full, 60: Full} {
		if got := Under(beams, at.Add(fixed.Vec{X: d * fixed.One}), Full); got != want {
			t.Errorf("%d tiles away it is %d, want %d", d, got, want)
		}
	}
	if Under(beams, at.Add(fixed.Vec{X: 12 * fixed.One}), 3) != 3 || Under(nil, at, Full) != Full {
		t.Error("a beam makes it darker")
	}
}
