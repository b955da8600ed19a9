package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file adds the layer Stocked: a chest at most landmarks, and in the ruins vaults that one person
// cannot open alone.

const (
	// A gate has a handle on each side, GateAside tiles beside it and GateOff before it: one person cannot
	// reach both.
	GateAside, GateOff = 4, 1
	// vaultReach is the extent of a vault from the middle of its ruin, in tiles.
	vaultReach = 7
)

// Trove is a chest that the land holds ready.
type Trove struct {
	Tile grid.Tile
	At   LandmarkKind // where it stands
	Of   grid.Tile    // the middle of that landmark
	Deep bool         // behind the gate of a vault
	Roll uint64       // the random bits of its contents
}

// stock adds the layer Stocked to the furnished region.
func (f *finder) stock(p *plot) {
	f.eachTrove(f.region.Tile(0), func(l Landmark, roll uint64, t Trove) {
		if t.Deep && p.touches(l.Tile, vaultReach) {
			p.vault(l.Tile)
		}
		if i, here := p.index(t.Tile); here && p.dst.Ground[i] != tile.DeepWater {
			p.dst.Block[i], p.dst.State[i] = tile.Chest, 0
		}
	})
}

// TroveAt returns the chest that the layer Stocked put on a tile of the world of that seed; ok is false if
// there is none.
func TroveAt(seed uint64, at grid.Tile) (found Trove, ok bool) {
	f := finderOf(seed)
	f.eachTrove(at.Region().Tile(0), func(_ Landmark, _ uint64, t Trove) {
		if t.Tile == at {
			found, ok = t, true
		}
	})
	return found, ok
}

// eachTrove calls do for the landmarks with a chest near the region that begins at first: the great ones
// first, the lighthouses last.
func (f *finder) eachTrove(first grid.Tile, do func(l Landmark, roll uint64, t Trove)) {
	visit := func(k LandmarkKind, at, square grid.Tile, roll uint64) {
		t := Trove{At: k, Of: at, Roll: chance(f.seed, streamTrove|stream(k)<<8, square.X, square.Y)}
		if dx, dy, ok := troveOf(k, roll, t.Roll, &t.Deep); ok {
			t.Tile = at.Add(dx, dy)
			do(Landmark{Kind: k, Tile: at}, roll, t)
		}
	}
	eachSquare(first, landmarkReach, func(square grid.Tile) {
		if k, at := f.great(square, first, landmarkSpread+landmarkReach); k != NoLandmark {
			visit(k, at, square, chance(f.seed, streamRuin, square.X, square.Y))
		}
	})
	eachOdd(first, oddReach, func(square grid.Tile) {
		if _, at := oddAt(f.seed, square); !within(at, first, oddReach) {
			return
		}
		if k, at := f.odd(square); k != NoLandmark {
			visit(k, at, square, 0)
		}
	})
	if t := f.homeTrove(); within(t.Of, first, vaultReach) {
		do(Landmark{Kind: Ruin, Tile: t.Of}, 0, t)
	}
	for n, at := range f.lights[:f.lit] {
		square := at
		if n == 0 {
			square = f.home.at
		}
		if within(at, first, landmarkReach) {
			visit(Tower, at, square, 0)
		}
	}
}

// troveOf returns the place of a landmark's chest, from its middle; ok is false for a landmark without one.
// roll is the landmark's own, luck the chest's.
func troveOf(k LandmarkKind, roll, luck uint64, deep *bool) (dx, dy int32, ok bool) {
	side := int32(1) - 2*int32(roll&1)
	switch k {
	case Ruin:
		if luck>>60 < 11 {
			*deep = true
			return 0, -4, true
		}
		return int32(roll>>8%3) + 1, int32(1) - 2*int32(roll>>16&1), true // in the greater room, off the way
	case StoneCircle:
		return 1, -1, true
	case Grove:
		return 2, 1, true
	case Wreck:
		if roll&1 == 0 {
			return 0, 3, true
		}
		return 3, 0, true
	case HotSpring:
		return 5, 0, true
	case OldHearth:
		return 4 * side, -1, true
	case Tower:
		return -2, 0, true
	case Campfire:
		return -1, -2, luck>>62 == 0
	case Boat:
		return 0, -1, luck>>62 != 0
	}
	return 0, 0, false
}

// vault builds a chamber of unbreakable stone around the chest of a ruin, with a gate in the south and a
// handle on each side of it, and clears the way there.
func (p *plot) vault(at grid.Tile) {
	around(at, vaultReach, func(t grid.Tile, dx, dy int32) {
		ax := magnitude(dx)
		switch {
		case dx == 0 && dy == -2:
			p.put(t, tile.StoneFloor, tile.Gate, 0)
		case ax == GateAside && dy == -2+GateOff:
			p.put(t, tile.StoneFloor, tile.Handle, 0)
		case ax == 1 && dy == -4:
			p.put(t, tile.StoneFloor, tile.CrystalOre, 0)
		case ax <= 1 && (dy == -3 || dy == -4):
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		case ax <= 2 && dy >= -5 && dy <= -2:
			p.put(t, tile.StoneFloor, tile.VaultWall, 0)
		case ax <= GateAside && dy >= -1 && dy <= 1:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		case ax <= 1 && dy > 1 && dy <= 6:
			p.put(t, tile.Path, tile.NoBlock, 0)
		}
	})
}
