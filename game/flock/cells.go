package flock

import "manyhold/game/fixed"

const (
	// side is how many tiles a lattice is wide and high. It is a torus: sheep that are so far apart share
	// cells. No field of a match is as wide.
	side = 128
	// wide is the side of a wide cell, as a power of two of tiles.
	wide     = 2
	wideSide = side >> wide
)

// cells finds neighbours: by lists of the sheep on each tile, and by sums over wide cells. It is made anew
// in each tick.
type cells struct {
	head [side * side]uint16 // 1 + index of the first sheep on a tile
	next [MaxSheep]uint16    // 1 + index of the next one on its tile
	sums [wideSide * wideSide]sum
}

// sum is what is known of several sheep together.
type sum struct {
	n        int64
	pos, vel fixed.Vec
}

func (s sum) middle() fixed.SVec {
	return fixed.Vec{X: s.pos.X / fixed.Q(s.n), Y: s.pos.Y / fixed.Q(s.n)}.S()
}

func (s sum) mean() fixed.SVec {
	return fixed.Vec{X: s.vel.X / fixed.Q(s.n), Y: s.vel.Y / fixed.Q(s.n)}.S()
}

func tileOf(p fixed.SVec) (x, y int) { return int(p.X >> fixed.Bits), int(p.Y >> fixed.Bits) }

func cell(x, y int) int { return y&(side-1)*side + x&(side-1) }

func wideCell(x, y int) int { return y&(wideSide-1)*wideSide + x&(wideSide-1) }

// fill puts sheep in their cells. The lists of tiles are in ascending index.
func (c *cells) fill(all []Sheep) {
	clear(c.head[:])
	clear(c.sums[:])
	for k := len(all) - 1; k >= 0; k-- {
		s := &all[k]
		x, y := tileOf(s.Pos)
		at := cell(x, y)
		c.next[k], c.head[at] = c.head[at], uint16(k+1)
		w := &c.sums[wideCell(x>>wide, y>>wide)]
		w.n++
		w.pos, w.vel = w.pos.Add(s.Pos.Vec()), w.vel.Add(s.Vel.Vec())
	}
}

// around returns the sum over the wide cell of a place and the eight beside it.
func (c *cells) around(p fixed.SVec) (all sum) {
	x, y := tileOf(p)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			w := &c.sums[wideCell(x>>wide+dx, y>>wide+dy)]
			all.n += w.n
			all.pos, all.vel = all.pos.Add(w.pos), all.vel.Add(w.vel)
		}
	}
	return all
}
