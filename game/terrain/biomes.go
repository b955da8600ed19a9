package terrain

import "manyhold/game/tile"

// Biome is the character of a place, for the map, for sound and for the choice of plants.
type Biome uint8

// The biomes. Numbers are only appended.
const (
	Ocean    Biome = iota // the sea and great lakes, deep or shallow
	Beach                 // sand beside water
	River                 // running water, and ponds
	Meadow                // open grass with flowers
	Forest                // oaks, and pines where it is cooler
	Heath                 // dry, stony, sparse
	Swamp                 // low and wet: pools and reeds
	Mountain              // bare rock and cliffs
	Cave                  // a passage through cliffs
	Tundra                // snow country, frozen water
	BiomeCount
)

var biomeNames = [BiomeCount]string{"ocean", "beach", "river", "meadow", "forest", "heath", "swamp", "mountain", "cave", "tundra"}

// String returns the biome's name in lower case.
func (b Biome) String() string {
	if b >= BiomeCount {
		return "unknown"
	}
	return biomeNames[b]
}

// Thresholds, in noise units of the deciding field.
const (
	depthDeep  = -1500 // height below which the sea is too deep to wade
	depthShelf = -600  // height below which cold water stays open
	beachTop   = 700   // height up to which shores are sand
	swampTop   = 5200  // height up to which wet land is swamp

	frost     = -6800 // warmth below which there is snow
	coolPines = 2500  // warmth below which pines appear among oaks

	dry = -6800 // moisture below which there is heath
	wet = 6900  // moisture above which low land is swamp

	ridgeRock    = 4600  // from here bare rock
	ridgeCliff   = 6000  // from here cliffs
	ridgeTerrace = 9200  // from here an open terrace above the cliffs
	ridgeCrown   = 10600 // from here the cliffs of the summit

	passageHalf = distanceOne * 14 / 10 // half the width of a passage
	pondGrowth  = -9500                 // growth below which moist land has a pond
	grove       = 900                   // growth from which the first trees stand

	densitySteps  = 24 // growth that makes woods denser by one
	forestDensity = 60 // density from which moss covers the ground
)

// site is the classification of a tile.
type site struct {
	ground tile.Ground
	block  tile.Block // Cliff or NoBlock, before anything is scattered
	biome  Biome
	trees  uint8 // chance of a tree, of 256 per four tiles
	pines  uint8 // chance that a tree is a pine, of 256
	bloom  uint8 // richness of the undergrowth
}

// square is one field interpolated over spacing×spacing tiles.
type square [spacing * spacing]int32

// spread interpolates a field over the tiles of the cell whose north-west point has index k.
func spread(f *field, k int32, dst *square) {
	a, b, c, d := f[k], f[k+1], f[k+surveySide], f[k+surveySide+1]
	left, right := a*spacing, b*spacing
	dl, dr := c-a, d-b
	for v := 0; v < spacing*spacing; v += spacing {
		step := (right - left) >> spacingBits
		value := left
		for u := range spacing {
			dst[v+u] = value >> spacingBits
			value += step
		}
		left += dl
		right += dr
	}
}

// lowest and highest of a field's four points around a cell.
func (s *survey) bounds(f *field, k int32) (lowest, highest int32) {
	a, b, c, d := f[k], f[k+1], f[k+surveySide], f[k+surveySide+1]
	return min(a, b, c, d), max(a, b, c, d)
}

// classify fills sites with the tiles of the cell (cx, cy) of the survey, counted without the margin.
func (s *survey) classify(cx, cy int32, sites *[spacing * spacing]site) {
	k := (cy+1)*surveySide + cx + 1
	deep := s.borders(&s.height, k, depthDeep)
	if _, top := s.bounds(&s.height, k); top < depthDeep && !deep {
		*sites = openSea
		return
	}
	var height, ridge, warmth, moisture, growth, river, bed, cave square
	spread(&s.height, k, &height)
	spread(&s.warmth, k, &warmth)
	spread(&s.moisture, k, &moisture)
	spread(&s.growth, k, &growth)
	left, right := s.bounds(&s.river, k)
	banks := left < riverReach && right > -riverReach
	if banks {
		spread(&s.river, k, &river)
		s.moved(&s.river, cx, cy, &river, &bed)
	}
	rise, floor := height, growth // whose borders are ragged
	woods := s.borders(&s.growth, k, grove+forestDensity*densitySteps)
	if deep || s.borders(&s.height, k, beachTop) || s.borders(&s.height, k, 0) {
		s.moved(&s.height, cx, cy, &height, &rise)
	}
	if woods {
		s.moved(&s.growth, cx, cy, &growth, &floor)
	}
	_, peak := s.bounds(&s.ridge, k)
	rocky := peak >= ridgeRock
	if rocky {
		spread(&s.ridge, k, &ridge)
		spread(&s.cave, k, &cave)
	}
	for i := range sites {
		at := &sites[i]
		*at = site{}
		switch {
		case rise[i] < 0:
			at.sea(min(height[i], -1), rise[i], warmth[i])
		case banks && at.stream(height[i], moisture[i], warmth[i], growth[i], river[i], bed[i]):
		case rocky && at.mountain(ridge[i], warmth[i], cave[i]):
		default:
			at.lowland(height[i], rise[i], warmth[i], moisture[i], growth[i], floor[i])
		}
	}
}

// openSea is a cell of deep water only.
var openSea = func() (sites [spacing * spacing]site) {
	for i := range sites {
		sites[i] = site{ground: tile.DeepWater, biome: Ocean}
	}
	return sites
}()

// sea makes the tile one of standing water; it is deep by its rise, which is the height with ragged borders.
func (at *site) sea(height, rise, warmth int32) {
	at.biome = Ocean
	switch {
	case warmth < frost && height > max(depthShelf-(frost-warmth)/4, depthDeep):
		at.ground, at.biome = tile.Ice, Tundra
	case rise < depthDeep:
		at.ground = tile.DeepWater
	default:
		at.ground = tile.Water
	}
}

// stream makes the tile one of a river or its bank, and reports whether it is one. Wide rivers are deep in
// the middle where they run by woods; elsewhere they can be waded. bed is river with ragged borders.
func (at *site) stream(height, moisture, warmth, growth, river, bed int32) bool {
	half := riverWidth(height, moisture)
	off := magnitude(river)
	if half == 0 || off >= half+distanceOne {
		return false
	}
	at.biome = River
	switch {
	case off < half && warmth < frost:
		at.ground, at.biome = tile.Ice, Tundra
	case max(off, magnitude(bed)) < half-5*distanceOne/2 && growth > 0: // so no ford is closed
		at.ground = tile.DeepWater
	case off < half:
		at.ground = tile.Water
	case height < beachTop*2 && warmth >= frost:
		at.ground, at.biome = tile.Sand, Beach
	default:
		return false
	}
	return true
}

// mountain makes the tile one of a mountain, and reports whether it is one.
func (at *site) mountain(ridge, warmth, cave int32) bool {
	if ridge < ridgeRock {
		return false
	}
	at.ground, at.biome, at.bloom = tile.Rock, Mountain, 40
	if warmth < frost {
		at.ground = tile.Snow
	}
	solid := ridge >= ridgeCliff && ridge < ridgeTerrace || ridge >= ridgeCrown
	if !solid {
		if ridge >= ridgeCliff && warmth >= frost && ridge-ridgeTerrace > 350 && ridgeCrown-ridge > 350 {
			at.ground, at.trees, at.pines, at.bloom = tile.Grass, 26, 230, 120 // an alp
		}
		return true
	}
	if magnitude(cave) < passageHalf {
		at.ground, at.biome = tile.Rock, Cave
		return true
	}
	at.ground, at.block = tile.Rock, tile.Cliff
	return true
}

// lowland makes the tile one of the open country. Beaches end by rise and the floor of woods by floor, which
// are height and growth with ragged borders.
func (at *site) lowland(height, rise, warmth, moisture, growth, floor int32) {
	density := min(max((growth-grove)/densitySteps, 0), 215)
	at.bloom = uint8(min(max((moisture+16000)>>7, 30), 220))
	at.pines = uint8(min(max((coolPines-warmth)/24+20, 8), 250))
	switch {
	case rise < beachTop && warmth >= frost:
		at.ground, at.biome, at.bloom = tile.Sand, Beach, 30
	case warmth < frost:
		at.tundra(moisture, growth, density)
	case height < swampTop && moisture > wet:
		at.swamp(growth, density)
	case moisture < dry:
		at.heath(growth)
	case growth < pondGrowth && moisture > 0:
		at.ground, at.biome = tile.Water, River
	default:
		at.ground, at.biome, at.trees = tile.Grass, Meadow, uint8(density)
		if density > 0 {
			at.biome = Forest
		}
		if floor > grove+forestDensity*densitySteps {
			at.ground = tile.Moss
		}
	}
}

// tundra makes the tile one of snow country: pine woods, frozen ponds, and stones where the wind blows.
func (at *site) tundra(moisture, growth, density int32) {
	at.ground, at.biome, at.bloom = tile.Snow, Tundra, 30
	at.trees, at.pines = uint8(density*3/4), 250
	switch {
	case growth < pondGrowth+1500 && moisture > 0:
		at.ground = tile.Ice
	case growth < pondGrowth && moisture < -3000:
		at.ground = tile.Rock
	}
}

// swamp makes the tile one of a swamp: pools where little grows, moss between them.
func (at *site) swamp(growth, density int32) {
	at.ground, at.biome, at.bloom = tile.Moss, Swamp, 220
	at.trees = uint8(density / 3)
	switch patch := growth & 0x1FFF; { // every 8,192 units of growth the ground repeats: winding pools
	case patch < 2300:
		at.ground, at.trees = tile.Water, 0
	case patch < 3000:
		at.ground = tile.Dirt
	}
}

// heath makes the tile one of a heath: stony ground in streaks between dry grass.
func (at *site) heath(growth int32) {
	at.ground, at.biome, at.bloom, at.trees = tile.Grass, Heath, 50, 9
	if growth&0x1FFF < 4200 {
		at.ground = tile.Dirt
	}
}
