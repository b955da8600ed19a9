package atlas

import (
	"manyhold/game/tile"
	. "manyhold/render/palette"
)

const (
	// WireMasks is the number of pictures of a wire: a bit for each heading in which it continues.
	WireMasks = 1 << tile.HeadingCount
	// BeltFrames is the number of frames of a conveyor, of each heading.
	BeltFrames = 4
)

// machines names the sprites, off and on, of machines with a front; the other headings are rotated from it.
var machines = map[tile.Block][2]string{
	tile.NotGate: {"not_gate", "not_gate_on"}, tile.AndGate: {"and_gate", "and_gate_on"}, tile.OrGate: {"or_gate", "or_gate_on"},
	tile.Delay: {"delay", "delay_on"}, tile.Piston: {"piston", "piston_out"}, tile.PistonHead: {"piston_head", ""},
	tile.Pump: {"pump", "pump_on"}, tile.SwingGate: {"swing_gate", ""},
}

// machinery draws the machines: Standing and Lit have a picture for each heading; of wires one for each mask;
// of conveyors BeltFrames for each heading.
func (a *Atlas) machinery() {
	for b := range tile.BlockCount {
		names, ok := machines[b]
		if !ok {
			continue
		}
		for n, set := range [...]*[]Rect{&a.Blocks.Standing[b], &a.Blocks.Lit[b]} {
			if names[n] == "" {
				continue
			}
			_, p := a.texts.picture(names[n], nil)
			for h := range tile.HeadingCount {
				*set = append(*set, a.add(turned(p, int(h)), Tile/2, footOfTile))
			}
		}
	}
	for mask := range WireMasks {
		a.Blocks.Standing[tile.Wire] = append(a.Blocks.Standing[tile.Wire], a.add(wire(mask, Earth1, Earth3), Tile/2, footOfTile))
		a.Blocks.Lit[tile.Wire] = append(a.Blocks.Lit[tile.Wire], a.add(wire(mask, Fire2, Fire4), Tile/2, footOfTile))
	}
	a.puddles()
	for mask := range WireMasks {
		a.Blocks.Standing[tile.Rail] = append(a.Blocks.Standing[tile.Rail], a.add(rail(mask), Tile/2, footOfTile))
	}
	for h := range tile.HeadingCount {
		for f := range BeltFrames {
			a.Blocks.Standing[tile.Conveyor] = append(a.Blocks.Standing[tile.Conveyor], a.add(turned(belt(f), int(h)), Tile/2, footOfTile))
		}
	}
}

// puddles draws flowing water, the more the fuller.
func (a *Atlas) puddles() {
	for n := range PuddleLevels {
		p := NewPicture(Tile, Tile)
		for y := range Tile {
			for x := range Tile {
				edge := min(x, y, Tile-1-x, Tile-1-y)
				if n == 0 && edge < 3 || n == 1 && edge < 1 {
					continue
				}
				c := Water2
				if n == PuddleLevels-1 {
					c = Water1
				}
				if (x+3*y+n*5)%11 == 0 {
					c = Water3
				}
				p.SetA(x, y, c, uint8(150+n*30))
			}
		}
		a.Blocks.Standing[tile.Flood] = append(a.Blocks.Standing[tile.Flood], a.add(p, Tile/2, footOfTile))
	}
}

// PuddleLevels is the number of pictures of flowing water, by how much there is.
const PuddleLevels = 4

// footOfTile is the row of a tile that holds the foot of a thing on it.
const footOfTile = 14

// turned returns a square picture turned clockwise by quarters.
func turned(p *Picture, quarters int) *Picture {
	q := p
	for range quarters {
		next := NewPicture(q.H, q.W)
		for y := range q.H {
			for x := range q.W {
				next.Set(q.H-1-y, x, q.At(x, y))
			}
		}
		q = next
	}
	return q
}

// wire draws a wire that continues to the sides of the mask: a knot where it ends or branches.
func wire(mask int, dark, light Index) *Picture {
	p := NewPicture(Tile, Tile)
	arm := func(x, y, w, h int) {
		p.Rect(x, y, w, h, dark)
	}
	for h, r := range [tile.HeadingCount][4]int{{8, 7, 8, 2}, {7, 8, 2, 8}, {0, 7, 8, 2}, {7, 0, 2, 8}} {
		if mask>>h&1 != 0 {
			arm(r[0], r[1], r[2], r[3])
		}
	}
	if mask != 5 && mask != 10 {
		p.Rect(6, 6, 4, 4, dark)
	}
	for y := range Tile {
		for x := range Tile {
			if p.At(x, y) == dark && p.At(x-1, y-1) == Clear {
				p.Set(x, y, light)
			}
		}
	}
	return p
}

// rail draws a rail that continues to the sides of the mask, as a bend where those are two that meet; a
// single one lies east and west.
func rail(mask int) *Picture {
	p := NewPicture(Tile, Tile)
	for h, corner := range [tile.HeadingCount][2]int{tile.East: {Tile, Tile}, tile.South: {0, Tile}, tile.West: {0, 0}, tile.North: {Tile, 0}} {
		if next := (h + 1) % int(tile.HeadingCount); mask == 1<<h|1<<next {
			bend(p, corner[0], corner[1])
			return p
		}
	}
	if mask == 0 {
		mask = 1<<tile.East | 1<<tile.West
	}
	for h, r := range [tile.HeadingCount][2]int{{8, 0}, {0, 8}, {0, 0}, {0, 0}} {
		if mask>>h&1 == 0 {
			continue
		}
		for n := range 8 {
			at := r[0] + r[1] + n
			for side := 2; side < 14; side++ {
				c := Clear
				switch {
				case side == 4 || side == 10:
					c = Stone2 // which shines
				case side == 5 || side == 11:
					c = Stone0 // its foot
				case side == 13 && n%4 < 2 || side == 2 && n%4 < 2:
					c = Earth1
				case n%4 == 0:
					c = Earth3
				case n%4 == 1:
					c = Earth1
				}
				if c == Clear {
					continue
				}
				if h == int(tile.East) || h == int(tile.West) {
					p.Set(at, side, c)
				} else {
					p.Set(side, at, c)
				}
			}
		}
	}
	return p
}

// bend draws the quarter of a round of rails about a corner of the tile.
func bend(p *Picture, cx, cy int) {
	sleepers := [...][2]int{{97, 26}, {71, 71}, {26, 97}} // where they lie: hundredths of cosine and sine
	for y := range Tile {
		for x := range Tile {
			dx, dy := max(2*x+1-2*cx, 2*cx-2*x-1), max(2*y+1-2*cy, 2*cy-2*y-1) // in half pixels
			d := dx*dx + dy*dy
			within := func(a, b int) bool { return d >= 4*a*a && d < 4*b*b }
			switch {
			case within(4, 5) || within(10, 11):
				p.Set(x, y, Stone2)
			case within(5, 6) || within(11, 12):
				p.Set(x, y, Stone0)
			case within(2, 14):
				for _, s := range sleepers {
					if off := dx*s[1] - dy*s[0]; off > -200 && off < 200 {
						p.Set(x, y, Earth1)
						if off > 0 {
							p.Set(x, y, Earth3)
						}
					}
				}
			}
		}
	}
}

// belt draws a frame of a conveyor that runs to the east.
func belt(frame int) *Picture {
	p := NewPicture(Tile, Tile)
	p.Rect(0, 1, Tile, 14, Ink2)
	p.Rect(0, 1, Tile, 1, Stone1)
	p.Rect(0, 14, Tile, 1, Stone0)
	for y := 2; y < 14; y++ {
		bend := min(y-2, 13-y)
		for n := range 3 {
			x := (n*8 + bend + frame*2) % 24
			for dx := range 2 {
				if x+dx < Tile {
					p.Set(x+dx, y, Ink3)
				}
			}
		}
	}
	return p
}
