package weather

import (
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
)

// TestShares: over many days and places every weather occurs, and the clear sky most often.
func TestShares(t *testing.T) {
	var clear, rain, storm, fog, all int
	for seed := range uint64(40) {
		for n := range 600 {
			s := At(seed, game.Tick(20000+n*1777), grid.Tile{X: int32(n%7) * 90, Y: int32(seed) * 13})
			all++
			switch {
			case s.Storm > Full/2:
				storm++
			case s.Rain > Full/4:
				rain++
			case s.Fog > Full/3:
				fog++
			case s.Rain == 0 && s.Fog == 0:
				clear++
			}
		}
	}
	share := func(n int) int { return 1000 * n / all }
	t.Logf("of a thousand: clear %d, rain %d, storm %d, fog %d", share(clear), share(rain), share(storm), share(fog))
	for _, c := range []struct {
		what          string
		n, least, top int
	}{{"clear", clear, 550, 850}, {"rain", rain, 60, 250}, {"storm", storm, 15, 120}, {"fog", fog, 15, 150}} {
		if s := share(c.n); s < c.least || s > c.top {
			t.Errorf("%s is %d of a thousand, want %d to %d", c.what, s, c.least, c.top)
		}
	}
}

// TestSmooth: from one tick and one tile to the next the weather hardly changes.
func TestSmooth(t *testing.T) {
	const most = Full / 10 // a tenth of the strength
	near := func(a, b int) bool { return a-b <= most && b-a <= most }
	for n := range 30000 {
		at, tick := grid.Tile{X: int32(n) - 9000, Y: 77}, game.Tick(50000+n)
		a, b := At(3, tick, at), At(3, tick+1, grid.Tile{X: at.X, Y: at.Y + 1})
		if !near(int(a.Rain), int(b.Rain)) || !near(int(a.Storm), int(b.Storm)) || !near(int(a.Fog), int(b.Fog)) {
			t.Fatalf("at %v: %+v, and beside it a tick later %+v", at, a, b)
		}
		if d := int(a.Wind) - int(b.Wind); a.Wind > leastWind && b.Wind > leastWind && !near(d, 0) {
			t.Fatalf("at %v: the wind leaps by %d", at, d)
		}
	}
}

// TestFirstMinutesAreClear: a new world begins without rain.
func TestFirstMinutesAreClear(t *testing.T) {
	for seed := range uint64(200) {
		for tick := game.Tick(0); tick < calmStart; tick += 600 {
			if s := At(seed, tick, grid.Tile{}); s.Rain != 0 || s.Storm != 0 {
				t.Fatalf("seed %d, tick %d: %+v", seed, tick, s)
			}
		}
	}
}

// TestLightningOnlyInStorms: it strikes now and then in a storm, and nowhere else. The flash ends before
// the next.
func TestLightningOnlyInStorms(t *testing.T) {
	strikes, storms := 0, 0
	for seed := range uint64(30) {
		for slot := range game.Tick(600) {
			tick := 20000&^255 + slot<<strikeBits
			storm := At(seed, tick, grid.Tile{}).Storm
			s, ok := StrikeNear(seed, tick, grid.Tile{})
			if ok && storm == 0 {
				t.Fatalf("seed %d, tick %d: lightning without a storm", seed, tick)
			}
			if storm > Full/2 {
				storms++
			}
			if !ok {
				continue
			}
			strikes++
			if Flash(seed, s.At, grid.Tile{}) != Full || Flash(seed, s.At+game.Tick(len(flashes)), grid.Tile{}) != 0 {
				t.Fatalf("seed %d: the flash of %+v is not one", seed, s)
			}
			if s.At+game.Tick(len(flashes)) >= tick+1<<strikeBits {
				t.Fatalf("seed %d: the flash of %+v is cut off", seed, s)
			}
		}
	}
	if strikes == 0 || strikes > storms {
		t.Errorf("%d strikes in %d stormy slots", strikes, storms)
	}
}
