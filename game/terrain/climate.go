package terrain

// This file samples the fields: smooth functions of the place. Everything else follows from them.

const (
	// spacingBits is log2 of spacing.
	spacingBits = 2
	// spacing is the distance between two sample points, in tiles.
	spacing = 1 << spacingBits
	// regionPoints is the number of sample points along the side of a region, both ends included.
	regionPoints = 64/spacing + 1
	// surveySide is the greatest number of points along a survey: those of a region and a margin of one on
	// each side, which distances to contour lines need (rivers.go).
	surveySide = regionPoints + 2
)

// field holds one number per sample point, row by row; the first row and column are margin.
type field [surveySide * surveySide]int32

// survey has the fields at a square of sample points. Heights and the like are in "noise units": the sea is
// at 0, and the highest peaks are near 30,000.
type survey struct {
	seed   uint64
	gx, gy int32 // the sample point at the north-west, margin included
	n      int32 // points along a side, margin included
	home   home

	warpX, warpY field // how far the large octaves are looked up from here, in tiles

	height   field // of the land above the sea; negative: depth of water
	relief   field // the fine part of the height, until relate has added it
	ridge    field // how much of a mountain this is; rock from ridgeRock, cliffs from ridgeCliff
	warmth   field // below frost: snow
	moisture field // below dry: heath; above wet: swamp where the land is low
	growth   field // how readily trees grow
	river    field // signed distance to the middle of the nearest river, in 1/distanceOne tiles
	cave     field // signed distance to the middle of the nearest passage, in 1/distanceOne tiles
}

// The octaves of each field, from the widest to the finest.
var (
	warpOctaves     = [...]octave{{7, 34}, {5, 9}}
	heightWarped    = [...]octave{{9, 9000}, {8, 8200}, {7, 5200}}
	heightPlain     = [...]octave{{6, 2600}, {5, 1700}, {4, 900}, {3, 500}}
	ridgeWarped     = [...]octave{{8, 11000}, {7, 8000}}
	ridgePlain      = [...]octave{{5, 2600}, {4, 1700}, {3, 1000}}
	warmthWarped    = [...]octave{{9, 12500}, {8, 8500}}
	warmthPlain     = [...]octave{{6, 2200}, {4, 900}, {3, 500}}
	moistureOctaves = [...]octave{{8, 11000}, {7, 8000}, {5, 2200}, {3, 900}}
	growthWarped    = [...]octave{{6, 8500}, {5, 7000}}
	growthPlain     = [...]octave{{4, 4500}, {3, 3000}, {2, 1500}}
)

const (
	// warpReach is the greatest warp along an axis, in tiles: the sum of the amplitudes of warpOctaves.
	warpReach = 34 + 9
	// heightRise lifts the land out of the sea: about two thirds of the world is dry.
	heightRise = 2600
	// ridgeLapse is how much of a mountain's ridge is taken from its warmth, in 1/16.
	ridgeLapse = 5
)

// take samples all fields at side×side points. The first is (gx, gy) in units of spacing.
func (s *survey) take(seed uint64, gx, gy, side int32, home home) {
	s.seed, s.gx, s.gy, s.n, s.home = seed, gx-1, gy-1, side+2, home
	lo, hi := int32(1), side+1 // without the margin
	for _, o := range warpOctaves {
		s.addPlain(&s.warpX, streamWarpX, o, 0, s.n)
		s.addPlain(&s.warpY, streamWarpY, o, 0, s.n)
	}
	for _, o := range heightWarped {
		s.addWarped(&s.height, streamHeight, o, lo, hi)
	}
	for _, o := range ridgeWarped {
		s.addWarped(&s.ridge, streamRidge, o, lo, hi)
	}
	for _, o := range ridgePlain {
		s.addPlain(&s.ridge, streamRidge, o, lo, hi)
	}
	for _, o := range warmthWarped {
		s.addWarped(&s.warmth, streamWarmth, o, lo, hi)
	}
	for _, o := range warmthPlain {
		s.addPlain(&s.warmth, streamWarmth, o, lo, hi)
	}
	for _, o := range moistureOctaves {
		s.addPlain(&s.moisture, streamMoisture, o, lo, hi)
	}
	for _, o := range growthWarped {
		s.addWarped(&s.growth, streamGrowth, o, lo, hi)
	}
	for _, o := range growthPlain {
		s.addPlain(&s.growth, streamGrowth, o, lo, hi)
	}
	for _, o := range heightPlain {
		s.addPlain(&s.relief, streamHeight, o, lo, hi)
	}
	s.takeRivers()
	s.takeCaves()
	home.bend(s)
	s.relate(lo, hi)
}

// relate lets the fields bear on each other: mountains stand on land and are cold and bare, river
// banks are moist, and mountains stand back from rivers so that valleys open.
func (s *survey) relate(lo, hi int32) {
	const valley = 14 * distanceOne // width of the slope beside a river
	for j := lo; j < hi; j++ {
		for i := lo; i < hi; i++ {
			k := j*surveySide + i
			s.height[k] += heightRise + s.relief[k]
			shore := min(s.height[k], 6000)
			s.ridge[k] += shore/2 - 3000
			if away := valley - magnitude(s.river[k]); away > 0 {
				s.ridge[k] -= away * 5000 / valley
				s.moisture[k] += away * 3000 / valley
			}
			s.warmth[k] -= max(s.ridge[k], 0) * ridgeLapse >> 4
			s.warmth[k] += s.growth[k] / 5 // woods keep the snow out, and make its border ragged
			s.growth[k] += s.moisture[k] * 3 >> 2
		}
	}
}

// magnitude is the absolute value of a.
func magnitude(a int32) int32 {
	if a < 0 {
		return -a
	}
	return a
}
