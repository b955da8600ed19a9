package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// A world has nine lighthouses. The first is that of the home. The others stand ever further away, each in a
// direction of its own, and each lantern is kept behind a puzzle (puzzles.go). An old road leads from the
// spawn to each of them: over deep water as a causeway, and through rock as a cutting. So all nine are
// reached on foot in every world.

// LightCount is the number of lighthouses of a world.
const LightCount = 9

// Puzzle is what keeps embers from a lantern. The lighthouse of number n has the Puzzle n.
type Puzzle uint8

// The puzzles, in the order of the distances of their lighthouses.
const (
	OfEmbers  Puzzle = iota // embers must not go out on the way: in rain they do so sooner
	OfWires                 // a gate that a signal opens, and a wire with a gap
	OfBridge                // shallow water, in which embers go out
	OfClimb                 // a shaft with a ladder that has a gap
	OfPair                  // a gate with two handles, far from each other
	OfCart                  // a railway on piles over deep water
	OfLake                  // deep water, which a pump lifts away
	OfPassage               // a tower without a door, and four stones, one of which leads inside
	OfNight                 // a gate that opens when lamps have burnt before it through a night
)

const (
	// LightReach is how far the grounds of a lighthouse extend from its lantern, in tiles. They are dry and
	// open outside the puzzle.
	LightReach = 16
	// lightApart is how far landmarks keep from those lanterns, in tiles along each axis.
	lightApart = LightReach + landmarkReach + 2
	// roadSway is how far a road strays from the straight line, in tiles, and roadEnds the distance from its
	// ends over which it comes to do so.
	roadSway, roadEnds = 7, 40
	// roadReach is more than the distance of a road's tiles from its straight line.
	roadReach = roadSway + 3
)

// lightFurthest is the distance of the furthest lighthouse from the spawn, in tiles.
const lightFurthest = 445

// lightDistances are the distances of the lighthouses from the spawn, in tiles: the nearest two are a walk of
// a quarter of a minute apart, the furthest takes two minutes on foot. They differ by more than two
// LightReach, so that no two lighthouses overlap.
var lightDistances = [LightCount]int32{0, 64, 100, 145, 195, 250, 310, 375, lightFurthest}

// Lights returns where the lanterns of the nine lighthouses of a world stand, by their numbers.
func Lights(seed uint64) [LightCount]grid.Tile {
	home := homeOf(seed)
	return home.lights(seed)
}

// lights is Lights. Each has a direction of its own. Of several it takes the one with the highest ground, so
// that most are on land; those that are near keep off the bay of the home.
func (h *home) lights(seed uint64) (at [LightCount]grid.Tile) {
	at[0] = h.light()
	inland := int32(8)
	for k := range bearings {
		if bearings[k].x == h.seawardX && bearings[k].y == h.seawardY {
			inland += int32(k)
		}
	}
	var taken [len(bearings)]bool
	for n := 1; n < LightCount; n++ {
		roll := chance(seed, streamLight, int32(n), 2)
		first, wish := inland, int32(roll>>8%9)-4
		if lightDistances[n] >= landRadius+LightReach {
			first = int32(roll & 15)
		}
		best, to := int32(-1<<30), int32(0)
		for turn := int32(-4); turn <= 4; turn++ {
			k := (first + turn) & 15
			if taken[k] {
				continue
			}
			if v := heightNear(seed, h.towards(k, lightDistances[n])) - magnitude(turn-wish)*300; v > best {
				best, to = v, k
			}
		}
		taken[to] = true
		at[n] = h.towards(to, lightDistances[n])
	}
	return at
}

// towards is the tile so far away in a bearing.
func (h *home) towards(bearing, far int32) grid.Tile {
	b := bearings[bearing]
	return h.at.Add(b.x*far/bearingLength, b.y*far/bearingLength)
}

// heightNear is about how high the land is at a tile, without its bends around the home.
func heightNear(seed uint64, t grid.Tile) (sum int32) {
	wx, wy := warpAt(seed, t.X, t.Y)
	for _, o := range heightWarped {
		p := newPatch(seed, streamHeight, o.cell)
		sum += p.at(t.X+wx, t.Y+wy) * o.amplitude >> valueBits
	}
	return sum
}

// nearLight reports whether a tile is so near a lighthouse, that of the home aside, that no landmark stands
// there.
func (f *finder) nearLight(t grid.Tile) bool {
	for _, at := range f.lights[1:f.lit] {
		if magnitude(at.X-t.X) <= lightApart && magnitude(at.Y-t.Y) <= lightApart {
			return true
		}
	}
	return false
}

// roads lays the region's part of the old roads.
func (f *finder) roads(p *plot) {
	first := f.region.Tile(0)
	for n := 1; n < f.lit; n++ {
		a, b := f.home.at, f.lights[n]
		if max(a.X, b.X) < first.X-roadReach || min(a.X, b.X) >= first.X+grid.RegionSide+roadReach ||
			max(a.Y, b.Y) < first.Y-roadReach || min(a.Y, b.Y) >= first.Y+grid.RegionSide+roadReach {
			continue
		}
		sway := newPatch(f.seed, streamRoad|stream(n)<<8, roadBend)
		length := 4 * lightDistances[n] // in quarters of a tile: no step is longer than a tile along an axis
		for s := int32(0); s <= length; s++ {
			off := sway.at(s/4, 0) * roadSway * min(s, length-s, 4*roadEnds) / (4 * roadEnds) >> valueBits
			t := a.Add(((b.X-a.X)*s-(b.Y-a.Y)*4*off)/length, ((b.Y-a.Y)*s+(b.X-a.X)*4*off)/length)
			if within(t, first, 1) {
				p.road(t)
				p.road(t.Add(1, 0))
				p.road(t.Add(0, 1))
			}
		}
	}
}

// roadBend is log2 of the length after which a road bends another way, in tiles.
const roadBend = 5

// road makes a tile a part of an old road: one can walk there. A road leads through old walls; hearths stay.
func (p *plot) road(t grid.Tile) {
	i, here := p.index(t)
	if !here {
		return
	}
	if p.dst.Ground[i] == tile.DeepWater {
		p.dst.Ground[i], p.dst.Block[i] = tile.StoneFloor, tile.NoBlock
		return
	}
	if b := p.dst.Block[i]; tile.Solid(b, 0) && b != tile.Hearth {
		p.dst.Block[i] = tile.NoBlock
	}
	switch p.dst.Ground[i] {
	case tile.Grass, tile.Moss, tile.Dirt, tile.Snow, tile.Sand:
		if p.worn(t) < 110 {
			p.dst.Ground[i], p.dst.Block[i] = tile.Path, tile.NoBlock
		}
	}
}
