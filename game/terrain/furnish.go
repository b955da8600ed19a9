package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file adds the layer Furnished: a lighthouse and a vault in sight of the spawn, the eight others, and
// small things between the landmarks, so that a walk is never long without one.

// OddSpacing is the side of the squares that have at most one small landmark each, in tiles.
const OddSpacing = 40

const (
	oddReach = 2 // how far a small landmark extends from its tile, in tiles
	// oddApart is the distance of small landmarks from great ones, and oddHome from the spawn, in tiles
	// along each axis.
	oddApart, oddHome = landmarkReach + oddReach + 1, 19
	// The lighthouse of the home is this far from the spawn, in tiles, so that both are on one screen.
	lightAside, lightOff = 10, 5
)

// furnish adds the layer Furnished to the bare region.
func (f *finder) furnish(p *plot) {
	first := f.region.Tile(0)
	eachOdd(first, oddReach, func(square grid.Tile) {
		if _, at := oddAt(f.seed, square); !p.touches(at, oddReach) {
			return
		}
		if kind, at := f.odd(square); kind != NoLandmark {
			p.odd(kind, at)
		}
	})
	f.puzzles(p)
	f.home.grounds(p)
	f.home.lighthouse(p)
}

// Places returns the landmarks of the layer Furnished whose tile is in r: the great ones as in Landmarks,
// then the small ones by the rows of their squares, then the vault of the home, then the lighthouses by their
// numbers.
func Places(seed uint64, r grid.Region) []Landmark {
	found := Landmarks(seed, r)
	f := finderOf(seed)
	eachOdd(r.Tile(0), 0, func(square grid.Tile) {
		if k, at := f.odd(square); k != NoLandmark && at.Region() == r {
			found = append(found, Landmark{Kind: k, Tile: at, Name: nameOf(k, chance(seed, streamOddName, square.X, square.Y))})
		}
	})
	if at := f.home.vault(); at.Region() == r {
		found = append(found, Landmark{Kind: Ruin, Tile: at, Name: nameOf(Ruin, chance(seed, streamOddName, at.X, at.Y))})
	}
	for n, at := range f.lights[:f.lit] {
		if at.Region() == r {
			found = append(found, Landmark{Kind: Tower, Tile: at, Name: f.lightName(n)})
		}
	}
	return found
}

// lightName is the name of a lighthouse.
func (f *finder) lightName(n int) Name {
	if n == 0 {
		return nameOf(Tower, chance(f.seed, streamOddName, f.home.at.X, f.home.at.Y))
	}
	return nameOf(Tower, chance(f.seed, streamLight, int32(n), 1))
}

// LightName returns the name of the lighthouse of a number.
func LightName(seed uint64, n int) Name {
	f := finderOf(seed)
	return f.lightName(n)
}

// Lighthouse returns where the lighthouse stands that is seen from the spawn.
func Lighthouse(seed uint64) grid.Tile {
	home := homeOf(seed)
	return home.light()
}

// light is where the lighthouse of the home stands: towards the sea and beside the way to it.
func (h *home) light() grid.Tile {
	dx, dy := int32(lightAside), int32(lightOff)
	if h.seawardX < 0 {
		dx = -dx
	}
	if h.seawardY > 0 {
		dy = -dy
	}
	// the sea is north or south: beside the way, and nearer to it
	if magnitude(h.seawardY) > magnitude(h.seawardX)*2 {
		dy = -dy * 3 / 5
	}
	return h.at.Add(dx, dy)
}

// lighthouse builds the lighthouse of the home, with its door towards the spawn and a path to it.
func (h *home) lighthouse(p *plot) {
	at := h.light()
	if !p.touches(h.at, lightAside+landmarkReach) {
		return
	}
	roll := uint64(0) // the door is in the south
	step := int32(1)
	if at.Y > h.at.Y {
		roll, step = 1, -1
	}
	around(at, 6, func(t grid.Tile, dx, dy int32) {
		if d := dx*dx + dy*dy; d <= 36 {
			p.level(t)
		}
	})
	p.tower(at, roll)
	p.put(at, tile.StoneFloor, tile.Beacon, 0)
	for n := step; magnitude(n) <= 6; n += step { // the door is not overgrown
		p.put(at.Add(0, n), tile.Path, tile.NoBlock, 0)
	}
	t := at.Add(0, 6*step)
	for t.X != h.at.X {
		if t.X < h.at.X {
			t.X++
		} else {
			t.X--
		}
		if magnitude(t.X-h.at.X)+magnitude(t.Y-h.at.Y) > 1 {
			p.pave(t)
		}
	}
	for t.Y != h.at.Y {
		if t.Y < h.at.Y {
			t.Y++
		} else {
			t.Y--
		}
		if magnitude(t.Y-h.at.Y) > 1 {
			p.pave(t)
		}
	}
}

// pave makes a tile a walkable path, except a hearth and built blocks.
func (p *plot) pave(t grid.Tile) {
	if i, here := p.index(t); here && p.dst.Block[i] != tile.Hearth && p.dst.Block[i] != tile.Beacon && p.dst.Ground[i] != tile.StoneFloor {
		p.dst.Ground[i], p.dst.Block[i] = tile.Path, tile.NoBlock
	}
}

// eachOdd calls f for the squares of small landmarks within margin tiles of the region that begins at
// first.
func eachOdd(first grid.Tile, margin int32, f func(square grid.Tile)) {
	const last = grid.RegionSide - 1
	for y := floorDiv(first.Y-margin, OddSpacing); y <= floorDiv(first.Y+last+margin, OddSpacing); y++ {
		for x := floorDiv(first.X-margin, OddSpacing); x <= floorDiv(first.X+last+margin, OddSpacing); x++ {
			f(grid.Tile{X: x, Y: y})
		}
	}
}

// oddAt returns the random bits of the small landmark of a square, and its place if there is one.
func oddAt(seed uint64, square grid.Tile) (roll uint64, at grid.Tile) {
	const room = OddSpacing - 2*oddReach
	roll = chance(seed, streamOdd, square.X, square.Y)
	return roll, grid.Tile{
		X: square.X*OddSpacing + oddReach + int32(roll&0xFFFF%room),
		Y: square.Y*OddSpacing + oddReach + int32(roll>>16&0xFFFF%room),
	}
}

// oddChoices are the small landmarks of each biome.
var oddChoices = [BiomeCount][4]LandmarkKind{
	Ocean:    {Boat, Boat, NoLandmark, Boat},
	Beach:    {Boat, Cairn, Campfire, Boat},
	River:    {Boat, Boat, NoLandmark, NoLandmark},
	Meadow:   {FairyRing, Campfire, Cairn, Grave},
	Forest:   {FairyRing, FairyRing, Campfire, Grave},
	Heath:    {Cairn, Grave, Campfire, Cairn},
	Swamp:    {FairyRing, Boat, Grave, FairyRing},
	Mountain: {Cairn, Cairn, Campfire, Cairn},
	Cave:     {Campfire, Cairn, Grave, NoLandmark},
	Tundra:   {Cairn, Campfire, Cairn, Grave},
}

// odd builds a small landmark.
func (p *plot) odd(k LandmarkKind, at grid.Tile) {
	around(at, oddReach, func(t grid.Tile, dx, dy int32) {
		d := dx*dx + dy*dy
		switch {
		case k == FairyRing && d == 4, k == FairyRing && d == 5 && p.worn(t) < 140:
			p.stand(t, tile.Mushroom)
		case k == FairyRing && d < 4:
			p.stand(t, tile.Tuft)
		case k == Cairn && (d == 1 || d == 2 && p.worn(t) < 90):
			p.stand(t, tile.Boulder)
		case k == Campfire && (d == 4 && dy == 0 || d == 4 && dy == 2):
			p.stand(t, tile.Stump)
		case k == Campfire && d < 4:
			p.stand(t, tile.NoBlock)
		case k == Boat && dx == 0 && magnitude(dy) == 1:
			p.put(t, tile.WoodFloor, tile.NoBlock, 0)
		case k == Boat && (magnitude(dx) == 1 && magnitude(dy) <= 1 || dx == 0 && magnitude(dy) == 2):
			p.stand(t, tile.Fence)
		case k == Grave && d == 1 && dy == 1:
			p.stand(t, tile.Flower)
		case k == Grave && d <= 2:
			p.stand(t, tile.NoBlock)
		}
	})
	switch k {
	case Cairn:
		p.stand(at, tile.Boulder)
		p.stand(at.Add(0, -1), tile.Boulder)
	case Campfire:
		p.stand(at, tile.Hearth)
	case Grave:
		p.stand(at, tile.Boulder)
	case Boat:
		p.put(at, tile.WoodFloor, tile.NoBlock, 0)
	}
}
