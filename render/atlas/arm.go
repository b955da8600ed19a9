package atlas

import . "manyhold/render/palette"

// Arm is the beam of a gate or a rotor in slices that lie one over the other, each a pixel higher, so that it
// can be turned to all sides and still be seen from above and from the south. Every slice is cut across into
// pieces, from the west to the east. Each piece is drawn with a foot of its own, so that a person beside it
// is correctly before or behind it. The foot of a piece is the middle of the beam.
type Arm [ArmHeight][ArmPieces]Rect

const (
	// ArmHeight is how high a beam is, in pixels.
	ArmHeight = 9
	// ArmPieces is how many pieces it is cut into.
	ArmPieces = 4
	// ArmLength and ArmThick are the length and thickness of the picture, in pixels; the body is 28 long and
	// 4 thick.
	ArmLength, ArmThick = 28, 4
	// GateArm and RotorArm are the places of the two in Atlas.Arms.
	GateArm, RotorArm = 0, 1
)

// arms draws the beams.
func (a *Atlas) arms() {
	for n, slice := range [...]func(z int) *Picture{gateSlice, rotorSlice} {
		for z := range ArmHeight {
			p := slice(z)
			const wide = ArmLength / ArmPieces
			for k := range ArmPieces {
				q := NewPicture(wide, ArmThick)
				q.Draw(p, -k*wide, 0)
				a.Bodies.Arms[n][z][k] = a.add(q, ArmLength/2-k*wide, ArmThick/2)
			}
		}
	}
}

// gateSlice is a gate's: two rails between three posts, the one in the hinge of iron.
func gateSlice(z int) *Picture {
	p := NewPicture(ArmLength, ArmThick)
	if z == 3 || z == 7 {
		p.Rect(1, 1, ArmLength-2, 2, Earth2)
		p.Rect(1, 1, ArmLength-2, 1, Earth3)
	}
	if z == 2 || z == 6 {
		p.Rect(1, 1, ArmLength-2, 2, Earth1)
	}
	for n, x := range [...]int{0, 13, ArmLength - 3} {
		dark, light := Earth1, Earth3
		if n == 0 {
			dark, light = Stone0, Stone2
		}
		p.Rect(x, 1, 3, 2, dark)
		if z == ArmHeight-1 {
			p.Rect(x, 1, 3, 2, light)
		}
	}
	return p
}

// rotorSlice is a rotor's: a beam shod with copper, on an axle.
func rotorSlice(z int) *Picture {
	p := NewPicture(ArmLength, ArmThick)
	c, tip := Clear, Clear
	switch {
	case z >= 2 && z < 6:
		c, tip = Earth1, Fire0
	case z == 6:
		c, tip = Earth3, Fire2
	}
	if c != Clear {
		p.Rect(0, 0, ArmLength, ArmThick, c)
		p.Rect(0, 0, 3, ArmThick, tip)
		p.Rect(ArmLength-3, 0, 3, ArmThick, tip)
		if z == 6 {
			p.Rect(3, 0, ArmLength-6, 1, Earth4)
			p.Rect(3, ArmThick-1, ArmLength-6, 1, Earth2)
		}
	}
	axle := Stone0
	if z == ArmHeight-1 {
		axle = Stone2
	}
	p.Rect(ArmLength/2-2, 0, 4, ArmThick, axle)
	return p
}
