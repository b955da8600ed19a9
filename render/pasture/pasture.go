// Package pasture says where the sheep of a match are drawn. Their places come with the confirmed states, a
// few times a second, and are not predicted. Here each sheep goes on by its speed in between, and comes
// nearer to its true place with every tick.
package pasture

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/flock"
)

// Snap is the distance beyond which a sheep is drawn in its true place at once, in tiles.
const Snap = 3.0

// Sheep is a sheep as it is drawn.
type Sheep struct {
	X, Y  float64 // in tiles
	Going bool
	West  bool // it looks to the west
}

// Pasture is the sheep that are drawn. Its index is that of the flock.
type Pasture struct{ list []Sheep }

// All returns the sheep. They are read-only, and valid until the next Step.
func (p *Pasture) All() []Sheep { return p.list }

// Show draws all sheep in their true places.
func (p *Pasture) Show(all []flock.Sheep) {
	p.list = p.list[:0]
	p.Step(all)
}

// Step moves the picture by a tick towards a flock.
func (p *Pasture) Step(all []flock.Sheep) {
	for len(p.list) < len(all) {
		s := &all[len(p.list)]
		p.list = append(p.list, Sheep{X: tiles(s.Pos.X), Y: tiles(s.Pos.Y)})
	}
	p.list = p.list[:len(all)]
	for k := range all {
		s, d := &all[k], &p.list[k]
		x, y, vx, vy := tiles(s.Pos.X), tiles(s.Pos.Y), tiles(s.Vel.X), tiles(s.Vel.Y)
		// Half of its speed: a state is half as old as the time between two on average.
		d.X += vx/2/game.TicksPerSecond + (x-d.X)/10
		d.Y += vy/2/game.TicksPerSecond + (y-d.Y)/10
		if dx, dy := x-d.X, y-d.Y; dx*dx+dy*dy > Snap*Snap {
			d.X, d.Y = x, y
		}
		d.Going = vx*vx+vy*vy > 0.04
		if vx*vx > 0.02 {
			d.West = vx < 0
		}
	}
}

func tiles(s fixed.S) float64 { return float64(s) / fixed.One }
