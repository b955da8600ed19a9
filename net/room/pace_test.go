package room

import (
	"testing"
)

// TestLength: length and delay of a generation follow the slowest round trip and the lowest frame rate within
// three seconds, by a step at a time, and come back when less has sufficed for a while.
func TestLength(t *testing.T) {
	for _, c := range []struct {
		name      string
		roundTrip uint16
		frames    uint8
		want      uint64
		delay     uint32
	}{
		{"one network", 0, 60, 3, 2},
		{"80 ms", 80, 60, 3, 4},
		{"120 ms", 120, 60, 3, 4},
		{"150 ms", 150, 60, 6, 3},
		{"400 ms", 400, 60, 9, 4},
		{"10 frames a second", 0, 10, 6, 2},
		{"both", 150, 4, 15, 2},
		{"a word that cannot be true", 65535, 1, most, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := three(t, true)
			play := func(seconds int, roundTrip uint16, frames uint8) {
				for until := x.clock + uint64(seconds)*Second; x.clock < until; {
					was, delay := x.Length(), x.Delay()
					for _, who := range []string{"ann", "bo", "cy"} {
						h := Header{Generation: x.Generation(), Done: x.Generation() - 1, RoundTrip: 5, FrameRate: 60}
						if who == "bo" {
							h.RoundTrip, h.FrameRate = roundTrip, frames
						}
						if k := x.roster.of(x.key(who)); !x.roster.seats[k].has(h.Generation) {
							if err := x.send(who, Packet{Kind: Play, Header: h}); err != nil {
								t.Fatal(err)
							}
						}
					}
					x.Advance(step)
					if now, then := x.Length(), x.Delay(); now > was+step || now+step < was || then > delay+1 || then+1 < delay || now != was && then != delay {
						t.Fatalf("from %d by %d to %d by %d at once", was, delay, now, then)
					}
				}
			}
			play(3, c.roundTrip, c.frames)
			if x.Length() < min(c.want, 6) {
				t.Errorf("%d ticks after three seconds, want %d", x.Length(), c.want)
			}
			play(6, c.roundTrip, c.frames)
			if x.Length() != c.want || x.Delay() != c.delay {
				t.Errorf("%d ticks by %d, want %d by %d", x.Length(), x.Delay(), c.want, c.delay)
			}
			play(60, 0, 60)
			if x.Length() != least || x.Delay() != Delay {
				t.Errorf("%d ticks by %d after a minute without delay", x.Length(), x.Delay())
			}
		})
	}
}

// TestFrameRateRecovers: a program that stuttered once gets its frame rate back, also the highest that a
// packet can tell: else one frame of a fast screen made a match slow until its end.
func TestFrameRateRecovers(t *testing.T) {
	for _, usual := range []uint8{30, 60, 240, 255} {
		s := Seat{}
		for _, rate := range []uint8{usual, 1} {
			s.measure(&Packet{Header: Header{FrameRate: rate}}, 0)
		}
		for range 200 {
			s.measure(&Packet{Header: Header{FrameRate: usual}}, 0)
		}
		if s.FrameRate() != usual {
			t.Errorf("%d frames a second are %d after a stutter", usual, s.FrameRate())
		}
	}
}
