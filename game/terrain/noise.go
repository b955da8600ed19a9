package terrain

// This file is the noise: hashes of lattice points, and value noise between them.
//
// A value of noise is an int32 within ±1<<15. Octaves are named by the binary logarithm of the side of
// their lattice's cells in tiles. Coordinates wrap round at ±1<<31, some thirty years of walking
// from the spawn.

const (
	// valueBits is the number of binary digits of a full value of noise.
	valueBits = 15
	// weightBits is the number of binary digits of an interpolation weight.
	weightBits = 12
	// maxOctave is the largest octave: cells of 512 tiles.
	maxOctave = 9
)

// ease is 3t²-2t³ for t in steps of 1/512, in weightBits.
var ease = func() (table [1 << maxOctave]int32) {
	const one = 1 << maxOctave
	for i := range table {
		t := int64(i)
		table[i] = int32((3*t*t*one - 2*t*t*t) << weightBits / (one * one * one))
	}
	return table
}()

// stream separates the uses of chance: two draws with different streams are independent.
type stream uint64

// The streams. Their order matters: to change it is to change the world.
const (
	streamWarpX stream = iota + 1
	streamWarpY
	streamHeight
	streamRidge
	streamWarmth
	streamMoisture
	streamGrowth
	streamRiver
	streamCave
	streamPlant
	streamDetail
	streamDetailOrder
	streamVein
	streamLandmark
	streamRuin
	streamName
	streamHome
	streamOdd
	streamOddName
	streamTrove
	streamWild
	streamLight
	streamRoad
	streamEdge
	streamFray
	streamYard
)

// chance returns 64 well mixed bits for one place. The mixer is the finaliser of SplitMix64 (Steele, Lea,
// Flood: Fast splittable pseudorandom number generators, 2014) over a linear combination of its inputs.
func chance(seed uint64, s stream, x, y int32) uint64 {
	h := seed ^ uint64(s)*0x9E3779B97F4A7C15
	h += uint64(uint32(x))*0xD6E8FEB86659FD93 + uint64(uint32(y))*0xA0761D6478BD642F
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// corner returns the value of noise at a lattice point. Every octave of a stream has random bits of its
// own.
func corner(seed uint64, s stream, octave uint, x, y int32) int32 {
	return int32(int16(chance(seed, s|stream(octave)<<8, x, y)))
}

// mix returns a for w = 0 and b for w = 1<<weightBits.
func mix(a, b, w int32) int32 { return a + (b-a)*w>>weightBits }

// patch is the lattice cell of an octave's last sample.
type patch struct {
	seed       uint64
	stream     stream
	octave     uint
	x, y       int32 // of the cell
	a, b, c, d int32 // its corners: north-west, north-east, south-west, south-east
	weights    int32 // shift from a coordinate within the cell to an index of ease
	mask       int32 // of a coordinate within the cell
	known      bool
}

// newPatch prepares sampling an octave of a stream.
func newPatch(seed uint64, s stream, octave uint) patch {
	return patch{seed: seed, stream: s, octave: octave, mask: 1<<octave - 1, weights: int32(maxOctave - octave)}
}

// at returns the noise at a tile. Neighbouring samples are cheap, as they mostly share a cell.
func (p *patch) at(x, y int32) int32 {
	cx, cy := x>>p.octave, y>>p.octave
	if cx != p.x || cy != p.y || !p.known {
		p.load(cx, cy)
	}
	wx := ease[x&p.mask<<p.weights&(1<<maxOctave-1)]
	wy := ease[y&p.mask<<p.weights&(1<<maxOctave-1)]
	return mix(mix(p.a, p.b, wx), mix(p.c, p.d, wx), wy)
}

// load makes (x, y) the current cell.
func (p *patch) load(x, y int32) {
	p.x, p.y, p.known = x, y, true
	p.a = corner(p.seed, p.stream, p.octave, x, y)
	p.b = corner(p.seed, p.stream, p.octave, x+1, y)
	p.c = corner(p.seed, p.stream, p.octave, x, y+1)
	p.d = corner(p.seed, p.stream, p.octave, x+1, y+1)
}

// octave is one layer of a field: cells of 1<<cell tiles, values within ±amplitude.
type octave struct {
	cell      uint
	amplitude int32 // below 1<<16
}

// addPlain adds an octave to the points [lo, hi) × [lo, hi) of a field, row by row.
func (s *survey) addPlain(f *field, st stream, o octave, lo, hi int32) {
	shift := o.cell - spacingBits
	mask := int32(1)<<shift - 1
	scale := maxOctave - shift
	firstX := (s.gx + lo) >> shift
	var north, south, between [surveySide + 2]int32
	columns := (s.gx+hi-1)>>shift - firstX + 2
	lastY, known := int32(0), false
	for j := lo; j < hi; j++ {
		gy := s.gy + j
		if cy := gy >> shift; cy != lastY || !known {
			for c := range columns {
				if known && cy == lastY+1 {
					north[c] = south[c]
				} else {
					north[c] = corner(s.seed, st, o.cell, firstX+c, cy)
				}
				south[c] = corner(s.seed, st, o.cell, firstX+c, cy+1)
			}
			lastY, known = cy, true
		}
		wy := ease[gy&mask<<scale&(1<<maxOctave-1)]
		for c := range columns {
			between[c] = mix(north[c], south[c], wy) * o.amplitude >> valueBits
		}
		row := f[j*surveySide : j*surveySide+surveySide]
		for i := lo; i < hi; i++ {
			gx := s.gx + i
			c := gx>>shift - firstX
			row[i] += mix(between[c], between[c+1], ease[gx&mask<<scale&(1<<maxOctave-1)])
		}
	}
}

// addWarped adds an octave to the points [lo, hi) × [lo, hi) of a field, taken where the warp points to.
func (s *survey) addWarped(f *field, st stream, o octave, lo, hi int32) {
	p := newPatch(s.seed, st, o.cell)
	for j := lo; j < hi; j++ {
		y := (s.gy + j) << spacingBits
		for i := lo; i < hi; i++ {
			k := j*surveySide + i
			x := (s.gx + i) << spacingBits
			f[k] += p.at(x+s.warpX[k], y+s.warpY[k]) * o.amplitude >> valueBits
		}
	}
}
