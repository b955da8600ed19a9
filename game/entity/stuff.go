package entity

import "manyhold/game/fixed"

// Stuff is the mass and the bounce of a maker's body, both in 64ths: (64·mass − 16)·128 + 64·bounce. The mass
// is from a quarter to eight times the plain body's, the bounce from 0 to 1.
type Stuff uint16

const (
	leastMass, mostMass = 16, 512 // in 64ths
	mostBounce          = 64
	stuffUnit           = fixed.One / 64
	bounceBits          = 7
)

// StuffOf returns the stuff nearest to a mass, in multiples of the plain body's, and a bounce. A mass of 0 is
// 1.
func StuffOf(mass, bounce fixed.S) Stuff {
	if mass == 0 {
		mass = fixed.One
	}
	m := min(max((mass+stuffUnit/2)/stuffUnit, leastMass), mostMass) - leastMass
	b := (min(max(bounce, 0), fixed.One) + stuffUnit/2) / stuffUnit
	return Stuff(m<<bounceBits | b)
}

// Mass returns the mass, in multiples of the plain body's.
func (s Stuff) Mass() fixed.S { return (fixed.S(s>>bounceBits) + leastMass) * stuffUnit }

// Bounce returns the part of its speed that the body keeps, 0 to 1.
func (s Stuff) Bounce() fixed.S { return fixed.S(s&(1<<bounceBits-1)) * stuffUnit }

// Valid reports whether there is such a stuff.
func (s Stuff) Valid() bool {
	return s>>bounceBits <= mostMass-leastMass && s&(1<<bounceBits-1) <= mostBounce
}

// Make says what a maker's body meets, and whether it carries. The zero value meets everything. The bits are
// stored and sent.
type Make uint8

// The bits of Make.
const (
	NoPlayers Make = 1 << iota // players pass through it, and areas do not notice them
	NoBodies                   // likewise with crates, balls, carts, animals and arms
	NoThings                   // and with bodies of makers
	Flat                       // a floor: it meets nothing, and takes along what stands on it
	MakeEnd
)

// Ignores reports whether a body or area of that make does not meet, or notice, bodies of a kind.
func (m Make) Ignores(k Kind) bool {
	switch {
	case k == Player:
		return m&NoPlayers != 0
	case k.Made():
		return m&NoThings != 0
	}
	return m&NoBodies != 0
}
