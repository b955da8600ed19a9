// Package gloom says how dark a place is: a number from 0, which is light, to Full. In the open there is
// gloom at night only; in a cave always. It thickens by one with every tile from the rim of the nearest
// light, and at dusk it comes slowly.
//
// The light of blocks is kept as a field of the active regions, which is derived from their tiles. A region
// is computed anew only when a light or rock in it, or in one of the eight around it, has changed: Marks say
// so. Lights that move (torches in hands, embers) are a short list, and are asked each time.
//
// Light goes through walls here: the rule is the distance, so that players can learn it.
package gloom

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
)

const (
	// Full is the deepest gloom: so many tiles from the rim of the nearest light.
	Full = 15
	// Thick is the gloom from which shades rise.
	Thick = 6
	// TorchReach is how far a torch in hand lights, and EmberReach embers, in tiles. A torch that stands
	// lights a little farther.
	TorchReach, EmberReach fixed.Q = 5 * fixed.One, 4 * fixed.One

	hour game.Tick = game.TicksPerDay / 24
	// Gloom comes from duskFrom on and is full after ramp; it goes from dawnFrom on. Tick 0 is at eight in
	// the morning.
	duskFrom, dawnFrom = 19 * hour, 9 * hour / 2
	ramp               = 3 * hour / 2
)

// Depth returns how deep gloom can be in the open at a tick: 0 by day, Full at night.
func Depth(t game.Tick) uint8 {
	at := (t + game.TicksPerDay/3) % game.TicksPerDay
	switch {
	case at >= duskFrom:
		return uint8(min((at-duskFrom)*Full/ramp, Full))
	case at < dawnFrom:
		return Full
	case at < dawnFrom+ramp:
		return uint8(Full - (at-dawnFrom)*Full/ramp)
	}
	return 0
}

// Marks say of the tiles of a region what its field depends on. They do not depend on the order of changes.
type Marks struct {
	Lamps uint16 // how many tiles give light
	Rocks uint16 // how many tiles are rock, as it grew or as a floor
	Sum   uint64 // of the hashes of those tiles
}

// Put counts a tile that is there now.
func (m *Marks) Put(k grid.Index, g tile.Ground, b tile.Block, state uint8) {
	lamp, rock, sum := mark(k, g, b, state)
	m.Lamps, m.Rocks, m.Sum = m.Lamps+lamp, m.Rocks+rock, m.Sum+sum
}

// Take takes a tile out of the count that is there no more.
func (m *Marks) Take(k grid.Index, g tile.Ground, b tile.Block, state uint8) {
	lamp, rock, sum := mark(k, g, b, state)
	m.Lamps, m.Rocks, m.Sum = m.Lamps-lamp, m.Rocks-rock, m.Sum-sum
}

func mark(k grid.Index, g tile.Ground, b tile.Block, state uint8) (lamp, rock uint16, sum uint64) {
	if b != tile.NoBlock {
		if r := tile.Emits(b, state); r > 0 {
			lamp, sum = 1, random.Mix(uint64(k)<<8|uint64(r))
		}
	}
	if n := Natural(b); n || g == tile.Rock {
		rock = 1
		solid := uint64(0)
		if n {
			solid = 1
		}
		sum += random.Mix(1<<32 | uint64(k)<<1 | solid)
	}
	return lamp, rock, sum
}

// Natural reports whether a block is rock as it grew.
func Natural(b tile.Block) bool {
	return b == tile.Cliff || b == tile.CoalOre || b == tile.CopperOre || b == tile.CrystalOre
}

// Beam is a light that moves.
type Beam struct {
	At    fixed.Vec
	Reach fixed.Q // in tiles
}

// Person is a player that is awake, and the gloom in which it stands.
type Person struct {
	Seat  uint16
	Level uint8
	At    fixed.Vec
}

// Under returns the gloom at a place where it is no deeper than most, as far as beams lighten it.
func Under(beams []Beam, p fixed.Vec, most uint8) uint8 {
	for k := range beams {
		if most == 0 {
			return 0
		}
		b := &beams[k]
		d := b.At.Sub(p)
		if far := b.Reach + fixed.Q(most)*fixed.One; d.X.Abs() >= far || d.Y.Abs() >= far {
			continue
		}
		most = uint8(min(max(d.Len()-b.Reach+fixed.One-1, 0)>>fixed.Bits, fixed.Q(most)))
	}
	return most
}
