package render

import "manyhold/game/tile"

// flat reports whether a block lies on the ground: whoever is there stands on it.
func flat(b tile.Block) bool {
	switch b {
	case tile.Wire, tile.Plate, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Conveyor:
		return true
	}
	return false
}

// wired reports whether a wire goes on to a block: what gives or takes signals.
func wired(b tile.Block) bool {
	switch b {
	case tile.Wire, tile.Lever, tile.Plate, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Piston, tile.Lamp, tile.Door:
		return true
	}
	return false
}

// wireMask returns to which sides the wire at a tile goes on, a bit for each heading.
func (r *Renderer) wireMask(x, y int32) (mask uint32) {
	for h := range tile.HeadingCount {
		dx, dy := h.Step()
		if _, b, _ := r.ground.tile(x+dx, y+dy); wired(b) {
			mask |= 1 << h
		}
	}
	return mask
}
