package room

import (
	"testing"
)

// TestLength: the length of a generation follows the slowest round trip and the lowest frame rate within three
// seconds, by a step at a time, and comes back when a shorter one has sufficed for a while.
func TestLength(t *testing.T) {
	for _, c := range []struct {
		name      string
		roundTrip uint16
		frames    uint8
		want      uint64
	}{
		{"one network", 0, 60, 3},
		{"150 ms", 150, 60, 9},
		{"400 ms", 400, 60, 15},
		{"10 frames a second", 0, 10, 6},
		{"both", 150, 4, 15},
		{"a word that cannot be true", 65535, 1, most},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := three(t, true)
			play := func(seconds int, roundTrip uint16, frames uint8) {
				for until := x.clock + uint64(seconds)*Second; x.clock < until; {
					was := x.Length()
					for _, who := range []string{"ann", "bo", "cy"} {
						h := Header{Generation: x.Generation(), Done: x.Generation() - 1, RoundTrip: 5, FrameRate: 60}
						if who == "bo" {
							h.RoundTrip, h.FrameRate = roundTrip, frames
						}
						if k := x.seatOf(x.key(who)); !x.seats[k].has(h.Generation) {
							if err := x.send(who, Packet{Kind: Play, Header: h}); err != nil {
								t.Fatal(err)
							}
						}
					}
					x.Advance(step)
					if now := x.Length(); now > was+step || now+step < was {
						t.Fatalf("from %d to %d at once", was, now)
					}
				}
			}
			play(6, c.roundTrip, c.frames)
			if c.want <= 15 && x.Length() != c.want || x.Length() < 15 && c.want == most {
				t.Errorf("%d ticks, want %d", x.Length(), c.want)
			}
			play(60, 0, 60)
			if x.Length() != least {
				t.Errorf("%d ticks after a minute without delay", x.Length())
			}
		})
	}
}
