package terrain

// Rivers and passages through rock run along the contour lines of a noise at height zero. Such lines are
// continuous wherever the noise is. So they cross from region to region without a seam, and no region needs
// to know its neighbour. The noise alone would make them wide on flat slopes and very thin on steep ones.
// So it is divided by its slope, which gives about the distance to the line.

const (
	// distanceOne is one tile in the fields river and cave.
	distanceOne = 256
	// distanceMax bounds those fields: the distance to something far away is not needed.
	distanceMax = 64 * distanceOne
	// flattest is the least slope that is believed, in noise units per tile: below it the noise is
	// nearly flat, and the river spreads to a pool.
	flattest = 45
)

const (
	// riverWidest is half the width of a river at its mouth.
	riverWidest = 4 * distanceOne
	// riverReach is beyond every bank.
	riverReach = riverWidest + distanceOne
)

var (
	riverWarped = [...]octave{{8, 12000}, {7, 5200}}
	riverPlain  = [...]octave{{5, 1200}, {4, 700}}
	caveWarped  = [...]octave{{6, 9000}, {5, 8000}}
	cavePlain   = [...]octave{{4, 2500}}
)

// takeRivers fills the field river.
func (s *survey) takeRivers() {
	var raw field
	for _, o := range riverWarped {
		s.addWarped(&raw, streamRiver, o, 0, s.n)
	}
	for _, o := range riverPlain {
		s.addPlain(&raw, streamRiver, o, 0, s.n)
	}
	s.home.divert(s, &raw)
	s.distances(&raw, &s.river)
}

// takeCaves fills the field cave.
func (s *survey) takeCaves() {
	var raw field
	for _, o := range caveWarped {
		s.addWarped(&raw, streamCave, o, 0, s.n)
	}
	for _, o := range cavePlain {
		s.addPlain(&raw, streamCave, o, 0, s.n)
	}
	s.distances(&raw, &s.cave)
}

// distances writes to dst the signed distance of every point within the margin to the line raw = 0.
func (s *survey) distances(raw, dst *field) {
	for j := int32(1); j < s.n-1; j++ {
		for i := int32(1); i < s.n-1; i++ {
			k := j*surveySide + i
			dx := magnitude(raw[k+1] - raw[k-1])
			dy := magnitude(raw[k+surveySide] - raw[k-surveySide])
			// Octagonal length, within 8 % of the Euclidean one, of the slope over two spacings.
			slope := (max(dx, dy) + min(dx, dy)*3/8) / (2 * spacing)
			d := raw[k] * distanceOne / max(slope, flattest)
			dst[k] = min(max(d, -distanceMax), distanceMax)
		}
	}
}

// riverWidth is half the width of a river in 1/distanceOne tiles for a height of the land beside it and its
// moisture: rivers spring in the hills, are fed by wet country and grow towards the sea. Zero is none.
func riverWidth(height, moisture int32) int32 {
	const (
		spring = 9500 // height above which no river begins in moderately wet land
		least  = distanceOne * 7 / 10
	)
	w := (spring + moisture - height) * riverWidest / spring
	if w < 0 {
		return 0
	}
	return min(w+least, riverWidest)
}
