package render

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/tile"
)

// TestPictureMoving draws the blocks that move people, and those that hold them.
func TestPictureMoving(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	for x := int32(-6); x < 0; x++ {
		for y := int32(-4); y < 0; y++ {
			p.ground(x, y, tile.Mud)
		}
	}
	for x := int32(-2); x < 1; x++ {
		p.ground(x, -5, tile.Dirt)
	}
	for x := int32(-6); x < 7; x++ {
		p.block(x, 2, tile.Rail, 0)
	}
	p.ground(3, -3, tile.Water)
	p.ground(3, -2, tile.Water)
	p.block(4, -3, tile.Pump, tile.StateBit0)
	p.block(4, -2, tile.Pump, tile.South.Facing(0))
	for x := int32(5); x < 9; x++ {
		p.block(x, -3, tile.Flood, uint8(10-x))
	}
	for x := int32(7); x < 11; x++ {
		for y := int32(-1); y < 4; y++ {
			p.ground(x, y, tile.Shaft)
		}
		p.block(x, 4, tile.StoneWall, 0)
	}
	s.Bodies = append(s.Bodies, body(4, entity.Crate, 8.5, 3.5), body(5, entity.Crate, 8.7, 2.6))
	s.Bodies = append(s.Bodies, body(1, entity.Platform, -3.5, 2.5), body(2, entity.Platform, 2.2, 2.5), body(3, entity.Crate, 2.2, 2.4))
	p.person(s, -3.5, 2.5, 64, entity.Look{})
	r.Camera().SetZoom(12)
	m := shootAt(t, r, s, 12, 0, 0)
	write(t, m, "moving")
	m2 := shootAt(t, r, &Scene{World: p}, 12, 0, 0)
	if differing(m, m2) == 0 {
		t.Error("nothing that moves is seen")
	}
}
