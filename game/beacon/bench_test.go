package beacon_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// BenchmarkTend is the mean cost of a tick at the lights: nobody there; a pump in a lake; the festival.
func BenchmarkTend(b *testing.B) {
	tend := func(b *testing.B, v *visit) {
		for range b.N {
			v.Happened = v.Happened[:0]
			beacon.Tend(&v.State)
			v.Clock++
		}
	}
	b.Run("nobody", func(b *testing.B) { tend(b, visitTo(b, 4, 0)) })
	b.Run("lake", func(b *testing.B) {
		v := visitTo(b, 4, int(terrain.OfLake))
		x, y := v.off(0, 11)
		v.Set(x, y, tile.Pump, tile.West)
		tend(b, v)
	})
	b.Run("festival", func(b *testing.B) {
		v := visitTo(b, 4, 0)
		for n := range lights.Count {
			v.Lights.Light(n, lights.Entry{At: terrain.Lights(4)[n], Since: v.Clock})
		}
		for range b.N {
			v.Happened = v.Happened[:0]
			beacon.Tend(&v.State)
			if v.Clock++; !v.Lights.Festive(v.Clock) {
				v.Clock -= game.Tick(lights.FestivalTime)
			}
		}
	})
}

// BenchmarkReach is the cost of asking whether a place is near a burning light.
func BenchmarkReach(b *testing.B) {
	var t lights.Table
	for n := range lights.Count {
		t.Light(n, lights.Entry{At: terrain.Lights(4)[n]})
	}
	at := terrain.Lights(4)[8].Add(1000, 0)
	for range b.N {
		if t.Reach(at, 5) {
			b.Fatal("it is far away")
		}
	}
}

// BenchmarkLights is the cost of finding the nine lanterns of a world.
func BenchmarkLights(b *testing.B) {
	for n := range b.N {
		terrain.Lights(uint64(n))
	}
}
