package audio

import (
	"encoding/binary"
	"math"
	"testing"

	"manyhold/audio/synth"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// weigh is the K-weighting of ITU-R BS.1770-4, annex 1, for 48 kHz: a shelf for the head, then a high-pass.
type weigh struct{ x1, x2, y1, y2, u1, u2, v1, v2 float64 }

func (k *weigh) run(x float64) float64 {
	y := 1.53512485958697*x - 2.69169618940638*k.x1 + 1.19839281085285*k.x2 + 1.69065929318241*k.y1 - 0.73248077421585*k.y2
	k.x2, k.x1, k.y2, k.y1 = k.x1, x, k.y1, y
	v := y - 2*k.u1 + k.u2 + 1.99004745483398*k.v1 - 0.99007225036621*k.v2
	k.u2, k.u1, k.v2, k.v1 = k.u1, y, k.v1, v
	return v
}

// lufs is the loudness of one channel over a number of frames, without gating.
func (e *ear) lufs(frames int, each func(i int) []event.Event) float64 {
	var left, right weigh
	sum, n := 0.0, 0
	p := make([]byte, synth.Rate/60*8)
	for f := range frames {
		e.Hear(&e.scene, vec(0.5, 0.5), each(f))
		e.mixer.Read(p)
		for i := 0; i < len(p); i += 8 {
			a := left.run(float64(math.Float32frombits(binary.LittleEndian.Uint32(p[i:]))))
			b := right.run(float64(math.Float32frombits(binary.LittleEndian.Uint32(p[i+4:]))))
			sum += a*a + b*b
			n++
		}
	}
	return -0.691 + 10*math.Log10(sum/float64(n))
}

// Standing still, walking, working and a crowd: each is louder than the last, and none is uncomfortably loud.
func TestLoudnessOfPlay(t *testing.T) {
	walk := func(e *ear) {
		e.scene.Movers[0].Moved += fixed.One * 45 / 600
	}
	levels := []struct {
		name   string
		lo, hi float64
		rain   bool
		each   func(e *ear, i int) []event.Event
	}{
		{"standing in a meadow at night", -55, -38, false, func(*ear, int) []event.Event { return nil }},
		{"standing in the heaviest rain", -44, -31, true, func(*ear, int) []event.Event { return nil }},
		{"walking", -45, -30, false, func(e *ear, _ int) []event.Event { walk(e); return nil }},
		{"digging rock", -34, -22, false, func(e *ear, i int) []event.Event {
			if i%60 == 59 {
				return []event.Event{{Kind: event.Dug, A: int32(tile.Cliff), Pos: vec(1.5, 0.5)}}
			}
			if i%12 == 0 {
				return []event.Event{{Kind: event.DigHit, A: int32(tile.Cliff), Pos: vec(1.5, 0.5)}}
			}
			return nil
		}},
		{"eight people building around", -26, -12, false, func(e *ear, i int) []event.Event {
			walk(e)
			var all []event.Event
			for k := range 8 {
				if (i+5*k)%12 == 0 {
					kinds := [...]event.Kind{event.DigHit, event.DigHit, event.Dug, event.Placed}
					all = append(all, event.Event{Kind: kinds[(i/12+k)%4], A: int32(tile.StoneWall), Pos: vec(float64(k)-4, 2)})
				}
			}
			return all
		}},
	}
	last := math.Inf(-1)
	for _, c := range levels {
		e := newEar()
		e.world.ground = tile.Grass
		e.scene.Tick = 50000
		e.scene.Seed = seedOf(t, 50000, func(w weather.Sky) bool {
			return w.Rain == 0 == !c.rain && w.Wind < 60 && w.Wind > -60 && (!c.rain || w.Rain == weather.Full && w.Storm == 0)
		})
		e.scene.Movers = []Mover{{ID: 1, Seat: 1, Kind: entity.Player, Pos: vec(0.5, 0.5)}}
		e.lufs(60, func(int) []event.Event { return nil })
		got := e.lufs(600, func(i int) []event.Event { return c.each(e, i) })
		t.Logf("%-30s %.1f LUFS", c.name, got)
		if got < c.lo || got > c.hi || got < last && !c.rain {
			t.Errorf("%s: %.1f LUFS, want %v to %v and more than before", c.name, got, c.lo, c.hi)
		}
		if !c.rain {
			last = got
		}
	}
}
