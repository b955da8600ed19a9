package render

import (
	"math"

	"manyhold/game/entity"
	"manyhold/game/physics"
	"manyhold/render/atlas"
)

// armShade is how dark the shadow under a beam is.
const armShade = 0.35

// arm adds the beam of a gate or a rotor, slice over slice, as far as it has turned: see atlas.Arm.
func drawArm(r *stage, b *Body) {
	middle, _, _ := physics.Beam(&b.Body)
	x := float32(toFloat(middle.X)*TilePixels - float64(r.ox))
	y := float32(toFloat(middle.Y)*TilePixels - float64(r.oy))
	picture := &r.atlas.Arms[atlas.GateArm]
	if b.Kind == entity.RotorArm {
		picture = &r.atlas.Arms[atlas.RotorArm]
	}
	turn := float32(float64(b.Angle) * 2 * math.Pi / (1 << 32))
	sin, _ := sincos(turn)
	for k := range atlas.ArmPieces {
		off := (float32(k) + 0.5 - atlas.ArmPieces/2) * atlas.ArmLength / atlas.ArmPieces
		foot := y + off*sin + atlas.ArmThick/2
		for z := range picture {
			p := picture[z][k]
			if z == 0 {
				r.list.add(layerGround, foot, sprite{rect: picture[3][k], x: x + 1, y: y + 1, turn: turn, tint: tint{0, 0, 0, armShade}})
			}
			r.list.add(layerThings, foot, sprite{rect: p, x: x, y: y - float32(z), turn: turn, tint: plain})
		}
	}
}
