package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// LandmarkSpacing is the side of the squares with at most one landmark each, in tiles. A square with land
// nearly always has one.
const LandmarkSpacing = 96

const (
	// landmarkReach is how far a landmark extends from its tile at most, in tiles.
	landmarkReach = 9
	// landmarkTries is the number of candidate places of a square.
	landmarkTries = 5
	// landmarkSpread is how far tries may lie from the first, in tiles along each axis.
	landmarkSpread = 20
	// homeApart is how far landmarks keep from the spawn, in tiles along each axis.
	homeApart = 26
)

// LandmarkKind is the kind of a landmark.
type LandmarkKind uint8

// The kinds of landmarks. Numbers are only appended.
const (
	NoLandmark  LandmarkKind = iota
	Ruin                     // a house of stone with a floor and gaps in its walls
	StoneCircle              // standing stones around a hearth
	Grove                    // a ring of old trees around flowers
	Wreck                    // the remains of a ship, on a beach
	HotSpring                // a warm pool among rocks
	OldHearth                // a forgotten camp
	// a round tower with a lamp that can be lit again; in Places also a lighthouse
	Tower
	Cairn     // a heap of stones, small
	FairyRing // a ring of mushrooms, small
	Campfire  // a cold fire with seats, small
	Boat      // a rowing boat, small
	Grave     // a stone with flowers, small
	LandmarkKindCount
)

var landmarkNames = [LandmarkKindCount]string{"nothing", "ruin", "stone circle", "grove", "wreck", "hot spring", "old hearth", "tower", "cairn", "fairy ring", "campfire", "boat", "grave"}

// String returns the kind's name, in lower case.
func (k LandmarkKind) String() string {
	if k >= LandmarkKindCount {
		return "unknown"
	}
	return landmarkNames[k]
}

// Landmark is a place worth a visit.
type Landmark struct {
	Kind LandmarkKind
	Tile grid.Tile // its middle
	Name Name
}

// Landmarks returns the landmarks whose tile is in r, ordered by their squares' rows, then columns.
func Landmarks(seed uint64, r grid.Region) []Landmark {
	var found []Landmark
	f := finderOf(seed)
	first := r.Tile(0)
	eachSquare(first, 0, func(square grid.Tile) {
		k, at := f.great(square, first, landmarkSpread)
		if k != NoLandmark && at.Region() == r {
			found = append(found, Landmark{Kind: k, Tile: at, Name: nameOf(k, chance(seed, streamName, square.X, square.Y))})
		}
	})
	return found
}

// eachSquare calls f for the squares that come within margin tiles of the region that begins at first.
func eachSquare(first grid.Tile, margin int32, f func(square grid.Tile)) {
	const last = grid.RegionSide - 1
	for y := floorDiv(first.Y-margin, LandmarkSpacing); y <= floorDiv(first.Y+last+margin, LandmarkSpacing); y++ {
		for x := floorDiv(first.X-margin, LandmarkSpacing); x <= floorDiv(first.X+last+margin, LandmarkSpacing); x++ {
			f(grid.Tile{X: x, Y: y})
		}
	}
}

// raise builds the region's part of the landmarks that touch it.
func (f *finder) raise(p *plot) {
	first := f.region.Tile(0)
	eachSquare(first, landmarkReach, func(square grid.Tile) {
		kind, at := f.great(square, first, landmarkSpread+landmarkReach)
		if kind != NoLandmark && p.touches(at, landmarkReach) {
			p.raise(kind, at, chance(f.seed, streamRuin, square.X, square.Y))
		}
	})
}

// landmarkBase returns the random bits of the landmark of a square, and a tile at most landmarkSpread away
// from it along each axis.
func landmarkBase(seed uint64, square grid.Tile) (roll uint64, base grid.Tile) {
	const inner = landmarkReach + landmarkSpread // so that landmarks of neighbours never overlap
	roll = chance(seed, streamLandmark, square.X, square.Y)
	return roll, grid.Tile{
		X: square.X*LandmarkSpacing + inner + int32(roll&0xFFFF%(LandmarkSpacing-2*inner)),
		Y: square.Y*LandmarkSpacing + inner + int32(roll>>16&0xFFFF%(LandmarkSpacing-2*inner)),
	}
}

// within reports whether t is in the region that begins at first, or at most margin tiles beside it.
func within(t, first grid.Tile, margin int32) bool {
	return t.X >= first.X-margin && t.X < first.X+grid.RegionSide+margin &&
		t.Y >= first.Y-margin && t.Y < first.Y+grid.RegionSide+margin
}

// landmarkChoices are the possible landmarks of each biome; NoLandmark: try another place.
var landmarkChoices = [BiomeCount][4]LandmarkKind{
	Beach:    {Wreck, Wreck, Wreck, Tower},
	Meadow:   {Ruin, StoneCircle, OldHearth, Tower},
	Forest:   {Grove, Ruin, OldHearth, Grove},
	Heath:    {StoneCircle, Ruin, OldHearth, Tower},
	Swamp:    {Ruin, OldHearth, StoneCircle, Ruin},
	Mountain: {HotSpring, HotSpring, Tower, HotSpring},
	Tundra:   {HotSpring, StoneCircle, OldHearth, Ruin},
}

// suits chooses a landmark for a place, from eight random bits.
func suits(s *site, roll uint64) LandmarkKind {
	switch {
	case s.block == tile.Cliff || s.ground == tile.Ice:
		return NoLandmark
	case s.biome == Ocean && s.ground == tile.Water:
		return Wreck
	}
	return landmarkChoices[s.biome][roll&3]
}
