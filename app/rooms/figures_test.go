package rooms

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/link/memory"
)

// TestSweep: with 0 to 400 ms of round trip and up to a fifth of all packets lost a match goes on at a steady
// pace, and all states are equal. Nobody loses a seat; on the worst lines a node counts as gone now and then,
// and comes back. It prints length and delay by round trip. With MANYHOLD_FIGURES there are more lines.
func TestSweep(t *testing.T) {
	for _, c := range []struct {
		roundTrip int // in milliseconds
		jitter    int // in a hundred parts of it
		loss      float64
		strict    bool
		least     int  // generations in 30 s
		figure    bool // only with MANYHOLD_FIGURES
	}{
		{2, 0, 0, false, 590, false}, {40, 10, 0, false, 590, true}, {80, 10, 0, false, 590, false}, {120, 10, 0, false, 290, true}, {150, 10, 0, false, 290, true},
		{200, 10, 0, false, 290, false}, {300, 10, 0, false, 190, true}, {400, 10, 0, false, 190, false},
		{2, 0, 0.2, false, 190, false}, {100, 50, 0.2, false, 190, true}, {400, 50, 0.2, false, 100, false}, {400, 50, 0.2, true, 60, false}, {100, 50, 0.2, true, 100, true}, {400, 10, 0, true, 150, false},
	} {
		if c.figure && manySeeds(0, 1) == 0 {
			continue
		}
		t.Run(fmt.Sprintf("%d ms ± %d %%, loss %.0f %%, strict %v", c.roundTrip, c.jitter, 100*c.loss, c.strict), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				way := time.Duration(c.roundTrip) * time.Millisecond / 2
				spread := way * time.Duration(c.jitter) / 100
				x := newMatch(t, 1, 4, c.strict, memory.Conditions{Delay: way - spread, Jitter: 2 * spread, Loss: c.loss})
				pass(20 * time.Second)
				x.forget()
				p := x.players[3]
				from := p.room.View().Generation
				lost := 0
				for range 60 {
					pass(500 * time.Millisecond)
					for k := range x.players {
						if p.room.View().Seats[k].Vacant > 0 {
							lost++
						}
					}
				}
				v := p.room.View()
				mean, deviation, n := p.spread()
				t.Logf("%d generations in 30 s, of %d ticks, delay %d; %d clicks, effect after %.1f ± %.1f ticks", v.Generation-from, v.Length, v.Delay, n, mean, deviation)
				if int(v.Generation-from) < c.least || lost > 0 && c.loss == 0 || lost > 60*len(x.players)/5 {
					t.Errorf("%d generations, want %d; a seat was vacant %d times", v.Generation-from, c.least, lost)
				}
				x.equal()
			})
		})
	}
}

// TestBytes measures what a player's node receives of a room, with the messages of the island below, while
// nobody does anything and while all click five times a second.
func TestBytes(t *testing.T) {
	for _, n := range []int{2, 8} {
		for _, idle := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d players, idle %v", n, idle), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					x := newMatch(t, 1, n, false, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond})
					for _, p := range x.players {
						p.idle.Store(idle)
					}
					pass(15 * time.Second)
					x.forget()
					pass(30 * time.Second)
					host := x.host()
					most := int64(0)
					for _, p := range x.players {
						if p != host {
							most = max(most, p.bytes.Load()/30)
						}
					}
					t.Logf("%d players, idle %v: a guest receives %d bytes a second at most, the host %d", n, idle, most, host.bytes.Load()/30)
					if most > 5000*int64(n)/2 {
						t.Errorf("%d bytes a second", most)
					}
				})
			})
		}
	}
}
