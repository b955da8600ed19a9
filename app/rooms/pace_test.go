package rooms

import (
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/link/memory"
	"manyhold/net/room"
)

// far is a network of 80 ± 40 ms of round trip, and lan one of a house.
var (
	far = memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 40 * time.Millisecond}
	lan = memory.Conditions{Delay: time.Millisecond, Jitter: time.Millisecond}
)

// manySeeds is how many seeds a test tries: many with MANYHOLD_FIGURES, else few.
func manySeeds(few, many uint64) uint64 {
	if os.Getenv("MANYHOLD_FIGURES") != "" {
		return many
	}
	return few
}

// TestJitter: over a minute at 80 ± 40 ms of round trip the time from a click to its effect has a standard
// deviation of much less than a tick, for every player, in a flowing and in a strict room, with each of two
// seeds, or eight with MANYHOLD_FIGURES. The effect is at the tick of the generation that the click's packet
// names.
func TestJitter(t *testing.T) {
	for seed := range manySeeds(2, 8) {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed %d, strict %v", seed, strict), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					x := newMatch(t, seed, 3, strict, far)
					pass(10 * time.Second)
					x.forget()
					pass(time.Minute)
					v := x.players[0].room.View()
					for _, p := range x.players {
						mean, deviation, n := p.spread()
						t.Logf("player %d: %d clicks, %.1f ticks ± %.2f; generations of %d ticks, delay %d; %v", p.n, n, mean, deviation, v.Length, v.Delay, p.errors)
						if n < 200 || deviation > bar {
							t.Errorf("player %d: %d clicks, deviation %.2f ticks", p.n, n, deviation)
						}
					}
					x.equal()
				})
			})
		}
	}
}

// bar is the greatest standard deviation of the time from a click to its effect, in ticks. The goal is 1.
const bar = 0.9

// TestLength: with 150 ms more of round trip for one player the generation grows to five ticks and more
// within three seconds, and shrinks back when the delay is gone; generations come on time meanwhile.
func TestLength(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := newMatch(t, 4, 3, strict, lan)
				pass(5 * time.Second)
				p := x.players[2]
				if v := p.room.View(); v.Length != 3 || v.Delay != room.Delay {
					t.Errorf("%d ticks, delay %d in a house", v.Length, v.Delay)
				}
				far := lan
				far.Delay += 75 * time.Millisecond
				x.near(p, far)
				began := time.Now()
				x.players[0].await("longer generations", func(v *View) bool { return v.Length >= 5 })
				grew := time.Since(began)
				pass(10 * time.Second)
				v := x.players[0].room.View()
				x.near(p, lan)
				began = time.Now()
				x.players[0].await("short generations", func(v *View) bool { return v.Length == 3 && v.Delay == room.Delay })
				t.Logf("grew within %v, to %d ticks and delay %d; shrank within %v", grew, v.Length, v.Delay, time.Since(began))
				if grew > 3*time.Second {
					t.Errorf("grew within %v", grew)
				}
				x.equal()
			})
		})
	}
}

// TestSlowPlayers: one player that draws ten frames a second makes the generation longer for all, and one
// that sleeps 50 ms now and then costs the others less than a tenth of their generations. Nobody stalls.
func TestSlowPlayers(t *testing.T) {
	for _, c := range []struct {
		name          string
		frame, hiccup time.Duration
		length        uint64
	}{
		{"10 frames a second", time.Second / 10, 0, 6},
		{"sleeps of 50 ms", time.Second / 60, 50 * time.Millisecond, 6},
	} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, ", strict ", strict), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					x := newMatch(t, 4, 3, strict, lan)
					slow := x.players[1]
					slow.frame.Store(int64(c.frame))
					slow.hiccup.Store(int64(c.hiccup))
					pass(5 * time.Second)
					var from []int
					for _, p := range x.players {
						g, _ := p.latest()
						from = append(from, g)
					}
					for range 60 {
						pass(500 * time.Millisecond)
						for k, s := range x.players[0].room.View().Seats[:3] {
							if s.Lagging || s.Vacant > 0 {
								t.Fatalf("player %d lags, or is away", k+1)
							}
						}
					}
					for k, p := range x.players {
						part, n := p.onTime(from[k])
						v := p.room.View()
						t.Logf("player %d: %d generations of %d ticks, delay %d, %.1f %% on time; %v", p.n, n, v.Length, v.Delay, 100*part, p.errors)
						if v.Length != c.length {
							t.Errorf("player %d: %d ticks, want %d", p.n, v.Length, c.length)
						}
						if p != slow && (part < 0.9 || n < 30*60*9/10/int(c.length)) {
							t.Errorf("player %d: %d generations, %.1f %% on time", p.n, n, 100*part)
						}
					}
					x.equal()
				})
			})
		}
	}
}
