package entity

import (
	"testing"

	"manyhold/game/fixed"
)

// TestStuff: every mass and bounce in 64ths is kept exactly, and others become the nearest.
func TestStuff(t *testing.T) {
	for m := fixed.S(leastMass); m <= mostMass; m++ {
		for b := fixed.S(0); b <= mostBounce; b++ {
			s := StuffOf(m*stuffUnit, b*stuffUnit)
			if !s.Valid() || s.Mass() != m*stuffUnit || s.Bounce() != b*stuffUnit {
				t.Fatalf("%d/64 and %d/64 become %d and %d", m, b, s.Mass(), s.Bounce())
			}
		}
	}
	for _, c := range []struct{ mass, bounce, m, b fixed.S }{
		{0, 0, fixed.One, 0}, {1, -1, fixed.One / 4, 0}, {99 * fixed.One, 2 * fixed.One, 8 * fixed.One, fixed.One},
		{fixed.One * 7 / 10, fixed.One * 3 / 10, 45 * stuffUnit, 19 * stuffUnit},
	} {
		if s := StuffOf(c.mass, c.bounce); s.Mass() != c.m || s.Bounce() != c.b {
			t.Errorf("%d and %d become %d and %d", c.mass, c.bounce, s.Mass(), s.Bounce())
		}
	}
	if Stuff(mostBounce+1).Valid() || Stuff((mostMass-leastMass+1)<<bounceBits).Valid() {
		t.Error("there is a stuff beyond the limits")
	}
}
