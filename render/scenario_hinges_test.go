package render

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/tile"
)

// TestPictureHinges draws gates and rotors turned to all sides, with people before and behind, and a ladder
// in a shaft.
func TestPictureHinges(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	for k := range uint32(8) {
		x := -10 + 5*int32(k%4)
		y := -4 + 4*int32(k/4)
		p.block(x, y, tile.SwingGate, tile.East.Facing(0))
		a := body(uint64(k+1), entity.GateArm, float64(x)+0.1875, float64(y)+0.5)
		a.Angle = k << 29
		s.Bodies = append(s.Bodies, a)
	}
	for k := range uint32(4) {
		x := -8 + 4*int32(k)
		p.block(x, 4, tile.Rotor, uint8(k))
		a := body(uint64(k+20), entity.RotorArm, float64(x)+0.5, 4.5)
		a.Angle = k<<29 + 1<<27
		s.Bodies = append(s.Bodies, a)
	}
	for y := int32(-4); y < 5; y++ {
		for x := int32(8); x < 11; x++ {
			p.ground(x, y, tile.Shaft)
		}
		if y > -4 {
			p.block(9, y, tile.Ladder, 0)
		}
	}
	p.person(s, -9, -4, 64, entity.Look{})
	p.person(s, -4, -3, 64, entity.Look{})
	p.person(s, 9.5, 1, 64, entity.Look{})
	r.Camera().SetZoom(14)
	m := shootAt(t, r, s, 12, 0, 0)
	write(t, m, "hinges")
	for k := range s.Bodies {
		if s.Bodies[k].Kind.Pinned() {
			s.Bodies[k].Angle += 1 << 29
		}
	}
	if m2 := shootAt(t, r, s, 12, 0, 0); differing(m, m2) == 0 {
		t.Error("arms do not turn")
	}
}
