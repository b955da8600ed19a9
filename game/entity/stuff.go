package entity

import "manyhold/game/fixed"

// The mass and the bounce of a maker's body are in its Face, so that physics sees them: a step of mass and
// one of bounce. Masses are from a quarter to eight times the plain body's, each step a doubling.
const (
	massSteps   = 6
	bounceSteps = 9
	// StuffCount is how many kinds of stuff there are.
	StuffCount = massSteps * bounceSteps
)

// masses are the multiples of the plain body's mass.
var masses = [massSteps]fixed.S{fixed.One / 4, fixed.One / 2, fixed.One, 2 * fixed.One, 4 * fixed.One, 8 * fixed.One}

// Stuff returns the Face of a body of that mass, in multiples of the plain one's, and of that bounce, 0 to 1:
// the nearest there is. A mass of 0 is 1.
func Stuff(mass, bounce fixed.S) Facing {
	if mass == 0 {
		mass = fixed.One
	}
	m := 0
	for n := range masses {
		if (masses[n] - mass).Abs() < (masses[m] - mass).Abs() {
			m = n
		}
	}
	b := (min(max(bounce, 0), fixed.One)*(bounceSteps-1) + fixed.One/2) / fixed.One
	return Facing(m*bounceSteps + int(b))
}

// OfStuff returns mass and bounce of a stuff.
func OfStuff(f Facing) (mass, bounce fixed.S) {
	f = min(f, StuffCount-1)
	return masses[f/bounceSteps], fixed.S(f%bounceSteps) * fixed.One / (bounceSteps - 1)
}
